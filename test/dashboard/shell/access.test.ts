// What is offered to those who may only look, and how people come to what they may see.

import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { adminPassword } from '../../support/app.ts'
import { browserTimeoutMs, canBrowse } from '../../support/chromium.ts'
import {
  type Dashboard,
  expectAccessible,
  type Reader,
  startDashboard,
} from '../support/browser.ts'
import { openDemoSite, shopNow } from '../support/demo-site.ts'

// One test opens many pages.
setDefaultTimeout(3 * browserTimeoutMs)

const password = 'a long password'

interface Made {
  id: string
}

/** Everything of a team: a website with all that can be saved of it, a link, a pixel, a board. */
interface Team {
  teamId: string
  websiteId: string
  linkId: string
  pixelId: string
  boardId: string
  emptyTeamId: string
}

describe.skipIf(!canBrowse)('access', () => {
  let dashboard: Dashboard
  let team: Team

  beforeAll(async () => {
    dashboard = await startDashboard({ now: shopNow })
    team = await openTeam()
  })
  afterAll(() => dashboard.stop())

  const make = async (path: string, body: object): Promise<string> => {
    const answer = await dashboard.server.ask<Made | Made[]>(path, { body })
    expect([path, answer.status]).toEqual([path, 200])
    return ([answer.body].flat()[0] as Made).id
  }

  async function openTeam(): Promise<Team> {
    const { server } = dashboard
    const teamId = await make('/api/teams', { name: 'Shopkeepers' })
    const emptyTeamId = await make('/api/teams', { name: 'Newcomers' })
    const user = { username: 'bob', password, role: 'user' }
    const userId = await make('/api/users', user)
    await make('/api/users', { username: 'vera', password, role: 'view-only' })
    for (const id of [teamId, emptyTeamId]) {
      await make(`/api/teams/${id}/users`, { userId, role: 'team-view-only' })
    }
    const websiteId = await openDemoSite(server)
    await server.ask(`/api/websites/${websiteId}/transfer`, { body: { teamId } })
    const filters = [{ name: 'browser', operator: 'eq', value: 'chrome' }]
    const segment = { type: 'segment', name: 'Chrome', parameters: { filters } }
    await make(`/api/websites/${websiteId}/segments`, segment)
    const parameters = { type: 'event', value: 'signup' }
    await make('/api/reports', { websiteId, type: 'goal', name: 'Signed up', parameters })
    await make(`/api/websites/${websiteId}/shares`, { name: 'Public', parameters: {} })
    const link = { name: 'Flyer', url: 'https://example.com/', slug: 'autumn-flyer', teamId }
    return {
      teamId,
      emptyTeamId,
      websiteId,
      linkId: await make('/api/links', link),
      pixelId: await make('/api/pixels', { name: 'Mail', slug: 'mail-pixel', teamId }),
      boardId: await make('/api/boards', { type: 'mixed', name: 'Wall', teamId }),
    }
  }

  const toReader = async (username: string): Promise<Reader> =>
    dashboard.openReader({ token: await dashboard.server.login(username, password) })

  /** Addresses at which those who may can change something. */
  const addresses = ({ teamId, websiteId, linkId, pixelId, boardId }: Team) => [
    `/websites?team=${teamId}`,
    `/links?team=${teamId}`,
    `/pixels?team=${teamId}`,
    `/boards?team=${teamId}`,
    `/boards/${boardId}`,
    `/boards/${boardId}/edit`,
    `/boards/${boardId}/edit?tab=shares`,
    `/websites/${websiteId}?browser=eq.chrome`,
    `/websites/${websiteId}/goals?report=${JSON.stringify({ type: 'event', value: 'signup' })}`,
    `/websites/${websiteId}/settings`,
    `/websites/${websiteId}/settings?tab=shares`,
    `/websites/${websiteId}/settings?tab=segments`,
    `/websites/${websiteId}/settings?tab=replay`,
    `/links/${linkId}/settings`,
    `/pixels/${pixelId}/settings`,
    `/teams/${teamId}`,
    `/teams/${teamId}?tab=settings`,
    `/first-steps?team=${teamId}`,
  ]

  const changes =
    /^(Add|Create|Delete|Edit|Share$|Save|Remove(?! filter)|Actions|Transfer|Move|Regenerate|Disable|New)/

  /** What a page offers that changes something. */
  const toOffers = async ({ page }: Reader): Promise<string[]> => {
    const controls = page.locator('main').locator('button, a')
    const names = await controls.evaluateAll((found) =>
      found.map((one) => (one.getAttribute('aria-label') ?? one.textContent).trim()),
    )
    return names.filter((name) => changes.test(name))
  }

  test('those who may only look at what a team has are offered nothing that changes it', async () => {
    const owner = await dashboard.openReader()
    const bob = await toReader('bob')
    const without: string[] = []
    const seen: [string, string[]][] = []
    for (const address of addresses(team)) {
      await owner.open(address)
      if ((await toOffers(owner)).length === 0) without.push(address)
      await bob.open(address)
      expect(await bob.page.getByRole('alert').count()).toBe(0)
      seen.push([address, await toOffers(bob)])
    }
    expect(without).toEqual([])
    expect(seen.filter(([, offers]) => offers.length > 0)).toEqual([])
    expect([...owner.complaints, ...bob.complaints]).toEqual([])
    await owner.close()
    await bob.close()
  })

  test('they see what there is, and that they may only look', async () => {
    const bob = await toReader('bob')
    const { page } = bob
    await bob.open(`/websites/${team.websiteId}/settings`)
    await page.getByText('You have view-only access to these settings.').waitFor()
    expect(await page.getByRole('tab').allInnerTexts()).toEqual(['General'])
    await expectAccessible(bob)
    await bob.open(`/boards/${team.boardId}/edit`)
    await page.getByText('You have view-only access to these settings.').waitFor()
    await page.getByRole('link', { name: 'View board' }).click()
    await page.waitForURL(`**/boards/${team.boardId}`)
    await bob.open(`/links?team=${team.teamId}`)
    expect(await page.locator('.row-name').allInnerTexts()).toEqual(['Flyer'])
    await bob.open(`/websites/${team.websiteId}/goals`)
    await page.getByRole('link', { name: 'Signed up' }).click()
    await bob.settle()
    expect(await page.locator('.goal-rate').textContent()).toBe('50%')
    await page.getByRole('button', { name: 'Segments' }).click()
    await page.getByRole('button', { name: 'Chrome', exact: true }).click()
    await bob.settle()
    expect(await page.locator('.chip').count()).toBe(1)
    await bob.close()
  })

  test('those who have nothing but the websites of their teams find them', async () => {
    const bob = await toReader('bob')
    const { page } = bob
    await bob.open('/')
    await page.waitForURL('**/websites')
    await page.getByText('No websites yet').waitFor()
    await page.getByRole('link', { name: 'Team: Shopkeepers' }).click()
    await bob.settle()
    expect(await page.locator('.card-name').allInnerTexts()).toEqual(['Shop'])
    await page.getByRole('button', { name: 'Team: Shopkeepers' }).click()
    await page.getByRole('button', { name: 'Newcomers' }).click()
    await bob.settle()
    const note = page.locator('.note')
    expect(await note.locator('p').allInnerTexts()).toEqual([
      'This team has no websites yet',
      'You have view-only access.',
    ])
    await expectAccessible(bob)
    await bob.close()
  })

  test('those who may only look anywhere read so in place of the first steps', async () => {
    const vera = await toReader('vera')
    for (const path of ['/websites', '/links', '/pixels', '/boards', '/first-steps']) {
      await vera.open(path)
      await vera.page.getByText('You have view-only access.').waitFor()
      expect(await toOffers(vera)).toEqual([])
      expect(new URL(vera.page.url()).pathname).toBe(path)
    }
    await vera.close()
  })

  test('an empty team says what to do, and it becomes the owner', async () => {
    const reader = await dashboard.openReader()
    const { page } = reader
    for (const path of [
      `/teams/${team.emptyTeamId}?tab=websites`,
      `/websites?team=${team.emptyTeamId}`,
    ]) {
      await reader.open(path)
      await page.getByText('This team has no websites yet').waitFor()
      await page.getByRole('link', { name: 'First steps' }).click()
      await page.waitForURL(`**/first-steps?team=${team.emptyTeamId}`)
    }
    await page.getByLabel('Name').fill('First shop')
    await page.getByLabel('Domain').fill('first.example.com')
    await page.getByRole('button', { name: 'Add website' }).click()
    await page.getByText('Waiting for the first visit').waitFor()
    await reader.open(`/teams/${team.emptyTeamId}?tab=websites`)
    expect(await page.locator('.row-name').allInnerTexts()).toEqual(['First shop'])
    expect(reader.complaints).toEqual([])
    await reader.close()
  })

  test.each([
    ['/\t/evil.example', '/websites'],
    ['//evil.example/x', '/websites'],
    ['https://evil.example/', '/websites'],
    ['/\\evil.example', '/websites'],
    ['/settings?tab=x', '/settings?tab=x'],
  ])('after logging in, next=%j leads to %s', async (next, target) => {
    const reader = await dashboard.openReader({ token: null })
    const { page } = reader
    await page.goto(`${dashboard.server.url}/login?next=${encodeURIComponent(next)}`)
    await page.getByLabel('User name').fill('admin')
    await page.getByLabel('Password').fill(adminPassword)
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.waitForURL((address) => !address.pathname.endsWith('/login'))
    await reader.settle()
    const { origin, pathname, search } = new URL(page.url())
    expect([origin, pathname + search]).toEqual([dashboard.server.url, target])
    expect(reader.complaints).toEqual([])
    await reader.close()
  })

  test('a share page lives longer than its token', async () => {
    const share = { entityId: team.websiteId, shareType: 1, name: 'Wall', slug: 'wall-screen' }
    await make('/api/share', { ...share, parameters: {} })
    const stranger = await dashboard.openReader({ token: null })
    const { page } = stranger
    await stranger.open('/share/wall-screen')
    let tokens = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/api/share/wall-screen')) tokens += 1
    })
    await page.route('**/api/websites/**', (route) =>
      tokens > 0
        ? route.continue()
        : route.fulfill({ status: 401, json: { error: { message: 'Unauthorized' } } }),
    )
    await page.getByRole('button', { name: /^Range/ }).click()
    await page.getByRole('button', { name: 'Last 30 days' }).click()
    await stranger.settle()
    expect(await page.locator('.total-value').first().textContent()).toBe('4')
    expect(await page.getByRole('alert').count()).toBe(0)
    // Many were refused, and one new token was enough.
    expect(tokens).toBe(1)
    expect(stranger.complaints.filter((text) => !text.includes('401'))).toEqual([])
    await stranger.close()
  })

  test.each(['en-GB', 'ar-EG'])(
    'on a phone the menu fades where it goes on: %s',
    async (locale) => {
      const reader = await dashboard.openReader({ locale, width: 390, height: 800, touches: true })
      await reader.open(`/websites/${team.websiteId}`)
      const menu = reader.page.locator('.target-menu-links')
      const { hides, mask } = await menu.evaluate((element) => ({
        hides: element.scrollWidth > element.clientWidth,
        mask: getComputedStyle(element).maskImage,
      }))
      expect(hides).toBe(true)
      expect(mask).toStartWith(`linear-gradient(${locale === 'en-GB' ? 270 : 90}deg`)
      // And the last of them can be had.
      await menu.locator('a').last().click()
      await reader.settle()
      expect(new URL(reader.page.url()).pathname).toEndWith('/settings')
      await reader.close()
    },
  )
})
