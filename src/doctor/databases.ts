// Both databases, read to their last block.

import type { DuckDBConnection } from '@duckdb/node-api'
import { allTableNames } from '../collect/store/apply/rows.ts'
import { damageSentence, isDamaged } from '../db/duckdb/duckdb-errors.ts'
import { NewerDataError, pendingMigrations } from '../db/migrate.ts'
import { eventMigrations } from '../db/migrations.ts'
import {
  damagedEntitiesSentence,
  type Entities,
  isDamagedEntities,
  pendingEntityMigrations,
} from '../db/sqlite/entities.ts'
import { dayMs } from '../time/durations.ts'
import { version } from '../version.ts'
import { bad, type Check, good, warning } from './check.ts'

const restoreAdvice = 'Restore a backup with footfall restore.'
const upgradeAdvice = 'Start footfall once: it keeps a copy, then upgrades the data.'
/** When this version was written; a clock before that is wrong. */
const leastNow = Date.UTC(2026, 0, 1)

/** The entity database: its pages, its references, its migrations. */
export function checkEntities(entities: Entities): Check[] {
  const subject = 'footfall.db'
  try {
    const [problem] = entities
      .query<{ quick_check: string }, []>('pragma quick_check(1)')
      .all()
      .map((row) => row.quick_check)
    if (problem !== 'ok') return [bad(subject, `it is damaged (${problem})`, restoreAdvice)]
    const lost = entities.query('pragma foreign_key_check').all().length
    if (lost > 0) {
      return [bad(subject, `${lost} rows refer to others that are not there`, restoreAdvice)]
    }
    const pending = pendingEntityMigrations(entities)
    return [
      pending.length === 0
        ? good(subject, 'every page is sound, and all migrations are applied')
        : warning(subject, 'an older version has written it', upgradeAdvice),
    ]
  } catch (error) {
    if (error instanceof NewerDataError) return [bad(subject, error.message, 'Use that version.')]
    const text = isDamagedEntities(error) ? damagedEntitiesSentence : String(error)
    return [bad(subject, text, restoreAdvice)]
  }
}

/** The event database: every block of every table, its migrations, and whether the clock fits it. */
export async function checkEvents(connection: DuckDBConnection, now: number): Promise<Check[]> {
  const subject = 'events.duckdb'
  try {
    const tables = await connection.runAndReadAll('select table_name from duckdb_tables()')
    const present = tables.getRows().map(([name]) => name)
    if (!present.includes('migration')) {
      return [warning(subject, 'it is empty', 'Start footfall once, or restore a backup.')]
    }
    const names = await connection.runAndReadAll('select name from migration')
    const pending = pendingMigrations(
      eventMigrations,
      names.getRows().map(([name]) => String(name)),
    )
    const counts: string[] = []
    for (const table of allTableNames.filter((name) => present.includes(name))) {
      // A hash of whole rows reads every block, each with its checksum.
      const read = await connection.runAndReadAll(
        `select count(*)::double, bit_xor(hash(${table}))::varchar from ${table}`,
      )
      counts.push(`${read.getRows()[0]?.[0]} of ${table}`)
    }
    return [
      good(subject, `every block is sound; rows: ${counts.join(', ')}`),
      pending.length === 0
        ? good('versions', `footfall ${version}, all migrations are applied`)
        : warning('versions', 'an older version has written the events', upgradeAdvice),
      await checkClock(connection, now),
    ]
  } catch (error) {
    if (error instanceof NewerDataError) return [bad(subject, error.message, 'Use that version.')]
    const text = isDamaged(error) ? damageSentence(error) : String(error)
    return [bad(subject, text, restoreAdvice)]
  }
}

async function checkClock(connection: DuckDBConnection, now: number): Promise<Check> {
  const subject = 'clock'
  const read = await connection.runAndReadAll('select max(created_at)::double from event')
  const newest = read.getRows()[0]?.[0] as number | null
  const text = `this machine says ${new Date(now).toISOString()}`
  const advice = 'Set the clock (timedatectl set-ntp true): visits and time ranges depend on it.'
  if (now < leastNow) return bad(subject, text, advice)
  // Senders may be ahead by a day.
  return newest !== null && newest > now + dayMs
    ? bad(subject, `${text}, and there are events of ${new Date(newest).toISOString()}`, advice)
    : good(subject, text)
}
