// One property of events or sessions over time and in numbers: what its values are, and how many.

import { type Static, Type as t } from '@sinclair/typebox'
import type { EventReader } from '../../db/duckdb/event-reader.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { firstInstant, lastInstant } from '../../time/date-text.ts'
import { dayMs } from '../../time/durations.ts'
import { dataTypes, elements, label } from '../dimensions/data-types.ts'
import { bucketKey, bucketStart, localTime } from '../query/buckets.ts'
import { maxRows, wholeGroups } from '../query/capped.ts'
import type { Scope } from '../query/scope.ts'

/** The rows of one property in a scope. */
export interface PropertyValues {
  /** A relation with the columns of a property's row; `created_at` is the instant it counts at. */
  rows: Sql
  /** An aggregate: how many events or sessions some of its rows are of. */
  count: Sql
}

const point = { t: t.String({ description: 'Start of the bucket, UTC.' }), y: t.Number() }
const countedPoint = { t: point.t, y: t.Integer() }

export const valueSeriesAnswer = t.Array(
  t.Object({ x: t.String({ description: 'The value as text.' }), ...countedPoint }),
)
export const dateSeriesAnswer = t.Array(t.Object(countedPoint), {
  description: 'By the day that the value is of, in the zone, whenever it was sent.',
})
export const numericSeriesAnswer = t.Array(t.Object(point))
export const numericStatsAnswer = t.Object({
  total: t.Number({ description: 'Sum of all values.' }),
  average: t.Number(),
  median: t.Number(),
  min: t.Number(),
  max: t.Number(),
})

/** How often each value occurs, per bucket; of many values the most frequent ones. */
export const propertySeries = (events: EventReader, scope: Scope, values: PropertyValues) =>
  valueSeries(events, scope, values, sql`[${label}]`)

/** The same by the elements of lists; values of other types are left out. */
export const arraySeries = (events: EventReader, scope: Scope, values: PropertyValues) =>
  valueSeries(events, scope, values, elements)

async function valueSeries(
  events: EventReader,
  scope: Scope,
  { rows, count }: PropertyValues,
  labels: Sql,
): Promise<Static<typeof valueSeriesAnswer>> {
  const found = await events.cached<{ x: string; key: number; y: number }>(sql`
    with labelled as (select *, unnest(${labels}) as x from ${rows}),
    counted as (
      select x, ${bucketKey(scope.unit, scope.zone, scope)} as key, ${count} as y
      from labelled where x is not null group by x, key),
    weighed as (select *, sum(y) over (partition by x) as total from counted)
    select x, key, y from ${wholeGroups(sql`weighed`, sql`total desc, x`)}
    order by key, x
    limit ${maxRows}`)
  return found.map(({ x, key, y }) => ({ x, t: bucketStart(scope.unit, scope.zone, key), y }))
}

/** Dates may be of any year, before 1970 too. */
const anyTime = { startAt: firstInstant, endAt: lastInstant }

/** How often the dates of each day occur. */
export async function dateSeries(
  events: EventReader,
  { zone }: Scope,
  { rows, count }: PropertyValues,
): Promise<Static<typeof dateSeriesAnswer>> {
  const local = localTime(zone, anyTime, sql`date_value`)
  const found = await events.cached<{ key: number; y: number }>(sql`
    select floor(${local} / ${dayMs})::integer as key, ${count} as y
    from ${rows} where data_type = ${dataTypes.date}
    group by key
    order by key
    limit ${maxRows}`)
  return found.map(({ key, y }) => ({ t: bucketStart('day', zone, key), y }))
}

const number = sql`number_value`

export type NumericMetric = 'sum' | 'avg' | 'count'

/** The sum, the average or the number of the values that are numbers, per bucket. */
export async function numericSeries(
  events: EventReader,
  scope: Scope,
  { rows, count }: PropertyValues,
  metric: NumericMetric = 'sum',
): Promise<Static<typeof numericSeriesAnswer>> {
  const aggregates = { sum: sql`sum(${number})`, avg: sql`avg(${number})`, count }
  const found = await events.cached<{ key: number; y: number }>(sql`
    select ${bucketKey(scope.unit, scope.zone, scope)} as key, ${aggregates[metric]} as y
    from ${rows} where data_type = ${dataTypes.number}
    group by key
    order by key
    limit ${maxRows}`)
  return found.map(({ key, y }) => ({ t: bucketStart(scope.unit, scope.zone, key), y }))
}

/** The values that are numbers, in numbers; zeros where there is none. */
export async function numericStats(
  events: EventReader,
  _scope: Scope,
  { rows }: PropertyValues,
): Promise<Static<typeof numericStatsAnswer>> {
  const [row] = await events.cached<Static<typeof numericStatsAnswer>>(sql`
    select coalesce(sum(${number}), 0) as total, coalesce(avg(${number}), 0) as average,
      coalesce(quantile_cont(${number}, 0.5), 0) as median,
      coalesce(min(${number}), 0) as min, coalesce(max(${number}), 0) as max
    from ${rows} where data_type = ${dataTypes.number}`)
  return row as Static<typeof numericStatsAnswer>
}
