// The entity database: SQLite, opened with durable settings and migrated.

import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { type Migration, pendingMigrations } from '../migrate.ts'
import { entityMigrations } from '../migrations.ts'

export type Entities = Database

/**
 * Opens footfall.db in the data folder; does not change an existing file yet (see migrateEntities).
 * Throws an Error of one sentence when the file is damaged.
 */
export function openEntities(dataDir: string): Entities {
  const file = join(dataDir, 'footfall.db')
  const db = new Database(file, { create: true, strict: true })
  try {
    db.run('pragma busy_timeout = 5000')
    db.run('pragma journal_mode = wal')
    db.run('pragma synchronous = full')
    db.run('pragma foreign_keys = on')
    // Reads every page of its list of tables, which an error of a later question would not explain.
    db.query('select count(*) from sqlite_master').get()
    return db
  } catch (cause) {
    db.close()
    throw isDamagedEntities(cause) ? new Error(damagedEntitiesSentence, { cause }) : cause
  }
}

/** Whether an error of SQLite means that its file is damaged. */
export const isDamagedEntities = (error: unknown): boolean =>
  /file is not a database|database disk image is malformed/i.test(String(error))

/** What is damaged, what still works, and what to do, for people. */
export const damagedEntitiesSentence =
  'The entity database footfall.db is damaged: users, websites and settings are in it, and what needs ' +
  'the damaged part does not work. It was left as it is; stop footfall and put back a backup of the ' +
  'data folder. Events are in another file and are not affected.'

/** The migrations this database still needs. Throws NewerDataError for a folder from the future. */
export function pendingEntityMigrations(db: Entities): Migration[] {
  const exists = db
    .query("select 1 from sqlite_master where type = 'table' and name = 'migration'")
    .get()
  const applied = exists
    ? db
        .query<{ name: string }, []>('select name from migration')
        .all()
        .map((row) => row.name)
    : []
  return pendingMigrations(entityMigrations, applied)
}

/** Applies migrations, each in a transaction of its own. */
export function migrateEntities(db: Entities, pending: Migration[], now: number): void {
  db.run('create table if not exists migration (name text primary key, applied_at integer) strict')
  for (const migration of pending) {
    db.transaction(() => {
      db.run(migration.sql)
      db.query('insert into migration (name, applied_at) values (?, ?)').run(migration.name, now)
    })()
  }
}
