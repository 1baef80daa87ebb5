import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { startServer, type TestServer } from '../../support/app.ts'
import { openReports } from './open-reports.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const seen = (visitor: string, ...times: string[]) =>
  times.map((at) => ({ at, visitor, url: '/', id: visitor }))

describe('retention', () => {
  test('visitors of a day and the days on which they came back', async () => {
    // On the 5th: Anna, who is back on the 8th, twice; Ben, not seen again but by a measurement.
    // On the 8th: Cara, whose event on the 9th counts as being there.
    const site = await openReports(server, [
      ...seen('anna', '2026-01-05T10:00:00Z', '2026-01-08T00:00:00Z', '2026-01-08T23:59:59Z'),
      ...seen('ben', '2026-01-05T11:00:00Z', '2026-01-05T12:00:00Z'),
      {
        at: '2026-01-09T10:00:00Z',
        visitor: 'ben',
        type: 'performance',
        url: '/',
        lcp: 1,
        id: 'ben',
      },
      ...seen('cara', '2026-01-08T10:00:00Z'),
      { at: '2026-01-09T10:00:00Z', visitor: 'cara', url: '/', name: 'click', id: 'cara' },
    ])
    const of = (date: string, day: number, visitors: number, returnVisitors: number) => ({
      date: `${date}T00:00:00Z`,
      day,
      visitors,
      returnVisitors,
      percentage: (100 * returnVisitors) / visitors,
    })
    expect(await site.ask('retention', { timezone: 'UTC' })).toEqual([
      of('2026-01-05', 0, 2, 2),
      of('2026-01-05', 3, 2, 1),
      of('2026-01-08', 0, 1, 1),
      of('2026-01-08', 1, 1, 1),
    ])
    // The filter chooses where visitors begin, their later days are any: Cara begins with her event.
    expect(await site.ask('retention', { filters: { event: 'click' } })).toEqual([
      of('2026-01-09', 0, 1, 1),
    ])
    expect(await site.ask('retention', { filters: { distinctId: 'anna' } })).toEqual([
      of('2026-01-05', 0, 1, 1),
      of('2026-01-05', 3, 1, 1),
    ])
  })

  test('days are calendar days of the zone, through a clock change', async () => {
    // Berlin: 28 March 23:30 local is 22:30Z; 30 March 00:10 local is 29 March 22:10Z, two dates
    // later although 23 h 40 min have passed.
    const site = await openReports(
      server,
      seen('a', '2026-03-28T22:30:00Z', '2026-03-28T23:10:00Z', '2026-03-29T22:10:00Z'),
    )
    const march = { startDate: '2026-03-01', endDate: '2026-03-31' }
    const day = (date: string, day: number) => ({
      date,
      day,
      visitors: 1,
      returnVisitors: 1,
      percentage: 100,
    })
    expect(
      await site.ask('retention', { ...march, parameters: { timezone: 'Europe/Berlin' } }),
    ).toEqual([
      day('2026-03-27T23:00:00Z', 0),
      day('2026-03-27T23:00:00Z', 1),
      day('2026-03-27T23:00:00Z', 2),
    ])
    expect(await site.ask('retention', march)).toEqual([
      day('2026-03-28T00:00:00Z', 0),
      day('2026-03-28T00:00:00Z', 1),
    ])
  })

  test('looks 31 days ahead and never before the range', async () => {
    const site = await openReports(
      server,
      seen(
        'a',
        '2025-12-31T10:00:00Z',
        '2026-01-01T10:00:00Z',
        '2026-02-01T10:00:00Z',
        '2026-02-02T10:00:00Z',
      ),
    )
    const rows = await site.ask('retention', { endDate: '2026-03-01' })
    expect((rows as { date: string; day: number }[]).map(({ date, day }) => [date, day])).toEqual([
      ['2026-01-01T00:00:00Z', 0],
      ['2026-01-01T00:00:00Z', 31],
    ])
  })
})
