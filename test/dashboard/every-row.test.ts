// Every row of every list, whatever its value: clicked, it leaves exactly what it counts.

import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { Locator } from 'playwright-core'
import { browserTimeoutMs, canBrowse } from '../support/chromium.ts'
import {
  oddHosts,
  oddLanguages,
  oddNow,
  oddTitles,
  oddValues,
  openOddTitles,
  openOddValues,
  openOddVisitors,
} from './odd-values.ts'
import { type Dashboard, type Reader, startDashboard } from './support.ts'

// One test clicks through all rows of a list.
setDefaultTimeout(4 * browserTimeoutMs)

/** A list of the overview: the panel it stands in, and what the address says to show it. */
interface List {
  panel: string
  type: string
  query: string
}

const tabs = (panel: string, name: string, types: readonly string[]): List[] =>
  types.map((type) => ({ panel, type, query: `${name}=${type}` }))

const pages = tabs('Pages', 'pages', ['path', 'entry', 'exit'])
const titles = tabs('Pages', 'pages', ['title'])
const sources = tabs('Sources', 'sources', ['referrer', 'channel'])
const campaigns = ['utmSource', 'utmMedium', 'utmCampaign', 'utmContent', 'utmTerm'].map(
  (type): List => ({ panel: 'Sources', type, query: `sources=utm&utm=${type}` }),
)
const environment = tabs('Environment', 'environment', ['browser', 'os', 'device', 'screen'])
const languages = tabs('Environment', 'environment', ['language'])
const cities = tabs('Places', 'places', ['city'])
const places = tabs('Places', 'places', ['country', 'region', 'city'])
const events: List[] = [{ panel: 'Events', type: 'event', query: '' }]

/** From so many down to one. */
const downFrom = (count: number): number[] =>
  Array.from({ length: count }, (_, index) => count - index)

const named = (lists: readonly List[]) => lists.map((list) => [list.type, list] as const)

describe.skipIf(!canBrowse)('every row, clicked, leaves what it counts', () => {
  let dashboard: Dashboard
  let reader: Reader
  const roots = { values: '', titles: '', visitors: '' }

  beforeAll(async () => {
    dashboard = await startDashboard({ now: oddNow })
    const { server } = dashboard
    roots.values = `/websites/${await openOddValues(server)}`
    roots.titles = `/websites/${await openOddTitles(server)}`
    roots.visitors = `/websites/${await openOddVisitors(server)}`
    reader = await dashboard.openReader({ height: 1600 })
  })
  afterAll(async () => {
    await reader.close()
    await dashboard.stop()
    expect(reader.complaints).toEqual([])
  })

  const panelRows = ({ panel }: List): Locator =>
    reader.page.getByRole('region', { name: panel, exact: true }).locator('table.metric tbody tr')
  const dialogRows = (): Locator => reader.page.getByRole('dialog').locator('tbody tr')

  /** Where each row leads, and how many it counts. */
  const read = (rows: Locator): Promise<{ href: string | null; count: number }[]> =>
    rows.evaluateAll((found) =>
      found.map((row) => ({
        href: row.querySelector('a')?.getAttribute('href') ?? null,
        count: Number(row.querySelector('.number')?.textContent),
      })),
    )

  /** Clicks the row of an open list and tells what is left: visitors, and the same list. */
  const click = async (list: List, row: Locator) => {
    await row.getByRole('link').click()
    await reader.page.getByRole('dialog').waitFor({ state: 'detached' })
    await reader.settle()
    const visitors = Number(await reader.page.locator('.total-value').first().textContent())
    const chosen = panelRows(list).filter({ has: reader.page.locator('[aria-current]') })
    return { visitors, listed: (await read(chosen)).map(({ count }) => count) }
  }

  /** Every row of the list, once in the panel or once in the dialog of all rows. */
  async function clickThrough(root: string, list: List, expected: readonly number[]) {
    const address = `${root}?${list.query}`
    await reader.open(address)
    const shown = await read(panelRows(list))
    expect(shown.map(({ count }) => count)).toEqual(expected.slice(0, 8))
    for (const [index, { count }] of shown.entries()) {
      const left = await click(list, panelRows(list).nth(index))
      expect([index, left]).toEqual([index, { visitors: count, listed: [count] }])
      await reader.page.goBack()
      await reader.settle()
    }
    // The rows of the panel lead to the same places in the dialog; the others are clicked there.
    await reader.open(`${address}&more=${list.type}`)
    const pages = Math.ceil(expected.length / 25)
    const all: number[] = []
    for (let page = 1; page <= pages; page += 1) {
      if (page > 1) await reader.open(`${address}&more=${list.type}&morePage=${page}`)
      const rows = await read(dialogRows())
      if (page === 1) expect(rows.slice(0, 8)).toEqual(shown)
      for (const [index, { count }] of rows.entries()) {
        all.push(count)
        if (page === 1 && index < 8) continue
        const left = await click(list, dialogRows().nth(index))
        expect([page, index, left]).toEqual([page, index, { visitors: count, listed: [count] }])
        await reader.page.goBack()
        await reader.settle()
      }
    }
    expect(all).toEqual([...expected])
  }

  test.each(named([...pages, ...campaigns, ...environment, ...cities, ...events]))(
    '%s',
    (_, list) => clickThrough(roots.values, list, downFrom(oddValues.length)),
  )

  test.each(named(titles))('%s', (_, list) =>
    clickThrough(roots.titles, list, downFrom(oddTitles.length)),
  )

  test.each([
    ...named(sources.slice(0, 1)).map(
      ([type, list]) => [type, list, downFrom(oddHosts.length)] as const,
    ),
    // Fifty and eleven came directly; t.co is social, the other hosts refer.
    ...named(sources.slice(1)).map(([type, list]) => [type, list, [61, 10, 5]] as const),
    ...named(languages).map(([type, list]) => [type, list, [5, 3, 2, 1]] as const),
    ...named(places).map(
      ([type, list]) =>
        // San Jose in two states of one country is one row.
        [
          type,
          list,
          { country: [25, 23], region: [24, 20, 3, 1], city: [25, 20, 3, 2] }[type] ?? [],
        ] as const,
    ),
  ])('%s of odd visitors', (_, list, expected) => clickThrough(roots.visitors, list, expected))

  test('languages are told by their names', async () => {
    await reader.open(`${roots.visitors}?environment=language`)
    const rows = panelRows(languages[0] as List)
    expect(await rows.locator('.metric-name').allTextContents()).toEqual(
      Object.entries(oddLanguages)
        .sort(([, one], [, other]) => other.length - one.length)
        .map(([name]) => name),
    )
  })

  test('a second click on a row takes all its filters away', async () => {
    const [city] = cities as [List]
    await reader.open(`${roots.visitors}?${city.query}`)
    await click(city, panelRows(city).nth(1))
    const chips = reader.page.locator('.chip-text')
    expect((await chips.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim())).toEqual([
      'City is San Jose',
      'Country is Costa Rica',
    ])
    await panelRows(city).first().getByRole('link').click()
    await reader.settle()
    expect(await chips.count()).toBe(0)
    // Where the country is not known, that is what it is filtered by.
    await click(city, panelRows(city).nth(3))
    expect(await chips.last().textContent()).toMatch(/Country is\s+Unknown/)
  })
})
