// The numbers of events and sessions, which only ever rise.

import type { DuckDBConnection } from '@duckdb/node-api'

/** The highest numbers in use; 0 where there are none. */
export async function readNumbers(
  connection: DuckDBConnection,
): Promise<{ id: number; session: number }> {
  const reader = await connection.runAndReadAll(
    `select greatest(coalesce((select max(event_id) from event), 0),
       coalesce((select max(written_id) from session_data), 0))::double as id,
       coalesce((select max(session_id) from session), 0)::double as session`,
  )
  const [id, session] = reader.getRows()[0] as [number, number]
  return { id, session }
}
