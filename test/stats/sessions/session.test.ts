import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { startServer, type TestServer } from '../../support/app.ts'
import { days, openSite, type Site } from '../../support/statistics.ts'
import { chrome, type Row } from '../../support/visits.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const range = days('2026-01-05')
const sweden = { 'cf-ipcountry': 'SE', 'cf-region-code': 'AB', 'cf-ipcity': 'Stockholm' }
const japan = { 'cf-ipcountry': 'JP', 'cf-region-code': '26', 'cf-ipcity': 'Kyoto' }
const anna = { visitor: 'anna', userAgent: chrome, headers: sweden }

/**
 * Anna (Chrome, Sweden): a visit of two views and an event, 90.9 s in all, and one of a single view.
 * Ben (Firefox, Japan): a view, and a measurement that never counts. Cara: an event, no country.
 */
const rows: Row[] = [
  { at: '2026-01-05T10:00:00.000Z', ...anna, url: '/', screen: '2560x1440', language: 'sv-SE' },
  { at: '2026-01-05T10:00:30.000Z', ...anna, url: '/a?b=1', referrer: 'https://t.co/x' },
  { at: '2026-01-05T10:01:30.900Z', ...anna, url: '/a', name: 'buy', data: { price: 3 } },
  { at: '2026-01-05T14:00:00.000Z', ...anna, url: '/', hostname: 'other.example.com' },
  { at: '2026-01-05T11:00:00.000Z', visitor: 'ben', headers: japan, url: '/' },
  {
    at: '2026-01-05T11:20:00.000Z',
    visitor: 'ben',
    headers: japan,
    type: 'performance',
    url: '/',
    lcp: 1200,
  },
  { at: '2026-01-05T12:00:00.000Z', visitor: 'cara', url: '/', name: 'buy' },
]

describe('sessions/stats', () => {
  let site: Site
  beforeAll(async () => {
    site = await openSite(server, rows)
  })
  const stats = (
    pageviews: number,
    visitors: number,
    visits: number,
    countries: number,
    events: number,
  ) => ({
    pageviews: { value: pageviews },
    visitors: { value: visitors },
    visits: { value: visits },
    countries: { value: countries },
    events: { value: events },
  })

  test.each([
    ['', stats(4, 3, 4, 2, 2)],
    ['country=SE', stats(3, 1, 2, 1, 1)],
    ['path=/', stats(3, 3, 4, 2, 1)],
    ['event=buy', stats(0, 2, 2, 1, 2)],
    ['browser=firefox', stats(1, 2, 2, 1, 1)],
    ['browser=firefox&country=SE', stats(0, 0, 0, 0, 0)],
    ['browser=firefox&country=SE&match=any', stats(4, 3, 4, 2, 2)],
    ['eventType=1', stats(4, 2, 3, 2, 0)],
  ])('%s', async (filter, expected) => {
    expect(await site.ask(`sessions/stats?${range}&${filter}`)).toEqual(expected)
  })
})

describe('sessions/weekly', () => {
  const week = (cells: Record<string, number>) =>
    Array.from({ length: 7 }, (_, weekday) =>
      Array.from({ length: 24 }, (_, hour) => cells[`${weekday}/${hour}`] ?? 0),
    )

  test('counts sessions with a view by weekday and hour, Sunday first', async () => {
    const site = await openSite(server, rows)
    // 5 January 2026 is a Monday: Anna at 10 and 14, Ben at 11; Cara only sent an event.
    expect(await site.ask(`sessions/weekly?${range}`)).toEqual(
      week({ '1/10': 1, '1/11': 1, '1/14': 1 }),
    )
    // Kiritimati is 14 hours ahead: Tuesday 0, 1 and 4 o'clock.
    expect(await site.ask(`sessions/weekly?${range}&timezone=Pacific/Kiritimati`)).toEqual(
      week({ '2/0': 1, '2/1': 1, '2/4': 1 }),
    )
    expect(await site.ask(`sessions/weekly?${range}&country=JP`)).toEqual(week({ '1/11': 1 }))
    // Only Anna has a visit of more than one view.
    expect(await site.ask(`sessions/weekly?${range}&excludeBounce=1`)).toEqual(week({ '1/10': 1 }))
    expect(await site.ask(`sessions/weekly?${range}&event=buy`)).toEqual(week({ '1/10': 1 }))
  })

  test('a session counts once per cell, through a clock change', async () => {
    // Berlin turns from +2 to +1 on Sunday 25 October 2026 at 1:00Z: 0:30Z and 1:30Z both are 2:30.
    const site = await openSite(server, [
      { at: '2026-10-25T00:30:00Z', visitor: 'a', id: 'a', url: '/' },
      { at: '2026-10-25T01:30:00Z', visitor: 'a', id: 'a', url: '/' },
      { at: '2026-10-25T01:40:00Z', visitor: 'b', id: 'b', url: '/' },
      { at: '2026-11-01T01:40:00Z', visitor: 'a', id: 'a', url: '/' },
    ])
    expect(
      await site.ask(`sessions/weekly?${days('2026-10-01', '2026-11-30')}&timezone=Europe/Berlin`),
    ).toEqual(week({ '0/2': 2 }))
  })
})

