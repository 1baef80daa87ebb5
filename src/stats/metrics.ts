// Metrics: visitors by any dimension, plain and expanded.

import type { App } from '../app.ts'
import { type Sql, sql } from '../db/sql.ts'
import { channel, domainGroup } from './channels.ts'
import type { Condition } from './conditions.ts'
import { type DimensionName, dimensions, isForeignReferrer } from './dimensions.ts'
import { customRows, isPage, pageRows, secondsOf, sourceRows } from './relations.ts'
import type { Scope } from './scope.ts'

/** How a metric type reads its rows. */
interface Metric {
  /** The value of one row; null and empty ones are never listed. */
  value: Sql
  rows: (scope: Scope) => Sql
  /** Replaces `value` in the expanded form. */
  expanded?: Sql
  /** Lists the country beside the value. */
  hasCountry?: boolean
  /** The filter that `search` stands for; `null` where search has no effect. */
  searches: DimensionName | null
}

const ofDimension = (name: DimensionName): Metric => ({
  value: dimensions[name].column,
  rows: pageRows,
  searches: name,
})

const foreign = (scope: Scope): Sql =>
  sql`(select * from ${pageRows(scope)} where ${isForeignReferrer})`

/** Page views with the first (or last) path of their visit in the range, chosen before any filter. */
const withVisitPath = (order: Sql) => (scope: Scope) =>
  sql`(
  select page.*, visit_path
  from ${pageRows(scope)} as page
  join (
    select session_id, visit_hour, first(url_path order by ${order}) as visit_path
    from event where ${sourceRows(scope)} and ${isPage}
    group by session_id, visit_hour
  ) using (session_id, visit_hour))`

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
  'country',
  'distinctId',
] as const satisfies DimensionName[]

export const metrics = {
  ...(Object.fromEntries(names.map((name) => [name, ofDimension(name)])) as Record<
    (typeof names)[number],
    Metric
  >),
  fullPath: { value: fullPath, rows: pageRows, searches: 'path' },
  entry: {
    value: sql`visit_path`,
    rows: withVisitPath(sql`created_at, event_id`),
    searches: 'path',
  },
  exit: {
    value: sql`visit_path`,
    rows: withVisitPath(sql`created_at desc, event_id desc`),
    searches: 'path',
  },
  referrer: { value: sql`referrer_domain`, rows: foreign, searches: 'referrer' },
  domain: {
    value: sql`referrer_domain`,
    rows: foreign,
    expanded: domainGroup,
    searches: 'referrer',
  },
  screen: { value: sql`screen`, rows: pageRows, searches: null },
  language: { value: sql`lower(left(language, 2))`, rows: pageRows, searches: 'language' },
  region: { ...ofDimension('region'), hasCountry: true },
  city: { ...ofDimension('city'), hasCountry: true },
  event: { value: sql`event_name`, rows: customRows, searches: 'event' },
  channel: { value: channel, rows: pageRows, searches: null },
} satisfies Record<string, Metric>

export type MetricType = keyof typeof metrics
export const metricTypes = Object.keys(metrics) as MetricType[]

interface Slice {
  limit: number
  offset: number
  search?: string
}

export interface MetricRow {
  x: string
  /** Visitors. */
  y: number
  country?: string | null
}

/** Visitors by value, most first. */
export function metric(app: App, asked: Scope, type: MetricType, slice: Slice) {
  const of: Metric = metrics[type]
  const scope = searched(asked, of, slice.search)
  const country = of.hasCountry ? sql`, country` : sql``
  return app.events.query<MetricRow>(sql`
    select ${of.value} as x, count(distinct session_id) as y${country}
    from ${of.rows(scope)}
    where coalesce(${of.value}, '') <> ''
    group by x${country}
    order by y desc, x${country}
    limit ${slice.limit} offset ${slice.offset}`)
}

export interface ExpandedRow {
  name: string
  pageviews: number
  visitors: number
  visits: number
  /** Visits with exactly one row of this value. */
  bounces: number
  /** Seconds between the first and last row of this value, over all visits. */
  totaltime: number
  country?: string | null
}

/** All numbers by value, most visitors first. */
export function expandedMetric(app: App, asked: Scope, type: MetricType, slice: Slice) {
  const of: Metric = metrics[type]
  const scope = searched(asked, of, slice.search)
  const value = of.expanded ?? of.value
  const country = of.hasCountry ? sql`, country` : sql``
  return app.events.query<ExpandedRow>(sql`
    select name, sum(rows) as pageviews, count(distinct session_id) as visitors,
      count(*) as visits, count(*) filter (rows = 1) as bounces, sum(seconds) as totaltime${country}
    from (
      select ${value} as name, session_id, visit_hour, count(*) as rows,
        ${secondsOf} as seconds${country}
      from ${of.rows(scope)}
      where coalesce(${value}, '') <> ''
      group by name, session_id, visit_hour${country}
    )
    group by name${country}
    order by visitors desc, visits desc, name${country}
    limit ${slice.limit} offset ${slice.offset}`)
}

/** A search is a `contains` filter on the type's own field, in place of any other filter on it. */
function searched(scope: Scope, { searches }: Metric, search: string | undefined): Scope {
  if (!search || !searches) return scope
  const condition: Condition = {
    key: searches,
    dimension: searches,
    operator: 'c',
    value: search,
  }
  const others = scope.conditions.filter(({ dimension }) => dimension !== searches)
  return { ...scope, conditions: [...others, condition] }
}
