// Histories of sessions from the store.

import type { DuckDBConnection } from '@duckdb/node-api'
import { isViewSql } from '../../../db/event-type.ts'
import { type PageView, SessionHistory } from './session-history.ts'

/** Keys of one session that its history does not know the instants of. */
export interface UnknownKeys {
  session: number
  history: SessionHistory
  keys: Partial<PageView>
}

/** The histories of sessions by number, from all their stored page views. */
export async function readHistories(
  connection: DuckDBConnection,
  sessions: readonly number[],
): Promise<Map<number, SessionHistory>> {
  const histories = new Map(sessions.map((session) => [session, new SessionHistory()]))
  if (sessions.length === 0) return histories
  await load(connection, histories, 'true', 'true', 'true', [])
  return histories
}

/** Reads the instants of some keys. Costs one scan of the event table, however long the histories are. */
export async function loadKeys(
  connection: DuckDBConnection,
  unknown: readonly UnknownKeys[],
): Promise<void> {
  if (unknown.length === 0) return
  // What is not found is certainly new.
  for (const { history, keys } of unknown) {
    if (keys.visitHour !== undefined) history.setVisit(keys.visitHour, null, null)
    if (keys.path !== undefined) history.setPath(keys.path, null)
    if (keys.title !== undefined) history.setTitle(keys.title, null)
  }
  const values = <Name extends keyof PageView>(name: Name) =>
    JSON.stringify(unknown.flatMap(({ keys }) => (keys[name] === undefined ? [] : [keys[name]])))
  const hasNull = unknown.some(({ keys }) => keys.title === null)
  await load(
    connection,
    new Map(unknown.map(({ session, history }) => [session, history])),
    `visit_hour in (select unnest(from_json($2, '["integer"]')))`,
    `url_path in (select unnest(from_json($3, '["varchar"]')))`,
    `coalesce(page_title in (select unnest(from_json($4, '["varchar"]'))), false)
      or page_title is null and $5`,
    [values('visitHour'), values('path'), values('title'), hasNull],
  )
}

interface Row {
  session: number
  kind: 'visit' | 'path' | 'title'
  hour: number | null
  text: string | null
  lastAt: number
  secondAt: number | null
}

/** Takes up the last instants of keys in order of time, the latest last. */
async function load(
  connection: DuckDBConnection,
  histories: Map<number, SessionHistory>,
  isVisit: string,
  isPath: string,
  isTitle: string,
  values: (string | boolean)[],
): Promise<void> {
  const result = await connection.stream(
    `with seen as materialized (
       select session_id, visit_hour, url_path, page_title, created_at
       from event
       where session_id in (select unnest(string_split($1, ','))::bigint)
         and ${isViewSql}
     )
     from (
       select session_id::double as session, 'visit' as kind, visit_hour as hour,
         null::varchar as text, max(created_at)::double as "lastAt",
         max(created_at, 2)[2]::double as "secondAt"
       from seen where ${isVisit} group by session_id, visit_hour
       union all
       select session_id, 'path', null, url_path, max(created_at), null
       from seen where ${isPath} group by session_id, url_path
       union all
       select session_id, 'title', null, page_title, max(created_at), null
       from seen where ${isTitle} group by session_id, page_title
     )
     order by "lastAt"`,
    [[...histories.keys()].join(','), ...values],
  )
  for await (const rows of result.yieldRowObjects()) {
    for (const { session, kind, hour, text, lastAt, secondAt } of rows as unknown as Row[]) {
      const history = histories.get(session)
      if (kind === 'visit') history?.setVisit(hour as number, lastAt, secondAt)
      else if (kind === 'path') history?.setPath(text as string, lastAt)
      else history?.setTitle(text, lastAt)
    }
  }
}
