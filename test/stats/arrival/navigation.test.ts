// Navigation inside a site is no arrival: it has no channel, is in no list of origins, and no filter
// on origins keeps it.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { startServer, type TestServer } from '../../support/app.ts'
import { days, openSite, type Site } from '../../support/statistics.ts'

let server: TestServer
let site: Site
const day = days('2026-03-02')

beforeAll(async () => {
  server = await startServer()
  const shop = { hostname: 'www.shop.example' }
  const own = 'https://www.shop.example'
  site = await openSite(server, [
    {
      at: '2026-03-02T10:00:00Z',
      visitor: 'one',
      url: '/',
      ...shop,
      referrer: 'https://www.google.com/',
    },
    { at: '2026-03-02T10:01:00Z', visitor: 'one', url: '/b', ...shop, referrer: `${own}/` },
    { at: '2026-03-02T10:02:00Z', visitor: 'one', url: '/c', ...shop, referrer: '/b' },
    { at: '2026-03-02T11:00:00Z', visitor: 'two', url: '/', ...shop },
    // The same host without www. and with a port.
    {
      at: '2026-03-02T11:01:00Z',
      visitor: 'two',
      url: '/b?gclid=1',
      ...shop,
      referrer: 'http://shop.example:8080/?x=1',
    },
  ])
})
afterAll(() => server.stop())

const five = (pageviews: number, visitors: number) => ({ pageviews, visitors })

describe('channels', () => {
  test('are of arrivals only', async () => {
    expect(await site.ask(`metrics?${day}&type=channel`)).toEqual([
      { x: 'direct', y: 1 },
      { x: 'organicSearch', y: 1 },
    ])
    expect(await site.ask(`metrics/expanded?${day}&type=channel`)).toMatchObject([
      { name: 'direct', ...five(1, 1), visits: 1, bounces: 1 },
      { name: 'organicSearch', ...five(1, 1), visits: 1, bounces: 1 },
    ])
    expect(await site.ask(`values?${day}&type=channel`)).toEqual([
      { value: 'direct', count: 1 },
      { value: 'organicSearch', count: 1 },
    ])
  })
})

describe('filters on origins keep arrivals only', () => {
  test.each([
    ['channel=direct', 1],
    ['channel=neq.direct', 1],
    ['channel=neq.email', 2],
    ['channel=dnc.organic', 1],
    ['channel=nre.^p', 2],
    ['channel=re.^$', 0],
    ['referrer=google.com', 1],
    ['referrer=neq.google.com', 1],
    ['referrer=dnc.google', 1],
    ['referrer=nre.google', 1],
    ['referrer=re.^$', 1],
    ['referrer=c.shop.example', 0],
    ['referrer=shop.example', 0],
    ['channel=direct&path=/b', 0],
    ['path=/b', 2],
    // Any of several never keeps less than one of them alone.
    ['channel=direct&path=/b&match=any', 3],
    ['referrer=google.com&path=/b&match=any', 3],
    ['referrer=neq.google.com&path=/c&match=any', 2],
    ['channel=email&browser=firefox&match=any', 5],
    ['channel=organicSearch&referrer=neq.google.com&match=any', 2],
  ])('%s', async (filter, views) => {
    expect(await site.ask(`stats?${day}&${filter}`)).toMatchObject({ pageviews: views })
    const { count } = (await site.ask(`events?${day}&${filter}`)) as { count: number }
    expect(count).toBe(views)
  })

  test('in a cohort of any of its filters too', async () => {
    const { body } = await server.ask<{ id: string }>(`/api/websites/${site.id}/segments`, {
      body: {
        type: 'cohort',
        name: 'Arrived, or read',
        parameters: {
          filters: [
            { name: 'channel', operator: 'eq', value: 'email' },
            { name: 'path', operator: 'eq', value: '/c' },
          ],
          match: 'any',
          dateRange: `range:${Date.parse('2026-03-02')}:${Date.parse('2026-03-03')}`,
          action: { type: 'path', value: '/c' },
        },
      },
    })
    expect(await site.ask(`stats?${day}&cohort=${body.id}`)).toMatchObject({ visitors: 1 })
  })

  test.each([
    ['referrer', 'neq', 'google.com', 1],
    ['channel', 'neq', 'organicSearch', 1],
    ['channel', 'nre', 'x', 2],
  ])('in cohorts: %s %s %s', async (name, operator, value, visitors) => {
    const cohort = async (action: string) => {
      const { body } = await server.ask<{ id: string }>(`/api/websites/${site.id}/segments`, {
        body: {
          type: 'cohort',
          name: 'Arrived',
          parameters: {
            filters: [{ name, operator, value }],
            dateRange: `range:${Date.parse('2026-03-02')}:${Date.parse('2026-03-03')}`,
            action: { type: 'path', value: action },
          },
        },
      })
      return body.id
    }
    const stats = async (action: string) => site.ask(`stats?${day}&cohort=${await cohort(action)}`)
    expect(await stats('/')).toMatchObject({ visitors })
    // Both came to /b by a click.
    expect(await stats('/b')).toMatchObject({ visitors: 0 })
  })
})

