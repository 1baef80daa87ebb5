import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { canBrowse } from '../../support/chromium.ts'
import { chrome, firefox, pastVisits } from '../../support/visits.ts'
import {
  type Dashboard,
  expectAccessible,
  type Reader,
  startDashboard,
} from '../support/browser.ts'

const now = '2026-06-17T12:00:00.000Z'
const hostile = '/<img src=x onerror="document.title=1">\u0007'

const from = (country: string, city: string) => ({ 'CF-IPCountry': country, 'CF-IPCity': city })

// Pages open slowly on a busy machine.
setDefaultTimeout(60_000)

describe.skipIf(!canBrowse)('the overview', () => {
  let dashboard: Dashboard
  let websiteId: string
  let reader: Reader

  beforeAll(async () => {
    dashboard = await startDashboard({ now })
    const { server } = dashboard
    websiteId = await server.createWebsite('Fern & Co')
    const anna = { visitor: 'anna', userAgent: firefox, headers: from('US', 'Austin') }
    const ben = { visitor: 'ben', userAgent: chrome, headers: from('DE', 'Berlin') }
    await pastVisits(server, websiteId, [
      // In the seven days before the last seven.
      { at: '2026-06-08T10:00:00Z', visitor: 'carl', url: '/' },
      // One visit of two pages, one minute long.
      { at: '2026-06-16T10:00:00Z', ...anna, url: '/', title: 'Home' },
      { at: '2026-06-16T10:01:00Z', ...anna, url: '/pricing', title: '<b>Prices</b>' },
      // One visit of one page, with an event.
      {
        at: '2026-06-17T09:00:00Z',
        ...ben,
        url: `https://example.com${hostile}`,
        title: 'Odd',
        referrer: 'https://www.google.com/',
      },
      { at: '2026-06-17T09:01:00Z', ...ben, url: '/', name: 'signup' },
    ])
    reader = await dashboard.openReader()
  })
  afterAll(async () => {
    await reader.close()
    await dashboard.stop()
    expect(reader.complaints).toEqual([])
  })

  const at = (query = '') => `/websites/${websiteId}${query}`
  const texts = (selector: string) => reader.page.locator(selector).allInnerTexts()
  const totals = () => texts('.total-value')
  const query = () => Object.fromEntries(new URL(reader.page.url()).searchParams)
  const panel = (name: string) => reader.page.getByRole('region', { name, exact: true })
  const rows = async (name: string) =>
    (await panel(name).locator('tbody tr').allInnerTexts()).map((text) => text.split(/\s*\t\s*/))

  test('shows the numbers of the last seven days, and how they changed', async () => {
    await reader.open(at())
    expect(await totals()).toEqual(['2', '2', '3', '50%', '30s'])
    const changes = await texts('.change')
    expect(changes.map((text) => text.replace(/\s+/g, ' '))).toEqual([
      // From 1 visitor, 1 visit and 1 view that bounced after no time.
      '+100% Before: 1',
      '+100% Before: 1',
      '+200% Before: 1',
      // Of a share, points: half of its value would be another number.
      '−50 pt Before: 100%',
      'new',
    ])
    expect(await reader.page.getByRole('heading', { level: 1 }).textContent()).toBe('Fern & Co')
    expect(await reader.page.title()).toBe('Overview · Fern & Co · footfall')
  })

  test('shows recorded names as the text they are', async () => {
    await reader.open(at())
    // Control characters are not kept.
    const odd = '/<img src=x onerror="document.title=1">'
    expect((await rows('Pages')).map(([name]) => name).sort()).toEqual(
      ['/', odd, '/pricing'].sort(),
    )
    await panel('Pages').getByRole('tab', { name: 'Titles' }).click()
    await reader.settle()
    expect(await rows('Pages')).toEqual([
      ['<b>Prices</b>', '1', '50%'],
      ['Home', '1', '50%'],
      ['Odd', '1', '50%'],
    ])
  })

  test('a click on a row filters, another takes the filter away, back does too', async () => {
    await reader.open(at())
    await panel('Pages').getByRole('link', { name: '/pricing' }).click()
    await reader.settle()
    expect(query()).toEqual({ path: 'eq./pricing' })
    // The one view of it, in a visit of two pages.
    const numbers = ['1', '1', '1', '0%', '1m 0s']
    expect(await totals()).toEqual(numbers)
    await reader.page.reload()
    await reader.settle()
    expect(await totals()).toEqual(numbers)
    await panel('Pages').getByRole('link', { name: '/pricing' }).click()
    await reader.settle()
    expect(query()).toEqual({})
    await reader.page.goBack()
    await reader.settle()
    expect(query()).toEqual({ path: 'eq./pricing' })
    await reader.page.getByRole('button', { name: 'Remove filter Path is /pricing' }).click()
    await reader.settle()
    expect(await totals()).toEqual(['2', '2', '3', '50%', '30s'])
  })

  test('every panel has its tabs', async () => {
    await reader.open(at())
    const open = async (name: string, tab: string) => {
      await panel(name).getByRole('tab', { name: tab, exact: true }).click()
      await reader.settle()
      return rows(name)
    }
    expect(await rows('Sources')).toEqual([['google.com', '1', '50%']])
    expect(await open('Sources', 'Channels')).toEqual([
      ['Direct', '1', '50%'],
      ['Organic search', '1', '50%'],
    ])
    expect(await rows('Devices')).toEqual([
      ['Chrome', '1', '50%'],
      ['Firefox', '1', '50%'],
    ])
    expect(await open('Locations', 'Countries')).toEqual([
      ['Germany', '1', '50%'],
      ['United States', '1', '50%'],
    ])
    expect(await open('Locations', 'Cities')).toEqual([
      ['Austin, United States', '1', '50%'],
      ['Berlin, Germany', '1', '50%'],
    ])
    expect(await rows('Events')).toEqual([['signup', '1', '100%']])
    expect(await panel('Visitors by hour').locator('td[title="Tuesday, 10: 1"]').count()).toBe(1)
  })

  test('the map is colored by visitors and filters', async () => {
    await reader.open(at())
    await reader.page.locator('.map svg').waitFor()
    expect(await reader.page.locator('.country-seen').count()).toBe(2)
    await reader.page.locator('[data-country="DE"]').click()
    await reader.settle()
    expect(query()).toEqual({ country: 'eq.DE' })
    expect((await totals())[0]).toBe('1')
  })

  test('"more" has all numbers of a metric, and finds in them', async () => {
    await reader.open(at())
    await panel('Pages').getByRole('button', { name: 'More' }).click()
    await reader.settle()
    const dialog = reader.page.getByRole('dialog', { name: 'Paths' })
    const lines = async () =>
      (await dialog.locator('tbody tr').allInnerTexts()).map((text) => text.split(/\s*\t\s*/))
    expect(await lines()).toContainEqual(['/pricing', '1', '1', '1', '0%', '1m 0s'])
    expect((await lines()).length).toBe(3)
    await dialog.getByRole('searchbox').fill('PRIC')
    await dialog.locator('tbody tr').nth(1).waitFor({ state: 'detached' })
    await reader.settle()
    expect(await lines()).toEqual([['/pricing', '1', '1', '1', '0%', '1m 0s']])
    await dialog.getByRole('button', { name: 'Close' }).click()
    expect(await dialog.count()).toBe(0)
  })

  test('ranges are chosen from a menu, by arrow keys, and by days', async () => {
    await reader.open(at())
    await reader.page.getByRole('button', { name: /^Range/ }).click()
    await reader.page.getByRole('button', { name: 'Today' }).click()
    await reader.settle()
    expect(query()).toEqual({ range: 'today' })
    expect((await totals())[0]).toBe('1')
    await reader.page.keyboard.press('Escape')
    await reader.page.locator('h1').click()
    await reader.page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    await reader.page.keyboard.press('ArrowLeft')
    await reader.settle()
    expect(query()).toEqual({ range: 'yesterday' })
    await reader.page.keyboard.press('ArrowRight')
    expect(query()).toEqual({ range: 'today' })
    await reader.page.getByRole('button', { name: /^Range/ }).click()
    await reader.page.getByLabel('From').fill('2026-06-08')
    await reader.page.getByLabel('To', { exact: true }).fill('2026-06-16')
    await reader.page.getByRole('button', { name: 'Apply' }).click()
    await reader.settle()
    expect(query()).toEqual({ range: '2026-06-08_2026-06-16' })
    // Carl's and Anna's visits.
    expect((await totals())[0]).toBe('2')
    await reader.open(at('?range=all'))
    expect((await totals())[0]).toBe('3')
  })

  test('keys alone are enough', async () => {
    await reader.open(at())
    const { keyboard } = reader.page
    const focused = () =>
      reader.page.evaluate(() => document.activeElement?.textContent?.trim() ?? '')
    await keyboard.press('Tab')
    expect(await focused()).toBe('Skip to content')
    await reader.page.getByRole('button', { name: /^Range/ }).focus()
    await keyboard.press('Enter')
    expect(await focused()).toBe('Today')
    await keyboard.press('ArrowDown')
    expect(await focused()).toBe('Yesterday')
    await keyboard.press('Escape')
    expect(await focused()).toBe('Last 7 days')
    await keyboard.press('ArrowDown')
    await keyboard.press('Enter')
    expect(query()).toEqual({ range: 'today' })
    expect(await focused()).toBe('Today')
    await reader.settle()
    await panel('Pages').getByRole('tab', { name: 'Paths' }).focus()
    await keyboard.press('ArrowRight')
    expect(await focused()).toBe('Entry pages')
    await reader.settle()
    await panel('Pages').getByRole('button', { name: 'More' }).focus()
    await keyboard.press('Enter')
    await reader.page.getByRole('dialog', { name: 'Entry pages' }).waitFor()
    await keyboard.press('Escape')
    await reader.page.getByRole('dialog').waitFor({ state: 'detached' })
    // The focus comes back a moment after the dialog has gone.
    await reader.page.waitForFunction(() => document.activeElement?.textContent?.trim() === 'More')
  })

  test('while another range loads, its numbers and their axis are those of the one before', async () => {
    const { page } = reader
    await reader.open(at('?compare=none'))
    const chart = page.locator('.traffic').getByRole('slider')
    const label = await chart.getAttribute('aria-label')
    const held = Promise.withResolvers<void>()
    await page.route('**/pageviews?*', async (route) => {
      await held.promise
      await route.continue()
    })
    await page.getByRole('button', { name: /^Earlier/ }).click()
    await page.locator('.traffic [aria-busy=true]').waitFor()
    expect(await chart.getAttribute('aria-label')).toBe(label)
    held.resolve()
    await page.locator('.traffic [aria-busy=false]').waitFor()
    expect(await chart.getAttribute('aria-label')).not.toBe(label)
    await page.unroute('**/pageviews?*')
  })

  test('dragging over the chart looks closer', async () => {
    await reader.open(at())
    const plot = reader.page.locator('.traffic .u-over')
    const box = (await plot.boundingBox()) as NonNullable<
      Awaited<ReturnType<typeof plot.boundingBox>>
    >
    // Seven days side by side; the sixth and the seventh.
    const x = (day: number) => box.x + (box.width * (day - 0.5 + 0.1)) / 7.2
    await reader.page.mouse.move(x(6), box.y + 60)
    const [readout] = await texts('.readout')
    expect(readout?.split(/\n+/).slice(0, 5)).toEqual([
      'Tue, 16 Jun 2026',
      'Visitors',
      '1',
      'Views',
      '2',
    ])
    await reader.page.mouse.down()
    await reader.page.mouse.move(x(7), box.y + 60, { steps: 4 })
    await reader.page.mouse.up()
    await reader.settle()
    expect(query()).toEqual({ range: '2026-06-16_2026-06-17' })
  })

  test('the comparison can be with the year before, or none', async () => {
    await reader.open(at())
    const choose = async (name: string) => {
      await reader.page.getByRole('button', { name: /^Compare with/ }).click()
      await reader.page.locator('.menu-list').getByRole('button', { name }).click()
      await reader.settle()
    }
    await choose('Previous year')
    expect(query()).toEqual({ compare: 'yoy' })
    // Nothing was recorded a year before.
    expect(await texts('.change')).toEqual(Array(5).fill('no earlier data'))
    await choose('Previous period')
    expect(await reader.page.locator('.change').count()).toBe(5)
    await choose('No comparison')
    expect(await reader.page.locator('.change').count()).toBe(0)
  })

  test('filters are made, kept as a segment, and loaded again', async () => {
    await reader.open(at())
    await reader.page.getByRole('button', { name: 'Filter', exact: true }).click()
    await reader.page.getByLabel('Field').selectOption('browser')
    await reader.page.getByLabel('Condition').selectOption('neq')
    await reader.page.getByLabel('Value').fill('chrome')
    await reader.page.getByRole('button', { name: 'Apply' }).click()
    await reader.settle()
    expect(query()).toEqual({ browser: 'neq.chrome' })
    expect((await totals())[0]).toBe('1')
    await reader.page.getByRole('button', { name: 'Save filters' }).click()
    await reader.page.getByLabel('Name').fill('Not Chrome')
    await reader.page.getByRole('button', { name: 'Save', exact: true }).click()
    await reader.page.getByRole('dialog').waitFor({ state: 'detached' })
    await reader.settle()
    expect(Object.keys(query())).toEqual(['segment'])
    expect((await totals())[0]).toBe('1')
    expect((await texts('.chip-text')).map((text) => text.replace(/\s+/g, ' '))).toEqual([
      'Segment Not Chrome',
    ])
    await reader.page.getByRole('button', { name: 'Clear all' }).click()
    await reader.page.getByRole('button', { name: 'Segments' }).click()
    await reader.page.getByRole('button', { name: 'Not Chrome', exact: true }).click()
    await reader.settle()
    expect(Object.keys(query())).toEqual(['segment'])
    await reader.page.getByRole('button', { name: 'Segments' }).click()
    await reader.page.getByRole('button', { name: 'Remove Not Chrome' }).click()
    await reader.page
      .getByRole('dialog')
      .getByRole('button', { name: 'Remove', exact: true })
      .click()
    await reader.page.getByRole('dialog').waitFor({ state: 'detached' })
    await reader.settle()
    expect(query()).toEqual({})
  })

  test('an outage is shown, and can be tried again', async () => {
    await reader.page.route('**/stats?*', (route) => route.fulfill({ status: 500, body: '{}' }))
    await reader.page.goto(dashboard.server.url + at('?range=30d'))
    const problem = reader.page.getByRole('alert').first()
    await problem.waitFor()
    expect(await problem.textContent()).toContain('Something went wrong. See the server log.')
    await reader.page.unroute('**/stats?*')
    await problem.getByRole('button', { name: 'Try again' }).click()
    await reader.settle()
    expect((await totals())[0]).toBe('3')
    // The browser itself reports the answers that were made up.
    reader.complaints.splice(0)
  })

  test('a website without visits says what to do', async () => {
    const empty = await dashboard.server.createWebsite('Empty')
    await reader.open(`/websites/${empty}`)
    await reader.page.getByRole('link', { name: 'Show the script tag' }).click()
    await reader.settle()
    expect(await reader.page.locator('pre').textContent()).toBe(
      `<script defer src="${dashboard.server.url}/script.js" data-website-id="${empty}"></script>`,
    )
  })

  test.each([
    ['light', {}],
    ['dark', { isDark: true }],
    ['on a phone', { width: 390, height: 800 }],
    ['from right to left', { locale: 'ar-EG' }],
  ])('is accessible in %s', async (_, options) => {
    const other = await dashboard.openReader(options)
    await other.open(at('?browser=neq.opera'))
    await other.page.locator('.map svg').waitFor()
    await expectAccessible(other)
    const { scroll, width } = await other.page.evaluate(() => ({
      scroll: document.documentElement.scrollWidth,
      width: innerWidth,
    }))
    expect(scroll).toBe(width)
    expect(other.complaints).toEqual([])
    await other.close()
  })
})
