// Metrics: visitors by any dimension, plain and expanded.

import { type Static, Type as t } from '@sinclair/typebox'
import type { EventReader } from '../../db/duckdb/event-reader.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { nullable } from '../../http/input/fields.ts'
import { withChannel, withDomainGroup } from '../arrival/channels.ts'
import { summaryByVisitPath, visitEnds, withVisitPath } from '../arrival/visit-paths.ts'
import { conditionSql } from '../filters/conditions.ts'
import { maxRows } from '../query/capped.ts'
import {
  countSessions,
  countVisitors,
  type DistinctScope,
  selectSummary,
} from '../query/counting.ts'
import {
  type DimensionName,
  dimensions,
  type FieldName,
  isForeignReferrer,
  languageGroup,
} from '../query/dimensions.ts'
import { customRows, pageRows, type VisitEnd } from '../query/relations.ts'
import type { Scope } from '../query/scope.ts'

/** How a metric type reads its rows. */
interface Metric {
  /** The value of one row; null and empty ones are never listed. */
  value: Sql
  rows: (scope: Scope) => Sql
  /** Fewer rows that are enough to count visitors by, where none are left out by a search. */
  visitorRows?: (scope: Scope) => Sql
  /** The expanded form, with a column `name`, where there is a way of its own and no search. */
  summary?: (scope: Scope) => Sql | null
  /** Replaces `value` in the expanded form. */
  expanded?: Sql
  /** Rows of one value within which a visitor counts once; `null` where no pointer tells. */
  within: DistinctScope | null
  /** There are only some values, whatever visitors do. */
  isFew?: true
  /** Lists the country beside the value. */
  hasCountry?: boolean
  /** The filter that `search` stands for, on a column of the rows. */
  searches: FieldName
}

const ofDimension = (name: DimensionName): Metric => ({
  value: dimensions[name].column,
  rows: pageRows,
  within:
    name === 'path' || name === 'title'
      ? name
      : dimensions[name].per === 'session'
        ? 'session'
        : null,
  searches: name,
})

const ofVisit = (end: VisitEnd): Metric => ({
  value: sql`visit_path`,
  rows: withVisitPath(end),
  visitorRows: visitEnds(end),
  summary: summaryByVisitPath(end),
  within: null,
  searches: 'path',
})

const foreign = (scope: Scope): Sql =>
  sql`(select * from ${pageRows(scope)} where ${isForeignReferrer})`

const fullPath = sql`case when coalesce(url_query, '') = '' then url_path
  else url_path || '?' || url_query end`

const names = [
  'path',
  'title',
  'query',
  'hostname',
  'tag',
  'utmSource',
  'utmMedium',
  'utmCampaign',
  'utmContent',
  'utmTerm',
  'browser',
  'os',
  'device',
  'screen',
  'country',
  'distinctId',
] as const satisfies DimensionName[]

export const metrics = {
  ...(Object.fromEntries(names.map((name) => [name, ofDimension(name)])) as Record<
    (typeof names)[number],
    Metric
  >),
  fullPath: { value: fullPath, rows: pageRows, within: null, searches: 'path' },
  entry: ofVisit('entry'),
  exit: ofVisit('exit'),
  referrer: { value: sql`referrer_domain`, rows: foreign, within: null, searches: 'referrer' },
  domain: {
    value: sql`referrer_domain`,
    rows: (scope) => withDomainGroup(foreign(scope)),
    visitorRows: foreign,
    expanded: sql`domain_group`,
    within: null,
    searches: 'referrer',
  },
  language: {
    value: languageGroup,
    rows: pageRows,
    within: 'session',
    searches: 'language',
  },
  region: { ...ofDimension('region'), hasCountry: true },
  city: { ...ofDimension('city'), hasCountry: true },
  event: { value: sql`event_name`, rows: customRows, within: null, searches: 'event' },
  channel: {
    value: sql`channel`,
    rows: (scope) => withChannel(pageRows(scope)),
    within: null,
    isFew: true,
    searches: 'channel',
  },
} satisfies Record<string, Metric>

