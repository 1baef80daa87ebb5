// Page views that arrive out of order: explicit timestamps, imports, a clock that was set back.

import type { DuckDBConnection } from '@duckdb/node-api'

/** Rows of some page views, and the sessions they belong to. */
export interface LateViews {
  eventIds: readonly number[]
  sessions: readonly number[]
}

/**
 * Sets the predecessor columns of late page views and of the views that follow them, within the
 * transaction under way. A late view changes no partition but its own: the views of its session, of
 * its visit, of its path and of its title.
 */
export async function repairPredecessors(
  connection: DuckDBConnection,
  { eventIds, sessions }: LateViews,
): Promise<void> {
  await connection.run(
    `update event
     set previous_at = right_one.previous_at,
       visit_previous_at = right_one.visit_previous_at,
       visit_second_at = right_one.visit_second_at,
       visit_gap = coalesce(event.created_at // 1000 - right_one.visit_previous_at // 1000, -1),
       path_previous_at = right_one.path_previous_at,
       title_previous_at = right_one.title_previous_at
     from (
       with near as materialized (
         select event_id, session_id, visit_hour, created_at, url_path, page_title, previous_at,
           visit_previous_at, visit_second_at, path_previous_at, title_previous_at
         from event
         where session_id in (select unnest(string_split($1, ','))::bigint)
           and event_type not in (2, 5)
       ),
       late as materialized (
         from near where event_id in (select unnest(string_split($2, ','))::bigint)
       ),
       by_session as (
         select event_id,
           lag(created_at) over (partition by session_id order by created_at, event_id) as instant
         from near
       ),
       by_visit as (
         select event_id, lag(created_at) over visit as instant, lag(created_at, 2) over visit as second
         from near semi join late using (session_id, visit_hour)
         window visit as (partition by session_id, visit_hour order by created_at, event_id)
       ),
       by_path as (
         select event_id, lag(created_at) over (
           partition by session_id, url_path order by created_at, event_id) as instant
         from near semi join late using (session_id, url_path)
       ),
       by_title as (
         select event_id, lag(created_at) over (
           partition by session_id, page_title order by created_at, event_id) as instant
         from near semi join late on near.session_id = late.session_id
           and near.page_title is not distinct from late.page_title
       ),
       renewed as (
         select near.event_id, by_session.instant as previous_at,
           case when by_visit.event_id is null then near.visit_previous_at else by_visit.instant end
             as visit_previous_at,
           case when by_visit.event_id is null then near.visit_second_at else by_visit.second end
             as visit_second_at,
           case when by_path.event_id is null then near.path_previous_at else by_path.instant end
             as path_previous_at,
           case when by_title.event_id is null then near.title_previous_at else by_title.instant end
             as title_previous_at
         from near
           join by_session using (event_id)
           left join by_visit using (event_id)
           left join by_path using (event_id)
           left join by_title using (event_id)
       )
       select renewed.*
       from renewed join near using (event_id)
       where (renewed.previous_at, renewed.visit_previous_at, renewed.visit_second_at,
           renewed.path_previous_at, renewed.title_previous_at)
         is distinct from (near.previous_at, near.visit_previous_at, near.visit_second_at,
           near.path_previous_at, near.title_previous_at)
     ) as right_one
     where event.event_id = right_one.event_id`,
    [sessions.join(','), eventIds.join(',')],
  )
}
