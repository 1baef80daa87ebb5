// The predecessor columns of stored page views, and what they should be by a plain count in JavaScript.

import type { DuckDBConnection } from '@duckdb/node-api'

interface View {
  id: number
  session: number
  hour: number
  at: number
  path: string
  title: string | null
}

type Columns = (number | null)[]

/** Stored and right predecessors by event id: of the session, the visit (two and the gap), path, title. */
export async function comparePredecessors(
  connection: DuckDBConnection,
): Promise<{ stored: Record<number, Columns>; right: Record<number, Columns> }> {
  const reader = await connection.runAndReadAll(
    `select event_id::double, session_id::double, visit_hour, created_at::double, url_path, page_title,
       previous_at::double, visit_previous_at::double, visit_second_at::double, visit_gap,
       path_previous_at::double, title_previous_at::double
     from event where event_type not in (2, 5) order by created_at, event_id`,
  )
  const stored: Record<number, Columns> = {}
  const right: Record<number, Columns> = {}
  const seen = new Map<string, View[]>()
  for (const row of reader.getRows()) {
    const [id, session, hour, at, path, title, ...columns] = row as [
      number,
      number,
      number,
      number,
      string,
      string | null,
      ...Columns,
    ]
    const view: View = { id, session, hour, at, path, title }
    stored[id] = columns
    const before = (key: string, back = 1): number | null => {
      const views = seen.get(`${session} ${key}`) ?? []
      return views.at(-back)?.at ?? null
    }
    const keys = ['session', `visit ${hour}`, `path ${path}`, `title ${JSON.stringify(title)}`]
    const [bySession, byVisit, byPath, byTitle] = keys.map((key) => before(key)) as [
      number | null,
      number | null,
      number | null,
      number | null,
    ]
    const gap = byVisit === null ? -1 : Math.floor(at / 1000) - Math.floor(byVisit / 1000)
    right[id] = [bySession, byVisit, before(`visit ${hour}`, 2), gap, byPath, byTitle]
    for (const key of keys) {
      const views = seen.get(`${session} ${key}`) ?? []
      views.push(view)
      seen.set(`${session} ${key}`, views)
    }
  }
  return { stored, right }
}
