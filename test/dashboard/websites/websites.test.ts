import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { adminPassword } from '../../support/app.ts'
import { canBrowse } from '../../support/chromium.ts'
import { firefox, pastVisits } from '../../support/visits.ts'
import { type Dashboard, expectAccessible, logIn, startDashboard } from '../support/browser.ts'

// Pages open slowly on a busy machine.
setDefaultTimeout(60_000)

describe.skipIf(!canBrowse)('websites', () => {
  let dashboard: Dashboard
  beforeAll(async () => {
    dashboard = await startDashboard()
  })
  afterAll(() => dashboard.stop())

  test('a stranger logs in and is taken where they wanted to go', async () => {
    const { server } = dashboard
    const reader = await dashboard.openReader({ token: null })
    const { page } = reader
    await page.goto(`${server.url}/websites?search=shop`)
    await page.waitForURL('**/login?next=*')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expectAccessible(reader)
    await page.getByLabel('User name').fill('admin')
    await page.getByLabel('Password').fill('not the password')
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByText('User name or password is wrong.').waitFor()
    await page.getByLabel('Password').fill(adminPassword)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/websites?search=shop')
    await page.getByText('No results').waitFor()
    // The refused attempt is an error to the browser.
    expect(reader.complaints.filter((text) => !text.includes('401'))).toEqual([])
    await reader.close()
  })

  test('three steps lead from nothing to the first visit', async () => {
    const { server } = dashboard
    const reader = await dashboard.openReader({ token: null })
    const { page } = reader
    await logIn(reader, server.url)
    await page.waitForURL('**/first-steps')
    await page.getByLabel('Name').fill('Blog')
    await page.getByLabel('Domain').fill('https://blog.example.com/about')
    await page.getByRole('button', { name: 'Add website' }).click()
    await page.getByText('Waiting for the first visit').waitFor()
    await expectAccessible(reader)
    const id = new URL(page.url()).searchParams.get('website') as string
    const website = await server.ask<{ name: string; domain: string }>(`/api/websites/${id}`)
    expect(website.body).toMatchObject({ name: 'Blog', domain: 'blog.example.com' })
    await pastVisits(server, id, [{ at: new Date().toISOString(), visitor: 'anna', url: '/' }])
    await page.getByText('The first visit has arrived.').waitFor()
    await page.getByRole('link', { name: 'Open the overview' }).click()
    await reader.settle()
    expect(await page.locator('.total-value').first().textContent()).toBe('1')
    expect(reader.complaints).toEqual([])
    await reader.close()
  })

  test('the list shows visitors now and of the last week, searches and turns pages', async () => {
    const { server } = dashboard
    for (let index = 1; index <= 21; index += 1) await server.createWebsite(`Shop ${100 + index}`)
    const reader = await dashboard.openReader()
    const { page } = reader
    await reader.open('/websites')
    const cards = page.locator('.card')
    expect(await cards.count()).toBe(20)
    const blog = (await cards.filter({ hasText: 'Blog' }).allInnerTexts()).join().split(/\n+/)
    expect(blog).toEqual(['Blog', 'blog.example.com', '1 now', '1 Visitors', 'new'])
    const part = page.getByText('The total and the order are those of the websites on this page')
    expect(await part.count()).toBe(1)
    await page.getByRole('button', { name: 'Next page' }).click()
    await cards.filter({ hasText: 'Shop 120' }).waitFor()
    expect(await cards.count()).toBe(2)
    await page.goBack()
    await page.getByRole('searchbox').fill('shop 107')
    await cards.nth(1).waitFor({ state: 'detached' })
    await reader.settle()
    expect(await cards.locator('.card-name').allInnerTexts()).toEqual(['Shop 107'])
    expect(new URL(page.url()).search).toBe('?search=shop+107')
    await page.reload()
    await reader.settle()
    expect(await cards.count()).toBe(1)
    expect(await part.count()).toBe(0)
    await expectAccessible(reader)
    expect(reader.complaints).toEqual([])
    await reader.close()
  })

  test('the list adds up its visitors, and is sorted by them and by their change', async () => {
    const { server } = dashboard
    const day = (ago: number) => new Date(Date.now() - ago * 24 * 3_600_000).toISOString()
    const sites: [name: string, days: number[]][] = [
      ['Tea, less', [1, 2, 9, 9, 9, 9]],
      ['Tea, more', [1, 1, 1, 9, 9]],
      ['Tea, new', [1]],
      ['Tea, old', [40, 40]],
    ]
    for (const [name, days] of sites) {
      const id = await server.createWebsite(name)
      const rows = days.map((ago, index) => ({
        at: day(ago),
        visitor: `${name} ${index}`,
        url: '/',
      }))
      await pastVisits(server, id, rows)
    }
    const reader = await dashboard.openReader()
    const { page } = reader
    await reader.open('/websites?search=tea')
    const shown = async () => [
      ...(await page.locator('.total-value').allInnerTexts()),
      ...(await page.locator('.card').allInnerTexts()).map((text) =>
        text
          .split(/\n+/)
          .filter((line) => !line.endsWith(' now') && !line.includes('example'))
          .join(' '),
      ),
    ]
    const [less, more, fresh, old] = [
      'Tea, less 2 Visitors −50%',
      'Tea, more 3 Visitors +50%',
      'Tea, new 1 Visitors new',
      'Tea, old 0 Visitors –',
    ]
    expect(await shown()).toEqual(['6', less, more, fresh, old])
    await expectAccessible(reader)
    await page.getByLabel('Sort by').selectOption('Visitors')
    await reader.settle()
    expect(await shown()).toEqual(['6', more, less, fresh, old])
    await page.getByLabel('Sort by').selectOption('Change')
    await reader.settle()
    expect(await shown()).toEqual(['6', fresh, more, old, less])
    await page.getByLabel('Range').selectOption('Last 90 days')
    await reader.settle()
    expect((await shown())[0]).toBe('14')
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      search: 'tea',
      sort: 'change',
      range: '90d',
    })
    await page.reload()
    await reader.settle()
    expect((await shown())[0]).toBe('14')
    expect(reader.complaints).toEqual([])
    await reader.close()
  })

  test('without the period before no change is shown, and without any numbers why', async () => {
    const { server } = dashboard
    const id = await server.createWebsite('Coffee')
    await pastVisits(server, id, [
      { at: new Date(Date.now() - 24 * 3_600_000).toISOString(), visitor: 'anna', url: '/' },
    ])
    const reader = await dashboard.openReader()
    const { page } = reader
    const weekAgo = Date.now() - 6.5 * 24 * 3_600_000
    let fails = (startAt: number) => startAt < weekAgo - 24 * 3_600_000
    await page.route('**/api/websites/charts?*', (route) => {
      const startAt = Number(new URL(route.request().url()).searchParams.get('startAt'))
      return fails(startAt) ? route.fulfill({ status: 500, body: '{}' }) : route.continue()
    })
    await reader.open('/websites?search=coffee')
    const card = page.locator('.card')
    expect(await card.textContent()).toContain('1 Visitors')
    expect(await card.textContent()).not.toContain('new')
    expect(await page.locator('.total').textContent()).not.toContain('new')

    fails = () => true
    await page.reload()
    await reader.settle()
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    expect(await card.getAttribute('aria-busy')).toBe('false')
    await expectAccessible(reader)
    fails = () => false
    await page.getByRole('button', { name: 'Try again' }).click()
    await reader.settle()
    expect(await card.textContent()).toContain('new')
    expect(await page.getByRole('alert').count()).toBe(0)
    expect(reader.complaints.filter((text) => !text.includes('500'))).toEqual([])
    await reader.close()
  })

  test('a team has a list of its own', async () => {
    const { server } = dashboard
    const [team] = (
      await server.ask<{ id: string }[]>('/api/teams', { body: { name: 'Marketing' } })
    ).body
    await server.ask('/api/websites', {
      body: { name: 'Team site', domain: 'team.example.com', teamId: team?.id },
    })
    const reader = await dashboard.openReader({ width: 390, height: 800 })
    const { page } = reader
    await reader.open('/websites?search=Team')
    await page.getByText('No results').waitFor()
    await page.getByRole('button', { name: /^Team/ }).click()
    await page.getByRole('button', { name: 'Marketing' }).click()
    await reader.settle()
    expect(await page.locator('.card-name').allInnerTexts()).toEqual(['Team site'])
    expect(new URL(page.url()).searchParams.get('team')).toBe(team?.id as string)
    await expectAccessible(reader)
    expect(reader.complaints).toEqual([])
    await reader.close()
  })

  test('theme and language are kept', async () => {
    const reader = await dashboard.openReader()
    const { page } = reader
    await reader.open('/websites?search=shop')
    const open = (name: RegExp) => page.getByRole('button', { name }).click()
    await open(/^Account of admin/)
    await page.getByRole('button', { name: 'Dark' }).click()
    await open(/^Account of admin/)
    await page.getByRole('button', { name: 'العربية' }).click()
    await page.getByRole('heading', { level: 1, name: 'المواقع' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'المواقع' }).waitFor()
    const root = await page.evaluate(() => {
      const { lang, dir, dataset } = document.documentElement
      return { lang, dir, theme: dataset.theme }
    })
    expect(root).toEqual({ lang: 'ar', dir: 'rtl', theme: 'dark' })
    await open(/^حساب \u2068admin/)
    await page.getByRole('button', { name: 'Deutsch' }).click()
    await page.getByRole('button', { name: 'Website hinzufügen' }).waitFor()
    expect(reader.complaints).toEqual([])
    await reader.close()
  })

  test('logging out ends the token', async () => {
    const { server } = dashboard
    const token = await server.login('admin', adminPassword)
    const reader = await dashboard.openReader({ token: null })
    const { page } = reader
    await logIn(reader, server.url)
    await page.getByRole('button', { name: /^Account of admin/ }).click()
    await page.getByRole('button', { name: 'Log out' }).click()
    await page.waitForURL('**/login**')
    await page.goto(`${server.url}/websites`)
    await page.waitForURL('**/login**')
    // That of another device goes on.
    expect((await server.ask('/api/me', { token })).status).toBe(200)
    await reader.close()
  })

  test('realtime shows what goes on', async () => {
    const { server } = dashboard
    const id = await server.createWebsite('Live')
    const at = new Date(Date.now() - 60_000).toISOString()
    await pastVisits(server, id, [
      {
        at,
        visitor: 'anna',
        userAgent: firefox,
        url: '/<b>now</b>',
        headers: { 'CF-IPCountry': 'FR' },
      },
      { at, visitor: 'anna', userAgent: firefox, url: '/', name: 'signup' },
    ])
    const reader = await dashboard.openReader()
    await reader.open(`/websites/${id}/realtime`)
    expect(await reader.page.locator('.total-value').allInnerTexts()).toEqual(['1', '1', '1', '1'])
    expect(await reader.page.locator('.act-words').allInnerTexts()).toEqual([
      'A visitor from France triggered signup',
      'A visitor from France viewed /<b>now</b>',
      'A visitor from France arrived',
    ])
    await pastVisits(server, id, [{ at: new Date().toISOString(), visitor: 'ben', url: '/later' }])
    await reader.page.getByText('A visitor viewed /later').waitFor()
    await reader.page.getByRole('tab', { name: 'Events' }).click()
    expect(await reader.page.locator('.act-words').allInnerTexts()).toEqual([
      'A visitor from France triggered signup',
    ])
    await expectAccessible(reader)
    expect(reader.complaints).toEqual([])
    await reader.close()
  })

  test('a share page shows a stranger what it opens, and nothing else', async () => {
    const { server } = dashboard
    const id = await server.createWebsite('Shared')
    await pastVisits(server, id, [
      { at: new Date(Date.now() - 3_600_000).toISOString(), visitor: 'anna', url: '/' },
    ])
    const share = { entityId: id, shareType: 1, name: 'Public', slug: 'open-numbers' }
    await server.ask('/api/share', {
      body: { ...share, parameters: { overview: true, events: false } },
    })
    const reader = await dashboard.openReader({ token: null })
    const { page } = reader
    await reader.open('/share/open-numbers')
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Shared')
    expect(await page.locator('.total-value').first().textContent()).toBe('1')
    expect(await page.locator('.target-menu').count()).toBe(0)
    expect(await page.getByRole('heading', { name: 'Visitors by hour' }).count()).toBe(0)
    await page.getByRole('link', { name: '/', exact: true }).click()
    await reader.settle()
    expect(new URL(page.url()).search).toBe('?path=eq.%2F')
    expect(await page.getByRole('button', { name: 'Save filters' }).count()).toBe(0)
    await expectAccessible(reader)
    await page.goto(`${server.url}/share/open-numbers/realtime`)
    await page.getByText('This section is not shared').waitFor()
    expect(reader.complaints).toEqual([])
    await page.goto(`${server.url}/share/no-such-page`)
    await page.getByText('Share page not found').waitFor()
    await reader.close()
  })
})
