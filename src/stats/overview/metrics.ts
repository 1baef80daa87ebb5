// Metrics: visitors by any dimension, plain and expanded.

import { type Static, Type as t } from '@sinclair/typebox'
import type { EventReader } from '../../db/duckdb/event-reader.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { nullable } from '../../http/input/fields.ts'
import { isForeignReferrer } from '../../visits/arrival.ts'
import { withChannel, withDomainGroup } from '../../visits/channels.ts'
import { summaryByVisitPath, visitEnds, withVisitPath } from '../arrival/visit-paths.ts'
import {
  type DimensionName,
  dimensionNames,
  dimensions,
  type FieldName,
  isDimension,
  languageGroup,
  type VisitEnd,
} from '../dimensions/dimensions.ts'
import { conditionSql } from '../filters/conditions.ts'
import { maxRows } from '../query/capped.ts'
import {
  countSessions,
  distinctVisitors,
  firstInRange,
  type Grouping,
  selectSummary,
} from '../query/counting.ts'
import {
  findValueScope,
  type ListQuestion,
  planSummary,
  planVisitors,
  planVisitSummary,
  type ValueScope,
} from '../query/plan.ts'
import { customRows, pageRows } from '../query/relations.ts'
import type { Scope } from '../query/scope.ts'
import { totalsColumns, totalsFields } from '../query/totals-columns.ts'
import { summaryOfRows } from '../whole-visits/visit-summary.ts'
import { countedVisits, summaryOfVisits } from '../whole-visits/whole-visits.ts'
import { expandedVisits, isVisitMetric, visitMetrics, visitorsOfVisits } from './visit-metrics.ts'

/** How a metric type reads its rows. */
interface Metric {
  /** The value of one row; null and empty ones are never listed. */
  value: Sql
  rows: (scope: Scope) => Sql
  /** Value and rows of the expanded form, where they are others. */
  expanded?: { value: Sql; rows: (scope: Scope) => Sql }
  valueScope: ValueScope
  /** There are only some values, whatever visitors do. */
  isFew?: true
  /** Lists the country with the value. */
  hasCountry?: boolean
  /** The filter that `search` stands for, on a column of the rows. */
  searches: FieldName
}

const listDimension = (name: DimensionName): Metric => ({
  value: dimensions[name].column,
  rows: pageRows,
  valueScope: findValueScope([name]),
  searches: name,
})

const listVisitEnds = (end: VisitEnd): Metric => ({
  value: sql`visit_path`,
  rows: withVisitPath(end),
  valueScope: end,
  searches: 'path',
})

const foreignReferrerRows = (scope: Scope): Sql =>
  sql`(select * from ${pageRows(scope)} where ${isForeignReferrer})`

const fullPath = sql`case when coalesce(url_query, '') = '' then url_path
  else url_path || '?' || url_query end`

