// Filters on what a row alone does not say: where its visit began and ended, and its channel.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { startServer, type TestServer } from '../../support/app.ts'
import { days, openSite, type Site } from '../../support/statistics.ts'

const range = days('2026-01-05')

let server: TestServer
let site: Site
/**
 * Anna: / from a search → /pricing with a query → /docs, and by another visit /docs alone.
 * Ben: /docs from a search → /; signs up on /docs between.
 * Carl: an event on /docs, and no page at all.
 * Pages of the website that lead to each other are of no channel.
 */
beforeAll(async () => {
  server = await startServer()
  const google = 'https://www.google.com/'
  const own = 'https://example.com/'
  const anna = { visitor: 'anna', screen: '1920x1080' }
  const ben = { visitor: 'ben', screen: '390x844' }
  site = await openSite(server, [
    { ...anna, at: '2026-01-05T10:00:00Z', url: '/', referrer: google },
    { ...anna, at: '2026-01-05T10:01:00Z', url: '/pricing?plan=pro', referrer: own },
    { ...anna, at: '2026-01-05T10:02:00Z', url: '/docs', referrer: own },
    { ...anna, at: '2026-01-05T15:00:00Z', url: '/docs' },
    { ...ben, at: '2026-01-05T11:00:00Z', url: '/docs', referrer: google },
    { ...ben, at: '2026-01-05T11:01:00Z', url: '/docs', name: 'signup', referrer: google },
    { ...ben, at: '2026-01-05T11:02:00Z', url: '/', referrer: own },
    { visitor: 'carl', at: '2026-01-05T12:00:00Z', url: '/docs', name: 'signup' },
  ])
})
afterAll(() => server.stop())

const totals = async (filters: string) => {
  const answer = (await site.ask(`stats?${range}&${filters}`)) as Record<string, unknown>
  const { pageviews, visitors, visits, bounces, totaltime } = answer
  return { pageviews, visitors, visits, bounces, totaltime }
}

