// Which form answers which question, and why. That every form of a question gives the same answer is
// what test/stats/twin checks on random rows, against a twin that knows one slow form of each; the last
// test here sees to it that the twin's questions reach every form.

import { describe, expect, test } from 'bun:test'
import { type DimensionName, dimensionNames } from '../../../src/stats/dimensions/dimensions.ts'
import { type Condition, parseCondition } from '../../../src/stats/filters/conditions.ts'
import { type MetricType, metrics } from '../../../src/stats/overview/metrics.ts'
import {
  findValueScope,
  planActiveSessions,
  planBreakdown,
  planEventData,
  planRevenue,
  planSeries,
  planSessionScans,
  planSummary,
  planTotals,
  planVisitors,
  planVisitSummary,
  planVisits,
} from '../../../src/stats/query/plan.ts'
import type { Scope } from '../../../src/stats/query/scope.ts'
import { findZone } from '../../../src/stats/query/zones.ts'
import { randomFilters, randomRead, randomReport } from '../twin/data/query-generator.ts'
import { openRandom } from '../twin/data/random.ts'
import type { Params } from '../twin/rows/filters.ts'
import { openSite } from '../twin/rows/rows.ts'

const cohort: NonNullable<Scope['cohort']> = {
  startAt: 0,
  endAt: 1,
  action: null,
  conditions: [],
  match: 'all',
}

/** March 2026 in UTC by days, without filters, and what is other than that. */
const toScope = (other: Partial<Scope> = {}): Scope => ({
  target: { id: 'x', kind: 'website', number: 1, resetAt: null, userId: 'y', teamId: null },
  startAt: Date.parse('2026-03-01T00:00:00Z'),
  endAt: Date.parse('2026-03-31T23:59:59.999Z'),
  unit: 'day',
  zone: findZone('UTC'),
  conditions: [],
  match: 'all',
  segmentMatch: 'all',
  eventType: null,
  cohort: null,
  excludesBounces: false,
  sessionLimit: 4096,
  level: 'row',
  closedHour: 0,
  ...other,
})

/** The scope of a query's filters, a segment aside. */
const readFilters = (params: Record<string, string>): Scope =>
  toScope({
    conditions: Object.entries(params)
      .map(([name, text]) => parseCondition(name, text, findZone()))
      .filter((condition): condition is Condition => condition !== null),
    eventType: params.eventType ? Number(params.eventType) : null,
    cohort: params.cohort ? cohort : null,
    excludesBounces: Boolean(params.excludeBounce),
  })

/** Filters, and whether they keep all rows or none of: a session, of one path in it, of one title. */
const filters: [params: Params, session: boolean, path: boolean, title: boolean, why: string][] = [
  [{}, true, true, true, 'there is nothing to keep a part'],
  [{ browser: 'chrome' }, true, true, true, 'a session has one browser'],
  [{ country: 'neq.DE', os: 're.^W' }, true, true, true, 'whatever the operators'],
  [{ browser: 'a', os: 'b', match: 'any' }, true, true, true, 'however they are joined'],
  [{ cohort: 'x' }, true, true, true, 'a cohort is made of sessions'],
  [{ path: '/a' }, false, true, false, 'other paths of the session are left out'],
  [{ title: 'A' }, false, false, true, 'other titles of the session are left out'],
  [{ path: '/a', browser: 'b' }, false, true, false, 'one of them leaves out rows'],
  [{ path: '/a', title: 'A' }, false, false, false, 'neither keeps what the other one groups by'],
  [{ hostname: 'a' }, false, false, false, 'a session may use two hosts'],
  [{ entry: '/a' }, false, false, false, 'visits of a session begin on different pages'],
  [{ channel: 'direct' }, false, false, false, 'visits of a session come by different channels'],
  [
    { spf1: '1.eq.plan.pro' },
    true,
    true,
    true,
    'properties of a session are those of all its rows',
  ],
  [{ epf1: '1.eq.plan.pro' }, false, false, false, 'it keeps visits, not sessions'],
  [{ event: 'e' }, false, false, false, 'it keeps visits, not sessions'],
  [{ eventType: '1' }, false, false, false, 'a kind of event is a part of a session'],
  [{ excludeBounce: '1' }, false, false, false, 'it keeps visits, not sessions'],
]

