// Small scenarios that separate right numbers from nearly right ones. The item is named where others
// of the same list are in the tests of their subject.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { emptyEvent } from '../../../src/collect/shape/columns.ts'
import { emptyHit, type Hit } from '../../../src/collect/shape/hit.ts'
import { startServer, type TestServer } from '../../support/app.ts'
import { days, openSite } from '../../support/statistics.ts'
import { chrome, firefox, type Row } from '../../support/visits.ts'

const range = days('2026-01-05')
const dates = { startDate: '2026-01-05', endDate: '2026-01-06' }

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const report = async (type: string, websiteId: string, parameters: object) =>
  (await server.ask(`/api/reports/${type}`, { body: { websiteId, parameters, ...dates } })).body

describe('item 3: referrers on the own host', () => {
  /** Collection drops such referrers; rows that came to the store otherwise may have them. */
  const importView = (
    id: string,
    hostname: string,
    referrerDomain: string | null,
    referrerPath = '/',
  ) => {
    const hit: Hit = {
      ...emptyHit,
      target: server.app.targets.findNumber('website', id) as number,
      sessionId: crypto.randomUUID(),
      visitHour: Date.parse('2026-01-05T10:00:00Z') / 3_600_000,
      at: Date.parse('2026-01-05T10:00:00Z'),
      event: { ...emptyEvent, urlPath: '/', hostname, referrerDomain, referrerPath },
    }
    return server.app.writer.add(hit)
  }

  test('are navigation: in no list of origins, but a group of a breakdown', async () => {
    const site = await openSite(server, [
      { at: '2026-01-05T10:00:00Z', visitor: 'a', url: '/', referrer: 'https://t.co/x' },
    ])
    await importView(site.id, 'example.com', 'example.com')
    await importView(site.id, 'www.Example.com', 'example.com')
    const lists = async (path: string) =>
      ((await site.ask(`${path}&${range}`)) as { x?: string; name?: string }[]).map(
        ({ x, name }) => x ?? name,
      )
    expect(await lists('metrics?type=referrer')).toEqual(['t.co'])
    expect(await lists('metrics?type=domain')).toEqual(['t.co'])
    expect(await lists('metrics/expanded?type=domain')).toEqual(['twitter.com'])
    expect(await lists('metrics?type=channel')).toEqual(['organicSocial'])
    expect(await site.ask(`values?type=referrer&${range}`)).toEqual([{ value: 't.co', count: 1 }])
    // A filter on referrers takes them out; rows without any referrer would stay.
    expect(await site.ask(`stats?referrer=neq.t.co&${range}`)).toMatchObject({ pageviews: 0 })
    expect(await site.ask(`stats?${range}`)).toMatchObject({ pageviews: 3 })
    const numbers = { bounces: 1, totaltime: 0 }
    expect(await report('breakdown', site.id, { fields: ['referrer'] })).toEqual([
      { referrer: 'example.com', views: 2, visitors: 2, visits: 2, ...numbers, bounces: 2 },
      { referrer: 't.co', views: 1, visitors: 1, visits: 1, ...numbers },
    ])
  })

  test('are recognized by the path in rows stored before, a path of no address is not', async () => {
    const site = await openSite(server, [])
    await importView(site.id, 'www.example.com:8080', null)
    // What about:blank left.
    await importView(site.id, 'example.com', null, 'blank')
    expect(await site.ask(`metrics?type=channel&${range}`)).toEqual([{ x: 'direct', y: 1 }])
    expect(await site.ask(`stats?referrer=neq.t.co&${range}`)).toMatchObject({ pageviews: 1 })
    expect(await report('breakdown', site.id, { fields: ['referrer'] })).toMatchObject([
      { referrer: 'example.com', views: 1 },
      { referrer: null, views: 1 },
    ])
  })

  test('are dropped by collection, with or without www', async () => {
    const site = await openSite(server, [
      { at: '2026-01-05T10:00:00Z', visitor: 'a', url: '/', referrer: 'https://example.com/a' },
      { at: '2026-01-05T10:00:01Z', visitor: 'a', url: '/', referrer: 'https://www.example.com' },
      {
        at: '2026-01-05T10:00:02Z',
        visitor: 'a',
        url: '/',
        hostname: 'www.example.com',
        referrer: 'https://example.com/',
      },
    ])
    expect(await site.ask(`metrics?type=referrer&${range}`)).toEqual([])
    expect(await site.ask(`metrics?type=channel&${range}`)).toEqual([])
    const { data } = (await site.ask(`events?${range}`)) as { data: { referrerDomain: unknown }[] }
    expect(data.map(({ referrerDomain }) => referrerDomain)).toEqual([null, null, null])
    expect(await report('breakdown', site.id, { fields: ['referrer'] })).toMatchObject([
      { referrer: 'example.com', views: 3 },
    ])
  })
})

