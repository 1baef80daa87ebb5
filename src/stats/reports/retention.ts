// Retention: on which later days the visitors of a day came back.

import { Type as t } from '@sinclair/typebox'
import type { EventReader } from '../../db/duckdb/event-reader.ts'
import { sql } from '../../db/sql.ts'
import { isActivity } from '../../visits/event-kind.ts'
import { bucketKey, bucketStart } from '../query/buckets.ts'
import { wholeGroups } from '../query/capped.ts'
import { activityRows } from '../query/relations.ts'
import type { Scope } from '../query/scope.ts'
import { targetRows } from '../query/target-rows.ts'

export const retentionAnswer = t.Array(
  t.Object({
    date: t.String({ description: 'Start of the local day of the first visit.' }),
    day: t.Integer({ description: 'Calendar days later.' }),
    visitors: t.Integer({ description: 'Visitors whose first day this was.' }),
    returnVisitors: t.Integer({ description: 'Those of them who came on that later day.' }),
    percentage: t.Number({ description: 'Of the visitors, 0 to 100.' }),
  }),
)

const lastDay = 31

/**
 * Visitors by the local date of their first row that the filters keep, and by the days later on
 * which they did anything at all, up to 31. Day 0 is everybody. Of many days the latest are answered.
 */
export async function countReturns(events: EventReader, scope: Scope) {
  const day = bucketKey('day', scope.zone, scope)
  const rows = await events.cached<{ first: number; later: number; visitors: number }>(sql`
    with newcomer as (
      select session_id, ${day} as first
      from (
        select session_id, min(created_at) as created_at
        from ${activityRows(scope)} group by session_id)
    ),
    active as (
      select distinct session_id, ${day} as day
      from event where ${targetRows(scope)} and ${isActivity}
    ),
    came as (
      select first, day - first as later, count(*) as visitors
      from newcomer join active using (session_id)
      where day - first between 0 and ${lastDay}
      group by first, later)
    select first, later, visitors from ${wholeGroups(sql`came`, sql`first desc`)}
    order by first, later`)
  const sizes = new Map(
    rows.filter(({ later }) => later === 0).map(({ first, visitors }) => [first, visitors]),
  )
  return rows.map(({ first, later, visitors: returnVisitors }) => {
    const visitors = sizes.get(first) ?? returnVisitors
    return {
      date: bucketStart('day', scope.zone, first),
      day: later,
      visitors,
      returnVisitors,
      percentage: (100 * returnVisitors) / visitors,
    }
  })
}