describe.each(filters)('%j', (params, session, path, title, why) => {
  const scope = readFilters(params)
  const byHashing = { form: 'by hashing' } as const

  test(`by session, because ${why}`, () => {
    expect(planTotals(scope) !== 'by hashing').toBe(session)
    expect(planActiveSessions(scope)).toBe(session ? 'at first rows' : 'at every row')
    expect(planSeries(scope).form !== 'by hashing').toBe(session)
    expect(planVisitors(scope, { valueScope: 'session' })).toEqual(
      session ? { form: 'at first rows', distinctScope: 'session' } : byHashing,
    )
    expect(planBreakdown(scope, 'session')).toEqual(
      session ? { form: 'by predecessors' } : byHashing,
    )
    for (const end of ['entry', 'exit'] as const) {
      expect(planVisitors(scope, { valueScope: end })).toEqual(
        session ? { form: 'at the ends of visits', end } : byHashing,
      )
      expect(planSummary(scope, { valueScope: end })).toEqual(
        session ? { form: 'by numbered visits', end } : byHashing,
      )
      // A search keeps the visits whose page contains a text, of which another row decides.
      expect(planVisitors(scope, { valueScope: end, isSearched: true })).toEqual(byHashing)
      expect(planSummary(scope, { valueScope: end, isSearched: true })).toEqual(byHashing)
    }
  })

  test('by path and by title', () => {
    for (const [page, isKept] of [['path', path] as const, ['title', title] as const]) {
      expect(planVisitors(scope, { valueScope: page })).toEqual(
        isKept ? { form: 'at first rows', distinctScope: page } : byHashing,
      )
      const summary = isKept ? { form: 'by hashing repeated pages' as const, page } : byHashing
      expect(planBreakdown(scope, page)).toEqual(summary)
      expect(planSummary(scope, { valueScope: page })).toEqual(summary)
    }
  })

  test('by anything else all rows are hashed, or a bit is set where values are few', () => {
    expect(planVisitors(scope, { valueScope: null })).toEqual(byHashing)
    expect(planSummary(scope, { valueScope: null })).toEqual(byHashing)
    expect(planBreakdown(scope, null)).toEqual(byHashing)
    expect(planVisitors(scope, { valueScope: null, isFew: true })).toEqual({ form: 'by bitmap' })
  })
})

test('totals are scanned the fewer times, the more a scan costs', () => {
  const plan = (params: Params) => planTotals(readFilters(params))
  expect(plan({})).toBe('by predecessors, a scan per column')
  expect(plan({ browser: 'a' })).toBe('by predecessors, in two scans')
  expect(plan({ cohort: 'x' })).toBe('by predecessors, in one scan')
  expect(plan({ cohort: 'x', browser: 'a' })).toBe('by predecessors, in one scan')
})

const series: [unit: Scope['unit'], zone: string, form: string, why: string][] = [
  ['hour', 'UTC', 'since', 'the key is the instant'],
  ['day', 'Asia/Kolkata', 'since', 'the zone has one offset'],
  ['day', 'Europe/Berlin', 'since', 'the clock changes within a day, on 29 March'],
  ['day', 'America/Havana', 'of the same bucket', 'the clock changes at midnight, on 8 March'],
  ['month', 'UTC', 'of the same bucket', 'months have different lengths'],
  ['year', 'UTC', 'of the same bucket', 'years have different lengths'],
]
test.each(series)('series by %s in %s: predecessors %s, because %s', (unit, name, form) => {
  const plan = planSeries(toScope({ unit, zone: findZone(name) }))
  expect(plan.form).toBe(`by predecessors ${form}` as typeof plan.form)
})

