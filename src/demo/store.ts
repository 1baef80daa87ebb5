// Demo hits into the event store, in large parts.

import type { DuckDBConnection } from '@duckdb/node-api'
import { appendHit, prepareTables, readNumbers, tableNames } from '../collect/store/apply/rows.ts'
import { replaceVisits } from '../collect/store/visits/visits.ts'
import type { EventStore } from '../db/duckdb/event-store.ts'
import { Tables } from '../db/duckdb/tables.ts'
import { Sql } from '../db/sql.ts'
import type { DemoHit } from './visit.ts'

/** A whole row group of the file, which then needs no log. */
const eventsPerPart = 122_880

/**
 * Stores the batches, which are in order of time and of sessions that the store does not know yet,
 * and calls `report` with the number of stored events now and then. Nothing else may write until it ends.
 *
 * Hits are appended to tables in memory, a part at a time. Moving a part into the file, where all
 * columns are compressed, goes on at the same time on another processor.
 */
export async function storeDemo(
  store: EventStore,
  batches: Iterable<DemoHit[]>,
  report: (events: number) => void,
): Promise<void> {
  const numbers = await readNumbers(store.writer)
  const staging = await store.connect()
  await staging.run(`attach ':memory:' as staging`)
  let moving = Promise.resolve()
  let events = 0
  let part = 0
  let partStart = 0
  let tables = await openPart(store, staging, part)
  const closePart = async () => {
    tables.flush()
    tables.discard()
    await moving
    const [filled, stored] = [part, events]
    moving = movePart(store, filled).then(() => report(stored))
    // It is awaited later; until then a failure must not count as unhandled.
    moving.catch(() => {})
  }
  try {
    for (const batch of batches) {
      for (const hit of batch) {
        append(tables, hit, numbers)
        if (hit.hit.event) events++
        if (events - partStart < eventsPerPart) continue
        await closePart()
        partStart = events
        tables = await openPart(store, staging, ++part)
      }
    }
    await closePart()
    await moving
  } finally {
    tables.discard()
    await staging.run('detach staging')
    staging.closeSync()
  }
  await store.checkpoint()
}

/** Makes the tables of a part, empty and in memory. */
async function openPart(
  store: EventStore,
  staging: DuckDBConnection,
  part: number,
): Promise<Tables> {
  const schema = `part${part}`
  await staging.run(`create schema staging.${schema}`)
  const tables = await Tables.open(store.duckdb, staging, { catalog: 'staging', schema })
  for (const table of tableNames) {
    await staging.run(`create table staging.${schema}.${table} as from ${table} limit 0`)
  }
  await prepareTables(tables)
  return tables
}

async function movePart(store: EventStore, part: number): Promise<void> {
  const { writer } = store
  await writer.run('begin')
  for (const table of tableNames) {
    await writer.run(`insert into ${table} from staging.part${part}.${table}`)
  }
  await addVisits(store, part)
  await writer.run('commit')
  await writer.run(`drop schema staging.part${part} cascade`)
}

/** Visits that began before the closed hour are rows; some of them began in the part before. */
async function addVisits({ writer, closedHour }: EventStore, part: number): Promise<void> {
  const isClosed = `from staging.part${part}.event where visit_hour < ${closedHour}`
  const found = await writer.runAndReadAll(`select min(visit_hour), max(visit_hour) ${isClosed}`)
  const [first, last] = found.getRows()[0] as [number, number] | [null, null]
  if (first === null) return
  const keys = new Sql([`(select distinct session_id, visit_hour ${isClosed})`], [])
  await replaceVisits(writer, keys, first, last)
}

function append(
  tables: Tables,
  { hit, visitor, predecessors }: DemoHit,
  numbers: { id: number; session: number },
): void {
  const isNew = visitor.session === 0
  if (isNew) visitor.session = ++numbers.session
  const { session, attributes } = visitor
  appendHit(tables, { hit, id: ++numbers.id, session, attributes, predecessors }, isNew)
}
