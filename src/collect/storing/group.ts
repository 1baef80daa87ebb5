// One transaction of the writer: a group of hits becomes rows, all or none.

import type { EventStore } from '../../db/events.ts'
import { Tables } from '../../db/tables.ts'
import type { Hit } from '../hit.ts'
import type { IdentifiedHit } from './journal-records.ts'
import { readNumbers } from './numbers.ts'
import { readTrails, repairPointers } from './pointers.ts'
import {
  eventCells,
  eventDataCells,
  type NumberedHit,
  revenueCells,
  sessionCells,
  sessionDataCells,
} from './rows.ts'
import { type KnownSession, Sessions, sessionKey } from './sessions.ts'
import { noPointers, type PageView, Trail } from './trail.ts'

/** So many hits are made rows before requests are answered again. */
const hitsPerTurn = 250
const tableNames = ['event', 'session', 'event_data', 'session_data', 'revenue']

/** Writes groups of hits; gives sessions their numbers. */
export class GroupWriter {
  private tables: Tables | null = null
  private lastSession = 0
  /** The highest id that was stored when this began, or began anew. */
  storedId = 0
  readonly sessions = new Sessions()

  constructor(private readonly store: EventStore) {}

  /** Reads the highest numbers in use. Needed after opening the store, and after reopening it. */
  async start(): Promise<void> {
    this.release()
    this.sessions.forget()
    const { id, session } = await readNumbers(this.store.writer)
    this.storedId = id
    this.lastSession = session
    this.store.noteSession(session)
  }

  /** The highest number of a session. */
  get highestSession(): number {
    return this.lastSession
  }

  /** Lets go of the connection, before it is closed. */
  release(): void {
    this.tables?.discard()
    this.tables = null
  }

  /** Commits the hits, synced to disk. Throws when the group failed; then nothing of it is stored. */
  async write(group: readonly IdentifiedHit[]): Promise<void> {
    const connection = this.store.writer
    const hits = group.map(({ hit }) => hit)
    const keys = hits.map(({ source, sessionId }) => sessionKey(source, sessionId))
    const known = await this.sessions.find(connection, hits, keys)
    await this.readTrails(hits, keys, known)
    const tables = await this.prepareTables()
    const added: string[] = []
    await connection.run('begin')
    try {
      const late = new Set<number>()
      for (const [index, { id, hit }] of group.entries()) {
        if (index % hitsPerTurn === hitsPerTurn - 1) await answerRequests()
        const key = keys[index] as string
        let session = known.get(key)
        const isNew = session === undefined
        if (!session) {
          session = { number: ++this.lastSession, attributes: hit.attributes, trail: new Trail() }
          known.set(key, session)
          this.store.noteSession(session.number)
          this.sessions.expect(hit.sessionId)
          added.push(hit.sessionId)
        }
        const page = pageViewOf(hit)
        const pointers = page ? (session.trail?.add(page) ?? null) : noPointers
        if (!pointers) late.add(session.number)
        const { number, attributes } = session
        append(
          tables,
          { hit, id, session: number, attributes, pointers: pointers ?? noPointers },
          isNew,
        )
      }
      tables.flush()
      if (late.size > 0) await repairPointers(connection, [...late])
      for (const session of known.values()) if (late.has(session.number)) session.trail = null
      await connection.run('commit')
    } catch (error) {
      this.sessions.distrust(known)
      tables.discard()
      this.tables = null
      await connection.run('rollback').catch(() => {
        // The failed commit has already ended the transaction, or the engine is dead.
      })
      throw error
    }
    // Once more: a filter that was begun meanwhile has read what was stored before.
    for (const id of added) this.sessions.expect(id)
    this.sessions.remember(known)
    const instants = Map.groupBy(hits, (hit) => hit.source)
    for (const [source, written] of instants) {
      this.store.answers.noteWrites(
        source,
        written.map((hit) => hit.at),
      )
    }
  }

  /** Known sessions with a page view in this group need their trail. */
  private async readTrails(
    hits: readonly Hit[],
    keys: readonly string[],
    known: Map<string, KnownSession>,
  ): Promise<void> {
    const missing = new Map<number, KnownSession>()
    for (const [index, hit] of hits.entries()) {
      const session = known.get(keys[index] as string)
      if (session?.trail === null && pageViewOf(hit)) missing.set(session.number, session)
    }
    const trails = await readTrails(this.store.writer, [...missing.keys()])
    for (const [number, session] of missing) session.trail = trails.get(number) ?? null
  }

  private async prepareTables(): Promise<Tables> {
    if (!this.tables) {
      this.tables = await Tables.of(this.store.duckdb, this.store.writer)
      for (const table of tableNames) await this.tables.prepare(table)
    }
    return this.tables
  }
}

/** Lets the event loop turn once. */
const answerRequests = () => new Promise<void>((resolve) => setImmediate(resolve))

/** What a hit adds to its session's trail; `null` for custom events, vitals and identify. */
function pageViewOf({ at, visitHour, event }: Hit): PageView | null {
  if (!event || event.eventType === 2 || event.eventType === 5) return null
  return { at, visitHour, path: event.urlPath, title: event.pageTitle }
}

function append(tables: Tables, hit: NumberedHit, isNewSession: boolean): void {
  if (isNewSession) tables.append('session', sessionCells(hit))
  const event = eventCells(hit)
  if (event) tables.append('event', event)
  const { eventData, sessionData, revenue } = hit.hit
  // Asked first, because most hits have none of them.
  if (eventData.length > 0) {
    for (const cells of eventDataCells(hit)) tables.append('event_data', cells)
  }
  if (sessionData.length > 0) {
    for (const cells of sessionDataCells(hit)) tables.append('session_data', cells)
  }
  if (revenue) for (const cells of revenueCells(hit)) tables.append('revenue', cells)
}
