// Revenue filtered by where payers came from: by the row that the lists credit, the session's first one
// in the range.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { startServer, type TestServer } from '../../support/app.ts'
import { days, openSite, type Site } from '../../support/statistics.ts'
import { chrome, type Row } from '../../support/visits.ts'

let server: TestServer
let site: Site
const day = days('2026-03-02')

const shop = { hostname: 'www.shop.example' }
const own = 'https://shop.example/'
const buy = (revenue: number) => ({ name: 'buy', data: { revenue, currency: 'EUR' } })

/**
 * Ann lands from Google and pays 5 on an inner page, Ben types the address and pays 7, Cid lands from a
 * newsletter, pays 11 and goes on from Google. Dan's day begins inside the site; he pays 13. Eve lands
 * from Google and pays nothing.
 */
const rows: Row[] = [
  {
    ...shop,
    at: '2026-03-02T10:00:00Z',
    visitor: 'ann',
    url: '/',
    referrer: 'https://google.com/',
  },
  { ...shop, at: '2026-03-02T10:01:00Z', visitor: 'ann', url: '/cart', referrer: own },
  { ...shop, at: '2026-03-02T10:02:00Z', visitor: 'ann', url: '/cart', referrer: own, ...buy(5) },
  { ...shop, at: '2026-03-02T11:00:00Z', visitor: 'ben', url: '/', userAgent: chrome },
  {
    ...shop,
    at: '2026-03-02T11:01:00Z',
    visitor: 'ben',
    url: '/cart',
    referrer: own,
    userAgent: chrome,
    ...buy(7),
  },
  { ...shop, at: '2026-03-02T12:00:00Z', visitor: 'cid', url: '/?utm_medium=email' },
  { ...shop, at: '2026-03-02T12:01:00Z', visitor: 'cid', url: '/cart', referrer: own, ...buy(11) },
  {
    ...shop,
    at: '2026-03-02T12:02:00Z',
    visitor: 'cid',
    url: '/',
    referrer: 'https://google.com/',
  },
  { ...shop, at: '2026-03-02T13:00:00Z', visitor: 'dan', url: '/cart', referrer: own, ...buy(13) },
  {
    ...shop,
    at: '2026-03-02T14:00:00Z',
    visitor: 'eve',
    url: '/',
    referrer: 'https://google.com/',
  },
]

beforeAll(async () => {
  server = await startServer()
  site = await openSite(server, rows)
})
afterAll(() => server.stop())

const ask = (path: string, filters: Record<string, string> = {}) =>
  site.ask(`${path}?${day}&currency=EUR&${new URLSearchParams(filters)}`)
const sum = async (filters: Record<string, string>) =>
  ((await ask('revenue/stats', filters)) as { sum: number }).sum

describe('a row of a list filters to its own number', () => {
  test.each([
    [
      'channel',
      [
        { name: 'Unknown', value: 13 },
        { name: 'email', value: 11 },
        { name: 'direct', value: 7 },
        { name: 'organicSearch', value: 5 },
      ],
    ],
    [
      'referrer',
      [
        { name: '', value: 18 },
        { name: 'shop.example', value: 13 },
        { name: 'google.com', value: 5 },
      ],
    ],
  ])('%s', async (type, list) => {
    expect(await ask('revenue/metrics', { type })).toEqual(list)
    for (const row of list) {
      const filter = { [type]: `eq.${row.name}` }
      expect(await sum(filter)).toBe(row.value)
      expect(await ask('revenue/metrics', { type, ...filter })).toEqual([row])
      expect(await ask('revenue/chart', { ...filter, unit: 'day' })).toMatchObject({
        chart: [{ y: row.value }],
      })
      expect(await ask('revenue/currencies', filter)).toMatchObject([{ sum: row.value }])
      expect(await sum({ [type]: `neq.${row.name}` })).toBe(36 - row.value)
    }
  })
})

test.each([
  ['channel=organicSearch,email', 16],
  ['channel=c.ORGANIC', 5],
  ['channel=dnc.organic', 31],
  ['channel=re.^(d|e)', 18],
  ['channel=nre.^(d|e)', 18],
  ['referrer=c.google', 5],
  ['referrer=dnc.google', 31],
  ['referrer=re.^$', 18],
  ['referrer=nre.^$', 18],
  // Other filters choose payments by their own row.
  ['channel=organicSearch&path=/', 0],
  ['channel=organicSearch&path=/cart', 5],
  ['channel=organicSearch&browser=chrome&match=any', 12],
  ['referrer=google.com&channel=email', 0],
  ['referrer=google.com&channel=email&match=any', 16],
])('%s', async (filters, expected) => {
  expect(await sum(Object.fromEntries(new URLSearchParams(filters)))).toBe(expected)
})

test('in the list of payers and in the report too', async () => {
  expect(await ask('revenue/sessions', { channel: 'organicSearch' })).toMatchObject({
    count: 1,
    data: [{ id: site.sessions[0] }],
  })
  const { body } = await server.ask('/api/reports/revenue', {
    body: {
      websiteId: site.id,
      startDate: '2026-03-02',
      endDate: '2026-03-02T23:59:59.999Z',
      currency: 'EUR',
      filters: { channel: 'organicSearch' },
    },
  })
  expect(body).toMatchObject({
    total: { sum: 5 },
    channel: [{ name: 'organicSearch', value: 5 }],
    referrer: [{ name: 'google.com', value: 5 }],
  })
})
