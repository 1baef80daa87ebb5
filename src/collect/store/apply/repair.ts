// Page views that arrive out of order: explicit timestamps, imports, a clock that was set back.

import type { DuckDBConnection } from '@duckdb/node-api'
import { isViewSql } from '../../../db/event-type.ts'
import { noPredecessors, type Predecessors, predecessorColumns } from '../../shape/columns.ts'

/** Rows of some page views, and the sessions they belong to. */
interface OutOfOrderViews {
  eventIds: readonly number[]
  sessions: readonly number[]
}

const gap = `coalesce(created_at // 1000 - visit_previous // 1000, ${noPredecessors.visitGap})::integer`

/** For each predecessor column: when a row of `changed` below has a new value of it, and that value. */
const repairs: Record<keyof Predecessors, [condition: string, value: string]> = {
  previousAt: ['in_session', 'session_previous'],
  visitPreviousAt: ['in_visit', 'visit_previous'],
  visitSecondAt: ['in_visit', 'visit_second'],
  visitGap: ['in_visit', gap],
  pathPreviousAt: ['on_path', 'path_previous'],
  titlePreviousAt: ['on_title', 'title_previous'],
}

const assignments = Object.entries(predecessorColumns).map(([name, { column }]) => {
  const [condition, value] = repairs[name as keyof Predecessors]
  return `${column} = if(${condition}, ${value}, ${column})`
})

/** Of views with the same key: those out of order and those right behind, with the one before. */
const previousBy = (key: string): string =>
  `select event_id, lag(created_at) over own as previous_at
   from near semi join out_of_order on near.session_id = out_of_order.session_id
     and near.${key} is not distinct from out_of_order.${key}
   window own as (partition by session_id, ${key} order by created_at, event_id)
   qualify is_out_of_order or lag(is_out_of_order) over own`

/**
 * Sets the predecessor columns of page views out of order and of the views that follow them, within
 * the transaction under way. Such a view changes no other row than itself and those right behind it
 * among the views of its session, its visit (two of them), its path and its title.
 */
export async function repairPredecessors(
  connection: DuckDBConnection,
  { eventIds, sessions }: OutOfOrderViews,
): Promise<void> {
  await connection.run(
    `with near as materialized (
       select event_id, session_id, visit_hour, created_at, url_path, page_title,
         event_id in (select unnest(string_split($2, ','))::bigint) as is_out_of_order
       from event
       where session_id in (select unnest(string_split($1, ','))::bigint)
         and ${isViewSql}
     ),
     out_of_order as materialized (from near where is_out_of_order),
     by_session as (${previousBy('session_id')}),
     by_visit as (
       select event_id, lag(created_at) over own as previous_at, lag(created_at, 2) over own as second_at
       from near semi join out_of_order using (session_id, visit_hour)
       window own as (partition by session_id, visit_hour order by created_at, event_id)
       qualify is_out_of_order or lag(is_out_of_order) over own or lag(is_out_of_order, 2) over own
     ),
     by_path as (${previousBy('url_path')}),
     by_title as (${previousBy('page_title')}),
     changed as (
       from by_session full join by_visit using (event_id) full join by_path using (event_id)
         full join by_title using (event_id)
       select event_id,
         by_session.event_id is not null as in_session, by_session.previous_at as session_previous,
         by_visit.event_id is not null as in_visit, by_visit.previous_at as visit_previous,
         by_visit.second_at as visit_second,
         by_path.event_id is not null as on_path, by_path.previous_at as path_previous,
         by_title.event_id is not null as on_title, by_title.previous_at as title_previous
     )
     update event
     set ${assignments.join(', ')}
     from changed
     where event.event_id = changed.event_id`,
    [sessions.join(','), eventIds.join(',')],
  )
}
