import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { browserTimeoutMs, canBrowse } from '../../support/chromium.ts'
import { pastVisits } from '../../support/visits.ts'
import {
  type Dashboard,
  expectAccessible,
  type Reader,
  startDashboard,
} from '../support/browser.ts'
import { readRows } from '../support/cells.ts'
import { openDemoSite, shopNow } from '../support/demo-site.ts'

setDefaultTimeout(browserTimeoutMs)

describe.skipIf(!canBrowse)('reports', () => {
  let dashboard: Dashboard
  let reader: Reader
  let websiteId: string
  let root: string

  beforeAll(async () => {
    dashboard = await startDashboard({ now: shopNow })
    websiteId = await openDemoSite(dashboard.server)
    root = `/websites/${websiteId}`
    reader = await dashboard.openReader()
  })
  afterAll(async () => {
    await reader.close()
    await dashboard.stop()
    expect(reader.complaints).toEqual([])
  })

  const texts = (selector: string) => reader.page.locator(selector).allInnerTexts()
  const rows = (selector: string) => readRows(reader.page.locator(selector))
  const click = async (name: string) => {
    await reader.page.getByRole('button', { name, exact: true }).click()
    await reader.settle()
  }
  const asked = (parameters: object) => `report=${encodeURIComponent(JSON.stringify(parameters))}`

  test('a goal is asked for, saved, opened again, changed and deleted', async () => {
    const { page } = reader
    await reader.open(`${root}/goals`)
    expect(await texts('.note-title')).toEqual(['Run the report to see results'])
    await page.getByLabel('Type').selectOption('event')
    await page.getByLabel('Event', { exact: true }).fill('signup')
    await click('Run')
    // Two of four visitors.
    expect(await texts('.goal-rate')).toEqual(['50%'])
    expect(await texts('.goal-words p')).toEqual(['2 of 4 visitors signup'])
    await page.reload()
    await reader.settle()
    expect(await texts('.goal-rate')).toEqual(['50%'])

    await click('Save')
    await page.getByLabel('Name').fill('New accounts')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.waitForURL(/saved=/)
    await reader.settle()
    expect(await texts('.saved-report')).toEqual(['New accounts\n2\n50%\nnew'])
    const stored = async () => {
      const path = `/api/reports?websiteId=${websiteId}&type=goal`
      const answer = await dashboard.server.ask<{
        data: { name: string; parameters: unknown }[]
      }>(path)
      return answer.body.data.map(({ name, parameters }) => ({ name, parameters }))
    }
    expect(await stored()).toEqual([
      { name: 'New accounts', parameters: { type: 'event', value: 'signup' } },
    ])

    await page.getByLabel('Event', { exact: true }).fill('purchase')
    await click('Run')
    expect(await texts('.goal-rate')).toEqual(['75%'])
    await click('Save changes')
    await page.getByLabel('Name').fill('Buyers')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByText('Buyers').first().waitFor()
    await reader.settle()
    expect(await stored()).toEqual([
      { name: 'Buyers', parameters: { type: 'event', value: 'purchase' } },
    ])

    await click('Delete')
    await page.waitForURL((address) => !address.search.includes('saved='))
    await reader.settle()
    expect(await stored()).toEqual([])
    expect(await texts('.goal-rate')).toEqual(['75%'])
    await click('Undo')
    await page.getByText('Buyers was restored.').waitFor()
    await reader.settle()
    expect(await stored()).toEqual([
      { name: 'Buyers', parameters: { type: 'event', value: 'purchase' } },
    ])
    expect(await texts('.saved-name')).toEqual(['Buyers'])
  })

  test('a funnel shows who takes each step and where the others stop', async () => {
    const { page } = reader
    await reader.open(`${root}/funnels`)
    await page.getByLabel('Path').nth(0).fill('/')
    await page.getByLabel('Path').nth(1).fill('/pricing')
    await click('Add step')
    await page.getByLabel('Type').nth(2).selectOption('event')
    await page.getByLabel('Event', { exact: true }).fill('purchase')
    await click('Run')
    expect(await texts('.funnel-line')).toEqual([
      '1\n/\n3 100%',
      '2\n/pricing\n2 67%',
      '3\npurchase\n2 67%',
    ])
    expect(await texts('.funnel-lost-words')).toEqual(['1 dropped off (33%)'])
    // One of the two paid a day and an hour later.
    await page.getByLabel('Conversion window (days between steps)').fill('1')
    await click('Run')
    expect(await texts('.funnel-lost-words')).toEqual([
      '1 dropped off (33%)',
      '1 dropped off (50%)',
    ])
    expect(await texts('.funnel-end-words')).toEqual(['33% completed all steps: 1 of 3 visitors.'])
    await page.goBack()
    await reader.settle()
    expect(await texts('.funnel-lost-words')).toEqual(['1 dropped off (33%)'])
  })

  test('a step of a funnel can ask for a property', async () => {
    const steps = [
      { type: 'path', value: '/', filters: [] },
      { type: 'event', value: 'signup', filters: [] },
    ]
    await reader.open(`${root}/funnels?${asked({ steps, window: 7 })}`)
    await click('Add property condition')
    await reader.page.getByLabel('Property').fill('plan')
    await reader.page.getByLabel('Value').fill('pro')
    await click('Run')
    expect(await texts('.funnel-line')).toEqual(['1\n/\n3 100%', '2\nsignup\n1 33%'])
  })

  test('journeys are drawn and listed, and a place in them can be looked at', async () => {
    const { page } = reader
    await reader.open(`${root}/journeys`)
    const node = (name: string) => page.getByRole('button', { name, exact: true })
    // Of five visits.
    await node('Step 1: / 4 · 80%').waitFor()
    await node('Step 2: /pricing 2 · 40%').waitFor()
    const list = async () => (await texts('.journey')).map((text) => text.split('\n'))
    expect(await list()).toHaveLength(5)
    await node('Step 4: purchase 1 · 20%').hover()
    expect(await page.locator('.flow-on').count()).toBe(1)
    // Pointed at, a journey is followed all its way.
    await page.locator('.journey', { hasText: 'signuppurchase' }).hover()
    expect(await page.locator('.flow-on').count()).toBe(3)
    // One stop of the Tab key; arrows lead on.
    await node('Step 1: / 4 · 80%').focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowDown')
    expect((await texts('.flow-readout'))[0]?.split(/\n+/)).toEqual([
      ...['purchase', 'Visits', '2', 'Of all visits', '40%', 'Ended here', '2'],
      ...['Came from', '/', '1', '/docs', '1'],
    ])
    await page.keyboard.press('Enter')
    await page.waitForURL(/at=/)
    expect((await list()).map((parts) => parts.slice(0, 2))).toEqual([
      ['/', 'purchase'],
      ['/docs', 'purchase'],
    ])
    await page.getByText('Show as table').click()
    await page.locator('.flow-table').waitFor()
    expect((await rows('.flow-table tr')).slice(0, 3)).toEqual([
      ['Step', 'Page or event', 'Visits', 'Of all visits', 'Ended here', 'Went on to'],
      ['1', '/', '4', '80%', '1', '/pricing 2purchase 1'],
      ['1', '/docs', '1', '20%', '0', 'purchase 1'],
    ])
    await page.getByLabel('Starts with').fill('/docs')
    await click('Run')
    expect((await list()).map((parts) => parts.slice(0, 2))).toEqual([['/docs', 'purchase']])
    await node('Step 1: /docs 1 · 20%').waitFor()
  })

  test('retention shows on which later days visitors came back', async () => {
    await reader.open(`${root}/retention`)
    expect(await rows('.cohorts tr')).toEqual([
      ['First day', 'Visitors', 'Day 1', 'Day 2'],
      // Day 1 has come for two of the four.
      ['All', '4', '50%', '0%'],
      ['15 Jun 2026', '1', '100%', '0%'],
      ['16 Jun 2026', '1', '0%', ''],
      ['17 Jun 2026', '2', '', ''],
    ])
  })

  test('attribution, breakdown and UTM show their numbers', async () => {
    const panelRows = (name: string) =>
      readRows(reader.page.getByRole('region', { name, exact: true }).locator('tbody tr'))
    await reader.open(
      `${root}/attribution?${asked({ model: 'first-click', type: 'event', step: 'signup' })}`,
    )
    expect(await texts('.total-value')).toEqual(['2', '2', '2'])
    expect(await panelRows('Referrers')).toEqual([['google.com', '1', '50%']])
    expect(await panelRows('UTM source')).toEqual([['news', '1', '50%']])

    await reader.open(`${root}/breakdown`)
    expect((await rows('.breakdown-table tr')).slice(0, 2)).toEqual([
      ['Path', 'Country', 'Visitors', 'Visits', 'Views', 'Bounce rate', 'Visit duration'],
      // Anna's visits: two pages in a minute, and a single one.
      ['/', 'United States', '1', '2', '2', '50%', '30s'],
    ])
    await click('2 Country')
    await click('Run')
    expect((await rows('.breakdown-table tbody tr')).map((cells) => cells.slice(0, 4))).toEqual([
      ['/', '3', '4', '4'],
      ['/pricing', '2', '2', '2'],
      ['/docs', '1', '1', '1'],
    ])
    await click('Visits')
    await click('Visits')
    expect((await rows('.breakdown-table tbody tr'))[0]?.[0]).toBe('/docs')

    await reader.open(`${root}/utm`)
    // Both pages of Ben's visit.
    expect(await panelRows('UTM medium')).toEqual([['email', '2', '100%']])
  })

  test('a saved report may keep its range and filters', async () => {
    const { page } = reader
    await reader.open(`${root}/utm?range=30d&country=eq.DE`)
    await click('Save')
    await page.getByLabel('Name').fill('German campaigns')
    await page.getByLabel('Save range and filters too').check()
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.waitForURL(/saved=/)
    await reader.open(`${root}/utm`)
    await page.getByRole('link', { name: 'German campaigns' }).click()
    await reader.settle()
    const { searchParams } = new URL(page.url())
    expect([searchParams.get('range'), searchParams.get('country')]).toEqual(['30d', 'eq.DE'])
  })

  test('saved goals and funnels are shown at once, compared with the period before', async () => {
    const { server } = dashboard
    const site = await server.createWebsite('Two weeks')
    // Of two visitors one went on; a week later three of four.
    const visitors = [
      ['2026-06-08', 'a', true],
      ['2026-06-08', 'b', false],
      ['2026-06-15', 'c', true],
      ['2026-06-15', 'd', true],
      ['2026-06-15', 'e', true],
      ['2026-06-15', 'f', false],
    ] as const
    await pastVisits(
      server,
      site,
      visitors.flatMap(([day, visitor, goesOn]) => [
        { at: `${day}T10:00:00Z`, visitor, id: visitor, url: '/' },
        ...(goesOn ? [{ at: `${day}T10:01:00Z`, visitor, id: visitor, url: '/thanks' }] : []),
      ]),
    )
    const steps = [
      { type: 'path', value: '/' },
      { type: 'path', value: '/thanks' },
    ]
    const save = (list: string, name: string, parameters: object) =>
      server.ask(`/api/websites/${site}/${list}`, { body: { name, parameters } })
    await save('goals', 'Everybody', { type: 'path', value: '/' })
    await save('goals', 'Thanked', { type: 'path', value: '/thanks' })
    await save('funnels', 'Sales', { steps, window: 7 })
    const requests: string[] = []
    reader.page.on('request', (request) => requests.push(new URL(request.url()).pathname))
    const range = '?range=2026-06-11_2026-06-17'
    await reader.open(`/websites/${site}/goals${range}`)
    expect((await texts('.saved-report')).toSorted()).toEqual([
      'Everybody\n4\n100%\n+100%\nBefore: 2 (100%)',
      'Thanked\n3\n75%\n+200%\nBefore: 1 (50%)',
    ])
    // However many there are: these days, and those before.
    expect(requests.filter((path) => path.endsWith('/goals/stats'))).toHaveLength(2)
    expect(requests.filter((path) => path.endsWith('/api/reports/goal'))).toHaveLength(0)
    await expectAccessible(reader)
    // Numbers before stay in one line and within their panel, longer ones too.
    const briefSizes = (pages: Reader) =>
      pages.page.locator('.brief').evaluateAll((briefs) =>
        briefs.map((brief) => {
          const was = brief.querySelector('.change-before')
          if (was) was.textContent = 'Before: 1,234,656 (100%)'
          const [inner, outer] = [was?.getBoundingClientRect(), brief.getBoundingClientRect()]
          return [was?.getClientRects().length, inner && inner.left >= outer.left - 0.5]
        }),
      )
    expect(await briefSizes(reader)).toEqual([
      [1, true],
      [1, true],
    ])
    await reader.shoot('goals-compared')
    await reader.open(`/websites/${site}/funnels${range}`)
    expect(await texts('.saved-report')).toEqual(['Sales\n3\n75%\n+200%\nBefore: 1 (50%)'])
    await reader.open(`/websites/${site}/funnels${range}&compare=none`)
    expect(await texts('.saved-report')).toEqual(['Sales\n3\n75%'])
    const phone = await dashboard.openReader({ width: 390, height: 844, isDark: true })
    await phone.open(`/websites/${site}/goals${range}`)
    expect(await briefSizes(phone)).toEqual([
      [1, true],
      [1, true],
    ])
    await phone.shoot('goals-compared-phone')
    const isWide = await phone.page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    )
    expect(isWide).toBe(false)
    expect(phone.complaints).toEqual([])
    await phone.close()
    // Those that are shown beyond the first twenty are counted too.
    for (let index = 0; index < 20; index++) {
      await save('goals', `Page ${index}`, { type: 'path', value: `/${index}` })
    }
    await reader.open(`/websites/${site}/goals${range}`)
    for (const _ of [1, 2]) await reader.page.getByRole('button', { name: 'Next page' }).click()
    await reader.settle()
    expect((await texts('.saved-report')).toSorted()).toContain(
      'Thanked\n3\n75%\n+200%\nBefore: 1 (50%)',
    )
  })

  test('saved goals come first, and the form for a new one after a click', async () => {
    const site = await openDemoSite(dashboard.server)
    const parameters = { type: 'event', value: 'signup' }
    await dashboard.server.ask('/api/reports', {
      body: { websiteId: site, type: 'goal', name: 'New accounts', parameters },
    })
    await reader.open(`/websites/${site}/goals`)
    expect(await texts('.saved-name')).toEqual(['New accounts'])
    expect(await reader.page.getByRole('button', { name: 'Run' }).count()).toBe(0)
    expect(await texts('.note-title')).toEqual([])
    await reader.page.getByRole('link', { name: 'New report' }).click()
    await reader.page.getByRole('button', { name: 'Run' }).waitFor()
  })

  test('a share page shows saved goals, and offers no change', async () => {
    const { server } = dashboard
    const shared = await openDemoSite(server)
    const parameters = { type: 'event', value: 'signup' }
    await server.ask('/api/reports', {
      body: { websiteId: shared, type: 'goal', name: 'New accounts', parameters },
    })
    const share = await server.ask<{ slug: string }>(`/api/websites/${shared}/shares`, {
      body: { name: 'Goals', parameters: { goals: true, sessions: false } },
    })
    const stranger = await dashboard.openReader({ token: null })
    await stranger.open(`/share/${share.body.slug}/goals`)
    expect(await stranger.page.locator('.saved-report').allInnerTexts()).toEqual([
      'New accounts\n2\n50%\nnew',
    ])
    // Readers see what is saved; the form is for those who may save.
    expect(await stranger.page.getByRole('button', { name: 'Run' }).count()).toBe(0)
    await stranger.page.getByRole('link', { name: 'New accounts' }).click()
    await stranger.settle()
    expect(await stranger.page.getByRole('button', { name: 'Run' }).count()).toBe(0)
    expect(await stranger.page.locator('.goal-rate').allInnerTexts()).toEqual(['50%'])
    for (const name of ['Save as new', 'Edit', 'Delete']) {
      expect(await stranger.page.getByRole('button', { name, exact: true }).count()).toBe(0)
    }
    await stranger.open(`/share/${share.body.slug}/sessions`)
    expect(await stranger.page.locator('.session-table').count()).toBe(0)
    expect(stranger.complaints).toEqual([])
    await stranger.close()
  })
})
