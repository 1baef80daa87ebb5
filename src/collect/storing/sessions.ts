// The sessions the writer knows: number and first attributes of a session, by its public id.

import type { DuckDBConnection } from '@duckdb/node-api'
import { BoundedCache } from '../../bounded-cache.ts'
import { readUuids } from '../../db/uuids.ts'
import type { Hit, SessionAttributes } from '../hit.ts'
import { saveFilter, takeFilter } from './known-sessions.ts'
import { SessionFilter } from './session-filter.ts'
import type { Trail } from './trail.ts'

/** A stored session; its attributes are those of its first hit and never change. */
export interface KnownSession {
  number: number
  attributes: SessionAttributes
  /** Its page views; `null` when they must be read first. */
  trail: Trail | null
}

const maxRemembered = 20_000
const roomForNew = 1_000_000

/** What names a session: a reset gives a website a new number, and its visitors new sessions. */
export const sessionKey = (source: number, id: string): string => `${source}/${id}`

/** Finds sessions: from memory, else from the table, unless they are certainly new. */
export class Sessions {
  private readonly recent = new BoundedCache<string, KnownSession>(maxRemembered)
  private filter = SessionFilter.for(roomForNew)
  private isFilterFull = false

  /** Takes up what an earlier run knew; says whether that is every session of the store. */
  async load(dataDir: string, connection: DuckDBConnection): Promise<boolean> {
    const filter = await takeFilter(dataDir, connection)
    if (!filter) return false
    this.filter = filter
    this.isFilterFull = true
    return true
  }

  /** Leaves what is known of all sessions to the next run. Nobody may write to the store any more. */
  async save(dataDir: string, connection: DuckDBConnection): Promise<void> {
    if (this.isFilterFull) await saveFilter(dataDir, connection, this.filter)
  }

  /**
   * Reads every stored session id into the filter; until that is done each unknown id is looked up.
   * Sessions that are stored meanwhile get into it by `expect`.
   */
  async readKnown(connection: DuckDBConnection): Promise<void> {
    const count = await connection.runAndReadAll('select count(*)::integer from session')
    const filter = SessionFilter.for(Number(count.getRows()[0]?.[0]) + roomForNew)
    this.isFilterFull = false
    this.filter = filter
    for await (const words of readUuids(connection, 'select uuid from session')) {
      filter.addWords(words)
    }
    // Reopening the store may have begun a newer one.
    if (this.filter === filter) this.isFilterFull = true
  }

  /** The sessions of these hits that are known, by session key; `keys` are those of the hits. */
  async find(
    connection: DuckDBConnection,
    hits: readonly Hit[],
    keys: readonly string[],
  ): Promise<Map<string, KnownSession>> {
    const found = new Map<string, KnownSession>()
    const unknown = new Set<string>()
    for (const [index, { sessionId }] of hits.entries()) {
      const key = keys[index] as string
      const known = this.recent.find(key)
      if (known) found.set(key, known)
      else if (!this.isFilterFull || this.filter.has(sessionId)) unknown.add(sessionId)
    }
    if (unknown.size > 0) {
      for (const [key, session] of await readSessions(connection, [...unknown])) {
        found.set(key, session)
      }
    }
    return found
  }

  /** Takes note of a session that is about to be stored. */
  expect(id: string): void {
    this.filter.add(id)
  }

  /** Keeps sessions at hand after their rows are committed; the longest unused go first. */
  remember(sessions: Map<string, KnownSession>): void {
    for (const [key, session] of sessions) {
      if (!session.trail?.isHandy) session.trail = null
      this.recent.put(key, session)
    }
  }

  /** Forgets sessions whose group was not stored: their trails have gone ahead of the store. */
  distrust(sessions: Map<string, KnownSession>): void {
    for (const key of sessions.keys()) this.recent.remove(key)
  }

  /**
   * Forgets what is at hand: after sessions were erased, or a commit may have got through unheard.
   * The filter may know more sessions than there are, so it stays.
   */
  forget(): void {
    this.recent.clear()
  }
}

async function readSessions(
  connection: DuckDBConnection,
  ids: string[],
): Promise<[string, KnownSession][]> {
  const reader = await connection.runAndReadAll(
    `select source_id as source, uuid::varchar as id, session_id::double as number, browser, os, device, screen,
       language, country, region, city, distinct_id as "distinctId"
     from session
     where uuid in (select unnest(string_split($1, ','))::uuid)`,
    [ids.join(',')],
  )
  const rows = reader.getRowObjects() as unknown as Row[]
  return rows.map(({ source, id, number, ...attributes }) => [
    sessionKey(source, id),
    { number, attributes, trail: null },
  ])
}

interface Row extends SessionAttributes {
  source: number
  id: string
  number: number
}