/** Every dimension, and what is listed in another way than page views by a column. */
export const metrics = {
  ...(Object.fromEntries(dimensionNames.map((name) => [name, listDimension(name)])) as Record<
    DimensionName,
    Metric
  >),
  fullPath: { value: fullPath, rows: pageRows, valueScope: null, searches: 'path' },
  entry: listVisitEnds('entry'),
  exit: listVisitEnds('exit'),
  referrer: { ...listDimension('referrer'), rows: foreignReferrerRows },
  domain: {
    ...listDimension('referrer'),
    rows: foreignReferrerRows,
    expanded: {
      value: sql`domain_group`,
      rows: (scope) => withDomainGroup(foreignReferrerRows(scope)),
    },
  },
  language: { ...listDimension('language'), value: languageGroup },
  region: { ...listDimension('region'), hasCountry: true },
  city: { ...listDimension('city'), hasCountry: true },
  event: { ...listDimension('event'), rows: customRows },
  channel: {
    value: sql`channel`,
    rows: (scope) => withChannel(pageRows(scope)),
    valueScope: null,
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
export function listMetric(events: EventReader, input: Scope, type: MetricType, slice: Slice) {
  const listed: Metric = metrics[type]
  const { value, visitors, among, isFound } =
    input.level === 'visit' && isVisitMetric(type)
      ? { ...visitMetrics[type], ...visitorsOfVisits(input, visitMetrics[type], slice.search) }
      : { ...listed, ...visitorsOfRows(input, listed, slice) }
  const byCountry = listed.hasCountry ? sql`, country` : sql``
  return events.cached<MetricRow>(sql`
    select ${value} as x, ${visitors} as y${byCountry}
    from ${among}
    where ${value} <> '' and ${isFound} and ${contains(value, slice)}
    group by x${byCountry}
    order by y desc, x${byCountry}
    limit ${Math.min(slice.limit, maxRows)} offset ${slice.offset}`)
}

const toQuestion = ({ valueScope, isFew }: Metric, { search }: Slice): ListQuestion => ({
  valueScope,
  isFew: isFew ?? false,
  isSearched: Boolean(search),
})

/** An aggregate, visitors, the relation it is of, and which of its rows a search finds. */
function visitorsOfRows(input: Scope, listed: Metric, slice: Slice) {
  const { scope, isFound } = applySearch(input, listed, slice.search)
  return { ...countVisitors(scope, listed, toQuestion(listed, slice)), isFound }
}

/** An aggregate, visitors, and the relation it is of: as many rows of the list as it needs. */
function countVisitors(
  scope: Scope,
  { rows }: Metric,
  question: ListQuestion,
): { visitors: Sql; among: Sql } {
  const plan = planVisitors(scope, question)
  switch (plan.form) {
    case 'by bitmap':
      return { visitors: countSessions(scope), among: rows(scope) }
    case 'at first rows':
      return {
        visitors: sql`count(*)`,
        among: firstInRange(scope, rows(scope), plan.distinctScope),
      }
    case 'at the ends of visits':
      return { visitors: distinctVisitors, among: visitEnds(scope, plan.end) }
    case 'by hashing':
      return { visitors: distinctVisitors, among: rows(scope) }
  }
}

const expandedRow = t.Object({
  name: t.String(),
  ...totalsFields({
    bounces: 'Visits with exactly one row of this value.',
    totaltime: 'Seconds from the first to the last row of this value, over all visits.',
  }),
  country,
})
export const expandedAnswer = t.Array(expandedRow)

/** All numbers by value, most visitors first. */
export function listExpandedMetric(
  events: EventReader,
  input: Scope,
  type: MetricType,
  slice: Slice,
) {
  const listed: Metric = metrics[type]
  const names = listed.hasCountry ? sql`name, country` : sql`name`
  const summary =
    input.level === 'visit'
      ? summaryAtVisitLevel(input, type, slice)
      : summaryAtRowLevel(input, type, slice)
  return events.cached<Static<typeof expandedRow>>(sql`
    select ${names}, ${totalsColumns}
    from ${summary}
    order by visitors desc, visits desc, ${names}
    limit ${Math.min(slice.limit, maxRows)} offset ${slice.offset}`)
}

const groupBy = (value: Sql, hasCountry: boolean | undefined): Grouping =>
  hasCountry
    ? { columns: sql`${value} as name, country`, names: sql`name, country` }
    : { columns: sql`${value} as name`, names: sql`name` }

function summaryAtRowLevel(input: Scope, type: MetricType, slice: Slice): Sql {
  const listed: Metric = metrics[type]
  const { scope, isFound } = applySearch(input, listed, slice.search)
  const { value, rows } = listed.expanded ?? listed
  const plan = planSummary(scope, toQuestion(listed, slice))
  if (plan.form === 'by numbered visits') {
    return sql`(
      select * from ${summaryByVisitPath(scope, plan.end)}
      where name <> '' and ${contains(sql`name`, slice)})`
  }
  const found = selectListed(rows(scope), value, isFound, slice)
  return selectSummary(scope, found, groupBy(value, listed.hasCountry), plan)
}

/** By what belongs to a visit or its session each visit is in one group, else in those of its rows. */
function summaryAtVisitLevel(input: Scope, type: MetricType, slice: Slice): Sql {
  if (isVisitMetric(type)) {
    const { visitors, value, visits, isFound } = expandedVisits(
      input,
      visitMetrics[type],
      slice.search,
    )
    const listed = selectListed(visits, value, isFound, slice)
    return summaryOfVisits(listed, groupBy(value, false), visitors)
  }
  const listed: Metric = metrics[type]
  const { scope, isFound } = applySearch(input, listed, slice.search)
  const { value, valueScope, hasCountry, rows } = listed
  const plan = planVisitSummary(scope, valueScope, isDimension(type) ? [type] : [])
  const grouping = groupBy(value, hasCountry)
  if (plan.form === 'by visits') {
    const visits = countedVisits(scope, 'by visits')
    return summaryOfVisits(selectListed(visits, value, isFound, slice), grouping)
  }
  const found = selectListed(rows(scope), value, isFound, slice)
  return summaryOfRows(scope, found, { ofRows: grouping }, plan)
}

/** Of rows or visits those that have a value, which is one of those that are asked for. */
const selectListed = (among: Sql, value: Sql, isFound: Sql, slice: Slice): Sql => sql`(
  select * from ${among}
  where coalesce(${value}, '') <> '' and ${isFound} and ${contains(value, slice)})`

/** Whether a value is one of those that are asked for. */
const contains = (value: Sql, { containing }: Slice): Sql =>
  containing ? sql`contains(lower(${value}), lower(${containing}))` : sql`true`

/**
 * A search keeps rows whose own field contains the text, in place of the query's filters on that field
 * and whatever the other filters: with `match=any` it still narrows the list, as a segment does.
 */
function applySearch(scope: Scope, { searches }: Metric, search: string | undefined) {
  if (!search) return { scope, isFound: sql`true` }
  const conditions = scope.conditions.filter(
    ({ dimension, isOfSegment }) => isOfSegment || dimension !== searches,
  )
  const condition = { dimension: searches, operator: 'c', value: search } as const
  return { scope: { ...scope, conditions }, isFound: conditionSql(condition) }
}
