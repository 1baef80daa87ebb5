// Pointers of page views in the store: read trails of known sessions, repair those that came late.

import type { DuckDBConnection } from '@duckdb/node-api'
import { type PageView, Trail } from './trail.ts'

/** The trails of sessions by number, from their stored page views. */
export async function readTrails(
  connection: DuckDBConnection,
  sessions: readonly number[],
): Promise<Map<number, Trail>> {
  const trails = new Map(sessions.map((session) => [session, new Trail()]))
  if (sessions.length === 0) return trails
  const result = await connection.stream(
    `select session_id::double as session, created_at::double as at, visit_hour as "visitHour",
       url_path as path, page_title as title
     from event
     where session_id in (select unnest(string_split($1, ','))::bigint)
       and event_type not in (2, 5)
     order by created_at, event_id`,
    [sessions.join(',')],
  )
  for await (const rows of result.yieldRowObjects()) {
    for (const row of rows as unknown as (PageView & { session: number })[]) {
      trails.get(row.session)?.add(row)
    }
  }
  return trails
}

/**
 * Sets the pointers of all page views of these sessions anew, within the transaction under way. For
 * rows that arrive out of order: explicit timestamps, imports, a clock that was set back.
 */
export async function repairPointers(
  connection: DuckDBConnection,
  sessions: readonly number[],
): Promise<void> {
  await connection.run(
    `update event
     set previous_at = right_one.previous_at,
       visit_previous_at = right_one.visit_previous_at,
       visit_second_at = right_one.visit_second_at,
       visit_gap =
         coalesce(event.created_at // 1000 - right_one.visit_previous_at // 1000, -1),
       path_previous_at = right_one.path_previous_at,
       title_previous_at = right_one.title_previous_at
     from (
       select event_id,
         lag(created_at) over (partition by session_id order by created_at, event_id)
           as previous_at,
         lag(created_at) over visit as visit_previous_at,
         lag(created_at, 2) over visit as visit_second_at,
         lag(created_at) over (partition by session_id, url_path order by created_at, event_id)
           as path_previous_at,
         lag(created_at) over (partition by session_id, page_title order by created_at, event_id)
           as title_previous_at
       from event
       where session_id in (select unnest(string_split($1, ','))::bigint)
         and event_type not in (2, 5)
       window visit as (partition by session_id, visit_hour order by created_at, event_id)
     ) as right_one
     where event.event_id = right_one.event_id
       and (event.previous_at, event.visit_previous_at, event.visit_second_at,
           event.path_previous_at, event.title_previous_at)
         is distinct from (right_one.previous_at, right_one.visit_previous_at,
           right_one.visit_second_at, right_one.path_previous_at, right_one.title_previous_at)`,
    [sessions.join(',')],
  )
}
