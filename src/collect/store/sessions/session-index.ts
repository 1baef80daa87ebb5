// The sessions that the applier knows: number, first attributes and history of a session, by its
// public id.

import type { DuckDBConnection } from '@duckdb/node-api'
import { LRUCache } from 'lru-cache'
import type { EventStore } from '../../../db/duckdb/event-store.ts'
import { readUuids } from '../../../db/duckdb/uuids.ts'
import type { Log } from '../../../log.ts'
import { type SessionAttributes, sessionColumns } from '../../shape/columns.ts'
import type { Hit } from '../../shape/hit.ts'
import { BloomFilter } from './bloom-filter.ts'
import { saveFilter, takeFilter } from './saved-filter.ts'
import type { SessionHistory } from './session-history.ts'

/** A stored session; its attributes are those of its first hit and never change. */
export interface KnownSession {
  number: number
  attributes: SessionAttributes
  /** Its page views; `null` when they must be read first. */
  history: SessionHistory | null
}

const cacheBytes = 16 * 1024 * 1024
/** New sessions that a filter has room for before it grows. */
const roomForNew = 1_000_000

/** What names a session: a reset gives a website a new number, and its visitors new sessions. */
export const sessionKey = (target: number, id: string): string => `${target}/${id}`

/** Finds sessions: from memory, else from the table, unless they are certainly new. */
export class SessionIndex {
  private readonly cached = new LRUCache<string, KnownSession>({
    maxSize: cacheBytes,
    sizeCalculation: measureBytes,
  })
  private filter = new BloomFilter(roomForNew)
  /** Whether the filter holds every session of the store, so that what it lacks is new. */
  private isFilterComplete = false

  constructor(
    private readonly store: EventStore,
    private readonly log: Log,
  ) {}

  /**
   * Takes up what the last clean stop has saved, before the first hit. Without that each unknown
   * session is looked up until `readStored` has read them all. Says whether there was something.
   */
  async load(): Promise<boolean> {
    await this.attempt('the file of known sessions could not be read', async () => {
      const filter = await takeFilter(this.store.dataDir, this.store.writer)
      if (filter) this.filter = filter
      this.isFilterComplete = filter !== null
    })
    return this.isFilterComplete
  }

  /** Leaves the filter to the next run. Nobody may write to the store any more. */
  async save(): Promise<void> {
    if (!this.isFilterComplete) return
    // A full disk, for instance; a part of a file is no filter, and is not taken for one.
    await this.attempt('known sessions could not be saved; the next start reads them', () =>
      saveFilter(this.store.dataDir, this.store.writer, this.filter),
    )
  }

  /** Reads every stored session id into the filter, between other work: it may take a second. */
  async readStored(): Promise<void> {
    await this.attempt('known sessions could not be read; each is looked up', async () => {
      const connection = await this.store.connect()
      try {
        await this.readFrom(connection)
      } finally {
        connection.closeSync()
      }
    })
  }

  private async attempt(failure: string, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      this.log.warn(failure, { error })
    }
  }

  /** Reads by a connection of the caller. Sessions that are stored until then come by `addToFilter`. */
  async readFrom(connection: DuckDBConnection): Promise<void> {
    const count = await connection.runAndReadAll('select count(*)::integer from session')
    const filter = new BloomFilter(Number(count.getRows()[0]?.[0]) + roomForNew)
    this.isFilterComplete = false
    this.filter = filter
    for await (const words of readUuids(connection, 'select uuid from session')) {
      for (let at = 0; at + 3 < words.length; at += 4) {
        const [low = 0, middle = 0, , first = 0] = words.subarray(at, at + 4)
        // The same digits that `toWords` takes.
        filter.add(first, (((middle & 0xffff) << 16) | (low >>> 16)) >>> 0)
      }
    }
    // Reopening the store may have begun a newer one.
    if (this.filter === filter) this.isFilterComplete = true
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
      const known = this.cached.get(key)
      if (known) found.set(key, known)
      else if (!this.isCertainlyNew(sessionId)) unknown.add(sessionId)
    }
    if (unknown.size > 0) {
      for (const [key, session] of await readSessions(connection, [...unknown])) {
        found.set(key, session)
      }
    }
    return found
  }

  /** Whether no session of this id is stored; false when that is not known. */
  isCertainlyNew(id: string): boolean {
    return this.isFilterComplete && !this.filter.has(...toWords(id))
  }

  /** Takes note of a session that is about to be stored. */
  addToFilter(id: string): void {
    this.filter.add(...toWords(id))
  }

  /** Keeps sessions in memory after their rows are committed; the longest unused go first. */
  cache(sessions: Map<string, KnownSession>): void {
    for (const [key, session] of sessions) {
      session.history?.trim()
      // As a new entry, because its size may have changed.
      this.cached.delete(key)
      this.cached.set(key, session)
    }
  }

  /** Forgets sessions whose group was not stored: their histories have gone ahead of the store. */
  evict(sessions: Map<string, KnownSession>): void {
    for (const key of sessions.keys()) this.cached.delete(key)
  }

  /**
   * Forgets what is in memory: after sessions were erased, or when a commit may have succeeded although
   * its answer was lost. The filter may know more sessions than there are, so it stays.
   */
  clear(): void {
    this.cached.clear()
  }
}

const measureBytes = ({ attributes, history }: KnownSession, key: string): number => {
  let characters = key.length
  for (const value of Object.values(attributes) as (string | null)[]) {
    characters += value?.length ?? 0
  }
  return 400 + 2 * characters + (history?.bytes ?? 0)
}

/** Session ids are name-based UUIDs, so their bits are already uniform and serve as the hashes. */
const toWords = (uuid: string): [number, number] => [
  Number.parseInt(uuid.slice(0, 8), 16),
  Number.parseInt(uuid.slice(24, 32), 16),
]

const attributeList = Object.entries(sessionColumns)
  .map(([name, { column }]) => `${column} as "${name}"`)
  .join(', ')

async function readSessions(
  connection: DuckDBConnection,
  ids: string[],
): Promise<[string, KnownSession][]> {
  const reader = await connection.runAndReadAll(
    `select source_id as target, uuid::varchar as id, session_id::double as number, ${attributeList}
     from session
     where uuid in (select unnest(string_split($1, ','))::uuid)`,
    [ids.join(',')],
  )
  const rows = reader.getRowObjects() as unknown as Row[]
  return rows.map(({ target, id, number, ...attributes }) => [
    sessionKey(target, id),
    { number, attributes, history: null },
  ])
}

interface Row extends SessionAttributes {
  target: number
  id: string
  number: number
}
