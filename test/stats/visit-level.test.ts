// Statistics of whole visits, `level=visit`: a row counts for what its visit is, whatever the range and
// the filters leave of it.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { startServer, type TestServer } from '../support/app.ts'
import { days, openSite, type Site } from '../support/statistics.ts'
import { type Row, visits } from '../support/visits.ts'

const day = '2026-01-05'
const range = `${days(day)}&level=visit`
const google = 'https://www.google.com/'
const own = 'https://example.com/'
const at = (time: string) => `${day}T${time}Z`

/**
 * Anna: / from a search → /pricing → /docs, where she signs up three minutes later. 120 seconds.
 * Ben: /letter from a newsletter, where he signs up. Bounces.
 * Carl: / directly → /docs. 30 seconds.
 * Dora: /cart from inside the website → /docs. 10 seconds.
 * Emil: /docs from t.co, bounces; in the afternoon / from a search → /docs. 20 seconds.
 * Fay: only an event.
 * Gus: /offer by a campaign of no channel → /docs. 5 seconds.
 */
const rows: Row[] = [
  { visitor: 'anna', at: at('10:00:00'), url: '/', referrer: google },
  { visitor: 'anna', at: at('10:01:00'), url: '/pricing', referrer: own },
  { visitor: 'anna', at: at('10:02:00'), url: '/docs', referrer: own },
  { visitor: 'anna', at: at('10:05:00'), url: '/docs', referrer: own, name: 'signup' },
  { visitor: 'ben', at: at('11:00:00'), url: '/letter?utm_source=news&utm_medium=email' },
  { visitor: 'ben', at: at('11:01:00'), url: '/letter', referrer: own, name: 'signup' },
  { visitor: 'ben', at: at('11:02:00'), url: '/letter', type: 'performance', lcp: 900 },
  { visitor: 'carl', at: at('12:00:00'), url: '/' },
  { visitor: 'carl', at: at('12:00:30'), url: '/docs', referrer: own },
  { visitor: 'dora', at: at('13:00:00'), url: '/cart', referrer: own },
  { visitor: 'dora', at: at('13:00:10'), url: '/docs', referrer: `${own}cart` },
  { visitor: 'emil', at: at('09:00:00'), url: '/docs', referrer: 'https://t.co/x' },
  { visitor: 'emil', at: at('15:00:00'), url: '/', referrer: google },
  { visitor: 'emil', at: at('15:00:20'), url: '/docs', referrer: own },
  { visitor: 'fay', at: at('14:00:00'), url: '/docs', name: 'signup' },
  { visitor: 'gus', at: at('16:00:00'), url: '/offer?utm_campaign=winter' },
  { visitor: 'gus', at: at('16:00:05'), url: '/docs', referrer: own },
]

let server: TestServer
let site: Site
beforeAll(async () => {
  server = await startServer()
  site = await openSite(server, rows)
})
afterAll(() => server.stop())

interface Numbers {
  pageviews: number
  visitors: number
  visits: number
  bounces: number
  totaltime: number
}

/** Pageviews, visitors, visits, bounces and seconds. */
type Five = [number, number, number, number, number]

const toFive = ({ pageviews, visitors, visits, bounces, totaltime }: Numbers): Five => [
  pageviews,
  visitors,
  visits,
  bounces,
  totaltime,
]

const totals = async (filters = '', asked = site): Promise<Five> =>
  toFive((await asked.ask(`stats?${range}${filters}`)) as Numbers)

/** The rows of an expanded list, in its order. */
async function list(query: string, asked = site): Promise<[string, ...Five][]> {
  const answer = await asked.ask(`metrics/expanded?${range}&type=${query}`)
  return (answer as (Numbers & { name: string })[]).map((row) => [row.name, ...toFive(row)])
}

const askReport = (type: string, parameters: object, websiteId = site.id) =>
  server.ask(`/api/reports/${type}`, {
    body: {
      websiteId,
      type,
      filters: {},
      parameters: { startDate: day, endDate: at('23:59:59.999'), level: 'visit', ...parameters },
    },
  })