const eventData: [params: Params, own: boolean, all: boolean, why: string][] = [
  [{}, true, true, 'nothing is asked of the event'],
  [{ event: 'e' }, true, false, 'properties repeat the name, payments do not'],
  [{ cohort: 'x' }, true, false, 'properties repeat the session'],
  [{ excludeBounce: '1' }, true, true, 'it is about page views only'],
  [{ browser: 'a' }, false, false, 'the browser is on the event alone'],
  [{ event: 'e', path: '/' }, false, false, 'the path is on the event alone'],
  [{ eventType: '2' }, false, false, 'the type is on the event alone'],
]
test.each(eventData)('properties and payments of %j: %p, %p, because %s', (params, own, all) => {
  const scope = readFilters(params)
  expect(planEventData(scope)).toBe(own ? 'by own columns' : 'by event')
  expect(planRevenue(scope)).toBe(all ? 'all' : 'by event')
})

const scans: [page: number, pageSize: number, rows: number, scans: (number | null)[]][] = [
  [1, 20, 100, [null]],
  [1, 20, 320, [null]],
  [1, 20, 321, [320, null]],
  [1, 20, 100_000, [320, 5120, 81_920, null]],
  // The rows of the pages before are scanned too.
  [5, 20, 100_000, [1600, 25_600, null]],
  [1, 20, 0, [null]],
]
test.each(scans)('sessions, page %d of %d among %d rows: scans %j', (page, pageSize, rows, all) => {
  expect(planSessionScans({ page, pageSize }, rows)).toEqual(all)
})

const several: [names: DimensionName[], scope: ReturnType<typeof findValueScope>][] = [
  [['browser'], 'session'],
  [['browser', 'country', 'distinctId'], 'session'],
  [['path'], 'path'],
  [['title', 'browser'], 'title'],
  [['path', 'title'], null],
  [['hostname'], null],
  [['path', 'hostname'], null],
]
test.each(several)('%j have the value scope %p', (names, expected) => {
  expect(findValueScope(names)).toBe(expected)
})

/** Every form that a plan may choose. */
const forms = {
  totals: [
    'by predecessors, a scan per column',
    'by predecessors, in two scans',
    'by predecessors, in one scan',
    'by hashing',
  ],
  series: ['by predecessors since', 'by predecessors of the same bucket', 'by hashing'],
  visitors: ['by bitmap', 'at first rows', 'at the ends of visits', 'by hashing'],
  summary: ['by predecessors', 'by hashing repeated pages', 'by numbered visits', 'by hashing'],
  breakdown: ['by predecessors', 'by hashing repeated pages', 'by hashing'],
  activeSessions: ['at first rows', 'at every row'],
  eventData: ['by own columns', 'by event'],
  visits: ['by visits', 'by rows'],
  visitSummary: ['by visits', 'at first rows', 'by hashing'],
  revenue: ['all', 'by event'],
}

describe('at visit level', () => {
  const toForms = (params: Params) => {
    const scope = { ...readFilters(params), level: 'visit' as const }
    const path = planVisitSummary(scope, 'path', ['path'])
    return {
      visits: planVisits(scope),
      browsers: planVisitSummary(scope, 'session', ['browser']).form,
      pages: path.form,
      visitors: path.form === 'at first rows' ? path.visitors : null,
    }
  }

  const whole = { visits: 'by visits', browsers: 'by visits', pages: 'at first rows' }
  const ofRows = { visits: 'by rows', browsers: 'by hashing' }
  const cases: [params: Params, forms: object, why: string][] = [
    [{}, { ...whole, visitors: 'at first rows' }, 'nothing keeps a part of a visit'],
    [{ browser: 'chrome' }, { ...whole, visitors: 'at first rows' }, 'a session has one browser'],
    [{ channel: 'direct' }, { ...whole, visitors: 'by hashing' }, 'it keeps visits, not sessions'],
    [{ entry: '/', utmSource: 'x' }, { ...whole, visitors: 'by hashing' }, 'both choose visits'],
    [{ excludeBounce: '1' }, { ...whole, visitors: 'by hashing' }, 'it keeps visits, not sessions'],
    [
      { path: '/' },
      { ...ofRows, pages: 'at first rows', visitors: 'at first rows' },
      'of each visit it keeps all rows on the path',
    ],
    [{ hostname: 'a' }, { ...ofRows, pages: 'by hashing', visitors: null }, 'it keeps rows'],
    [{ eventType: '1' }, { ...ofRows, pages: 'by hashing', visitors: null }, 'it keeps rows'],
    [
      { distinctId: 'a' },
      { ...ofRows, pages: 'at first rows', visitors: 'at first rows' },
      'rows of visits lack it',
    ],
  ]
  test.each(cases)('%j', (params, forms) => {
    expect(toForms(params)).toEqual(forms as ReturnType<typeof toForms>)
  })

  test('by anything else visits are hashed; those of a short range by their rows', () => {
    const scope = toScope({ level: 'visit' })
    expect(planVisitSummary(scope, null, ['hostname']).form).toBe('by hashing')
    expect(planVisitSummary(scope, 'session', ['distinctId']).form).toBe('by hashing')
    expect(planVisitSummary(scope, 'path', ['path', 'referrer'])).toMatchObject({
      form: 'at first rows',
      visitors: 'by hashing',
    })
    // A visit may begin before an hour and a half and end after it, with no row between.
    const minutes = (count: number) => ({ ...scope, endAt: scope.startAt + count * 60_000 })
    expect(planVisits(minutes(90))).toBe('by rows')
    expect(planVisits(minutes(91))).toBe('by visits')
  })
})

