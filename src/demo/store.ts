// Demo hits into the event store: numbered, appended in bulk, many to a transaction.

import { readNumbers } from '../collect/numbers.ts'
import {
  eventCells,
  eventDataCells,
  revenueCells,
  sessionCells,
  sessionDataCells,
} from '../collect/rows.ts'
import type { EventStore } from '../db/events.ts'
import { Tables } from '../db/tables.ts'
import type { DemoHit } from './visit.ts'

/** Two whole row groups of the file, which then need no log. */
const eventsPerCommit = 2 * 122_880

/**
 * Stores the batches, which are in order of time and of sessions that the store does not know yet,
 * and calls `tell` with the number of events after each commit. Nobody else may write meanwhile.
 */
export async function storeDemo(
  store: EventStore,
  batches: Iterable<DemoHit[]>,
  tell: (events: number) => void,
): Promise<void> {
  const connection = store.writer
  const { id, session } = await readNumbers(connection)
  const tables = await Tables.of(store.duckdb, connection)
  for (const table of ['event', 'session', 'event_data', 'session_data', 'revenue']) {
    await tables.prepare(table)
  }
  const numbers = { id, session }
  let events = 0
  let told = 0
  const commit = async () => {
    tables.flush()
    await connection.run('commit')
    told = events
    tell(events)
  }
  try {
    await connection.run('begin')
    for (const batch of batches) {
      for (const hit of batch) {
        append(tables, hit, numbers)
        if (hit.hit.event) events++
        if (events - told < eventsPerCommit) continue
        await commit()
        await connection.run('begin')
      }
    }
    await commit()
  } finally {
    // After an error the transaction ends with its connection, and nothing of it is stored.
    tables.discard()
  }
  await store.checkpoint()
}

function append(
  tables: Tables,
  { hit, visitor, pointers }: DemoHit,
  numbers: { id: number; session: number },
): void {
  const isNew = visitor.session === 0
  if (isNew) visitor.session = ++numbers.session
  const { session, attributes } = visitor
  const numbered = { hit, id: ++numbers.id, session, attributes, pointers }
  if (isNew) tables.append('session', sessionCells(numbered))
  const cells = eventCells(numbered)
  if (cells) tables.append('event', cells)
  if (hit.eventData.length > 0) {
    for (const each of eventDataCells(numbered)) tables.append('event_data', each)
  }
  if (hit.sessionData.length > 0) {
    for (const each of sessionDataCells(numbered)) tables.append('session_data', each)
  }
  if (hit.revenue) for (const each of revenueCells(numbered)) tables.append('revenue', each)
}
