// Cohorts, compared periods and units go by the clock and the calendar of the request's timezone.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { startServer, type TestServer } from '../../support/app.ts'
import { openSite, type Site } from '../../support/statistics.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const query = (params: Record<string, string>) => new URLSearchParams(params).toString()
const view = (at: string) => ({ at, visitor: at, url: '/' })

describe('cohorts', () => {
  let site: Site
  // One visitor a moment before and one at the start of each range, and the same at its end.
  beforeAll(async () => {
    site = await openSite(
      server,
      [
        // 18 February: in New York from 05:00Z, in Kathmandu (+05:45) from 18:15Z the day before.
        '2026-02-17T18:14:59Z',
        '2026-02-17T18:15:00Z',
        '2026-02-17T20:00:00Z',
        '2026-02-17T23:59:59Z',
        '2026-02-18T00:00:00Z',
        '2026-02-18T02:00:00Z',
        '2026-02-18T04:59:59Z',
        '2026-02-18T05:00:00Z',
        // 20 March ends: in New York, by then in summer, at 04:00Z.
        '2026-03-20T18:14:59Z',
        '2026-03-20T18:15:00Z',
        '2026-03-20T23:59:59Z',
        '2026-03-21T00:00:00Z',
        '2026-03-21T03:59:59Z',
        '2026-03-21T04:00:00Z',
      ].map(view),
    )
  })

  test.each([
    ['30day', '', '2026-02-18T00:00:00', '2026-03-20T23:59:59.999', 7],
    ['30day', 'America/New_York', '2026-02-18T00:00:00', '2026-03-20T23:59:59.999', 6],
    ['30day', 'Asia/Kathmandu', '2026-02-18T00:00:00', '2026-03-20T23:59:59.999', 8],
    // From Sunday, 15 February, to Saturday, 21 March.
    ['4week', 'America/New_York', '2026-02-15T00:00:00', '2026-03-21T23:59:59.999', 14],
    ['1month', 'America/New_York', '2026-02-01T00:00:00', '2026-03-31T23:59:59.999', 14],
    ['0day', 'America/New_York', '2026-03-20T00:00:00', '2026-03-20T23:59:59.999', 5],
    ['0day', 'Asia/Kathmandu', '2026-03-20T00:00:00', '2026-03-20T23:59:59.999', 1],
    // The hour that began at 17:15Z.
    ['0hour', 'Asia/Kathmandu', '2026-03-20T23:00:00', '2026-03-20T23:59:59.999', 1],
    ['0year', 'America/New_York', '2026-01-01T00:00:00', '2026-12-31T23:59:59.999', 14],
  ])('%s in %j is that range', async (dateRange, timezone, startDate, endDate, visitors) => {
    const parameters = { filters: [], dateRange, action: { type: 'path', value: '/' } }
    server.setNow('2026-03-20T17:30:00Z')
    const { body } = await server.ask<{ id: string }>(`/api/websites/${site.id}/segments`, {
      body: { type: 'cohort', name: dateRange, parameters },
    })
    const whole = { startDate: '2026-01-01', endDate: '2026-12-31', timezone }
    expect(await site.ask(`stats?${query({ ...whole, cohort: body.id })}`)).toMatchObject({
      visitors,
    })
    expect(await site.ask(`stats?${query({ startDate, endDate, timezone })}`)).toMatchObject({
      visitors,
    })
  })
})

