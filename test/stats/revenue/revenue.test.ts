import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { startServer, type TestServer } from '../../support/app.ts'
import { days, openSite, type Site } from '../../support/statistics.ts'
import { chrome, type Row } from '../../support/visits.ts'

let server: TestServer
let site: Site
beforeAll(async () => {
  server = await startServer()
  site = await openSite(server, rows)
})
afterAll(() => server.stop())

const sweden = { 'cf-ipcountry': 'SE', 'cf-region-code': 'AB', 'cf-ipcity': 'Stockholm' }
const anna = { visitor: 'anna', userAgent: chrome, headers: sweden }
const paid = (revenue: number | string, currency: string) => ({ data: { revenue, currency } })

/**
 * Anna (Chrome, Sweden) comes from Google and pays 0.1 and 0.2 dollars on /buy, and 7 euros. Ben
 * (Firefox, nowhere known) comes directly and renews for 100 dollars the day after. Cara looks on. Nobody pays in the days before but Anna, 50 dollars on the 4th.
 */
const rows: Row[] = [
  { at: '2026-01-04T10:00:00Z', ...anna, url: '/', name: 'buy', ...paid(50, 'USD') },
  {
    at: '2026-01-05T10:00:00Z',
    ...anna,
    url: '/',
    referrer: 'https://www.google.com/',
    forgets: true,
  },
  { at: '2026-01-05T10:01:00Z', ...anna, url: '/buy', name: 'buy', ...paid(0.1, 'USD') },
  { at: '2026-01-05T10:02:00Z', ...anna, url: '/buy', name: 'buy', ...paid('0.2', 'usd') },
  { at: '2026-01-05T10:03:00Z', ...anna, url: '/buy', name: 'tip', ...paid(7, 'EUR') },
  // Neither nothing nor a refund is revenue.
  { at: '2026-01-05T10:04:00Z', ...anna, url: '/buy', name: 'buy', ...paid(0, 'USD') },
  { at: '2026-01-05T10:05:00Z', ...anna, url: '/buy', name: 'buy', ...paid(-5, 'USD') },
  { at: '2026-01-06T09:00:00Z', visitor: 'ben', url: '/' },
  {
    at: '2026-01-06T09:01:00Z',
    visitor: 'ben',
    url: '/account',
    name: 'renew',
    ...paid(100, 'USD'),
  },
  { at: '2026-01-06T10:00:00Z', visitor: 'cara', url: '/' },
]
const range = days('2026-01-05', '2026-01-06')
const dollars = `${range}&currency=usd`

// Three sessions: Anna, Ben, Cara. Binary sums would give 0.30000000000000004 for Anna alone.
const both = {
  sum: 100.3,
  count: 3,
  unique_count: 2,
  total_sessions: 3,
  average: 100.3 / 3,
  arpu: 100.3 / 3,
}
// The two days before: Anna's 50 dollars, she being the only visitor.
const before = {
  sum: 50,
  count: 1,
  unique_count: 1,
  total_sessions: 1,
  average: 50,
  arpu: 50,
}
const nothing = { sum: 0, count: 0, unique_count: 0, total_sessions: 0, average: 0, arpu: 0 }
const chart = [
  { x: 'buy', t: '2026-01-05T00:00:00Z', y: 0.3, count: 2 },
  { x: 'renew', t: '2026-01-06T00:00:00Z', y: 100, count: 1 },
]

describe('revenue/stats', () => {
  test('sums exactly, one currency at a time, compared with the days before', async () => {
    expect(await site.ask(`revenue/stats?${dollars}`)).toEqual({ ...both, comparison: before })
    expect(await site.ask(`revenue/stats?${dollars}&compare=yoy`)).toEqual({
      ...both,
      comparison: nothing,
    })
    const euros = { sum: 7, count: 1, unique_count: 1, total_sessions: 3, average: 7, arpu: 7 / 3 }
    expect(await site.ask(`revenue/stats?${range}&currency=EUR`)).toEqual({
      ...euros,
      comparison: { ...nothing, total_sessions: 1 },
    })
    expect(await site.ask(`revenue/stats?${days('2026-01-05')}&currency=Usd`)).toEqual({
      ...{ sum: 0.3, count: 2, unique_count: 1, total_sessions: 1, average: 0.15, arpu: 0.3 },
      comparison: before,
    })
    expect(await site.ask(`revenue/stats?${days('2026-02-01')}&currency=USD`)).toEqual({
      ...nothing,
      comparison: nothing,
    })
  })

  test.each([
    ['browser=chrome', 0.3],
    ['country=SE', 0.3],
    ['path=/account', 100],
    ['path=/', 0],
    ['event=buy', 0.3],
    ['event=neq.buy', 100],
    ['city=Stockholm&event=renew&match=any', 100.3],
    ['eventType=1', 0],
    ['hostname=example.com', 100.3],
    ['title=x', 0],
    // Where payers came from is read from the row with which their session began in the range.
    ['referrer=google.com', 0.3],
    ['query=x', 0],
    ['tag=x', 0],
    ['os=x', 0],
    ['device=desktop', 100.3],
    ['region=SE-AB', 0.3],
    ['language=x', 0],
    ['distinctId=x', 0],
    ['utmSource=x', 0],
    ['utmMedium=x', 0],
    ['utmCampaign=x', 0],
    ['utmContent=x', 0],
    ['utmTerm=x', 0],
    ['excludeBounce=1', 100.3],
  ])('%s, of the event that was paid for, leaves %d', async (filter, sum) => {
    expect(await site.ask(`revenue/stats?${dollars}&${filter}`)).toMatchObject({
      sum,
      // Whatever the filters.
      total_sessions: 3,
    })
  })
})

