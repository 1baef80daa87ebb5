import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { startServer, type TestServer } from '../../support/app.ts'
import { chrome, firefox } from '../../support/visits.ts'
import { openReports, type Reports } from './open-reports.ts'

let server: TestServer
let site: Reports
beforeAll(async () => {
  server = await startServer()
  const measured = (at: string, url: string, values: object, userAgent = firefox) => ({
    at,
    visitor: userAgent,
    userAgent,
    type: 'performance' as const,
    url,
    ...values,
  })
  site = await openReports(server, [
    measured('2026-01-05T10:00:00Z', '/', { lcp: 1000, ttfb: 100, title: 'Home' }),
    measured('2026-01-05T11:00:00Z', '/', { lcp: 2000, cls: 0.1234, title: 'Home' }, chrome),
    measured('2026-01-06T10:00:00Z', '/slow', { lcp: 5000 }),
    measured('2026-01-07T10:00:00Z', '/', { inp: 80 }),
    measured('2026-01-07T11:00:00Z', '/other', { inp: 120 }),
    // Page views are no measurements.
    { at: '2026-01-07T12:00:00Z', visitor: firefox, url: '/' },
  ])
})
afterAll(() => server.stop())

const none = { p50: 0, p75: 0, p95: 0 }
const same = (value: number) => ({ p50: value, p75: value, p95: value })

describe('performance', () => {
  test('percentiles of the largest paint, between the closest ranks', async () => {
    expect(await site.ask('performance')).toEqual({
      // Two values: the median half way, 1000 + 0.75 · 1000 and so on.
      chart: [
        { t: '2026-01-05T00:00:00Z', p50: 1500, p75: 1750, p95: 1950 },
        { t: '2026-01-06T00:00:00Z', ...same(5000) },
      ],
      summary: {
        // Three values: 2000 in the middle, 2000 + 0.5 · 3000, 2000 + 0.9 · 3000.
        lcp: { p50: 2000, p75: 3500, p95: 4700 },
        inp: { p50: 100, p75: 110, p95: 118 },
        cls: same(0.1234),
        fcp: none,
        ttfb: same(100),
        count: 5,
      },
      pages: [
        { name: '/slow', ...same(5000), count: 1 },
        // The third measurement of / has no such value; it is counted all the same.
        { name: '/', p50: 1500, p75: 1750, p95: 1950, count: 3 },
      ],
      pageTitles: [
        { name: null, ...same(5000), count: 3 },
        { name: 'Home', p50: 1500, p75: 1750, p95: 1950, count: 2 },
      ],
      devices: [{ name: 'desktop', p50: 2000, p75: 3500, p95: 4700, count: 5 }],
      browsers: [
        { name: 'firefox', p50: 3000, p75: 4000, p95: 4800, count: 4 },
        { name: 'chrome', ...same(2000), count: 1 },
      ],
    })
  })

  test('another metric, unit, zone and filter', async () => {
    expect(
      await site.ask('performance', {
        parameters: { metric: 'inp', unit: 'month', timezone: 'Asia/Kolkata' },
        filters: { path: '/' },
      }),
    ).toEqual({
      chart: [{ t: '2025-12-31T18:30:00Z', ...same(80) }],
      summary: {
        lcp: { p50: 1500, p75: 1750, p95: 1950 },
        inp: same(80),
        cls: same(0.1234),
        fcp: none,
        ttfb: same(100),
        count: 3,
      },
      pages: [{ name: '/', ...same(80), count: 3 }],
      pageTitles: [{ name: null, ...same(80), count: 1 }],
      devices: [{ name: 'desktop', ...same(80), count: 3 }],
      browsers: [{ name: 'firefox', ...same(80), count: 2 }],
    })
  })

  test('a unit too fine for the range becomes the next larger one', async () => {
    const t = async (fields: object) =>
      ((await site.ask('performance', fields)) as { chart: { t: string }[] }).chart[0]?.t
    expect(await t({ unit: 'hour' })).toBe('2026-01-05T10:00:00Z')
    expect(await t({ unit: 'minute' })).toBe('2026-01-05T10:00:00Z')
    expect(await t({ unit: 'hour', endDate: '2026-03-01' })).toBe('2026-01-05T00:00:00Z')
    expect(await t({ endDate: '2027-03-01' })).toBe('2026-01-01T00:00:00Z')
    expect(await t({ unit: 'year' })).toBe('2026-01-01T00:00:00Z')
  })

  test('without measurements everything is zero or empty', async () => {
    const empty = { chart: [], pages: [], pageTitles: [], devices: [], browsers: [] }
    expect(await site.ask('performance', { filters: { path: '/none' } })).toEqual({
      ...empty,
      summary: { lcp: none, inp: none, cls: none, fcp: none, ttfb: none, count: 0 },
    })
  })
})