describe('filters on visits', () => {
  test('entry keeps all rows of visits that begin there', async () => {
    expect(await totals('entry=/')).toEqual({
      pageviews: 3,
      visitors: 1,
      visits: 1,
      bounces: 0,
      totaltime: 120,
    })
    expect(await totals('entry=/docs')).toEqual({
      pageviews: 3,
      visitors: 2,
      visits: 2,
      bounces: 1,
      totaltime: 120,
    })
  })

  test('exit keeps all rows of visits that end there', async () => {
    expect(await totals('exit=/')).toMatchObject({ pageviews: 2, visitors: 1, visits: 1 })
    expect(await totals('exit=eq./docs')).toMatchObject({ pageviews: 4, visitors: 1, visits: 2 })
  })

  test.each([
    ['entry=/,/docs', 6],
    ['entry=neq./docs', 3],
    ['entry=c.DOC', 3],
    ['entry=dnc.doc', 3],
    ['entry=re.^/$', 3],
    ['entry=nre.^/$', 3],
    ['entry=/&exit=/docs', 3],
    ['entry=/docs&exit=/docs', 1],
    ['entry=/&exit=/&match=any', 5],
    ['entry=/docs&path=/', 1],
    ['entry=/docs&entry1=neq./docs', 0],
    ['channel=direct', 1],
    ['channel=organicSearch', 2],
    ['channel=direct,organicSearch', 3],
    ['channel=neq.direct', 2],
    ['channel=c.ORGANIC', 2],
    ['channel=dnc.organic', 1],
    ['channel=re.^organic', 2],
    ['channel=nre.^organic', 1],
    ['channel=re.^$', 0],
    ['channel=organicSearch&entry=/docs', 1],
    ['channel=direct&path=/pricing&match=any', 2],
    ['screen=1920x1080', 4],
    ['screen=c.390', 2],
    ['screen=neq.390x844', 4],
  ])('%s keeps %d views', async (filters, views) => {
    expect(await totals(filters)).toMatchObject({ pageviews: views })
  })

  test('the page a visit begins with is that of the range', async () => {
    const late = `startAt=${Date.parse('2026-01-05T10:01:00Z')}&endAt=${Date.parse('2026-01-05T10:59:00Z')}`
    expect(await site.ask(`metrics?${late}&type=path&entry=/pricing`)).toEqual([
      { x: '/docs', y: 1 },
      { x: '/pricing', y: 1 },
    ])
    expect(await site.ask(`metrics?${late}&type=path&entry=/`)).toEqual([])
  })

  test('events are kept with their visit, those without a page only by what negates', async () => {
    const events = async (filters: string) =>
      ((await site.ask(`events/stats?${range}&${filters}`)) as { data: { events: number } }).data
        .events
    expect(await events('entry=/docs')).toBe(1)
    expect(await events('entry=neq./docs')).toBe(1)
    expect(await events('entry=c./')).toBe(1)
    expect(await events('channel=organicSearch')).toBe(1)
    expect(await events('channel=direct')).toBe(1)
  })

  test('numbers of a metric are those of its filter', async () => {
    for (const type of ['entry', 'exit', 'channel', 'screen']) {
      const rows = (await site.ask(`metrics/expanded?${range}&type=${type}`)) as {
        name: string
        pageviews: number
      }[]
      expect(rows.length).toBe(2)
      for (const { name, ...numbers } of rows) {
        expect(await totals(`${type}=eq.${name}`)).toEqual({ ...numbers } as never)
      }
    }
  })

  test('lists of screens and channels can be searched', async () => {
    expect(await site.ask(`metrics?${range}&type=screen&search=X10`)).toEqual([
      { x: '1920x1080', y: 1 },
    ])
    expect(await site.ask(`metrics?${range}&type=channel&search=search`)).toEqual([
      { x: 'organicSearch', y: 2 },
    ])
  })

  test('lists of entry and exit pages can be searched for those pages', async () => {
    expect(await site.ask(`metrics?${range}&type=entry&containing=DOC`)).toEqual([
      { x: '/docs', y: 2 },
    ])
    // The other search looks at pages seen on the way.
    expect(await site.ask(`metrics?${range}&type=exit&search=pricing`)).toEqual([
      { x: '/docs', y: 1 },
    ])
    expect(await site.ask(`metrics/expanded?${range}&type=exit&containing=pricing`)).toEqual([])
  })

  test('values to choose from', async () => {
    expect(await site.ask(`values?${range}&type=screen`)).toEqual([
      { value: '1920x1080', count: 4 },
      { value: '390x844', count: 3 },
    ])
    const paths = [
      { value: '/docs', count: 5 },
      { value: '/', count: 2 },
      { value: '/pricing', count: 1 },
    ]
    expect(await site.ask(`values?${range}&type=entry`)).toEqual(paths)
    expect(await site.ask(`values?${range}&type=exit`)).toEqual(paths)
    expect(await site.ask(`values?${range}&type=channel`)).toEqual([
      { value: 'organicSearch', count: 3 },
      { value: 'direct', count: 2 },
    ])
  })

  test('segments and cohorts hold them', async () => {
    const stored = async (type: 'segment' | 'cohort', parameters: object) => {
      const { body } = await server.ask<{ id: string }>(`/api/websites/${site.id}/segments`, {
        body: { type, name: 'Stored', parameters },
      })
      return `${type}=${body.id}`
    }
    const fromSearch = [{ name: 'channel', operator: 'eq', value: 'organicSearch' }]
    const onDocs = [{ name: 'entry', operator: 'eq', value: '/docs' }]
    const cohort = { dateRange: '10year', action: { type: 'path', value: '/docs' } }
    expect(await totals(await stored('segment', { filters: fromSearch }))).toMatchObject({
      pageviews: 2,
    })
    expect(await totals(await stored('cohort', { ...cohort, filters: fromSearch }))).toMatchObject({
      pageviews: 2,
      visitors: 1,
    })
    expect(await totals(await stored('cohort', { ...cohort, filters: onDocs }))).toMatchObject({
      pageviews: 6,
      visitors: 2,
    })
  })
})