describe('revenue/currencies', () => {
  test.each([
    // Three payments in dollars, one in euros; the dollars of the 4th lie before.
    [
      range,
      [
        ['USD', 3, 100.3],
        ['EUR', 1, 7],
      ],
    ],
    [days('2026-01-04'), [['USD', 1, 50]]],
    [`${range}&event=tip`, [['EUR', 1, 7]]],
    // One payment each: by code.
    [
      `${range}&path=/buy,/account&event=tip,renew`,
      [
        ['EUR', 1, 7],
        ['USD', 1, 100],
      ],
    ],
    [days('2026-02-01'), []],
  ])('%s: those that were paid in, most payments first', async (asked, found) => {
    expect(await site.ask(`revenue/currencies?${asked}`)).toEqual(
      found.map(([currency, count, sum]) => ({ currency, count, sum })),
    )
  })
})

describe('revenue/chart', () => {
  test('sums per event name and bucket', async () => {
    expect(await site.ask(`revenue/chart?${dollars}&unit=day`)).toEqual({ chart })
    expect(await site.ask(`revenue/chart?${dollars}&unit=day&timezone=Asia/Kolkata`)).toEqual({
      chart: [
        { ...chart[0], t: '2026-01-04T18:30:00Z' },
        { ...chart[1], t: '2026-01-05T18:30:00Z' },
      ],
    })
    expect(await site.ask(`revenue/chart?${dollars}&unit=month&event=renew`)).toEqual({
      chart: [{ ...chart[1], t: '2026-01-01T00:00:00Z' }],
    })
    expect(await site.ask(`revenue/chart?${range}&currency=XYZ`)).toEqual({ chart: [] })
  })

  test('with the compared period when one is asked for', async () => {
    expect(await site.ask(`revenue/chart?${dollars}&unit=day&compare=prev`)).toEqual({
      chart,
      compare: {
        chart: [{ x: 'buy', t: '2026-01-04T00:00:00Z', y: 50, count: 1 }],
        startDate: '2026-01-03T00:00:00.000Z',
        endDate: '2026-01-04T23:59:59.999Z',
      },
    })
  })
})

const places = [
  { name: null, value: 100 },
  { name: 'SE', value: 0.3 },
]
const regions = [
  { country: null, name: null, value: 100 },
  { country: 'SE', name: 'SE-AB', value: 0.3 },
]
const referrers = [
  { name: '', value: 100 },
  { name: 'google.com', value: 0.3 },
]
const channels = [
  { name: 'direct', value: 100 },
  { name: 'organicSearch', value: 0.3 },
]

describe('revenue/metrics', () => {
  test.each([
    ['country', places],
    ['region', regions],
    ['referrer', referrers],
    ['channel', channels],
  ])('by %s', async (type, expected) => {
    expect(await site.ask(`revenue/metrics?${dollars}&type=${type}`)).toEqual(expected)
    expect(await site.ask(`revenue/metrics?${dollars}&type=${type}&event=renew`)).toEqual(
      expected.slice(0, 1),
    )
    expect(
      await site.ask(`revenue/metrics?${days('2026-02-01')}&currency=USD&type=${type}`),
    ).toEqual([])
  })

  test('all that a session paid is credited to its first row in the range, and once', async () => {
    const at = '2026-01-05T10:00:00Z'
    const two = await openSite(server, [
      // Two rows at the first instant: the one stored first counts, and does not double the money.
      { at, visitor: 'a', url: '/?page=2' },
      { at, visitor: 'a', url: '/', referrer: 'https://t.co/x' },
      { at: '2026-01-05T10:01:00Z', visitor: 'a', url: '/', name: 'buy', ...paid(1, 'USD') },
      { at: '2026-01-05T10:02:00Z', visitor: 'a', url: '/', name: 'buy', ...paid(2, 'USD') },
    ])
    const ask = (type: string) => two.ask(`revenue/metrics?${dollars}&type=${type}`)
    // A query without a referrer is of no channel.
    expect(await ask('referrer')).toEqual([{ name: '', value: 3 }])
    expect(await ask('channel')).toEqual([{ name: 'Unknown', value: 3 }])
  })
})

