// The filter of known sessions, kept from a clean stop to the next start: with millions of sessions
// making it again costs a second and leaves tens of megabytes in the engine's cache.

import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { BloomFilter } from './bloom-filter.ts'

const format = 2
const headBytes = 512

/** What the table of sessions looked like; another one in its place hardly has the same. */
interface Fingerprint {
  format: number
  sessions: number
  highest: number
  highestUuid: string | null
}

/** Writes the filter of all sessions next to the store, after its last write. */
export async function saveFilter(
  dataDir: string,
  connection: DuckDBConnection,
  filter: BloomFilter,
): Promise<void> {
  const bytes = filter.write()
  const head = Buffer.alloc(headBytes, ' ')
  const checksum = Bun.hash.crc32(bytes)
  head.write(JSON.stringify({ ...(await readFingerprint(connection)), checksum }))
  writeFileSync(filterPath(dataDir), Buffer.concat([head, bytes]), { mode: 0o600 })
}

/**
 * The saved filter, if it is whole and was made of the sessions that the store has now; else `null`.
 * The file is deleted when it is read, because it is only true after a clean stop.
 */
export async function takeFilter(
  dataDir: string,
  connection: DuckDBConnection,
): Promise<BloomFilter | null> {
  const file = filterPath(dataDir)
  if (!existsSync(file)) return null
  const saved = readFileSync(file)
  rmSync(file)
  if (saved.length <= headBytes) return null
  const bytes = saved.subarray(headBytes)
  const expected = { ...(await readFingerprint(connection)), checksum: Bun.hash.crc32(bytes) }
  const isRight = saved.toString('utf8', 0, headBytes).trimEnd() === JSON.stringify(expected)
  return isRight ? BloomFilter.read(bytes) : null
}

const filterPath = (dataDir: string): string => join(dataDir, 'sessions.filter')

async function readFingerprint(connection: DuckDBConnection): Promise<Fingerprint> {
  const reader = await connection.runAndReadAll(
    `select count(*)::double as sessions, coalesce(max(session_id), 0)::double as highest,
       (select uuid::varchar from session order by session_id desc limit 1) as uuid
     from session`,
  )
  const [sessions, highest, highestUuid] = reader.getRows()[0] as [number, number, string | null]
  return { format, sessions, highest, highestUuid }
}
