// Compaction: DuckDB never gives disk space of deleted rows back, so the file is rewritten.

import { statfsSync, statSync } from 'node:fs'
import type { DuckDBConnection } from '@duckdb/node-api'
import { predecessorColumns } from '../collect/shape/columns.ts'
import { allTableNames, eventTables, tableNames } from '../collect/store/apply/rows.ts'
import type { Writer } from '../collect/store/writer.ts'
import { openCompactFolder, recoverReplacement, replacementFile } from '../db/compact-folder.ts'
import type { EventStore, Repairs } from '../db/duckdb/event-store.ts'
import type { Log } from '../log.ts'

/** How much of the file holds nothing, from 0 to 1: free blocks, and rows that are deleted. */
async function measureWaste(connection: DuckDBConnection): Promise<number> {
  const size = await connection.runAndReadAll('pragma database_size')
  const { total_blocks: total, used_blocks: used } = size.getRowObjectsJson()[0] as {
    total_blocks: string
    used_blocks: string
  }
  const places = allTableNames.map((table) => `select max(rowid) + 1 as n from ${table}`)
  const rows = allTableNames.map((table) => `select count(*) as n from ${table}`)
  const counted = await connection.runAndReadAll(
    `select (select coalesce(sum(n), 0) from (${places.join(' union all ')}))::double,
       (select sum(n) from (${rows.join(' union all ')}))::double`,
  )
  const [placeCount, rowCount] = counted.getRows()[0] as [number, number]
  const usedShare = Number(total) === 0 ? 1 : Number(used) / Number(total)
  const rowShare = placeCount === 0 ? 1 : rowCount / placeCount
  return 1 - usedShare * rowShare
}

interface Compaction {
  store: EventStore
  writer: Writer
  log: Log
  /** Files smaller than this are left alone. */
  minBytes: number
  /** Share of the file, from 0 to 1, that must be waste. */
  minWaste: number
}

/**
 * Rewrites the event file when enough of it is waste. Most of the copying happens next to the
 * writer; it and the queries wait only while the last rows are copied and the file is replaced.
 * An aborted `signal` ends it early, and the old file stays. Says whether it replaced the file.
 */
export async function compactEvents(job: Compaction, signal: AbortSignal): Promise<boolean> {
  const { store, writer, log } = job
  const { dataDir } = store
  const oldBytes = statSync(store.file).size
  if (oldBytes < job.minBytes) return false
  const connection = await store.connect()
  try {
    if ((await measureWaste(connection)) < job.minWaste) return false
    const room = statfsSync(dataDir)
    if (room.bavail * room.bsize < oldBytes) {
      log.warn('no room on the disk to compact the event file', { needed: oldBytes })
      return false
    }
    await removeCopyOnFailure(connection, dataDir, () =>
      store.trackRepairs(async (repaired) => {
        await copyAll(connection, dataDir, signal)
        await store.withoutReaders(() =>
          writer.replacing(async () => {
            await finishCopy(connection, repaired)
            connection.closeSync()
            await store.adopt()
          }),
        )
      }),
    )
  } catch (error) {
    if (signal.aborted) return false
    throw error
  } finally {
    connection.closeSync()
  }
  log.info('compacted the event file', { oldBytes, newBytes: statSync(store.file).size })
  return true
}

/** Runs the work on a copy; when it fails, nothing of the copy stays, neither open nor on disk. */
async function removeCopyOnFailure(
  connection: DuckDBConnection,
  dataDir: string,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    // Of a copy that was to be adopted the connection is closed, and the next start removes it.
    await connection.run('detach database if exists fresh').catch(() => {})
    recoverReplacement(dataDir)
    throw error
  }
}

async function copyAll(
  connection: DuckDBConnection,
  dataDir: string,
  signal: AbortSignal,
): Promise<void> {
  openCompactFolder(dataDir)
  const interrupt = () => connection.interrupt()
  signal.addEventListener('abort', interrupt)
  try {
    signal.throwIfAborted()
    await connection.run(`attach '${replacementFile(dataDir).replaceAll("'", "''")}' as fresh`)
    await connection.run('copy from database events to fresh')
    await connection.run('checkpoint fresh')
    signal.throwIfAborted()
  } finally {
    signal.removeEventListener('abort', interrupt)
  }
}

/**
 * Copies what was written since: numbers ascend, so it is what lies above the copied ones; of the
 * copied ones the predecessors, where hits out of order changed those of a session; and the visits
 * of the hours in which any were made.
 */
async function finishCopy(connection: DuckDBConnection, repaired: Repairs): Promise<void> {
  const last = await connection.runAndReadAll(
    `select greatest(coalesce((select max(event_id) from fresh.event), 0),
         coalesce((select max(written_id) from fresh.session_data), 0)),
       coalesce((select max(session_id) from fresh.session), 0)`,
  )
  const [id, session] = last.getRows()[0] as [bigint, bigint]
  for (const table of tableNames) {
    await connection.run(
      `insert into fresh.${table} select * from events.${table} where ${eventTables[table]} > $1`,
      [table === 'session' ? session : id],
    )
    await checkCount(connection, table)
  }
  const { sessions, visitHours } = repaired
  if (sessions.size > 0) await copyPredecessors(connection, [...sessions])
  if (visitHours.size > 0) await copyVisits(connection, [...visitHours])
  await checkCount(connection, 'visit')
  await connection.run('checkpoint fresh')
  await connection.run('detach fresh')
}

async function checkCount(connection: DuckDBConnection, table: string): Promise<void> {
  const counts = await connection.runAndReadAll(
    `select (select count(*) from fresh.${table}), (select count(*) from events.${table})`,
  )
  const [copied, stored] = counts.getRows()[0] as [bigint, bigint]
  if (copied !== stored) {
    throw new Error(`the copy of ${table} has ${copied} rows instead of ${stored}`)
  }
}

async function copyVisits(connection: DuckDBConnection, hours: number[]): Promise<void> {
  const isOfHours = `visit_hour in (select unnest(string_split($1, ','))::integer)`
  await connection.run(`delete from fresh.visit where ${isOfHours}`, [hours.join(',')])
  await connection.run(`insert into fresh.visit select * from events.visit where ${isOfHours}`, [
    hours.join(','),
  ])
  await connection.run(
    `update fresh.event as copy set visit_length = stored.visit_length from events.event as stored
     where stored.${isOfHours} and copy.event_id = stored.event_id
       and copy.visit_length is distinct from stored.visit_length`,
    [hours.join(',')],
  )
  await connection.run(
    'update fresh.visit_progress set closed_hour = (select closed_hour from events.visit_progress)',
  )
}

async function copyPredecessors(connection: DuckDBConnection, sessions: number[]): Promise<void> {
  const columns = Object.values(predecessorColumns).map(({ column }) => column)
  const listColumns = (table: string) => columns.map((column) => `${table}.${column}`).join(', ')
  await connection.run(
    `update fresh.event as copy
     set ${columns.map((column) => `${column} = stored.${column}`).join(', ')}
     from events.event as stored
     where stored.session_id in (select unnest(string_split($1, ','))::bigint)
       and copy.event_id = stored.event_id
       and (${listColumns('copy')}) is distinct from (${listColumns('stored')})`,
    [sessions.join(',')],
  )
}
