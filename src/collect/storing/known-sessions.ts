// The filter of known sessions, kept from a clean stop to the next start: with millions of sessions
// making it anew costs a second and leaves tens of megabytes in the engine's cache.

import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { SessionFilter } from './session-filter.ts'

const format = 1
const headBytes = 512

/** What the table of sessions looked like; another one in its place hardly has the same. */
interface Stamp {
  format: number
  sessions: number
  highest: number
  highestUuid: string | null
}

/** Writes the filter of all sessions beside the store, which nobody writes to any more. */
export async function saveFilter(
  dataDir: string,
  connection: DuckDBConnection,
  filter: SessionFilter,
): Promise<void> {
  const head = Buffer.alloc(headBytes, ' ')
  const checksum = Bun.hash.crc32(filter.bytes)
  head.write(JSON.stringify({ ...(await readStamp(connection)), checksum }))
  writeFileSync(fileOf(dataDir), Buffer.concat([head, filter.bytes]), { mode: 0o600 })
}

/**
 * The saved filter, if it is whole, holds every session of the store and has room for more; else
 * `null`. It can be taken once: after a crash it would lack what came since.
 */
export async function takeFilter(
  dataDir: string,
  connection: DuckDBConnection,
): Promise<SessionFilter | null> {
  const file = fileOf(dataDir)
  if (!existsSync(file)) return null
  const saved = readFileSync(file)
  rmSync(file)
  if (saved.length <= headBytes || saved.length % 4 !== 0) return null
  const filter = SessionFilter.of(saved.subarray(headBytes))
  const stamp = await readStamp(connection)
  const expected = JSON.stringify({ ...stamp, checksum: Bun.hash.crc32(filter.bytes) })
  const isRight = saved.toString('utf8', 0, headBytes).trimEnd() === expected
  return isRight && stamp.sessions < filter.expected ? filter : null
}

const fileOf = (dataDir: string): string => join(dataDir, 'sessions.filter')

async function readStamp(connection: DuckDBConnection): Promise<Stamp> {
  const reader = await connection.runAndReadAll(
    `select count(*)::double as sessions, coalesce(max(session_id), 0)::double as highest,
       (select uuid::varchar from session order by session_id desc limit 1) as uuid
     from session`,
  )
  const [sessions, highest, highestUuid] = reader.getRows()[0] as [number, number, string | null]
  return { format, sessions, highest, highestUuid }
}
