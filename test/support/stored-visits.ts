// The rows of table `visit`, and what they should be by a plain count of event rows in JavaScript.

import type { DuckDBConnection } from '@duckdb/node-api'

interface Row {
  id: number
  key: string
  at: number
  isPage: boolean
  isCustom: boolean
  path: string
  campaign: string | null
}

/**
 * views, events, first and last instant of page views, first row's id and campaign, entry, exit, and the
 * length that its rows repeat.
 */
type Columns = (number | string | null)[]

const countSeconds = (pages: readonly Row[]): number =>
  pages.length === 0
    ? 0
    : Math.floor((pages.at(-1) as Row).at / 1000) - Math.floor((pages[0] as Row).at / 1000)

/** Stored and right visits that began before the closed hour, by target, session and hour. */
export async function compareVisits(
  connection: DuckDBConnection,
): Promise<{ stored: Record<string, Columns>; right: Record<string, Columns> }> {
  const kept = await connection.runAndReadAll(
    `select concat_ws('/', source_id, session_id, visit_hour) as key, views, events,
       started_at::double, ended_at::double, start_id::double, utm_source, entry_path, exit_path,
       (select string_agg(distinct coalesce(visit_length::varchar, 'unknown')) from event
        where (event.source_id, event.session_id, event.visit_hour)
          = (visit.source_id, visit.session_id, visit.visit_hour)) as length
     from visit order by source_id, session_id, visit_hour`,
  )
  const read = await connection.runAndReadAll(
    `select concat_ws('/', source_id, session_id, visit_hour) as key, event_id::double as id,
       created_at::double as at, event_type, url_path as path, utm_source as campaign
     from event where visit_hour < (select closed_hour from visit_progress)
     order by created_at, event_id`,
  )
  const rows = read.getRowObjects().map(
    ({ event_type: type, ...row }): Row => ({
      ...(row as unknown as Omit<Row, 'isPage' | 'isCustom'>),
      isPage: type !== 2 && type !== 5,
      isCustom: type === 2,
    }),
  )
  const right: Record<string, Columns> = {}
  for (const [key, own] of Map.groupBy(rows, (row) => row.key)) {
    const pages = own.filter(({ isPage }) => isPage)
    const start = pages[0] ?? (own[0] as Row)
    right[key] = [
      pages.length,
      own.filter(({ isCustom }) => isCustom).length,
      pages[0]?.at ?? null,
      pages.at(-1)?.at ?? null,
      start.id,
      start.campaign,
      pages[0]?.path ?? null,
      pages.at(-1)?.path ?? null,
      `${pages.length === 1 ? -1 : countSeconds(pages)}`,
    ]
  }
  const stored: Record<string, Columns> = {}
  for (const [key, ...columns] of kept.getRows()) {
    // A visit that is there twice is none of the right ones.
    stored[`${key}${stored[key as string] ? ' again' : ''}`] = columns as Columns
  }
  return { stored, right }
}
