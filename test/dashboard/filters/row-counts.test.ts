// Visits of several pages that come from different places, also within one visit: each row of each
// list, once it filters, leaves all five numbers that it showed.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import {
  type FilterField,
  type Filters,
  filterQuery,
  noFilters,
  toggleRow,
} from '../../../src/dashboard/filters/filter.ts'
import { byVisit } from '../../../src/dashboard/filters/level.ts'
import { chrome, firefox, pastVisits, type Row } from '../../support/visits.ts'
import { type DashboardServer, startDashboardServer } from '../support/server.ts'

const lists = [
  'path',
  'entry',
  'exit',
  'title',
  'referrer',
  'channel',
  'utmSource',
  'utmMedium',
  'utmCampaign',
  'browser',
  'screen',
  'language',
  'country',
  'city',
] as const satisfies readonly FilterField[]

interface Numbers {
  visitors: number
  visits: number
  pageviews: number
  bounces: number
  totaltime: number
}

interface NamedRow extends Numbers {
  name: string
  country?: string | null
}

const toNumbers = ({ visitors, visits, pageviews, bounces, totaltime }: Numbers): number[] =>
  [visitors, visits, pageviews, bounces, totaltime].map(Number)

const paths = ['/', '/a', '/b', '/c'] as const
const sources = [
  { url: '', referrer: 'https://www.google.com/' },
  { url: '', referrer: 'https://blog.example.net/post' },
  { url: '', referrer: 'https://example.com/inside' },
  { url: '?utm_source=news&utm_medium=email&utm_campaign=spring' },
  { url: '?utm_source=news' },
  { url: '' },
] as const

/**
 * Forty visits of twenty-three visitors, of one page to four, some with an event at the end; in every
 * third visit the second page is reached from a source of its own.
 */
const rows = Array.from({ length: 40 }, (_, visit): Row[] => {
  const number = visit % 23
  const who = {
    visitor: `visitor ${number}`,
    userAgent: number % 3 === 0 ? firefox : chrome,
    screen: number % 2 === 0 ? '1920x1080' : '390x844',
    language: number % 4 === 0 ? 'de-DE' : 'en-US',
    headers: {
      'CF-IPCountry': number % 5 === 0 ? 'CR' : 'US',
      'CF-IPCity': number % 2 === 0 ? 'San Jose' : 'Austin',
    },
  }
  const startAt = Date.parse('2026-06-15T00:10:00Z') + visit * 3_600_000
  const at = (seconds: number) => new Date(startAt + 1000 * seconds).toISOString()
  const pages = Array.from({ length: 1 + (visit % 4) }, (_, index): Row => {
    const path = paths[(visit + Math.floor(visit / 12) + index * index) % paths.length] as string
    const comesBack = index === 1 && visit % 3 === 0
    const { url, ...source } =
      index === 0 || comesBack
        ? (sources[(visit + index * 2) % sources.length] as (typeof sources)[number])
        : { url: '', referrer: 'https://example.com/' }
    return { ...who, at: at(index * 40), url: path + url, title: `Page ${path}`, ...source }
  })
  const event: Row = { ...who, at: at(300), url: '/c', name: 'signup' }
  return visit % 5 === 0 ? [...pages, event] : pages
}).flat()

describe('each row, filtered by, leaves what it counts', () => {
  let server: DashboardServer
  let websiteId: string

  beforeAll(async () => {
    server = await startDashboardServer({})
    websiteId = await server.createWebsite('Shop')
    await pastVisits(server, websiteId, rows)
  })
  afterAll(() => server.stop())

  async function load<Answer>(name: string, filters: Filters, more: Record<string, string>) {
    const query = new URLSearchParams({
      startAt: String(Date.parse('2026-06-15T00:00:00Z')),
      endAt: String(Date.parse('2026-06-17T00:00:00Z')),
      ...byVisit,
      ...filterQuery(filters),
      ...more,
    })
    return (await server.ask<Answer>(`/api/websites/${websiteId}/${name}?${query}`)).body
  }
  const loadRows = (type: FilterField, filters: Filters) =>
    load<NamedRow[]>('metrics/expanded', filters, { type, limit: '100' })

  test.each(
    (
      [
        ['all visits', noFilters],
        ['the readers of a page', toggleRow(noFilters, { field: 'path', value: '/a' })],
        ['visits that begin with a page', toggleRow(noFilters, { field: 'entry', value: '/' })],
      ] as const
    ).flatMap(([name, filters]) => lists.map((list) => [list, name, filters] as const)),
  )('%s of %s', async (type, _, filters) => {
    const found = await loadRows(type, filters)
    expect(found.length).toBeGreaterThan(0)
    for (const { name, country, ...numbers } of found) {
      const narrowed = toggleRow(filters, { field: type, value: name, country })
      // The row that is filtered by already.
      if (narrowed.list.length < filters.list.length) continue
      const expected = [name, toNumbers(numbers)]
      const total = await load<Numbers>('stats', narrowed, {})
      expect([name, toNumbers(total)]).toEqual(expected)
      const listed = await loadRows(type, narrowed)
      expect(listed.map((row) => [row.name, toNumbers(row)])).toEqual([expected])
    }
  })

  test.each(['channel', 'entry', 'exit'] as const)(
    'the rows of %s add up to the website',
    async (type) => {
      const found = (await loadRows(type, noFilters)).map(toNumbers)
      const sums = found.reduce(
        (sum, row) => row.map((value, index) => value + (sum[index] ?? 0)),
        [],
      )
      const total = toNumbers(await load<Numbers>('stats', noFilters, {}))
      // A visitor of several visits may be in several rows.
      expect(sums.slice(1)).toEqual(total.slice(1))
    },
  )
})