describe('compared periods', () => {
  test.each([
    // Tokyo's 29 February began at 15:00Z the day before; the 28th of 2023 likewise.
    ['yoy', 'Asia/Tokyo', '2024-02-29', '2023-02-27T15:00:00.000Z', '2023-02-28T14:59:59.999Z'],
    // Summer time began on 8 March 2026 and on 9 March 2025: that 8 March had 24 hours.
    [
      'yoy',
      'America/New_York',
      '2026-03-08',
      '2025-03-08T05:00:00.000Z',
      '2025-03-09T04:59:59.999Z',
    ],
    // The day before the 23 hours of 29 March has 24, the day after them is compared with 23.
    ['prev', 'Europe/Berlin', '2026-03-29', '2026-03-27T23:00:00.000Z', '2026-03-28T22:59:59.999Z'],
    ['prev', 'Europe/Berlin', '2026-03-30', '2026-03-28T23:00:00.000Z', '2026-03-29T21:59:59.999Z'],
    // In Cairo 24 April 2026 begins at 01:00 by the clock: 22:00Z.
    ['prev', 'Africa/Cairo', '2026-04-25', '2026-04-23T22:00:00.000Z', '2026-04-24T20:59:59.999Z'],
    ['prev', '', '2026-03-30', '2026-03-29T00:00:00.000Z', '2026-03-29T23:59:59.999Z'],
    ['yoy', '', '2024-02-29', '2023-02-28T00:00:00.000Z', '2023-02-28T23:59:59.999Z'],
  ])('%s in %j of %s', async (compare, timezone, day, startDate, endDate) => {
    // One visitor at the first and the last second of the period, one on either side of it.
    const [start, end] = [Date.parse(startDate), Date.parse(endDate)]
    const site = await openSite(
      server,
      [start - 1000, start, end - 999, end + 1].map((at) => view(new Date(at).toISOString())),
    )
    const asked = { startDate: day, endDate: `${day}T23:59:59.999`, timezone, compare, unit: 'day' }
    const series = (await site.ask(`pageviews?${query(asked)}`)) as { compare: object }
    expect(series.compare).toMatchObject({ startDate, endDate, pageviews: [{ y: 2 }] })
    expect(await site.ask(`stats?${query(asked)}`)).toMatchObject({ comparison: { pageviews: 2 } })
    expect(await site.ask(`events/stats?${query(asked)}`)).toMatchObject({
      data: { comparison: { events: 0 } },
    })
    const revenue = (await site.ask(`revenue/chart?${query({ ...asked, currency: 'EUR' })}`)) as {
      compare: object
    }
    expect(revenue.compare).toMatchObject({ startDate, endDate })
  })

  test.each([
    // 25 April 2025 began at 01:00 by Cairo's clocks, 22:00Z, and had 23 hours; that of 2024 had 24.
    [
      'yoy',
      'Africa/Cairo',
      '2025-04-24T22:00Z/2025-04-25T21:00Z',
      '2024-04-24T22:00Z/2024-04-25T22:00Z',
    ],
    // The day so far: at noon the year before, too.
    [
      'yoy',
      'Africa/Cairo',
      '2025-04-24T22:00Z/2025-04-25T09:00Z',
      '2024-04-24T22:00Z/2024-04-25T10:00Z',
    ],
    // 31 October 2024 had 25 hours, the last one twice.
    [
      'yoy',
      'Africa/Cairo',
      '2025-10-30T22:00Z/2025-10-31T22:00Z',
      '2024-10-30T21:00Z/2024-10-31T22:00Z',
    ],
    [
      'yoy',
      'Asia/Beirut',
      '2025-03-29T22:00Z/2025-03-30T21:00Z',
      '2024-03-29T22:00Z/2024-03-30T22:00Z',
    ],
    [
      'yoy',
      'America/Havana',
      '2026-03-08T05:00Z/2026-03-09T04:00Z',
      '2025-03-08T05:00Z/2025-03-09T05:00Z',
    ],
    [
      'yoy',
      'America/Santiago',
      '2025-09-07T04:00Z/2025-09-08T03:00Z',
      '2024-09-07T04:00Z/2024-09-08T04:00Z',
    ],
    // 29 March 2025 ended at 23:00 by Nuuk's clocks; so did 30 March 2024.
    [
      'prev',
      'America/Nuuk',
      '2025-03-29T02:00Z/2025-03-30T01:00Z',
      '2025-03-28T02:00Z/2025-03-29T02:00Z',
    ],
    [
      'yoy',
      'America/Nuuk',
      '2025-03-29T02:00Z/2025-03-30T01:00Z',
      '2024-03-29T02:00Z/2024-03-30T02:00Z',
    ],
    [
      'yoy',
      'America/Nuuk',
      '2025-03-30T01:00Z/2025-03-31T01:00Z',
      '2024-03-30T02:00Z/2024-03-31T01:00Z',
    ],
    // Two days, the first of them without a midnight.
    [
      'prev',
      'Africa/Cairo',
      '2025-04-24T22:00Z/2025-04-26T21:00Z',
      '2025-04-22T22:00Z/2025-04-24T22:00Z',
    ],
    ['yoy', 'UTC', '2024-02-22T00:00Z/2024-02-29T00:00Z', '2023-02-22T00:00Z/2023-03-01T00:00Z'],
    ['yoy', 'UTC', '2024-02-28T00:00Z/2024-03-01T00:00Z', '2023-02-28T00:00Z/2023-03-01T00:00Z'],
    // The 29th becomes the 28th, and yet the range does not end before it starts.
    ['yoy', 'UTC', '2024-02-28T12:00Z/2024-02-29T06:00Z', '2023-02-28T12:00Z/2023-03-01T06:00Z'],
  ])('days stay whole: %s in %s of %s', async (compare, timezone, range, compared) => {
    const site = await openSite(server, [])
    const bounds = (text: string) => {
      const [start = '', end = ''] = text.split('/')
      return [Date.parse(start), Date.parse(end) - 1] as const
    }
    const [startAt, endAt] = bounds(range)
    const asked = { startAt: String(startAt), endAt: String(endAt), timezone, compare }
    const [startDate, endDate] = bounds(compared).map((at) => new Date(at).toISOString())
    expect(await site.ask(`pageviews?${query(asked)}`)).toMatchObject({
      compare: { startDate, endDate },
    })
  })

  test('other ranges move by their length, whatever the clock does', async () => {
    const site = await openSite(server, [])
    const asked = {
      startDate: '2026-03-28T12:00:00',
      endDate: '2026-03-29T11:59:59.999',
      timezone: 'Europe/Berlin',
      compare: 'prev',
    }
    // 23 hours.
    expect(await site.ask(`pageviews?${query(asked)}`)).toMatchObject({
      compare: { startDate: '2026-03-27T12:00:00.000Z', endDate: '2026-03-28T10:59:59.999Z' },
    })
  })
})

