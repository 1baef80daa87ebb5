import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { startServer, type TestServer } from '../../support/app.ts'
import { days, openSite, type Site } from '../../support/statistics.ts'
import { chrome } from '../../support/visits.ts'

let server: TestServer
let site: Site
beforeAll(async () => {
  server = await startServer()
  // Anna (Chrome) buys twice in one visit; Ben buys and signs up, and buys again the next day.
  // Page views never count.
  site = await openSite(server, [
    { at: '2026-01-04T12:00:00Z', visitor: 'old', url: '/', name: 'signup' },
    { at: '2026-01-05T09:59:00Z', visitor: 'anna', url: '/', userAgent: chrome },
    { at: '2026-01-05T10:00:00Z', visitor: 'anna', url: '/buy', name: 'buy', userAgent: chrome },
    { at: '2026-01-05T10:05:00Z', visitor: 'anna', url: '/buy', name: 'buy', userAgent: chrome },
    { at: '2026-01-05T23:30:00Z', visitor: 'ben', url: '/join', name: 'signup' },
    { at: '2026-01-05T23:40:00Z', visitor: 'ben', url: '/buy', name: 'buy' },
    { at: '2026-01-06T09:00:00Z', visitor: 'ben', url: '/buy', name: 'buy' },
  ])
})
afterAll(() => server.stop())

describe('events/series', () => {
  test('counts events by day and name, by time and then name', async () => {
    expect(await site.ask(`events/series?${days('2026-01-05', '2026-01-06')}&unit=day`)).toEqual([
      { x: 'buy', t: '2026-01-05T00:00:00Z', y: 3 },
      { x: 'signup', t: '2026-01-05T00:00:00Z', y: 1 },
      { x: 'buy', t: '2026-01-06T00:00:00Z', y: 1 },
    ])
  })

  test('takes the days of the zone', async () => {
    // In Kolkata (+5:30) the events of 23:30Z and 23:40Z are of 6 January, which began at 18:30Z.
    expect(
      await site.ask(
        `events/series?${days('2026-01-05', '2026-01-06')}&unit=day&timezone=Asia/Kolkata`,
      ),
    ).toEqual([
      { x: 'buy', t: '2026-01-04T18:30:00Z', y: 2 },
      { x: 'buy', t: '2026-01-05T18:30:00Z', y: 2 },
      { x: 'signup', t: '2026-01-05T18:30:00Z', y: 1 },
    ])
  })

  test('a limit keeps the most frequent names of the range', async () => {
    expect(
      await site.ask(`events/series?${days('2026-01-05', '2026-01-06')}&unit=month&limit=1`),
    ).toEqual([{ x: 'buy', t: '2026-01-01T00:00:00Z', y: 4 }])
  })

  test.each([
    ['event=signup', 1],
    ['event=neq.signup', 3],
    ['browser=chrome', 2],
    ['path=/join', 1],
    ['path=/join&event=buy&match=any', 4],
    ['eventType=1', 0],
  ])('%s keeps %d events', async (filter, expected) => {
    const rows = (await site.ask(`events/series?${days('2026-01-05')}&unit=day&${filter}`)) as {
      y: number
    }[]
    expect(rows.reduce((sum, { y }) => sum + y, 0)).toBe(expected)
  })

  test('without events the list is empty', async () => {
    expect(await site.ask(`events/series?${days('2025-01-05')}`)).toEqual([])
  })
})

describe('events/stats', () => {
  test('counts events, visitors, visits and names, and compares with the day before', async () => {
    expect(await site.ask(`events/stats?${days('2026-01-05')}`)).toEqual({
      data: {
        events: 4,
        visitors: 2,
        visits: 2,
        uniqueEvents: 2,
        comparison: { events: 1, visitors: 1, visits: 1, uniqueEvents: 1 },
      },
    })
  })

  test('a visitor with two visits counts once as a visitor', async () => {
    // Ben: one visit on the 5th, one on the 6th. A year before there is nothing.
    expect(
      await site.ask(`events/stats?${days('2026-01-05', '2026-01-06')}&event=buy&compare=yoy`),
    ).toEqual({
      data: {
        events: 4,
        visitors: 2,
        visits: 3,
        uniqueEvents: 1,
        comparison: { events: 0, visitors: 0, visits: 0, uniqueEvents: 0 },
      },
    })
  })
})