describe('revenue/sessions', () => {
  test('lists who paid, with all they did in the range', async () => {
    const ben = {
      id: site.sessions[7],
      websiteId: site.id,
      hostname: 'example.com',
      browser: 'firefox',
      os: 'Linux',
      device: 'desktop',
      screen: null,
      language: null,
      country: null,
      region: null,
      city: null,
      distinctId: null,
      firstAt: '2026-01-06T09:00:00.000Z',
      lastAt: '2026-01-06T09:01:00.000Z',
      visits: 1,
      views: 1,
      events: 1,
      createdAt: '2026-01-06T09:01:00.000Z',
    }
    const found = {
      ...{ ...ben, id: site.sessions[1], browser: 'chrome', os: 'Windows 10' },
      ...{ country: 'SE', region: 'SE-AB', city: 'Stockholm' },
      ...{ firstAt: '2026-01-05T10:00:00.000Z', lastAt: '2026-01-05T10:05:00.000Z' },
      ...{ visits: 1, views: 1, events: 5, createdAt: '2026-01-05T10:05:00.000Z' },
    }
    const page = { page: 1, pageSize: 20, isCapped: false }
    expect(await site.ask(`revenue/sessions?${dollars}`)).toEqual({
      data: [ben, found],
      count: 2,
      ...page,
    })
    expect(await site.ask(`revenue/sessions?${dollars}&pageSize=1&page=2`)).toEqual({
      data: [found],
      count: 2,
      page: 2,
      pageSize: 1,
      isCapped: false,
    })
    for (const search of ['STOCK', 'chrom', 'windows']) {
      expect(await site.ask(`revenue/sessions?${dollars}&search=${search}`)).toEqual({
        data: [found],
        count: 1,
        ...page,
      })
    }
    expect(await site.ask(`revenue/sessions?${range}&currency=EUR&event=tip`)).toMatchObject({
      data: [{ id: found.id }],
      count: 1,
    })
    expect(await site.ask(`revenue/sessions?${dollars}&page=3`)).toMatchObject({
      data: [],
      count: 2,
    })
  })
})

test('the revenue report answers all of it at once, by day', async () => {
  const ask = async (parameters: object) => {
    const body = {
      websiteId: site.id,
      type: 'revenue',
      filters: {},
      parameters: { startDate: '2026-01-05', endDate: '2026-01-06T23:59:59.999Z', ...parameters },
    }
    return (await server.ask('/api/reports/revenue', { body })).body
  }
  const lists = { country: places, region: regions, referrer: referrers, channel: channels }
  expect(await ask({ currency: 'usd' })).toEqual({
    chart,
    total: { ...both, comparison: before },
    ...lists,
  })
  expect(await ask({ currency: 'USD', compare: 'yoy', unit: 'year' })).toEqual({
    chart: [
      { x: 'buy', t: '2026-01-01T00:00:00Z', y: 0.3, count: 2 },
      { x: 'renew', t: '2026-01-01T00:00:00Z', y: 100, count: 1 },
    ],
    total: { ...both, comparison: nothing },
    ...lists,
  })
})

test.each([
  ['revenue/stats?', 'currency'],
  ['revenue/stats?currency=', 'currency'],
  ['revenue/metrics?currency=USD', 'type'],
  ['revenue/metrics?currency=USD&type=city', 'Invalid type'],
  ['revenue/chart?currency=USD&compare=x', 'Invalid compare'],
  ['revenue/chart?currency=USD&unit=week', 'Invalid unit'],
  ['revenue/sessions?currency=USD&page=0', 'page'],
  ['revenue/sessions?currency=USD&pageSize=x', 'pageSize'],
])('%s is refused', async (path, word) => {
  const answer = await server.ask(`/api/websites/${site.id}/${path}&${range}`)
  expect([answer.status, JSON.stringify(answer.body)]).toEqual([400, expect.stringContaining(word)])
})

test('hostile values are values', async () => {
  for (const value of ["';--", '%00', '$1', '%F0%9F%A6%8A', 'x'.repeat(3000), '%', '-1']) {
    for (const path of ['stats', 'chart', 'sessions', 'metrics?type=channel&']) {
      const query = `${path.includes('?') ? path : `${path}?`}${range}&currency=${value}`
      for (const more of ['', `&search=${value}`, `&city=c.${value}`, `&event=${value}`]) {
        expect(await site.status(`revenue/${query}${more}`)).toBe(200)
      }
    }
  }
})