describe('a visit counts under what brought it', () => {
  test('a visit from a search with three pages bounces 0 and lasts its seconds under that referrer', async () => {
    expect(await totals('&referrer=google.com&exit=/docs&path=/pricing')).toEqual([1, 1, 1, 0, 120])
    expect(await list('referrer')).toEqual([
      ['google.com', 5, 2, 2, 0, 140],
      ['t.co', 1, 1, 1, 1, 0],
    ])
    expect(await list('domain')).toEqual([
      ['google.com', 5, 2, 2, 0, 140],
      ['twitter.com', 1, 1, 1, 1, 0],
    ])
  })

  test('channels of a site add up to its visits', async () => {
    expect(await totals()).toEqual([13, 6, 7, 2, 185])
    // What begins inside the website is direct; a campaign that no rule knows is Unknown.
    expect(await list('channel')).toEqual([
      ['direct', 4, 2, 2, 0, 40],
      ['organicSearch', 5, 2, 2, 0, 140],
      ['Unknown', 2, 1, 1, 0, 5],
      ['email', 1, 1, 1, 1, 0],
      ['organicSocial', 1, 1, 1, 1, 0],
    ])
  })

  test("the sources of one page's readers add up to its visits", async () => {
    expect(await totals('&path=/docs')).toEqual([6, 5, 6, 1, 185])
    expect(await list('channel&path=/docs')).toEqual([
      ['direct', 2, 2, 2, 0, 40],
      ['organicSearch', 2, 2, 2, 0, 140],
      ['Unknown', 1, 1, 1, 0, 5],
      ['organicSocial', 1, 1, 1, 1, 0],
    ])
    expect(await site.ask(`metrics?${range}&type=referrer&path=/docs`)).toEqual([
      { x: 'google.com', y: 2 },
      { x: 't.co', y: 1 },
    ])
  })

  test('campaigns have all pages of their visits', async () => {
    expect(await list('utmCampaign')).toEqual([['winter', 2, 1, 1, 0, 5]])
    expect((await askReport('utm', {})).body).toMatchObject({
      utm_source: [{ utm: 'news', views: 1 }],
      utm_campaign: [{ utm: 'winter', views: 2 }],
    })
  })

  test('a breakdown by referrer has those without one too', async () => {
    expect((await askReport('breakdown', { fields: ['referrer'] })).body).toEqual([
      { referrer: null, views: 7, visitors: 4, visits: 4, bounces: 1, totaltime: 45 },
      { referrer: 'google.com', views: 5, visitors: 2, visits: 2, bounces: 0, totaltime: 140 },
      { referrer: 't.co', views: 1, visitors: 1, visits: 1, bounces: 1, totaltime: 0 },
    ])
  })
})

describe('a visit stays whole', () => {
  test('a visit cut by the range keeps its whole seconds and its source', async () => {
    const late = `startAt=${Date.parse(at('10:01:30'))}&endAt=${Date.parse(at('10:59:00'))}&level=visit`
    expect(await site.ask(`stats?${late}`)).toMatchObject({
      pageviews: 1,
      visits: 1,
      bounces: 0,
      totaltime: 120,
    })
    for (const [type, x] of [
      ['channel', 'organicSearch'],
      ['referrer', 'google.com'],
      ['entry', '/'],
    ]) {
      expect(await site.ask(`metrics?${late}&type=${type}`)).toEqual([{ x, y: 1 }])
    }
  })

  test('a custom event never un-bounces or lengthens a visit', async () => {
    expect(await totals('&utmSource=news')).toEqual([1, 1, 1, 1, 0])
    // Of Anna, Ben and Fay: rows are those of events, bounces and seconds those of visits.
    expect(await list('event')).toEqual([['signup', 3, 3, 3, 1, 120]])
  })

  test('pages have the whole visits of their readers', async () => {
    expect(await list('path')).toEqual([
      ['/docs', 6, 5, 6, 1, 185],
      ['/', 3, 3, 3, 0, 170],
      ['/cart', 1, 1, 1, 0, 10],
      ['/letter', 1, 1, 1, 1, 0],
      ['/offer', 1, 1, 1, 0, 5],
      ['/pricing', 1, 1, 1, 0, 120],
    ])
  })

  test('two tabs at once are two visits, on the page that both show too', async () => {
    // In the first tab from 9:50, in the second one, which knows nothing of it, from 10:05; 10:02 is in
    // the hour of the second visit and before it.
    const tab = (visitor: string, time: string, url: string): Row => ({
      visitor,
      id: 'two-tabs',
      at: at(time),
      url,
    })
    const one = await openSite(server, [
      tab('first', '09:50:00', '/start'),
      tab('first', '10:02:00', '/docs'),
      tab('second', '10:05:00', '/help'),
      tab('second', '10:06:00', '/docs'),
      tab('first', '10:08:00', '/docs'),
      tab('second', '10:12:00', '/docs'),
      tab('first', '10:14:00', '/help'),
    ])
    // 9:50 to 10:14 are 1440 seconds, 10:05 to 10:12 are 420.
    expect(await totals('', one)).toEqual([7, 1, 2, 0, 1860])
    const pages: [string, ...Five][] = [
      ['/docs', 4, 1, 2, 0, 1860],
      ['/help', 2, 1, 2, 0, 1860],
      ['/start', 1, 1, 1, 0, 1440],
    ]
    expect(await list('path', one)).toEqual(pages)
    const { body } = await askReport('breakdown', { fields: ['path', 'utmSource'] }, one.id)
    expect(
      (body as (Numbers & { path: string; views: number })[]).map((row) => [
        row.path,
        ...toFive({ ...row, pageviews: row.views }),
      ]),
    ).toEqual(pages)
  })

  test('where there is no visit, all numbers are 0', async () => {
    expect(await totals('&path=/nowhere')).toEqual([0, 0, 0, 0, 0])
    expect(await totals('&channel=llm&browser=firefox')).toEqual([0, 0, 0, 0, 0])
  })

  test('bounces are left out by their whole visits', async () => {
    expect(await totals('&path=/docs&excludeBounce=true')).toEqual([5, 5, 5, 0, 185])
  })
})

