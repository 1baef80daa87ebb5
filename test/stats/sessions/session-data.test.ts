import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { startServer, type TestServer } from '../../support/app.ts'
import { days, openSite, type Site } from '../../support/statistics.ts'
import { chrome } from '../../support/visits.ts'

const range = days('2026-01-05')

let server: TestServer
let site: Site
/**
 * Anna (Chrome) looks twice and buys; she first says plan free, a day later pro, and more.
 * Ben looks by two visits, plan pro. Cara looks, plan free. Dora says plan pro and does nothing.
 * Emil only came the day before.
 */
beforeAll(async () => {
  server = await startServer()
  const anna = { visitor: 'anna', id: 'anna', userAgent: chrome }
  const identify = (at: string, visitor: string, data: Record<string, unknown>) => ({
    at,
    visitor,
    id: visitor,
    type: 'identify' as const,
    data,
  })
  site = await openSite(server, [
    { at: '2026-01-04T09:00:00Z', visitor: 'emil', id: 'emil', url: '/' },
    identify('2026-01-04T09:00:01Z', 'emil', { plan: 'pro' }),
    { at: '2026-01-05T10:00:00Z', ...anna, url: '/' },
    identify('2026-01-05T10:00:01Z', 'anna', { plan: 'free', age: 40 }),
    { at: '2026-01-05T10:01:00Z', ...anna, url: '/a' },
    { at: '2026-01-05T10:02:00Z', ...anna, url: '/a', name: 'buy' },
    { at: '2026-01-05T11:00:00Z', visitor: 'ben', id: 'ben', url: '/' },
    identify('2026-01-05T11:00:01Z', 'ben', { plan: 'pro', age: 30.5 }),
    { at: '2026-01-05T13:00:00Z', visitor: 'ben', id: 'ben', url: '/' },
    { at: '2026-01-05T14:00:00Z', visitor: 'cara', id: 'cara', url: '/c' },
    identify('2026-01-05T14:00:01Z', 'cara', { plan: 'free' }),
    identify('2026-01-05T15:00:00Z', 'dora', { plan: 'pro' }),
    identify('2026-01-06T10:00:00Z', 'anna', {
      plan: 'pro',
      likes: ['x', 'y', 'x'],
      born: '1986-05-04T23:30:15Z',
      isStaff: false,
    }),
  ])
})
afterAll(() => server.stop())

test('sessions/:id/properties shows the last value of each name', async () => {
  const sessionId = site.sessions[2]
  const shown = (dataKey: string, dataType: number, stringValue: string, createdAt: string) => ({
    websiteId: site.id,
    sessionId,
    dataKey,
    dataType,
    stringValue,
    numberValue: null,
    dateValue: null,
    createdAt,
  })
  const later = '2026-01-06T10:00:00.000Z'
  expect(await site.ask(`sessions/${sessionId}/properties`)).toEqual([
    { ...shown('age', 2, '40', '2026-01-05T10:00:01.000Z'), numberValue: 40 },
    {
      ...shown('born', 3, '1986-05-04T23:30:15.000Z', later),
      dateValue: '1986-05-04T23:30:15.000Z',
    },
    shown('isStaff', 4, 'false', later),
    shown('likes', 5, '["x","y","x"]', later),
    shown('plan', 1, 'pro', later),
  ])
  expect(await site.ask(`sessions/${site.sessions[9]}/properties`)).toMatchObject([
    { dataKey: 'plan', stringValue: 'free' },
  ])
})

describe('session-data/properties', () => {
  const row = (propertyName: string, dataType: number, total: number) => ({
    propertyName,
    dataType,
    total,
  })

  test('counts sessions that did something, the most frequent first', async () => {
    // Anna, Ben and Cara; Dora did nothing and Emil came before.
    expect(await site.ask(`session-data/properties?${range}`)).toEqual([
      row('plan', 1, 3),
      row('age', 2, 2),
      row('born', 3, 1),
      row('isStaff', 4, 1),
      row('likes', 5, 1),
    ])
    expect(await site.ask(`session-data/properties?${range}&propertyName=age`)).toEqual([
      row('age', 2, 2),
    ])
    expect(await site.ask(`session-data/properties?${days('2025-01-05')}`)).toEqual([])
  })

  test.each([
    ['browser=chrome', 1],
    ['browser=firefox', 2],
    ['path=/', 2],
    ['path=/c', 1],
    ['event=buy', 1],
    ['distinctId=ben,cara', 2],
    ['path=/c&event=buy&match=any', 2],
    ['pf_age=number.gt.35', 1],
    ['pf_age=number.neq.40', 2],
    // Anna's plan was free once, and is no longer.
    ['pf_plan=string.eq.free', 1],
    ['pf_born=date.eq.1986-05-05&timezone=Asia/Tokyo', 1],
    ['pf_born=date.eq.1986-05-05', 0],
    ['pf_likes=array.c.y', 1],
    ['pf_isStaff=boolean.eq.false&pf_plan=c.P', 1],
  ])('%s keeps %d sessions', async (filter, total) => {
    expect(await site.ask(`session-data/properties?${range}&propertyName=plan&${filter}`)).toEqual(
      total === 0 ? [] : [row('plan', 1, total as number)],
    )
  })
})

