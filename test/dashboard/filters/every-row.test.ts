// Every row of every list, whatever its value: clicked, it leaves exactly what it counts.

import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { Locator } from 'playwright-core'
import type { Metric } from '../../../src/dashboard/components/metric/metric.ts'
import { browserTimeoutMs, canBrowse } from '../../support/chromium.ts'
import { type Dashboard, type Reader, startDashboard } from '../support/browser.ts'
import {
  oddHosts,
  oddLanguages,
  oddNow,
  oddTitles,
  oddValues,
  openOddProperties,
  openOddTitles,
  openOddValues,
  openOddVisitors,
} from '../support/odd-values.ts'

// What the page reads as it is loaded.
Object.defineProperty(navigator, 'languages', { value: ['en-US'], configurable: true })
const { environmentMetrics, eventMetric, pageMetrics, placeMetrics, sourceMetrics, utmMetrics } =
  await import('../../../src/dashboard/components/metric/metrics.ts')

// One test clicks through all rows of a list.
setDefaultTimeout(10 * browserTimeoutMs)

/** A list of the overview: the panel and the tab it is in, and its name in the address. */
interface List {
  panel: string
  tab: string | null
  type: string
}

const toLists = (panel: string, metrics: readonly Metric[], tab?: string): List[] =>
  metrics.map(({ type, label }) => ({ panel, tab: tab ?? label, type }))

/** All that the overview has, by the page's own tables. */
const lists: readonly List[] = [
  ...toLists('Pages', pageMetrics()),
  ...toLists('Sources', sourceMetrics()),
  ...toLists('Sources', utmMetrics(), 'UTM'),
  ...toLists('Devices', environmentMetrics()),
  ...toLists('Locations', placeMetrics()),
  { panel: 'Events', tab: null, type: eventMetric().type },
]
const findList = (type: string): List => lists.find((list) => list.type === type) as List
/** Those whose values are not the odd ones of all others. */
const special = ['title', 'referrer', 'channel', 'language', 'country', 'region']

/** From so many down to one. */
const downFrom = (count: number): number[] =>
  Array.from({ length: count }, (_, index) => count - index)

const named = (lists: readonly List[]) => lists.map((list) => [list.type, list] as const)

