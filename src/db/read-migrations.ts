// Runs when footfall is built, and when it is started from its sources: a macro.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Migration } from './migrate.ts'

/** The files of a folder of `migrations/`, in the order of their names. */
export function readMigrations(database: 'entities' | 'events'): Migration[] {
  const folder = join(import.meta.dir, '../../migrations', database)
  return readdirSync(folder)
    .toSorted()
    .map((name) => ({
      name: name.replace(/\.sql$/, ''),
      sql: readFileSync(join(folder, name), 'utf8'),
    }))
}