describe('one session', () => {
  let site: Site
  let id: string
  beforeAll(async () => {
    site = await openSite(server, rows)
    id = site.sessions[0] as string
  })

  test('has the numbers of its whole life', async () => {
    // 10:00:00 to 10:01:30.9 is 90 whole seconds; a single view adds none.
    expect(await site.ask(`sessions/${id}`)).toEqual({
      id,
      websiteId: site.id,
      distinctId: null,
      browser: 'chrome',
      os: 'Windows 10',
      device: 'desktop',
      screen: '2560x1440',
      language: 'sv-SE',
      country: 'SE',
      region: 'SE-AB',
      city: 'Stockholm',
      firstAt: '2026-01-05T10:00:00.000Z',
      lastAt: '2026-01-05T14:00:00.000Z',
      visits: 2,
      views: 3,
      events: 1,
      totaltime: 90,
      stitchedSessionCount: 1,
      canDelete: true,
    })
    expect(await site.ask(`sessions/${id.toUpperCase()}`)).toMatchObject({ id })
  })

  test.each([
    ['full', true],
    ['read-only', false],
  ])('an API key that is %s may delete it: %p', async (scope, canDelete) => {
    const made = await server.ask<{ key: string }>('/api/me/api-keys', {
      body: { name: 'Graphs', scope },
    })
    const path = `/api/websites/${site.id}/sessions/${id}`
    const answer = await server.ask(path, { token: made.body.key })
    expect(answer.body).toMatchObject({ id, canDelete })
  })

  test('measurements are no part of it', async () => {
    expect(await site.ask(`sessions/${site.sessions[4]}`)).toMatchObject({
      lastAt: '2026-01-05T11:00:00.000Z',
      visits: 1,
      views: 1,
      events: 0,
      totaltime: 0,
    })
  })

  test('activity is newest first, within the range', async () => {
    const { data } = (await site.ask(`events?${range}&country=SE`)) as { data: { id: string }[] }
    const act = (index: number, visit: number, more: Record<string, unknown>) => ({
      createdAt: new Date(String(rows[visit]?.at)).toISOString(),
      urlPath: '/',
      urlQuery: null,
      referrerDomain: null,
      eventId: data[index]?.id,
      eventType: 1,
      eventName: null,
      visitId: site.visits[visit],
      hostname: 'example.com',
      hasData: false,
      ...more,
    })
    expect(await site.ask(`sessions/${id}/activity?${range}`)).toEqual([
      act(0, 3, { hostname: 'other.example.com' }),
      act(1, 2, { urlPath: '/a', eventType: 2, eventName: 'buy', hasData: true }),
      act(2, 1, { urlPath: '/a', urlQuery: 'b=1', referrerDomain: 't.co' }),
      act(3, 0, {}),
    ])
    const noon = Date.parse('2026-01-05T12:00:00Z')
    expect(
      await site.ask(`sessions/${id}/activity?startAt=${noon}&endAt=${noon + 86_400_000}`),
    ).toHaveLength(1)
    expect(await site.ask(`sessions/${id}/activity?${days('2025-01-05')}`)).toEqual([])
    expect(await site.status(`sessions/${id}/activity`)).toBe(400)
  })

  test('an unknown session is not found, nor is one of another website', async () => {
    const other = await openSite(server, [])
    for (const part of ['', `/activity?${range}`, '/properties']) {
      for (const unknown of ['7b0e6d0e-5c7e-4a86-8f5e-0a4c26f3c111', 'x', "1'--", '%00']) {
        expect(await site.status(`sessions/${unknown}${part}`)).toBe(404)
      }
      expect(await other.status(`sessions/${id}${part}`)).toBe(404)
    }
  })

  test('one that only identified itself has no visits', async () => {
    const quiet = await openSite(server, [
      { at: '2026-01-05T10:00:00Z', visitor: 'q', type: 'identify', id: 'quiet', data: { a: 1 } },
    ])
    expect(await quiet.ask(`sessions/${quiet.sessions[0]}`)).toMatchObject({
      distinctId: 'quiet',
      firstAt: '2026-01-05T10:00:00.000Z',
      lastAt: '2026-01-05T10:00:00.000Z',
      visits: 0,
      views: 0,
      events: 0,
      totaltime: 0,
    })
  })

  test('a reset makes it unknown', async () => {
    const reset = await openSite(server, rows.slice(0, 1))
    server.setNow('2026-01-05T15:00:00Z')
    await server.ask(`/api/websites/${reset.id}/reset`, { body: {} })
    expect(await reset.status(`sessions/${reset.sessions[0]}`)).toBe(404)
  })
})
