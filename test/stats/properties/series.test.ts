// One property over time and in numbers, of events and of sessions.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { startServer, type TestServer } from '../../support/app.ts'
import { days, openSite, type Site } from '../../support/statistics.ts'

const range = days('2026-01-05', '2026-01-06')

let server: TestServer
let site: Site
beforeAll(async () => {
  server = await startServer()
  site = await openSite(server, [
    {
      at: '2026-01-05T10:00:00Z',
      visitor: 'anna',
      url: '/',
      name: 'buy',
      data: { plan: 'pro', price: 10, tags: ['x', 'y', 'x'], born: '1969-12-31T20:00:00Z' },
    },
    {
      at: '2026-01-05T10:30:00Z',
      visitor: 'ben',
      url: '/',
      name: 'buy',
      data: { plan: 'pro', price: 2.5, tags: ['y'], born: '2030-07-01T12:00:00Z' },
    },
    {
      at: '2026-01-05T11:00:00Z',
      visitor: 'ben',
      url: '/',
      name: 'buy',
      data: { plan: 'free', price: -1, tags: 'x', born: '2030-07-01T20:00:00Z' },
    },
    { at: '2026-01-05T11:10:00Z', visitor: 'ben', url: '/', name: 'look', data: { price: 500 } },
    // The price of a text is no number.
    { at: '2026-01-06T08:00:00Z', visitor: 'cara', url: '/', name: 'buy', data: { price: 'high' } },
    {
      at: '2026-01-05T12:00:00Z',
      visitor: 'anna',
      type: 'identify',
      data: { seats: 3, roles: ['a', 'a', 'b'] },
    },
    // Said after the range, about a session in it.
    {
      at: '2026-01-09T12:00:00Z',
      visitor: 'ben',
      type: 'identify',
      data: { seats: 6, since: '2020-02-29T23:30:00Z' },
    },
    {
      at: '2026-01-06T08:10:00Z',
      visitor: 'cara',
      type: 'identify',
      data: { seats: 4, roles: ['b'] },
    },
  ])
})
afterAll(() => server.stop())

const ofEvents = (name: string, more = '') =>
  site.ask(`event-data-pivot/${name}?${range}&unit=hour&eventName=buy${more}`)
const ofSessions = (name: string, more = '') =>
  site.ask(`session-data/${name}?${range}&unit=hour${more}`)

describe('of events', () => {
  test('values are counted per bucket', async () => {
    expect(await ofEvents('property-series', '&propertyName=plan')).toEqual([
      { x: 'pro', t: '2026-01-05T10:00:00Z', y: 2 },
      { x: 'free', t: '2026-01-05T11:00:00Z', y: 1 },
    ])
  })

  test('elements of lists are counted one by one, and other values are none', async () => {
    expect(await ofEvents('array-series', '&propertyName=tags')).toEqual([
      { x: 'x', t: '2026-01-05T10:00:00Z', y: 2 },
      { x: 'y', t: '2026-01-05T10:00:00Z', y: 2 },
    ])
  })

  test('dates are counted by their own day in the zone, also those before 1970', async () => {
    expect(await ofEvents('date-series', '&propertyName=born')).toEqual([
      { t: '1969-12-31T00:00:00Z', y: 1 },
      { t: '2030-07-01T00:00:00Z', y: 2 },
    ])
    // Berlin: one hour ahead in 1969, two in the summer of 2030.
    expect(await ofEvents('date-series', '&propertyName=born&timezone=Europe/Berlin')).toEqual([
      { t: '1969-12-30T23:00:00Z', y: 1 },
      { t: '2030-06-30T22:00:00Z', y: 2 },
    ])
    expect(await ofEvents('date-series', '&propertyName=born&timezone=Asia/Tokyo')).toEqual([
      { t: '1969-12-31T15:00:00Z', y: 1 },
      { t: '2030-06-30T15:00:00Z', y: 1 },
      { t: '2030-07-01T15:00:00Z', y: 1 },
    ])
  })

  test('numbers are added, averaged or counted per bucket', async () => {
    const [ten, eleven] = ['2026-01-05T10:00:00Z', '2026-01-05T11:00:00Z']
    const sums = [
      { t: ten, y: 12.5 },
      { t: eleven, y: -1 },
    ]
    expect(await ofEvents('numeric-series', '&propertyName=price')).toEqual(sums)
    expect(await ofEvents('numeric-series', '&propertyName=price&metric=sum')).toEqual(sums)
    expect(await ofEvents('numeric-series', '&propertyName=price&metric=avg')).toEqual([
      { t: ten, y: 6.25 },
      { t: eleven, y: -1 },
    ])
    expect(await ofEvents('numeric-series', '&propertyName=price&metric=count')).toEqual([
      { t: ten, y: 2 },
      { t: eleven, y: 1 },
    ])
  })

  test('numbers of the whole range', async () => {
    // −1, 2.5, 10.
    expect(await ofEvents('numeric-stats', '&propertyName=price')).toEqual({
      total: 11.5,
      average: 11.5 / 3,
      median: 2.5,
      min: -1,
      max: 10,
    })
    expect(await ofEvents('numeric-stats', '&propertyName=plan')).toEqual({
      total: 0,
      average: 0,
      median: 0,
      min: 0,
      max: 0,
    })
  })

  test('filters on properties choose events', async () => {
    expect(await ofEvents('numeric-series', '&propertyName=price&pf_plan=eq.pro')).toEqual([
      { t: '2026-01-05T10:00:00Z', y: 12.5 },
    ])
  })
})

describe('of sessions', () => {
  test('each counts once, when it was first there, whenever its value was given', async () => {
    expect(await ofSessions('numeric-series', '&propertyName=seats')).toEqual([
      { t: '2026-01-05T10:00:00Z', y: 9 },
      { t: '2026-01-06T08:00:00Z', y: 4 },
    ])
    expect(await ofSessions('property-series', '&propertyName=seats')).toEqual([
      { x: '3', t: '2026-01-05T10:00:00Z', y: 1 },
      { x: '6', t: '2026-01-05T10:00:00Z', y: 1 },
      { x: '4', t: '2026-01-06T08:00:00Z', y: 1 },
    ])
    expect(await ofSessions('numeric-stats', '&propertyName=seats')).toEqual({
      total: 13,
      average: 13 / 3,
      median: 4,
      min: 3,
      max: 6,
    })
    expect(await ofSessions('date-series', '&propertyName=since&timezone=Asia/Tokyo')).toEqual([
      { t: '2020-02-29T15:00:00Z', y: 1 },
    ])
  })

  test('one with the same element twice counts once for it', async () => {
    expect(await ofSessions('array-series', '&propertyName=roles')).toEqual([
      { x: 'a', t: '2026-01-05T10:00:00Z', y: 1 },
      { x: 'b', t: '2026-01-05T10:00:00Z', y: 1 },
      { x: 'b', t: '2026-01-06T08:00:00Z', y: 1 },
    ])
  })
})

test('what names no property, no event or another metric is refused', async () => {
  expect(await site.status(`event-data-pivot/numeric-series?${range}&eventName=buy`)).toBe(400)
  expect(await site.status(`event-data-pivot/numeric-stats?${range}&propertyName=price`)).toBe(400)
  expect(await site.status(`session-data/property-series?${range}`)).toBe(400)
  expect(
    await site.status(`session-data/numeric-series?${range}&propertyName=seats&metric=max`),
  ).toBe(400)
})