test('item 8: entries and exits are chosen before filters', async () => {
  // Anna (Chrome): /in, /mid, /out. Ben (Firefox): /mid alone.
  const anna = { visitor: 'anna', userAgent: chrome }
  const site = await openSite(server, [
    { at: '2026-01-05T10:00:00Z', ...anna, url: '/in', title: 'First' },
    { at: '2026-01-05T10:01:00Z', ...anna, url: '/mid', title: 'Mid' },
    { at: '2026-01-05T10:02:00Z', ...anna, url: '/out', title: 'Last' },
    { at: '2026-01-05T11:00:00Z', visitor: 'ben', userAgent: firefox, url: '/mid', title: 'Mid' },
  ])
  const metric = (query: string) => site.ask(`metrics?${range}&${query}`)
  expect(await metric('type=entry&browser=chrome')).toEqual([{ x: '/in', y: 1 }])
  expect(await metric('type=exit&browser=chrome')).toEqual([{ x: '/out', y: 1 }])
  expect(await metric('type=entry&browser=chrome&title=Mid')).toEqual([{ x: '/in', y: 1 }])
  expect(await metric('type=exit&title=Mid')).toEqual([
    { x: '/mid', y: 1 },
    { x: '/out', y: 1 },
  ])
})

test('item 9: wildcards of funnel steps are at the ends only', async () => {
  const view = (visitor: string, minute: number, url: string): Row => ({
    at: `2026-01-05T10:0${minute}:00Z`,
    visitor,
    url,
  })
  // a: /ab then /b. b: /ca then /xb. c: /a then /c%d.
  const site = await openSite(server, [
    view('a', 0, '/ab'),
    view('a', 1, '/b'),
    view('b', 0, '/ca'),
    view('b', 1, '/xb'),
    view('c', 0, '/a'),
    view('c', 1, '/c%25d'),
  ])
  const reached = async (...values: string[]) => {
    const steps = values.map((value) => ({ type: 'path', value }))
    const rows = (await report('funnel', site.id, { steps, window: 1 })) as { visitors: number }[]
    return rows.map(({ visitors }) => visitors)
  }
  // /a*: /ab and /a. *b: /ab, /b, /xb. *a*: /ab, /ca, /a.
  expect(await reached('/a*', '*b')).toEqual([2, 1])
  expect(await reached('*a*', '*b')).toEqual([3, 2])
  expect(await reached('*b', '/b')).toEqual([2, 1])
  expect(await reached('*a*', '/c%d')).toEqual([3, 1])
  expect(await reached('*a*', '/c%')).toEqual([3, 0])
  expect(await reached('/*b', '*')).toEqual([0, 0])
})

test('item 16: pages are disjoint and complete under equal times', async () => {
  // Twelve visitors, each with an event, at one instant.
  const at = '2026-01-05T10:00:00.000Z'
  const site = await openSite(
    server,
    Array.from({ length: 12 }, (_, number): Row[] => [
      { at, visitor: `v${number}`, type: 'identify', data: { plan: 'pro' } },
      {
        at,
        visitor: `v${number}`,
        url: '/',
        name: 'buy',
        data: { revenue: 1, currency: 'USD' },
      },
    ]).flat(),
  )
  const lists: [path: string, id: string][] = [
    ['events?', 'id'],
    ['event-data?', 'eventId'],
    ['event-data-pivot?eventName=buy&', 'eventId'],
    ['sessions?', 'id'],
    ['session-data-pivot?propertyName=plan&', 'sessionId'],
    ['revenue/sessions?currency=USD&', 'id'],
  ]
  for (const [path, id] of lists) {
    const seen = new Set<unknown>()
    for (const [page, size] of [
      [1, 5],
      [2, 5],
      [3, 2],
      [4, 0],
    ]) {
      const answer = await site.ask(`${path}${range}&pageSize=5&page=${page}`)
      const { data, count } = answer as { data: Record<string, unknown>[]; count: number }
      expect([path, page, count, data.length]).toEqual([path, page, 12, size])
      for (const row of data) seen.add(row[id])
    }
    expect([path, seen.size]).toEqual([path, 12])
  }
})