describe.skipIf(!canBrowse)('every row, clicked, leaves what it counts', () => {
  let dashboard: Dashboard
  let reader: Reader
  const roots = { values: '', titles: '', visitors: '', properties: '' }

  beforeAll(async () => {
    dashboard = await startDashboard({ now: oddNow })
    const { server } = dashboard
    roots.values = `/websites/${await openOddValues(server)}`
    roots.titles = `/websites/${await openOddTitles(server)}`
    roots.visitors = `/websites/${await openOddVisitors(server)}`
    roots.properties = `/websites/${await openOddProperties(server)}`
    reader = await dashboard.openReader({ height: 1600 })
  })
  afterAll(async () => {
    await reader.close()
    await dashboard.stop()
    expect(reader.complaints).toEqual([])
  })

  const toPanel = ({ panel }: List): Locator =>
    reader.page.getByRole('region', { name: panel, exact: true })
  const panelRows = (list: List): Locator => toPanel(list).locator('table.metric tbody tr')
  const dialogRows = (): Locator => reader.page.getByRole('dialog').locator('tbody tr')

  /** Opens the website, unless it is open already with nothing filtered, and shows the list alone. */
  async function show(root: string, { tab, type, ...list }: List) {
    const { pathname, searchParams } = new URL(reader.page.url(), dashboard.server.url)
    const isOpen =
      pathname === root && !/"(eq\.|more)/.test(JSON.stringify([...searchParams].flat()))
    // A list in place of the map, which is much to draw for every row.
    if (!isOpen) await reader.open(`${root}?places=country`)
    const panel = toPanel({ tab, type, ...list })
    await showAlone(panel)
    if (tab !== null) await panel.getByRole('tab', { name: tab, exact: true }).click()
    if (tab === 'UTM') await panel.locator('select').selectOption(type)
    await reader.settle()
  }

  /** Hides the chart and the other panels, which are much to draw for every row. */
  async function showAlone(panel: Locator) {
    await reader.page.evaluate(() => {
      document.adoptedStyleSheets = []
    })
    await panel.evaluate((shown) => {
      const sheet = new CSSStyleSheet()
      const place = [...(shown.parentElement?.children ?? [])].indexOf(shown) + 1
      sheet.replaceSync(`.traffic, .panels > :not(:nth-child(${place})) { display: none }`)
      document.adoptedStyleSheets = [sheet]
    })
  }

  /** Where each row leads, and how many it counts. */
  const read = (rows: Locator): Promise<{ href: string | null; count: number }[]> =>
    rows.evaluateAll((found) =>
      found.map((row) => ({
        href: row.querySelector('a')?.getAttribute('href') ?? null,
        count: Number(row.querySelector('.number')?.textContent),
      })),
    )

  /**
   * Waits until the panel has a row that is filtered by, and the answers to that; or, after going
   * back, until it has none. What else the page shows is not waited for: this is done for every row.
   */
  async function waitFor(list: List, isFiltered: boolean) {
    const panel = await toPanel(list).elementHandle()
    await reader.page.waitForFunction(
      ([element, isWanted]) => {
        const isChosen = element?.querySelector('[aria-current]') !== null
        const totals = document.querySelector('.totals')?.closest('[aria-busy="true"]')
        const isBusy = totals || element?.querySelector('[aria-busy="true"]')
        return isChosen === isWanted && (!isWanted || !isBusy)
      },
      [panel, isFiltered] as const,
      { polling: 20 },
    )
  }

  /** Clicks a row, gives what is left (visitors, and rows of the same list), and goes back. */
  async function click(list: List, row: Locator) {
    await row.getByRole('link').click()
    await waitFor(list, true)
    const visitors = Number(await reader.page.locator('.total-value').first().textContent())
    const listed = (await read(panelRows(list))).map(({ count }) => count)
    await reader.page.goBack()
    await waitFor(list, false)
    return { visitors, listed }
  }

  /** Every row of the list, in the panel or, those that it does not show, in the dialog of all. */
  async function clickThrough(root: string, list: List, expected: readonly number[]) {
    await show(root, list)
    const shown = await read(panelRows(list))
    expect(shown.map(({ count }) => count)).toEqual(expected.slice(0, 8))
    for (const [index, { count }] of shown.entries()) {
      const left = await click(list, panelRows(list).nth(index))
      expect([index, left]).toEqual([index, { visitors: count, listed: [count] }])
    }
    await toPanel(list).getByRole('button', { name: 'More' }).click()
    await dialogRows().first().waitFor()
    await reader.settle()
    const all: number[] = []
    for (let page = 1; page <= Math.ceil(expected.length / 25); page += 1) {
      if (page > 1) {
        await reader.page.getByRole('dialog').getByRole('button', { name: 'Next page' }).click()
        await reader.page.waitForURL(/morePage=/)
        await reader.settle()
      }
      const rows = await read(dialogRows())
      // The rows of the panel lead to the same places here.
      if (page === 1) expect(rows.slice(0, 8)).toEqual(shown)
      for (const [index, { count }] of rows.entries()) {
        all.push(count)
        if (page === 1 && index < 8) continue
        const left = await click(list, dialogRows().nth(index))
        expect([page, index, left]).toEqual([page, index, { visitors: count, listed: [count] }])
        await dialogRows().nth(index).waitFor()
      }
    }
    expect(all).toEqual([...expected])
    await reader.page.keyboard.press('Escape')
    await reader.page.getByRole('dialog').waitFor({ state: 'detached' })
  }

  test.each(named(lists.filter(({ type }) => !special.includes(type))))('%s', (_, list) =>
    clickThrough(roots.values, list, downFrom(oddValues.length)),
  )

  test('odd titles', () =>
    clickThrough(roots.titles, findList('title'), downFrom(oddTitles.length)))

  test.each([
    ['referrer', downFrom(oddHosts.length)],
    // t.co is social, the other hosts refer, everybody else came directly.
    ['channel', [59, 10, 5]],
    ['language', [5, 3, 2, 1]],
    ['country', [25, 23]],
    ['region', [24, 20, 3, 1]],
    // San Jose in two states of one country is one row.
    ['city', [25, 20, 3]],
  ])('odd values of %s', (type, expected) => clickThrough(roots.visitors, findList(type), expected))

  test('languages are shown by their names', async () => {
    const list = findList('language')
    await show(roots.visitors, list)
    const rows = panelRows(list)
    expect(await rows.locator('.metric-name').allTextContents()).toEqual(
      Object.entries(oddLanguages)
        .sort(([, one], [, other]) => other.length - one.length)
        .map(([name]) => name),
    )
  })

  test('a second click on a row takes all its filters away', async () => {
    const city = findList('city')
    await show(roots.visitors, city)
    await panelRows(city).nth(1).getByRole('link').click()
    await reader.settle()
    const chips = async () =>
      (await reader.page.locator('.chip-text').allTextContents()).map((text) =>
        text.replace(/\s+/g, ' ').trim(),
      )
    expect(await chips()).toEqual(['City is San Jose', 'Country is Costa Rica'])
    await panelRows(city).first().getByRole('link').click()
    await reader.settle()
    expect(await chips()).toEqual([])
  })

  test.each([
    ['events', 'values', ''],
    ['page views', 'properties', '&of=views'],
  ] as const)('properties of %s: each leads to its values', async (what, site, query) => {
    await reader.open(`${roots[site]}/events?tab=properties${query}`)
    const names = reader.page.locator('.explorer .metric').first().locator('tbody tr')
    const values = reader.page.locator('.explorer .metric').last().locator('tbody tr')
    const numbers = async (rows: Locator) => (await read(rows)).map(({ count }) => count)
    const seen: unknown[] = []
    const choices = reader.page.getByLabel('Event', { exact: true })
    // Each event of the other website has a property of its own name.
    const events = what === 'events' ? await choices.locator('option').allTextContents() : ['']
    for (const [index] of events.entries()) {
      if (what === 'events') await choices.selectOption({ index })
      await reader.settle()
      for (const [row, count] of (await numbers(names)).entries()) {
        await names.nth(row).getByRole('link').click()
        await reader.settle()
        if (count <= oddValues.length) seen.push([count, await numbers(values)])
      }
    }
    const sorted = (seen as [number, number[]][]).sort(([one], [other]) => other - one)
    expect(sorted).toEqual(downFrom(oddValues.length).map((count) => [count, [count]]))
  })
})