describe('filters', () => {
  test.each([
    ['referrer=google.com', 5, 2],
    ['referrer=neq.google.com', 8, 5],
    ['referrer=dnc.o', 7, 4],
    ['channel=direct', 4, 2],
    ['channel=neq.direct', 9, 5],
    ['channel=Unknown', 2, 1],
    ['utmMedium=email', 1, 1],
    ['utmCampaign=neq.winter', 11, 6],
    ['entry=/', 7, 3],
    ['exit=neq./docs', 1, 1],
    ['channel=organicSearch&path=/docs', 2, 2],
    ['channel=email&path=/pricing&match=any', 2, 2],
    // Page views of visits with the event.
    ['event=signup', 4, 2],
  ])('%s keeps %d views of %d visits', async (filters, views, count) => {
    const [pageviews, , found] = await totals(`&${filters}`)
    expect([pageviews, found]).toEqual([views, count])
  })

  test('a row of a list filters to its own numbers', async () => {
    for (const type of ['referrer', 'channel', 'utmSource', 'utmCampaign', 'entry', 'exit']) {
      const found = await list(type)
      expect(found.length).toBeGreaterThan(0)
      for (const [name, ...numbers] of found) {
        expect([name, ...(await totals(`&${type}=eq.${name}`))]).toEqual([name, ...numbers])
      }
    }
  })

  test('a visit without a page is kept by what negates', async () => {
    const events = async (filter: string) => {
      const answer = (await site.ask(`events/stats?${range}&${filter}`)) as {
        data: { events: number }
      }
      return answer.data.events
    }
    expect(await events('entry=neq./letter')).toBe(2)
    expect(await events('entry=c./')).toBe(2)
    expect(await events('channel=direct')).toBe(1)
    expect(await events('channel=organicSearch')).toBe(1)
  })

  test('a list is searched for what it lists', async () => {
    expect(await site.ask(`metrics?${range}&type=exit&search=LETTER`)).toEqual([
      { x: '/letter', y: 1 },
    ])
    expect(await site.ask(`metrics?${range}&type=exit&search=pricing`)).toEqual([])
    expect(await site.ask(`metrics?${range}&type=channel&search=unk`)).toEqual([
      { x: 'Unknown', y: 1 },
    ])
  })
})

