// One moment of the data folder, which stays readable while the server goes on.
//
// Between two checkpoints DuckDB writes only to free blocks of its file and behind the end of its
// write-ahead log. So the file, and the log up to its length at the moment, are what was stored then,
// for as long as checkpoints are held off; nothing has to be copied while writers wait. The entity
// database, which is small, is copied at the moment.

import { closeSync, existsSync, fstatSync, mkdirSync, openSync, readSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { allTableNames } from '../collect/store/apply/rows.ts'
import type { EventStore } from '../db/duckdb/event-store.ts'
import { entityMigrations } from '../db/migrations.ts'
import { type Entities, pendingEntityMigrations } from '../db/sqlite/entities.ts'
import { version } from '../version.ts'
import { archivedNames, backupFormat, type Manifest } from './manifest.ts'

export const backupFolder = (dataDir: string): string => join(dataDir, 'backups')

/** A file of the moment. */
export interface SnapshotFile {
  name: string
  /** So many bytes of it, from its beginning. */
  bytes: number
  descriptor: number
}

export interface Snapshot {
  manifest: Manifest
  files: readonly SnapshotFile[]
  /** Epoch milliseconds. */
  at: number
  /** Throws when the event file was changed since, against what is promised. */
  verify(): void
  close(): void
}

interface Place {
  store: EventStore
  entities: Entities
  now: () => number
}

/** The head of DuckDB's file: a checkpoint changes it. */
const headBytes = 3 * 4096

/**
 * Takes the moment. Call it alone on the writing connection, and hold checkpoints off until the
 * snapshot is closed. With `keepsJournal`, what the journal holds is part of it; without, it must have
 * been applied.
 */
export async function takeSnapshot(
  { store, entities, now }: Place,
  keepsJournal = false,
): Promise<Snapshot> {
  const { dataDir } = store
  const at = now()
  const described = await describeEvents(store)
  const copy = copyEntities(entities, dataDir)
  const files: SnapshotFile[] = []
  const close = () => {
    for (const { descriptor } of files) closeSync(descriptor)
    rmSync(copy, { force: true })
  }
  try {
    for (const name of archivedNames) {
      if (name.startsWith('journal/') && !keepsJournal) continue
      const path = name === 'footfall.db' ? copy : join(dataDir, name)
      if (!existsSync(path)) continue
      const descriptor = openSync(path, 'r')
      files.push({ name, bytes: fstatSync(descriptor).size, descriptor })
    }
    const [event] = files.filter(({ name }) => name === 'events.duckdb')
    if (!event) throw new Error('There is no event database to back up.')
    const head = readHead(event)
    return {
      at,
      files,
      manifest: {
        format: backupFormat,
        footfall: version,
        engine: store.duckdb.version(),
        storage: described.storage,
        schema: { entities: listMigrations(entities), events: described.migrations },
        createdAt: new Date(at).toISOString(),
        counts: { entities: countEntities(entities), events: described.counts },
        files: files.map(({ name, bytes }) => ({ name, bytes })),
      },
      verify() {
        const isShort = files.some(({ bytes, descriptor }) => fstatSync(descriptor).size < bytes)
        if (isShort || !readHead(event).equals(head)) {
          throw new Error('The event database was rewritten while it was backed up; try again.')
        }
      },
      close,
    }
  } catch (error) {
    close()
    throw error
  }
}

function readHead({ descriptor }: SnapshotFile): Buffer {
  const head = Buffer.alloc(headBytes)
  readSync(descriptor, head, 0, headBytes, 0)
  return head
}

/** Copies the entity database as it is now, whole and without a log. */
function copyEntities(entities: Entities, dataDir: string): string {
  const folder = backupFolder(dataDir)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const copy = join(folder, 'footfall.db.partial')
  rmSync(copy, { force: true })
  entities.query('vacuum into ?').run(copy)
  return copy
}

async function describeEvents({ writer }: EventStore) {
  const stored = await writer.runAndReadAll(
    `select tags['storage_version'] from duckdb_databases() where database_name = 'events'`,
  )
  const tables = await listEventTables(writer)
  const migrations = tables.includes('migration')
    ? (await writer.runAndReadAll('select name from migration order by name')).getRows()
    : []
  return {
    storage: String(stored.getRows()[0]?.[0]),
    migrations: migrations.map(([name]) => String(name)),
    counts: await countEvents(writer),
  }
}

async function listEventTables(writer: EventStore['writer']): Promise<string[]> {
  const tables = await writer.runAndReadAll(
    "select table_name from duckdb_tables() where database_name = 'events'",
  )
  return tables.getRows().map(([name]) => String(name))
}

/** Rows of each table of events that there is. */
export async function countEvents(writer: EventStore['writer']): Promise<Record<string, number>> {
  const present = await listEventTables(writer)
  const counts: Record<string, number> = {}
  for (const table of allTableNames.filter((name) => present.includes(name))) {
    const counted = await writer.runAndReadAll(`select count(*)::double from ${table}`)
    counts[table] = counted.getRows()[0]?.[0] as number
  }
  return counts
}

const listMigrations = (entities: Entities): string[] => {
  const pending = pendingEntityMigrations(entities).map(({ name }) => name)
  return entityMigrations.map(({ name }) => name).filter((name) => !pending.includes(name))
}

/** Rows of each table of entities; names come from the database's own list. */
export function countEntities(entities: Entities): Record<string, number> {
  const tables = entities
    .query<{ name: string }, []>(
      "select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by name",
    )
    .all()
  return Object.fromEntries(
    tables.map(({ name }) => {
      const counted = entities.query<{ n: number }, []>(`select count(*) as n from "${name}"`).get()
      return [name, counted?.n ?? 0]
    }),
  )
}
