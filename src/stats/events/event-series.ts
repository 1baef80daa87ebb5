// Custom events over time and in total.

import { type Static, Type as t } from '@sinclair/typebox'
import type { EventReader } from '../../db/duckdb/event-reader.ts'
import { sql } from '../../db/sql.ts'
import { type ComparedInput, toComparedScope } from '../input/compared.ts'
import { bucketKey, bucketStart } from '../query/buckets.ts'
import { maxRows, wholeGroups } from '../query/capped.ts'
import { countSessions } from '../query/counting.ts'
import { customRows } from '../query/relations.ts'
import type { Scope } from '../query/scope.ts'

export const eventSeriesAnswer = t.Array(
  t.Object({
    x: t.String({ description: "The event's name." }),
    t: t.String({ description: 'Start of the bucket, UTC.' }),
    y: t.Integer({ description: 'Events.' }),
  }),
)

/**
 * Events per bucket and name, of the most frequent names as many as the answer has room for; with a
 * limit, only of so many.
 */
export async function eventSeries(
  events: EventReader,
  scope: Scope,
  limit?: number,
): Promise<Static<typeof eventSeriesAnswer>> {
  const frequent = sql`event_name in (
    select event_name from ${customRows(scope)}
    group by event_name order by count(*) desc, event_name limit ${limit ?? 0})`
  const rows = await events.cached<{ x: string; key: number; y: number }>(sql`
    with counted as (
      select event_name as x, ${bucketKey(scope.unit, scope.zone, scope)} as key, count(*) as y
      from ${customRows(scope)}
      where ${limit === undefined ? sql`true` : frequent}
      group by x, key),
    weighed as (select *, sum(y) over (partition by x) as total from counted)
    select x, key, y from ${wholeGroups(sql`weighed`, sql`total desc, x`)}
    order by key, x
    limit ${maxRows}`)
  return rows.map(({ x, key, y }) => ({ x, t: bucketStart(scope.unit, scope.zone, key), y }))
}

const eventTotals = {
  events: t.Integer(),
  visitors: t.Integer({ description: 'Sessions with an event.' }),
  visits: t.Integer({ description: 'Visits with an event.' }),
  uniqueEvents: t.Integer({ description: 'Different event names.' }),
}
const totalsAnswer = t.Object(eventTotals)

export const eventStatsAnswer = t.Object({
  data: t.Object({ ...eventTotals, comparison: totalsAnswer }),
})

async function totals(events: EventReader, scope: Scope) {
  const [row] = await events.cached<Static<typeof totalsAnswer>>(sql`
    select count(*) as events, ${countSessions(scope)} as visitors,
      (select count(*) from (
        select 1 from ${customRows(scope)} group by session_id, visit_hour)) as visits,
      (select count(event_name) from (
        select event_name from ${customRows(scope)} group by event_name)) as "uniqueEvents"
    from ${customRows(scope)}`)
  return row as Static<typeof totalsAnswer>
}

/** Totals of the range and of the period it is compared with. */
export async function eventStats(
  events: EventReader,
  scope: Scope,
  compared: ComparedInput,
): Promise<Static<typeof eventStatsAnswer>> {
  const before = toComparedScope(scope, compared)
  const [now, comparison] = await Promise.all([totals(events, scope), totals(events, before)])
  return { data: { ...now, comparison } }
}
