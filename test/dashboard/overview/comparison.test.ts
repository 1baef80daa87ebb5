// What a range is compared with, seen on the page: whole days, whatever the calendar and the clocks.

import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { browserTimeoutMs, canBrowse } from '../../support/chromium.ts'
import { pastVisits, type Row } from '../../support/visits.ts'
import { type Dashboard, startDashboard } from '../support/browser.ts'

setDefaultTimeout(browserTimeoutMs)

const now = '2026-05-20T12:00:00.000Z'

/** A visitor of their own at each instant. */
const visitors = (instants: readonly string[]): Row[] =>
  instants.map((at) => ({ at, visitor: at, url: '/' }))

const noons = (year: number, days: readonly string[]): string[] =>
  days.map((day) => `${year}-${day}T12:00:00Z`)

describe.skipIf(!canBrowse)('comparison', () => {
  let dashboard: Dashboard
  let root: string

  beforeAll(async () => {
    dashboard = await startDashboard({ now })
    const id = await dashboard.server.createWebsite('Calendar')
    root = `/websites/${id}`
    const week = ['02-22', '02-23', '02-24', '02-25', '02-26', '02-27', '02-28']
    await pastVisits(dashboard.server, id, [
      // One visitor on each day of the week, two more on the 28th; then days that must not count.
      ...visitors(noons(2023, [...week, '02-21', '03-01'])),
      ...visitors(['2023-02-28T00:00:00Z', '2023-02-28T23:59:59Z']),
      ...visitors(noons(2024, ['02-28', '02-29'])),
      ...visitors(['2025-05-20T11:59:00Z', '2025-05-20T12:01:00Z']),
      // In Cairo clocks jump from midnight to one o'clock at 2026-04-23T22:00Z: on the day before, two
      // visitors in its first two hours, one in its last; one before it, one on the day itself.
      ...visitors(['2026-04-22T21:59:59Z', '2026-04-22T22:00:00Z', '2026-04-22T23:30:00Z']),
      ...visitors(['2026-04-23T21:59:59Z', '2026-04-23T22:00:00Z']),
    ])
  })
  afterAll(() => dashboard.stop())

  test.each([
    ['28 February of a leap year', 'UTC', 'range=2024-02-28_2024-02-28&compare=yoy', 1, 3],
    ['29 February', 'UTC', 'range=2024-02-29_2024-02-29&compare=yoy', 1, 3],
    ['seven days until that 28th', 'UTC', 'range=2024-02-22_2024-02-28&compare=yoy', 1, 9],
    ['a day without a midnight', 'Africa/Cairo', 'range=2026-04-24_2026-04-24', 1, 3],
    ['the day before it', 'Africa/Cairo', 'range=2026-04-23_2026-04-23', 3, 1],
    // Nobody came on the 25th.
    ['the day after it', 'Africa/Cairo', 'range=2026-04-25_2026-04-25', 0, 1],
  ])('%s', async (_, timezone, query, count, before) => {
    const reader = await dashboard.openReader({ timezone })
    await reader.open(`${root}?${query}`)
    const total = reader.page.locator('.total').first()
    expect(await total.locator('.total-value').textContent()).toBe(String(count))
    expect(await total.locator('.change-before').textContent()).toBe(`Before: ${before}`)
    // An end before the start would have been refused.
    expect(reader.complaints).toEqual([])
    await reader.close()
  })

  test.each([
    // March has 31 days, February 28.
    ['a month is compared with the whole one before', 'range=2023-03-01_2023-03-31', 1, 10],
    // It is noon of the 20th: the year before counts until noon, too.
    ['what has passed of today', 'range=today&compare=yoy', 0, 1],
    ['nothing', 'range=2023-02-28_2023-02-28&compare=none', 3, null],
  ])('%s, in one answer', async (_, query, count, before) => {
    const reader = await dashboard.openReader()
    const asked: string[] = []
    reader.page.on('request', (request) => {
      if (new URL(request.url()).pathname.endsWith('/stats')) asked.push(request.url())
    })
    await reader.open(`${root}?${query}`)
    const total = reader.page.locator('.total').first()
    expect(await total.locator('.total-value').textContent()).toBe(String(count))
    if (before === null) expect(await total.locator('.change').count()).toBe(0)
    else expect(await total.locator('.change-before').textContent()).toBe(`Before: ${before}`)
    expect(asked).toHaveLength(1)
    expect(reader.complaints).toEqual([])
    await reader.close()
  })

  test('stepping back to a day without a midnight names that day', async () => {
    const reader = await dashboard.openReader({ timezone: 'Africa/Cairo' })
    await reader.open(`${root}?range=2026-04-25_2026-04-25`)
    await reader.page.getByRole('button', { name: /^Earlier/ }).click()
    await reader.settle()
    expect(new URL(reader.page.url()).searchParams.get('range')).toBe('2026-04-24_2026-04-24')
    expect(await reader.page.locator('.range-picker .face').textContent()).toBe('24 Apr 2026')
    await reader.close()
  })
})