describe('session-data/values', () => {
  test.each([
    // Sessions, not events: Anna's three rows count once, and so do Ben's two visits.
    [
      'propertyName=plan',
      [
        ['pro', 2],
        ['free', 1],
      ],
    ],
    [
      'propertyName=age',
      [
        ['30.5', 1],
        ['40', 1],
      ],
    ],
    ['propertyName=born', [['1986-05-04T23:00:00Z', 1]]],
    ['propertyName=isStaff', [['false', 1]]],
    ['propertyName=likes', [['["x","y","x"]', 1]]],
    // Anna's list has x twice, and is one session.
    [
      'propertyName=likes&dataType=5',
      [
        ['x', 1],
        ['y', 1],
      ],
    ],
    [
      'propertyName=age&dataType=2',
      [
        ['30.5', 1],
        ['40', 1],
      ],
    ],
    [
      'propertyName=age&dataType=number',
      [
        ['30.5', 1],
        ['40', 1],
      ],
    ],
    ['propertyName=age&dataType=1', []],
    ['propertyName=plan&browser=chrome', [['pro', 1]]],
    ['propertyName=other', []],
  ] as [string, [string, number][]][])('%s', async (query, expected) => {
    expect(await site.ask(`session-data/values?${range}&${query}`)).toEqual(
      expected.map(([value, total]) => ({ value, total })),
    )
  })

  test('needs a property', async () => {
    expect(await site.status(`session-data/values?${range}`)).toBe(400)
  })
})

describe('session-data/stats', () => {
  const row = (
    label: string,
    activity: number,
    sessions: number,
    visits: number,
    views: number,
    events: number,
  ) => ({ label, activity, sessions, visits, views, events })

  test.each([
    // pro: Anna's two views and event in one visit, Ben's two visits of a view. free: Cara.
    ['propertyName=plan', [row('pro', 5, 2, 3, 4, 1), row('free', 1, 1, 1, 1, 0)]],
    ['propertyName=age', [row('40', 3, 1, 1, 2, 1), row('30.5', 2, 1, 2, 2, 0)]],
    // The filter finds Anna by one row; all her rows count.
    ['propertyName=plan&event=buy', [row('pro', 3, 1, 1, 2, 1)]],
    ['propertyName=plan&pf_age=number.lt.40', [row('pro', 2, 1, 2, 2, 0)]],
    ['propertyName=likes', [row('["x","y","x"]', 3, 1, 1, 2, 1)]],
    ['propertyName=other', []],
  ])('%s', async (query, expected) => {
    expect(await site.ask(`session-data/stats?${range}&${query}`)).toEqual(expected)
  })

  test('needs a property', async () => {
    expect(await site.status(`session-data/stats?${range}`)).toBe(400)
  })
})

describe('session-data-pivot', () => {
  const anna = () => ({
    sessionId: site.sessions[2],
    distinctId: 'anna',
    createdAt: '2026-01-06T10:00:00.000Z',
    propertyKeys: ['age', 'born', 'isStaff', 'likes', 'plan'],
    propertyValues: ['40', '1986-05-04T23:30:15Z', 'false', '["x","y","x"]', 'pro'],
  })
  const ben = () => ({
    sessionId: site.sessions[6],
    distinctId: 'ben',
    createdAt: '2026-01-05T11:00:01.000Z',
    propertyKeys: ['age', 'plan'],
    propertyValues: ['30.5', 'pro'],
  })
  const cara = () => ({
    sessionId: site.sessions[9],
    distinctId: 'cara',
    createdAt: '2026-01-05T14:00:01.000Z',
    propertyKeys: ['plan'],
    propertyValues: ['free'],
  })
  const page = (data: unknown[], count: number, page = 1, pageSize = 20) => ({
    data,
    count,
    page,
    pageSize,
    isCapped: false,
  })

  test('all properties of the sessions that have one, by the time they got it', async () => {
    expect(await site.ask(`session-data-pivot?${range}&propertyName=plan`)).toEqual(
      page([anna(), cara(), ben()], 3),
    )
    // Ben's age came last, Anna's an hour before.
    expect(await site.ask(`session-data-pivot?${range}&propertyName=age`)).toEqual(
      page([ben(), anna()], 2),
    )
    const tokyo = await site.ask(
      `session-data-pivot?${range}&propertyName=born&timezone=Asia/Tokyo`,
    )
    expect(tokyo).toMatchObject({
      data: [{ propertyValues: ['40', '1986-05-05T08:30:15', 'false', '["x","y","x"]', 'pro'] }],
    })
  })

  test('pages and filters', async () => {
    const ask = (query: string) =>
      site.ask(`session-data-pivot?${range}&propertyName=plan&${query}`)
    expect(await ask('pageSize=2')).toEqual(page([anna(), cara()], 3, 1, 2))
    expect(await ask('pageSize=2&page=2')).toEqual(page([ben()], 3, 2, 2))
    expect(await ask('pageSize=2&page=3')).toEqual(page([], 3, 3, 2))
    expect(await ask('browser=firefox')).toEqual(page([cara(), ben()], 2))
    expect(await ask('pf_plan=eq.free')).toEqual(page([cara()], 1))
    expect(await site.status(`session-data-pivot?${range}`)).toBe(400)
  })

  test('a visitor without a name of their own has none', async () => {
    const nameless = await openSite(server, [
      { at: '2026-01-05T10:00:00Z', visitor: 'a', url: '/' },
      { at: '2026-01-05T10:00:01Z', visitor: 'a', type: 'identify', data: { plan: 'free' } },
    ])
    expect(await nameless.ask(`session-data-pivot?${range}&propertyName=plan`)).toMatchObject({
      data: [{ distinctId: '', sessionId: nameless.sessions[0] }],
    })
  })
})