describe('conversions are credited to visits', () => {
  test.each([
    // The visit of each visitor's first row, and of the last conversion: Emil has two.
    [
      'first-click',
      [
        { name: 'google.com', value: 1 },
        { name: 't.co', value: 1 },
      ],
    ],
    ['last-click', [{ name: 'google.com', value: 2 }]],
  ])('%s', async (model, referrer) => {
    const { body } = await askReport('attribution', { model, type: 'path', step: '/docs' })
    expect(body).toMatchObject({
      referrer,
      utm_source: [],
      utm_campaign: [{ name: 'winter', value: 1 }],
      total: { pageviews: 6, visitors: 5, visits: 6 },
    })
  })

  test("revenue's channel is that of the paying visit", async () => {
    const buy = (revenue: number) => ({ name: 'buy', data: { revenue, currency: 'EUR' } })
    // Ida reads a letter, and pays 11 when a search brings her again; then 2 without leaving the website.
    const shop = await openSite(server, [
      { visitor: 'ida', at: at('09:00:00'), url: '/?utm_medium=email' },
      { visitor: 'ida', at: at('12:00:00'), url: '/', referrer: google },
      { visitor: 'ida', at: at('12:01:00'), url: '/cart', referrer: own, ...buy(11) },
      { visitor: 'ida', at: at('18:00:00'), url: '/cart', referrer: own },
      { visitor: 'ida', at: at('18:01:00'), url: '/cart', referrer: own, ...buy(2) },
    ])
    const ask = (path: string) => shop.ask(`${path}?${range}&currency=EUR`)
    const channel = [
      { name: 'organicSearch', value: 11 },
      { name: 'direct', value: 2 },
    ]
    const referrer = [
      { name: 'google.com', value: 11 },
      { name: '', value: 2 },
    ]
    expect(await shop.ask(`revenue/metrics?${range}&currency=EUR&type=channel`)).toEqual(channel)
    expect(await shop.ask(`revenue/metrics?${range}&currency=EUR&type=referrer`)).toEqual(referrer)
    expect(await ask('revenue/stats')).toMatchObject({ sum: 13 })
    for (const [filter, sum] of [
      ['channel=organicSearch', 11],
      ['channel=email', 0],
      ['referrer=neq.google.com', 2],
      ['entry=/cart', 2],
    ]) {
      expect(await shop.ask(`revenue/stats?${range}&currency=EUR&${filter}`)).toMatchObject({ sum })
    }
    const { body } = await askReport('revenue', { currency: 'EUR' }, shop.id)
    expect(body).toMatchObject({ channel, referrer, total: { sum: 13 } })
  })
})

describe('a visit changes with its rows', () => {
  test('a late hit changes where a visit begins, ends and comes from', async () => {
    const hal: Row = { visitor: 'hal', at: at('10:10:00'), url: '/docs', referrer: google }
    const late = (time: string, row: Partial<Row>): Row => ({
      visitor: 'hal',
      // Two days after it happened.
      at: '2026-01-07T08:00:00Z',
      timestamp: Date.parse(at(time)) / 1000,
      ...row,
    })
    const steps: [Row[], string, string, string, number][] = [
      [[], '/docs', '/docs', 'google.com', 0],
      [[late('10:05:00', { url: '/', referrer: 'https://t.co/x' })], '/', '/docs', 't.co', 300],
      [[late('10:40:00', { url: '/done', referrer: own })], '/', '/done', 't.co', 2100],
      [[late('10:01:00', { url: '/event', name: 'open' })], '/', '/done', 't.co', 2100],
    ]
    const sent = [hal]
    for (const [more, entry, exit, referrer, seconds] of steps) {
      sent.push(...more)
      const one = await openSite(server, sent)
      const views = sent.filter(({ name }) => name === undefined).length
      const numbers: Five = [views, 1, 1, views === 1 ? 1 : 0, seconds]
      expect(await list('entry', one)).toEqual([[entry, ...numbers]])
      expect(await list('exit', one)).toEqual([[exit, ...numbers]])
      expect(await list('referrer', one)).toEqual([[referrer, ...numbers]])
    }
  })

  test('nothing before a reset belongs to a visit', async () => {
    const one = await openSite(server, [
      { visitor: 'jo', at: at('10:00:00'), url: '/', referrer: google },
    ])
    server.setNow(at('10:00:30'))
    await server.ask(`/api/websites/${one.id}/reset`, { method: 'POST' })
    await visits(server, one.id, [
      { visitor: 'jo', at: at('10:01:00'), url: '/docs', referrer: own },
    ])
    expect(await list('channel', one)).toEqual([['direct', 1, 1, 1, 1, 0]])
    expect(await list('entry', one)).toEqual([['/docs', 1, 1, 1, 1, 0]])
  })
})

describe('the parameter', () => {
  test('row is what is answered without it', async () => {
    for (const path of ['stats?', 'metrics?type=channel&', 'metrics/expanded?type=path&']) {
      const [whole, asked] = [`${path}${days(day)}`, `${path}${days(day)}&level=row`]
      expect(await site.ask(asked)).toEqual(await site.ask(whole))
    }
  })

  test('any other level is refused', async () => {
    for (const path of ['stats?', 'metrics?type=channel&', 'sessions?', 'pageviews?']) {
      expect(await site.status(`${path}${range}`)).toBe(200)
      expect(await site.status(`${path}${days(day)}&level=foo`)).toBe(400)
    }
    expect(await askReport('utm', { level: 'foo' })).toMatchObject({ status: 400 })
    const flat = { websiteId: site.id, startDate: day, endDate: day, filters: {}, level: 'foo' }
    expect(await server.ask('/api/reports/utm', { body: flat })).toMatchObject({ status: 400 })
  })
})