test('six months of a zone have days', async () => {
  const site = await openSite(server, [view('2026-05-05T16:00:00Z')])
  const asked = {
    startAt: String(Date.parse('2026-02-28T15:00:00Z')),
    endAt: String(Date.parse('2026-08-31T14:59:59.999Z')),
    timezone: 'Asia/Tokyo',
    unit: 'day',
  }
  expect(await site.ask(`pageviews?${query(asked)}`)).toMatchObject({
    pageviews: [{ x: '2026-05-05T15:00:00Z', y: 1 }],
  })
})

describe('fractions of numbers are cut', () => {
  const at = Date.parse('2026-01-01T00:00:00Z')
  let site: Site
  beforeAll(async () => {
    site = await openSite(
      server,
      ['2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.001Z'].map(view),
    )
  })

  test.each([
    [`${at}.0`, `${at}.9`, 1],
    [`${at}.5`, `${at + 1}.5`, 2],
    ['1.767225600001e12', `${at + 1}`, 1],
    ['1e12', '2E12', 2],
  ])('from %s to %s', async (startAt, endAt, pageviews) => {
    expect(await site.ask(`stats?${query({ startAt, endAt })}`)).toMatchObject({ pageviews })
    const asked = { websiteId: site.id, fields: ['path'] }
    for (const range of [
      { startAt, endAt },
      { startAt: Number(startAt), endAt: Number(endAt) },
      { startDate: Number(startAt), endDate: Number(endAt) },
    ]) {
      const { body } = await server.ask('/api/reports/breakdown', { body: { ...asked, ...range } })
      expect([range, body]).toMatchObject([range, [{ views: pageviews }]])
    }
  })

  test.each(['NaN', 'Infinity', '1e999', '0x1', '1_0', '--1', '1.2.3', 'x', '1e'])(
    '%s is no instant',
    async (bad) => {
      expect(await site.status(`stats?${query({ startAt: bad, endAt: '2e12' })}`)).toBe(400)
      const { status } = await server.ask('/api/reports/utm', {
        body: { websiteId: site.id, startAt: bad, endAt: 2e12 },
      })
      expect(status).toBe(400)
    },
  )

  test.each(['events', 'sessions', 'event-data'])('in pages of %s', async (list) => {
    const paging = { startAt: '1e12', endAt: '2e12', page: '1.0', pageSize: '1.9' }
    expect(await site.ask(`${list}?${query(paging)}`)).toMatchObject({ page: 1, pageSize: 1 })
  })

  test('in limits and offsets', async () => {
    const metric = { startAt: '1e12', endAt: '2e12', type: 'path' }
    expect(await site.ask(`metrics?${query({ ...metric, limit: '1.5', offset: '0.0' })}`)).toEqual([
      { x: '/', y: 2 },
    ])
    expect(await site.ask(`metrics?${query({ ...metric, offset: '1.2' })}`)).toEqual([])
    expect(await site.status(`metrics?${query({ ...metric, limit: '0.5' })}`)).toBe(400)
  })
})
