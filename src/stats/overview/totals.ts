// Numbers of a whole website: totals, views and visitors over time, who is here, how far data reaches.

import { type Static, Type as t } from '@sinclair/typebox'
import type { EventReader } from '../../db/duckdb/event-reader.ts'
import { sql } from '../../db/sql.ts'
import { instantAnswer } from '../../http/answers.ts'
import { nullable } from '../../http/input/fields.ts'
import type { Target } from '../../targets/store.ts'
import type { Compare } from '../../time/comparison.ts'
import { minuteMs } from '../../time/durations.ts'
import type { Range } from '../../time/range.ts'
import { type ComparedInput, toComparedScope } from '../input/compared.ts'
import { bucketKey, bucketStart } from '../query/buckets.ts'
import { maxRows } from '../query/capped.ts'
import { selectTotals, visitorsPerBucket } from '../query/counting.ts'
import { planSeries, planTotals, planVisits } from '../query/plan.ts'
import { pageRows } from '../query/relations.ts'
import type { Scope } from '../query/scope.ts'
import { noTotals, totalsColumns, totalsFields } from '../query/totals-columns.ts'
import { selectVisitTotals } from '../whole-visits/whole-visits.ts'

const totalsOnly = t.Object(totalsFields())
export type Totals = Static<typeof totalsOnly>
export const totalsAnswer = t.Object({ ...totalsFields(), comparison: totalsOnly })

/** The totals of one range. */
export async function readTotals(events: EventReader, scope: Scope): Promise<Totals> {
  const [row] = await events.cached<Totals>(sql`
    select ${totalsColumns}
    from ${
      scope.level === 'visit'
        ? selectVisitTotals(scope, planVisits(scope))
        : selectTotals[planTotals(scope)](scope, pageRows(scope))
    }`)
  // A visit without its bounces may still have but one page view that the other filters keep.
  return { ...(row ?? noTotals), ...(scope.excludesBounces ? { bounces: 0 } : {}) }
}

/** Totals of the range and of the period it is compared with. */
export async function comparedTotals(events: EventReader, scope: Scope, compared: ComparedInput) {
  const before = toComparedScope(scope, compared)
  const [now, comparison] = await Promise.all([
    readTotals(events, scope),
    readTotals(events, before),
  ])
  return { ...now, comparison }
}

const points = t.Array(
  t.Object({ x: t.String({ description: 'Start of the bucket, UTC.' }), y: t.Integer() }),
)
const series = t.Object({ pageviews: points, sessions: points })
const datesFields = { startDate: instantAnswer, endDate: instantAnswer }
export const viewsAnswer = t.Union([
  series,
  t.Object({
    ...series.properties,
    ...datesFields,
    compare: t.Object({ ...series.properties, ...datesFields }),
  }),
])

/** Views and visitors per bucket; empty buckets are left out. */
export async function viewsOverTime(
  events: EventReader,
  scope: Scope,
): Promise<Static<typeof series>> {
  const rows = await events.cached<{ key: number; views: number; visitors: number }>(sql`
    select key, count(*) as views, ${visitorsPerBucket(scope, planSeries(scope))} as visitors
    from (
      select ${bucketKey(scope.unit, scope.zone, scope)} as key, session_id, previous_at
      from ${pageRows(scope)})
    group by key
    order by key
    limit ${maxRows}`)
  const listPoints = (column: 'views' | 'visitors') =>
    rows.map((row) => ({ x: bucketStart(scope.unit, scope.zone, row.key), y: row[column] }))
  return { pageviews: listPoints('views'), sessions: listPoints('visitors') }
}

const dates = ({ startAt, endAt }: Range) => ({
  startDate: new Date(startAt).toISOString(),
  endDate: new Date(endAt).toISOString(),
})

/** Views over time, with those of the compared period when one is asked for. */
export async function comparedViews(events: EventReader, scope: Scope, compare?: Compare) {
  if (!compare) return viewsOverTime(events, scope)
  const before = toComparedScope(scope, { compare })
  const [now, then] = await Promise.all([
    viewsOverTime(events, scope),
    viewsOverTime(events, before),
  ])
  return { ...now, ...dates(scope), compare: { ...then, ...dates(before) } }
}

const activeMs = 5 * minuteMs
export const activeAnswer = t.Object({ visitors: t.Integer() })
export const dateRangeAnswer = t.Object({
  startDate: nullable(instantAnswer),
  endDate: nullable(instantAnswer),
})

/** Visitors of the last five minutes, by rows of any kind. */
export async function activeVisitors(events: EventReader, target: Target, now: number) {
  const since = Math.max(now - activeMs, target.resetAt ?? 0)
  const [row] = await events.query<{ visitors: number }>(sql`
    select count(distinct session_id) as visitors from event
    where source_id = ${target.number} and created_at >= ${since} and created_at <= ${now}`)
  return { visitors: row?.visitors ?? 0 }
}

/** First and last instant of data; both `null` without any. */
export async function dateRange(events: EventReader, target: Target) {
  const [row] = await events.query<{ first: number | null; last: number | null }>(sql`
    select min(created_at) as first, max(created_at) as last from event
    where source_id = ${target.number} and created_at >= ${target.resetAt ?? 0}`)
  const iso = (at: number | null | undefined) => (at == null ? null : new Date(at).toISOString())
  return { startDate: iso(row?.first), endDate: iso(row?.last) }
}