describe('lists of origins', () => {
  test('have no own host', async () => {
    expect(await site.ask(`metrics?${day}&type=referrer`)).toEqual([{ x: 'google.com', y: 1 }])
    expect(await site.ask(`metrics?${day}&type=domain`)).toEqual([{ x: 'google.com', y: 1 }])
    expect(await site.ask(`metrics/expanded?${day}&type=referrer`)).toMatchObject([
      { name: 'google.com', ...five(1, 1) },
    ])
    expect(await site.ask(`values?${day}&type=referrer`)).toEqual([
      { value: 'google.com', count: 1 },
    ])
  })

  test('a breakdown has a group of its own for them', async () => {
    const { body } = await server.ask('/api/reports/breakdown', {
      body: {
        websiteId: site.id,
        startDate: '2026-03-02T00:00:00Z',
        endDate: '2026-03-02T23:59:59Z',
        fields: ['referrer'],
      },
    })
    expect(body).toMatchObject([
      { referrer: 'shop.example', views: 3, visitors: 2 },
      { referrer: 'google.com', views: 1, visitors: 1 },
      { referrer: null, views: 1, visitors: 1 },
    ])
  })
})

describe('revenue', () => {
  test('of a session that begins inside is of no channel and of the own host', async () => {
    const sale = { name: 'buy', data: { revenue: 20, currency: 'EUR' }, hostname: 'localhost:3000' }
    const paid = await openSite(server, [
      {
        at: '2026-03-02T12:00:00Z',
        visitor: 'inner',
        url: '/cart',
        referrer: 'http://localhost:3000/',
        ...sale,
      },
      {
        at: '2026-03-02T12:00:00Z',
        visitor: 'typed',
        url: '/cart',
        ...sale,
        data: { revenue: 5, currency: 'EUR' },
      },
    ])
    const by = (type: string) => paid.ask(`revenue/metrics?${day}&currency=EUR&type=${type}`)
    expect(await by('channel')).toEqual([
      { name: 'Unknown', value: 20 },
      { name: 'direct', value: 5 },
    ])
    expect(await by('referrer')).toEqual([
      { name: 'localhost', value: 20 },
      { name: '', value: 5 },
    ])
  })
})

test('a page that only its own address places is inside too', async () => {
  const alone = await openSite(server, [
    {
      at: '2026-03-02T10:00:00Z',
      visitor: 'one',
      url: 'https://shop.example/b',
      hostname: undefined,
      referrer: '/a',
    },
  ])
  expect(await alone.ask(`metrics?${day}&type=channel`)).toEqual([])
  expect(await alone.ask(`metrics?${day}&type=referrer`)).toEqual([])
})

describe('what is not inside', () => {
  test('a subdomain is another host, and a referrer without a host is none', async () => {
    const other = await openSite(server, [
      {
        at: '2026-03-02T10:00:00Z',
        visitor: 'subdomain',
        url: '/',
        referrer: 'https://blog.example.com/',
      },
      { at: '2026-03-02T10:00:00Z', visitor: 'blank', url: '/', referrer: 'about:blank' },
      { at: '2026-03-02T10:00:00Z', visitor: 'file', url: '/', referrer: 'file:///home/a.html' },
      {
        at: '2026-03-02T10:00:00Z',
        visitor: 'app',
        url: '/',
        referrer: 'android-app://org.example.reader/',
      },
    ])
    expect(await other.ask(`metrics?${day}&type=channel`)).toEqual([
      { x: 'direct', y: 2 },
      { x: 'referral', y: 2 },
    ])
    expect(await other.ask(`metrics?${day}&type=referrer`)).toEqual([
      { x: 'blog.example.com', y: 1 },
      { x: 'org.example.reader', y: 1 },
    ])
  })
})