test("the twin's random questions reach every form", () => {
  const random = openRandom(1)
  const site = openSite('0f1e2d3c-4b5a-4978-8695-a4b3c2d1e0f0')
  const parameters = { filters: [] }
  site.stored.set('s', { type: 'segment', parameters })
  site.stored.set('c', { type: 'cohort', parameters })
  const reached = Object.fromEntries(Object.keys(forms).map((name) => [name, new Set<string>()]))
  const note = (name: keyof typeof forms, form: string) => reached[name]?.add(form)
  /** A question about one statistic, its scope and its query. */
  const ask = (name: string) => {
    const { path } = randomRead(random, site, name, randomFilters(random, site))
    const query = Object.fromEntries(new URL(path, 'http://x').searchParams)
    const zone = findZone(query.timezone || 'UTC')
    const unit = (query.unit ?? 'day') as Scope['unit']
    return { query, scope: { ...readFilters(query), zone, unit } }
  }
  const askList = (name: string) => {
    const { query, scope } = ask(name)
    const listed = metrics[query.type as MetricType]
    const isFew = 'isFew' in listed && listed.isFew === true
    const isSearched = Boolean(query.search)
    return { scope, question: { valueScope: listed.valueScope, isFew, isSearched } }
  }
  for (let times = 0; times < 300; times++) {
    note('totals', planTotals(ask('stats').scope))
    note('series', planSeries(ask('pageviews').scope).form)
    const list = askList('metrics')
    note('visitors', planVisitors(list.scope, list.question).form)
    const expanded = askList('metrics/expanded')
    note('summary', planSummary(expanded.scope, expanded.question).form)
    const ofVisits = { ...expanded.scope, level: 'visit' as const }
    note('visits', planVisits(ofVisits))
    note('visitSummary', planVisitSummary(ofVisits, expanded.question.valueScope, []).form)
    note('activeSessions', planActiveSessions(ask('sessions/stats').scope))
    note('eventData', planEventData(ask('event-data').scope))
    note('revenue', planRevenue(ask('revenue/stats').scope))
    const { body } = randomReport(random, site, 'breakdown', randomFilters(random, site))
    const { parameters, fields, filters } = body as Record<string, unknown>
    const names = (fields ?? (parameters as { fields: unknown }).fields) as DimensionName[]
    expect(dimensionNames).toEqual(expect.arrayContaining(names))
    note('breakdown', planBreakdown(readFilters(filters as Params), findValueScope(names)).form)
  }
  const sorted = (lists: [string, Iterable<string>][]) =>
    Object.fromEntries(lists.map(([name, list]) => [name, [...list].toSorted()]))
  expect(sorted(Object.entries(reached))).toEqual(sorted(Object.entries(forms)))
})