export type MetricType = keyof typeof metrics
export const metricTypes = Object.keys(metrics) as MetricType[]

interface Slice {
  limit: number
  offset: number
  search?: string
  containing?: string
}

const country = t.Optional(
  nullable(t.String({ description: 'Country of the region or city; only for those types.' })),
)
const metricRow = t.Object({
  x: t.String({ description: 'The value.' }),
  y: t.Integer({ description: 'Visitors.' }),
  country,
})
export type MetricRow = Static<typeof metricRow>
export const metricAnswer = t.Array(metricRow)

/** Visitors by value, most first. */
export function metric(events: EventReader, asked: Scope, type: MetricType, slice: Slice) {
  const of: Metric = metrics[type]
  const { scope, isFound } = searched(asked, of, slice.search)
  const rows = ((slice.search ? undefined : of.visitorRows) ?? of.rows)(scope)
  const { visitors, among } = of.isFew
    ? { visitors: countSessions(scope), among: rows }
    : countVisitors(scope, rows, of.within)
  const byCountry = of.hasCountry ? sql`, country` : sql``
  return events.cached<MetricRow>(sql`
    select ${of.value} as x, ${visitors} as y${byCountry}
    from ${among}
    where ${of.value} <> '' and ${isFound} and ${contains(of.value, slice)}
    group by x${byCountry}
    order by y desc, x${byCountry}
    limit ${Math.min(slice.limit, maxRows)} offset ${slice.offset}`)
}

const expandedRow = t.Object({
  name: t.String(),
  pageviews: t.Integer(),
  visitors: t.Integer(),
  visits: t.Integer(),
  bounces: t.Integer({ description: 'Visits with exactly one row of this value.' }),
  totaltime: t.Integer({
    description: 'Seconds from the first to the last row of this value, over all visits.',
  }),
  country,
})
export const expandedAnswer = t.Array(expandedRow)

/** All numbers by value, most visitors first. */
export function expandedMetric(events: EventReader, asked: Scope, type: MetricType, slice: Slice) {
  const of: Metric = metrics[type]
  const { scope, isFound } = searched(asked, of, slice.search)
  const value = of.expanded ?? of.value
  const grouping = of.hasCountry
    ? { columns: sql`${value} as name, country`, names: sql`name, country` }
    : { columns: sql`${value} as name`, names: sql`name` }
  const listed = sql`(
    select * from ${of.rows(scope)}
    where coalesce(${value}, '') <> '' and ${isFound} and ${contains(value, slice)})`
  const own = slice.search ? null : of.summary?.(scope)
  const summary = own
    ? sql`(select * from ${own} where name <> '' and ${contains(sql`name`, slice)})`
    : selectSummary(scope, listed, grouping, of.within)
  return events.cached<Static<typeof expandedRow>>(sql`
    select ${grouping.names}, pageviews, visitors, visits, bounces, totaltime
    from ${summary}
    order by visitors desc, visits desc, ${grouping.names}
    limit ${Math.min(slice.limit, maxRows)} offset ${slice.offset}`)
}

/** Whether a value is one of those that are asked for. */
const contains = (value: Sql, { containing }: Slice): Sql =>
  containing ? sql`contains(lower(${value}), lower(${containing}))` : sql`true`

/**
 * A search keeps rows whose own field contains the text, in place of the query's filters on that field
 * and whatever the other filters: with `match=any` it still narrows the list, as a segment does.
 */
function searched(scope: Scope, { searches }: Metric, search: string | undefined) {
  if (!search) return { scope, isFound: sql`true` }
  const conditions = scope.conditions.filter(
    ({ dimension, isOfSegment }) => isOfSegment || dimension !== searches,
  )
  const condition = { dimension: searches, operator: 'c', value: search } as const
  return { scope: { ...scope, conditions }, isFound: conditionSql(condition) }
}
