// Erases single sessions with all their rows, in one transaction.

import type { DuckDBConnection } from '@duckdb/node-api'
import { allTableNames } from '../collect/store/apply/rows.ts'
import type { Writer } from '../collect/store/writer.ts'
import type { EventStore } from '../db/duckdb/event-store.ts'
import { inTransaction } from '../db/duckdb/transaction.ts'
import type { Entities } from '../db/sqlite/entities.ts'
import {
  listSessionErasures,
  removeSessionErasure,
  type SessionErasure,
} from '../targets/session-erasures.ts'

/**
 * Erases the sessions that are noted. What a visitor sends from then on begins a new session. Visits
 * and predecessors of other sessions do not change, since none refers to another session.
 */
export async function eraseSessions(
  entities: Entities,
  store: EventStore,
  writer: Writer,
): Promise<void> {
  const erasures = listSessionErasures(entities)
  if (erasures.length === 0) return
  // Hits that were accepted before are still to be stored.
  await writer.drain()
  await writer.erasingSessions(async () => {
    await inTransaction(store.writer, async () => {
      for (const erasure of erasures) await eraseSession(store.writer, erasure)
    })
    store.queryCache.clear()
  })
  for (const erasure of erasures) removeSessionErasure(entities, erasure)
}

async function eraseSession(
  connection: DuckDBConnection,
  { number, sessionId }: SessionErasure,
): Promise<void> {
  const found = await connection.runAndReadAll(
    'select session_id from session where source_id = $1 and uuid = $2::uuid',
    [number, sessionId],
  )
  for (const [session] of found.getRows()) {
    for (const table of allTableNames) {
      await connection.run(`delete from ${table} where source_id = $1 and session_id = $2`, [
        number,
        session as bigint,
      ])
    }
  }
}
