import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { browserTimeoutMs, canBrowse } from '../../support/chromium.ts'
import { pastVisits, type Row } from '../../support/visits.ts'
import { type Dashboard, type Reader, startDashboard } from '../support/browser.ts'
import { readRows } from '../support/cells.ts'
import { hostile, openDemoSite, shopNow } from '../support/demo-site.ts'

setDefaultTimeout(browserTimeoutMs)

describe.skipIf(!canBrowse)('events, revenue and performance', () => {
  let dashboard: Dashboard
  let reader: Reader
  let root: string

  beforeAll(async () => {
    dashboard = await startDashboard({ now: shopNow })
    root = `/websites/${await openDemoSite(dashboard.server)}`
    reader = await dashboard.openReader()
  })
  afterAll(async () => {
    await reader.close()
    await dashboard.stop()
    expect(reader.complaints).toEqual([])
  })

  const totals = () => reader.page.locator('.total-value').allInnerTexts()
  const rows = (selector: string) => readRows(reader.page.locator(selector))
  const panel = (name: string) => reader.page.getByRole('region', { name, exact: true })
  const panelRows = (name: string) => readRows(panel(name).locator('tbody tr'))

  test('events are counted, drawn by name and listed', async () => {
    await reader.open(`${root}/events`)
    expect(await totals()).toEqual(['5', '2', '3', '4'])
    expect(await reader.page.locator('.legend li').allInnerTexts()).toEqual(['purchase', 'signup'])
    const found = await rows('.event-table tbody tr')
    expect(found.map(([event, path]) => [event?.replace(/Properties$/, ''), path])).toEqual([
      ['purchase', '/checkout'],
      ['purchase', '/checkout'],
      ['purchase', '/checkout'],
      ['signup', '/pricing'],
      ['signup', '/pricing'],
    ])
    await reader.page.getByLabel('Type of activity').selectOption('views')
    await reader.page.waitForURL(/kind=views/)
    await reader.settle()
    expect(await rows('.event-table tbody tr')).toHaveLength(7)
  })

  test('properties of events are counted by value', async () => {
    await reader.open(`${root}/events?tab=properties`)
    await reader.page.getByLabel('Event', { exact: true }).selectOption('signup')
    await reader.page.waitForURL(/name=signup/)
    await reader.settle()
    await reader.page.getByRole('link', { name: 'plan' }).click()
    await reader.page.waitForURL(/property=plan/)
    await reader.settle()
    expect(await rows('.explorer tbody tr')).toEqual([
      ['plan', '2'],
      ['note', '1'],
      ['seats', '1'],
      ['free', '1', '50%'],
      ['pro', '1', '50%'],
    ])
  })

  test('page views may have properties too', async () => {
    const { server } = dashboard
    const id = await server.createWebsite('Magazine')
    const view = (visitor: string, url: string, section: string): Row => ({
      at: '2026-06-17T10:00:00Z',
      visitor,
      url,
      data: { section },
    })
    await pastVisits(server, id, [
      view('a', '/1', 'news'),
      view('b', '/1', 'news'),
      view('c', '/2', 'sports'),
      { at: '2026-06-17T10:01:00Z', visitor: 'a', name: 'read', data: { minutes: 3 } },
    ])
    await reader.open(`/websites/${id}/events?tab=properties`)
    expect(await rows('.explorer tbody tr')).toEqual([
      ['minutes', '1'],
      ['3', '1', '100%'],
    ])
    await reader.page.getByLabel('Event', { exact: true }).selectOption('Views')
    await reader.page.waitForURL(/of=views/)
    await reader.settle()
    expect(await rows('.explorer tbody tr')).toEqual([
      ['section', '3'],
      ['news', '2', '67%'],
      ['sports', '1', '33%'],
    ])
  })

  test('the table has a line per event and a column per property', async () => {
    await reader.open(`${root}/events?tab=pivot&name=signup`)
    expect(await rows('.pivot-table tr')).toEqual([
      ['When', 'Path', 'note', 'plan', 'seats'],
      ['16 Jun 2026, 08:04', '/pricing', '', 'free', ''],
      ['15 Jun 2026, 09:02', '/pricing', hostile, 'pro', '3'],
    ])
  })

  test('revenue is shown in the most frequent currency, then in the chosen one', async () => {
    await reader.open(`${root}/revenue`)
    // 25.50 from two payments of two visitors, among four.
    expect(await totals()).toEqual(['US$25.50', 'US$12.75', 'US$6.38', '2', '2'])
    expect(await panelRows('Countries')).toEqual([
      ['United States', 'US$20.00', '78%'],
      ['Germany', 'US$5.50', '22%'],
    ])
    // Anna came from a search engine the day before she paid, and directly when she did.
    expect(await panelRows('Referrers')).toEqual([['Direct', 'US$25.50', '100%']])
    expect((await panelRows('Paying visitors')).map(([, , place]) => place)).toEqual([
      'Austin, United States',
      'Berlin, Germany',
    ])
    await reader.page.getByLabel('Currency').selectOption('EUR')
    await reader.page.waitForURL(/currency=EUR/)
    await reader.settle()
    expect(await totals()).toEqual(['€7.00', '€7.00', '€1.75', '1', '1'])
    await reader.open(`${root}/revenue?currency=JPY`)
    expect(await panel('Revenue').locator('.note-title').allInnerTexts()).toEqual([
      'No revenue in JPY in this range',
    ])
  })

  test('performance shows five vitals, whether they are good, and the slowest pages', async () => {
    await reader.open(`${root}/performance`)
    const cards = await reader.page.locator('.vital').allInnerTexts()
    // At three quarters of the way from one of two measurements to the other.
    expect(cards.map((text) => text.split('\n').slice(1))).toEqual([
      ['4.25 s', 'Poor'],
      ['475 ms', 'Needs improvement'],
      ['0.160', 'Needs improvement'],
      ['2.50 s', 'Needs improvement'],
      ['600 ms', 'Good'],
    ])
    const pages = async () => (await panelRows('Pages')).map(([name, p75]) => [name, p75])
    expect(await pages()).toEqual([
      ['/pricing', 'Poor 5.00 s'],
      ['/', 'Good 2.00 s'],
    ])
    await reader.page.getByRole('button', { name: /^INP/ }).click()
    await reader.page.waitForURL(/metric=inp/)
    await reader.settle()
    expect(await pages()).toEqual([
      ['/pricing', 'Poor 600 ms'],
      ['/', 'Good 100 ms'],
    ])
  })

  test('where nothing was recorded, pages say what to do', async () => {
    const { server } = dashboard
    const empty = `/websites/${await server.createWebsite('Empty')}`
    const titles: string[] = []
    for (const path of ['/sessions', '/events', '/revenue', '/performance', '/utm', '/retention']) {
      await reader.open(empty + path)
      titles.push(...(await reader.page.locator('.note-title').allInnerTexts()).slice(0, 1))
    }
    expect(titles).toEqual([
      'No visitors in this range',
      'No events in this range',
      'No revenue in USD in this range',
      'No web vitals in this range',
      'No campaigns in this range',
      'No visits in this range',
    ])
  })
})
