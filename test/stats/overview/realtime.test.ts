import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { startServer, type TestServer } from '../../support/app.ts'
import { openSite, type Site } from '../../support/statistics.ts'
import { chrome } from '../../support/visits.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const us = { 'cf-ipcountry': 'US' }

describe('realtime', () => {
  let site: Site
  const now = '2026-01-05T10:30:20.000Z'
  /**
   * Asked at 10:30:20, so from 10:00:00 on. Anna (Chrome, US) looks twice, in two minutes, and buys
   * in the second; Ben looks in that minute too. One view is a millisecond too old.
   */
  beforeAll(async () => {
    site = await openSite(server, [
      { at: '2026-01-05T09:59:59.999Z', visitor: 'old', url: '/old' },
      {
        at: '2026-01-05T10:00:00.000Z',
        visitor: 'anna',
        url: '/',
        referrer: 'https://t.co/x',
        headers: us,
        userAgent: chrome,
      },
      {
        at: '2026-01-05T10:20:10.000Z',
        visitor: 'anna',
        url: '/a',
        headers: us,
        userAgent: chrome,
      },
      { at: '2026-01-05T10:20:11.000Z', visitor: 'ben', url: '/a' },
      {
        at: '2026-01-05T10:20:12.000Z',
        visitor: 'anna',
        url: '/a',
        name: 'buy',
        headers: us,
        userAgent: chrome,
      },
      {
        at: '2026-01-05T10:20:13.000Z',
        visitor: 'ben',
        type: 'performance',
        url: '/a',
        lcp: 1,
      },
    ])
  })
  const ask = async (query = '') => {
    server.setNow(now)
    return (await server.ask(`/api/realtime/${site.id}?${query}`)).body
  }

  test('shows the last half hour', async () => {
    const anna = {
      sessionId: site.sessions[1],
      browser: 'chrome',
      os: 'Windows 10',
      device: 'desktop',
      country: 'US',
      hostname: 'example.com',
    }
    const ben = {
      __type: 'pageview',
      sessionId: site.sessions[3],
      eventName: null,
      createdAt: '2026-01-05T10:20:11.000Z',
      browser: 'firefox',
      os: 'Linux',
      device: 'desktop',
      country: null,
      urlPath: '/a',
      referrerDomain: null,
      hostname: 'example.com',
    }
    const first = {
      __type: 'pageview',
      ...anna,
      eventName: null,
      createdAt: '2026-01-05T10:00:00.000Z',
      urlPath: '/',
      referrerDomain: 't.co',
    }
    const second = {
      ...first,
      createdAt: '2026-01-05T10:20:10.000Z',
      urlPath: '/a',
      referrerDomain: null,
    }
    expect(await ask()).toEqual({
      countries: { US: 1 },
      urls: { '/a': 3, '/': 1 },
      referrers: { 't.co': 1 },
      events: [
        { ...second, __type: 'event', eventName: 'buy', createdAt: '2026-01-05T10:20:12.000Z' },
        ben,
        { ...ben, __type: 'session' },
        second,
        first,
        { ...first, __type: 'session' },
      ],
      series: {
        views: [
          { x: '2026-01-05T10:00:00Z', t: '2026-01-05T10:00:00Z', y: 1 },
          { x: '2026-01-05T10:20:00Z', t: '2026-01-05T10:20:00Z', y: 2 },
        ],
        visitors: [
          { x: '2026-01-05T10:00:00Z', t: '2026-01-05T10:00:00Z', y: 1 },
          { x: '2026-01-05T10:20:00Z', t: '2026-01-05T10:20:00Z', y: 2 },
        ],
      },
      // Visitors are summed over minutes, so Anna counts twice.
      totals: { views: 3, visitors: 3, events: 1, countries: 1 },
      timestamp: Date.parse(now),
    })
  })

  test('takes filters, and refuses bad ones', async () => {
    expect(await ask('country=US')).toMatchObject({
      urls: { '/': 1, '/a': 2 },
      totals: { views: 2, visitors: 2, events: 1, countries: 1 },
    })
    expect(await ask('path=/a&browser=firefox')).toMatchObject({ totals: { views: 1, events: 0 } })
    expect(await ask('startAt=1&endAt=2&unit=year')).toMatchObject({ totals: { views: 3 } })
    for (const query of ["timezone='; drop table event--", 'path=re.(', 'eventType=x']) {
      const { status } = await server.ask(`/api/realtime/${site.id}?${query}`)
      expect(status).toBe(400)
    }
  })

  test('names of object members are only names', async () => {
    const odd = await openSite(server, [
      { at: '2026-01-05T10:20:00Z', visitor: 'a', url: '/', referrer: 'https://__proto__/x' },
      { at: '2026-01-05T10:20:00Z', visitor: 'a', url: '/', referrer: 'https://constructor/x' },
    ])
    server.setNow(now)
    const { status, body } = await server.ask<{ referrers: object }>(`/api/realtime/${odd.id}`)
    expect(status).toBe(200)
    expect(Object.entries(body.referrers)).toContainEqual(['constructor', 1])
  })

  test('without visitors there is nothing', async () => {
    const quiet = await openSite(server, [])
    server.setNow(now)
    expect((await server.ask(`/api/realtime/${quiet.id}`)).body).toEqual({
      countries: {},
      urls: {},
      referrers: {},
      events: [],
      series: { views: [], visitors: [] },
      totals: { views: 0, visitors: 0, events: 0, countries: 0 },
      timestamp: Date.parse(now),
    })
  })
})
