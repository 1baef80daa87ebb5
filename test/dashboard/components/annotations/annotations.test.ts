// Annotations: added by a click on a chart, changed in the list, seen by visitors of a share page.

import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { browserTimeoutMs, canBrowse } from '../../../support/chromium.ts'
import {
  type Dashboard,
  expectAccessible,
  type Reader,
  type ReaderOptions,
  startDashboard,
} from '../../support/browser.ts'
import { readRows } from '../../support/cells.ts'
import { hostile, openDemoSite, shopNow } from '../../support/demo-site.ts'

setDefaultTimeout(browserTimeoutMs)

interface Row {
  id: string
  date: string
  allDay: boolean
  note: string
}

describe.skipIf(!canBrowse)('annotations', () => {
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

  const stored = async () => {
    const path = `/api/websites/${websiteId}/annotations`
    const { body } = await dashboard.server.ask<{ data: Row[] }>(path)
    return body.data.map(({ date, allDay, note }) => ({ date, allDay, note }))
  }
  /** Removes what tests have left, and adds this. */
  const begin = async (rows: readonly { date: string; allDay?: boolean; note: string }[] = []) => {
    const path = `/api/websites/${websiteId}/annotations`
    const { body } = await dashboard.server.ask<{ data: Row[] }>(path)
    for (const { id } of body.data)
      await dashboard.server.ask(`${path}/${id}`, { method: 'DELETE' })
    for (const row of rows) await dashboard.server.ask(path, { body: row })
  }
  const week = '?range=2026-06-11_2026-06-17&unit=day&compare=none'
  /** Where a bucket of the week is drawn. */
  const findBucket = async ({ page }: Reader, index: number) => {
    const plot = page.locator('.traffic .u-over')
    await plot.scrollIntoViewIfNeeded()
    const box = await plot.boundingBox()
    if (!box) throw new Error('the chart is not drawn')
    return { x: box.x + (box.width * (index + 0.6)) / 7.2, y: box.y + box.height / 2 }
  }
  const share = async (parameters: object) => {
    const { body } = await dashboard.server.ask<{ slug: string }>(
      `/api/websites/${websiteId}/shares`,
      { body: { name: 'S', parameters } },
    )
    return `/share/${body.slug}`
  }

  test('one is added by a click on a day, and a visitor of a share page sees it', async () => {
    await begin()
    const { page } = reader
    await reader.open(`${root}${week}`)
    const { x, y } = await findBucket(reader, 5)
    await page.mouse.click(x, y)
    const dialog = page.getByRole('dialog')
    expect(await dialog.getByLabel('Day').inputValue()).toBe('2026-06-16')
    expect(await dialog.getByLabel('Time').inputValue()).toBe('')
    await dialog.getByLabel('What happened').fill('New prices')
    await expectAccessible(reader)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    await reader.settle()
    expect(await stored()).toEqual([
      { date: '2026-06-16T00:00:00.000Z', allDay: true, note: 'New prices' },
    ])
    expect(await page.locator('.traffic .chart-mark').count()).toBe(1)
    await page.getByRole('button', { name: '1 annotation' }).waitFor()

    const stranger = await dashboard.openReader({ token: null })
    await stranger.open(`${await share({ overview: true })}${week}`)
    expect(await stranger.page.locator('.traffic .chart-mark').count()).toBe(1)
    const place = await findBucket(stranger, 5)
    await stranger.page.mouse.move(place.x, place.y)
    expect(await stranger.page.locator('.readout-note').textContent()).toBe('New prices')
    // A click offers no change.
    await stranger.page.mouse.click(place.x, place.y)
    await stranger.page.getByRole('button', { name: '1 annotation' }).click()
    await stranger.page.getByRole('dialog').waitFor()
    expect(await stranger.page.getByRole('dialog').locator('.annotation').allInnerTexts()).toEqual([
      '16 Jun 2026\nNew prices',
    ])
    expect(await stranger.page.getByRole('dialog').getByRole('button').count()).toBe(1)
    expect(stranger.complaints).toEqual([])
    await stranger.close()
  })

  test('the list of a day changes, deletes and adds', async () => {
    await begin([
      { date: '2026-06-16', allDay: true, note: 'Sale' },
      { date: '2026-06-12', allDay: true, note: 'Another day' },
    ])
    const { page } = reader
    await reader.open(`${root}${week}`)
    const { x, y } = await findBucket(reader, 5)
    await page.mouse.click(x, y)
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    expect(await dialog.locator('.annotation-note').allInnerTexts()).toEqual(['Sale'])
    await expectAccessible(reader)
    await dialog.getByRole('button', { name: 'Edit' }).click()
    await dialog.getByLabel('What happened').fill('Sale begins')
    await dialog.getByLabel('Time').fill('09:30')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    await reader.settle()
    expect(await stored()).toEqual([
      { date: '2026-06-16T09:30:00.000Z', allDay: false, note: 'Sale begins' },
      { date: '2026-06-12T00:00:00.000Z', allDay: true, note: 'Another day' },
    ])
    await page.getByRole('button', { name: '2 annotations' }).click()
    await dialog.waitFor()
    expect(await dialog.locator('time').allInnerTexts()).toEqual([
      '16 Jun 2026, 09:30',
      '12 Jun 2026',
    ])
    await dialog.getByRole('button', { name: 'Delete' }).last().click()
    await dialog.getByText('Another day').waitFor()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await dialog.waitFor({ state: 'detached' })
    await reader.settle()
    expect((await stored()).map(({ note }) => note)).toEqual(['Sale begins'])
    await page.getByRole('button', { name: '1 annotation' }).click()
    await dialog.getByRole('button', { name: 'Add annotation' }).click()
    await dialog.getByLabel('What happened').fill('Today')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    await reader.settle()
    expect((await stored())[0]).toEqual({
      date: '2026-06-17T00:00:00.000Z',
      allDay: true,
      note: 'Today',
    })
    expect(await page.locator('.traffic .chart-mark').count()).toBe(2)
  })

  test('is read by keys and as a table, whatever is written in it', async () => {
    await begin([{ date: '2026-06-16T12:00:00Z', note: hostile }])
    const { page } = reader
    await reader.open(`${root}${week}`)
    const chart = page.getByRole('slider')
    await chart.focus()
    for (const key of ['ArrowLeft', 'ArrowLeft']) await page.keyboard.press(key)
    expect(await chart.getAttribute('aria-valuetext')).toBe(
      `Tue, 16 Jun 2026, Visitors 2, Views 3, ${hostile}`,
    )
    expect(await page.locator('.readout-note').textContent()).toBe(hostile)
    await page.getByText('Show as table').click()
    await page.locator('.chart-table').waitFor()
    const rows = await readRows(page.locator('.chart-table tr'))
    expect(rows[0]).toEqual(['Time', 'Visitors', 'Views', 'Annotations'])
    expect(rows[6]).toEqual(['Tue, 16 Jun 2026', '2', '3', hostile])
    expect(await page.title()).not.toBe('1')
  })

  test('a drag zooms and adds nothing', async () => {
    await begin()
    const { page } = reader
    await reader.open(`${root}${week}`)
    const [from, to] = [await findBucket(reader, 4), await findBucket(reader, 6)]
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(to.x, to.y, { steps: 4 })
    await page.mouse.up()
    await page.waitForURL(/range=2026-06-15_2026-06-17/)
    await reader.settle()
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  test('every chart over time has the marks', async () => {
    await begin([{ date: '2026-06-16T12:00:00Z', note: 'Sale' }])
    for (const path of ['', '/events', '/revenue', '/performance']) {
      await reader.open(`${root}${path}${week}`)
      await reader.page.locator('.chart-mark').waitFor({ state: 'attached' })
    }
    // Nothing happened in the last half hour.
    await reader.open(`${root}/realtime`)
    expect(await reader.page.locator('.chart-mark').count()).toBe(0)
  })

  test('a day is that of the chosen zone', async () => {
    await begin()
    const far = await dashboard.openReader({ timezone: 'Pacific/Auckland' })
    await far.open(`${root}${week}`)
    const { x, y } = await findBucket(far, 5)
    await far.page.mouse.click(x, y)
    const dialog = far.page.getByRole('dialog')
    expect(await dialog.getByLabel('Day').inputValue()).toBe('2026-06-16')
    await dialog.getByLabel('What happened').fill('Far away')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    await far.settle()
    expect(await stored()).toEqual([
      { date: '2026-06-16T00:00:00.000Z', allDay: true, note: 'Far away' },
    ])
    expect(await far.page.locator('.traffic .chart-mark').count()).toBe(1)
    expect(far.complaints).toEqual([])
    await far.close()
  })

  test.each(['America/New_York', 'Pacific/Kiritimati'])(
    'a whole day is the same in %s',
    async (timezone) => {
      // The first and the last day of the week, and one on each side of it.
      const days = ['2026-06-10', '2026-06-11', '2026-06-17', '2026-06-18']
      await begin(days.map((date) => ({ date, allDay: true, note: `On ${date}` })))
      const far = await dashboard.openReader({ timezone })
      const { page } = far
      await far.open(`${root}${week}`)
      expect(await page.locator('.traffic .chart-mark').count()).toBe(2)
      await page.getByText('Show as table').click()
      await page.locator('.chart-table').waitFor()
      const rows = await readRows(page.locator('.chart-table tr'))
      expect([rows[1]?.[3], rows[7]?.[3]]).toEqual(['On 2026-06-11', 'On 2026-06-17'])
      const before = await stored()
      await page.getByRole('button', { name: '2 annotations' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.locator('time').first().waitFor()
      expect(await dialog.locator('time').allInnerTexts()).toEqual(['17 Jun 2026', '11 Jun 2026'])
      await dialog.getByRole('button', { name: 'Edit' }).first().click()
      expect(await dialog.getByLabel('Day').inputValue()).toBe('2026-06-17')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await dialog.waitFor({ state: 'detached' })
      await far.settle()
      expect(await stored()).toEqual(before)
      expect(far.complaints).toEqual([])
      await far.close()
    },
  )

  const looks: [string, ReaderOptions][] = [
    ['on a phone', { width: 390, height: 844, touches: true }],
    ['in the dark', { isDark: true }],
    ['from right to left', { locale: 'ar' }],
  ]
  test.each(looks)('chart and list are usable %s', async (look, options) => {
    await begin([
      { date: '2026-06-16', allDay: true, note: 'Sale' },
      { date: '2026-06-12T12:00:00Z', note: 'إطلاق المنتج '.repeat(20) },
    ])
    const other = await dashboard.openReader(options)
    const { page } = other
    const name = look.replaceAll(' ', '-')
    await other.open(`${root}${week}`)
    // At its bucket, whichever way the page is written.
    const marks = page.locator('.traffic .chart-mark')
    const boxes = await Promise.all([0, 1].map((one) => marks.nth(one).boundingBox()))
    const places = await Promise.all([1, 5].map((bucket) => findBucket(other, bucket)))
    for (const [index, { x }] of places.entries()) {
      expect(Math.abs((boxes[index]?.x ?? 0) - x)).toBeLessThan(3)
    }
    await other.shoot(`annotations-chart-${name}`)
    if (options.touches) {
      // A tap reads the day, and opens nothing.
      await page.touchscreen.tap(places[1]?.x ?? 0, places[1]?.y ?? 0)
      expect(await page.locator('.readout-note').textContent()).toBe('Sale')
      expect(await page.getByRole('dialog').count()).toBe(0)
    }
    await page.locator('.annotations-button').click()
    await page.getByRole('dialog').waitFor()
    await expectAccessible(other)
    await other.shoot(`annotations-list-${name}`)
    const isCut = await page
      .getByRole('dialog')
      .evaluate((dialog) => dialog.scrollWidth > dialog.clientWidth)
    expect(isCut).toBe(false)
    expect(other.complaints).toEqual([])
    await other.close()
  })
})
