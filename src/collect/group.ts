// One transaction of the writer: a group of hits becomes rows, all or none.

import type { EventStore } from '../db/events.ts'
import { Tables } from '../db/tables.ts'
import type { Hit } from './hit.ts'
import {
  eventCells,
  eventDataCells,
  type NumberedHit,
  revenueCells,
  sessionCells,
  sessionDataCells,
} from './rows.ts'
import { Sessions, sessionKey } from './sessions.ts'

const tableNames = ['event', 'session', 'event_data', 'session_data', 'revenue']

/** Writes groups of hits; gives events and sessions their numbers. */
export class GroupWriter {
  private tables: Tables | null = null
  private lastId = 0
  private lastSession = 0
  readonly sessions = new Sessions()

  constructor(private readonly store: EventStore) {}

  /** Reads the highest numbers in use. Needed after opening the store, and after reopening it. */
  async start(): Promise<void> {
    this.tables?.discard()
    this.tables = null
    const reader = await this.store.writer.runAndReadAll(
      `select greatest(coalesce((select max(event_id) from event), 0),
         coalesce((select max(written_id) from session_data), 0))::double as id,
         coalesce((select max(session_id) from session), 0)::double as session`,
    )
    const [id, session] = reader.getRows()[0] as [number, number]
    this.lastId = id
    this.lastSession = session
  }

  /** The highest id given: after a failed group its own last one, after start() what is stored. */
  get highestId(): number {
    return this.lastId
  }

  /** Commits the hits, synced to disk. Throws when the group failed; then nothing of it is stored. */
  async write(hits: readonly Hit[]): Promise<void> {
    const connection = this.store.writer
    // Numbers of a failed group are not used again, so that `highestId` tells what got through.
    let id = this.lastId
    this.lastId += hits.length
    const known = await this.sessions.find(connection, hits)
    const tables = await this.prepareTables()
    await connection.run('begin')
    try {
      for (const hit of hits) {
        const key = sessionKey(hit.source, hit.sessionId)
        let found = known.get(key)
        const isNew = found === undefined
        if (!found) {
          found = { number: ++this.lastSession, attributes: hit.attributes }
          known.set(key, found)
        }
        id++
        append(tables, { hit, id, session: found.number, attributes: found.attributes }, isNew)
      }
      tables.flush()
      await connection.run('commit')
    } catch (error) {
      tables.discard()
      this.tables = null
      await connection.run('rollback').catch(() => {
        // The failed commit has already ended the transaction, or the engine is dead.
      })
      throw error
    }
    this.sessions.remember(known)
  }

  private async prepareTables(): Promise<Tables> {
    if (!this.tables) {
      this.tables = new Tables(this.store.duckdb, this.store.writer)
      for (const table of tableNames) await this.tables.prepare(table)
    }
    return this.tables
  }
}

function append(tables: Tables, hit: NumberedHit, isNewSession: boolean): void {
  if (isNewSession) tables.append('session', sessionCells(hit))
  const event = eventCells(hit)
  if (event) tables.append('event', event)
  for (const cells of eventDataCells(hit)) tables.append('event_data', cells)
  for (const cells of sessionDataCells(hit)) tables.append('session_data', cells)
  for (const cells of revenueCells(hit)) tables.append('revenue', cells)
}
