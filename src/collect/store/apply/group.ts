// One transaction of the applier: a group of hits becomes rows, all or none.

import type { EventStore } from '../../../db/duckdb/event-store.ts'
import { Tables } from '../../../db/duckdb/tables.ts'
import { inTransaction } from '../../../db/duckdb/transaction.ts'
import { isView } from '../../../db/event-type.ts'
import type { Log } from '../../../log.ts'
import { noPredecessors } from '../../shape/columns.ts'
import { emptyHit, type Hit } from '../../shape/hit.ts'
import type { IdentifiedHit } from '../journal/hit-text.ts'
import { loadKeys, readHistories, type UnknownKeys } from '../sessions/read-histories.ts'
import { type PageView, SessionHistory } from '../sessions/session-history.ts'
import { type KnownSession, SessionIndex, sessionKey } from '../sessions/session-index.ts'
import { LateVisits } from '../visits/visits.ts'
import { repairPredecessors } from './repair.ts'
import { appendHit, prepareTables, readNumbers } from './rows.ts'

/** So many hits are made rows before requests are answered again. */
const yieldEvery = 250

/** Writes groups of hits; gives sessions their numbers. */
export class GroupWriter {
  private tables: Tables | null = null
  /** The highest number of a session. */
  highestSession = 0
  /** The highest id that was stored when this began, or began again. */
  storedId = 0
  readonly sessions: SessionIndex

  constructor(
    private readonly store: EventStore,
    log: Log,
  ) {
    this.sessions = new SessionIndex(store, log)
  }

  /** Reads the highest numbers in use. Needed after opening the store, and after reopening it. */
  async start(): Promise<void> {
    this.release()
    this.sessions.clear()
    const { id, session } = await readNumbers(this.store.writer)
    this.storedId = id
    this.highestSession = session
    this.store.noteSession(session)
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
    const keys = hits.map(({ target, sessionId }) => sessionKey(target, sessionId))
    const known = await this.sessions.find(connection, hits, keys)
    const added: string[] = []
    const outOfOrder = { eventIds: [] as number[], sessions: [] as number[] }
    const lateVisits = new LateVisits(this.store)
    try {
      await this.completeHistories(hits, keys, known)
      await this.inTransaction(async (tables) => {
        for (const [index, { id, hit }] of group.entries()) {
          if (index % yieldEvery === yieldEvery - 1) await yieldToEventLoop()
          const key = keys[index] as string
          let session = known.get(key)
          const isNew = session === undefined
          if (!session) {
            session = this.makeSession(hit)
            known.set(key, session)
            added.push(hit.sessionId)
          }
          const { number, attributes, history } = session
          const page = toPageView(hit)
          const predecessors = page && history ? history.add(page) : noPredecessors
          if (!predecessors) {
            outOfOrder.eventIds.push(id)
            outOfOrder.sessions.push(number)
          }
          lateVisits.note(hit, number)
          const row = { hit, id, session: number, attributes }
          appendHit(tables, { ...row, predecessors: predecessors ?? noPredecessors }, isNew)
        }
        tables.flush()
        if (outOfOrder.eventIds.length > 0) await repairPredecessors(connection, outOfOrder)
        await lateVisits.replace(connection)
      })
    } catch (error) {
      this.sessions.evict(known)
      throw error
    }
    // Once more: a filter that was begun since has read what was stored before.
    for (const id of added) this.sessions.addToFilter(id)
    this.sessions.cache(known)
    this.store.noteRepairs(outOfOrder.sessions)
    lateVisits.report()
    for (const [target, written] of Map.groupBy(hits, (hit) => hit.target)) {
      const instants = written.map(({ at }) => at)
      this.store.queryCache.invalidate(target, instants)
    }
  }

  /**
   * Throws when the store does not take any hit, not even one that every sound store takes: so a
   * failure is distinguished from that of a single hit. Leaves nothing behind.
   */
  async probe(): Promise<void> {
    const id = Number.MAX_SAFE_INTEGER
    const { attributes } = emptyHit
    const row = { hit: emptyHit, id, session: id, attributes, predecessors: noPredecessors }
    await this.inTransaction(async (tables) => {
      appendHit(tables, row, true)
      tables.flush()
      throw rolledBack
    }).catch((error: unknown) => {
      if (error !== rolledBack) throw error
    })
  }

  /** Runs `work` and commits; whatever it throws, the transaction is over and nothing of it stays. */
  private async inTransaction(work: (tables: Tables) => Promise<void>): Promise<void> {
    const tables = await this.prepareTables()
    const release = () => this.release()
    await inTransaction(this.store.writer, () => work(tables), release)
  }

  private makeSession({ sessionId, attributes }: Hit): KnownSession {
    const session = { number: ++this.highestSession, attributes, history: new SessionHistory() }
    this.store.noteSession(session.number)
    this.sessions.addToFilter(sessionId)
    return session
  }

  /** Reads what the page views of this group need to know of the histories of their sessions. */
  private async completeHistories(
    hits: readonly Hit[],
    keys: readonly string[],
    known: Map<string, KnownSession>,
  ): Promise<void> {
    const views = hits.flatMap((hit, index) => {
      const session = known.get(keys[index] as string)
      const page = session && toPageView(hit)
      return page ? [{ session, page }] : []
    })
    const missing = new Set(views.flatMap(({ session }) => (session.history ? [] : [session])))
    const numbers = [...missing].map(({ number }) => number)
    const histories = await readHistories(this.store.writer, numbers)
    for (const session of missing) session.history = histories.get(session.number) ?? null
    const unknown = views.flatMap(({ session: { number, history }, page }): UnknownKeys[] => {
      const keys = history?.unknownKeys(page)
      return history && keys ? [{ session: number, history, keys }] : []
    })
    await loadKeys(this.store.writer, unknown)
  }

  private async prepareTables(): Promise<Tables> {
    if (!this.tables) {
      const tables = await Tables.open(this.store.duckdb, this.store.writer)
      await prepareTables(tables)
      this.tables = tables
    }
    return this.tables
  }
}

const rolledBack = new Error('the probe is taken back')

const yieldToEventLoop = () => new Promise<void>((resolve) => setImmediate(resolve))

/** What a hit adds to its session's history; `null` for custom events, vitals and identify. */
function toPageView({ at, visitHour, event }: Hit): PageView | null {
  if (!event || !isView(event.eventType)) return null
  return { at, visitHour, path: event.urlPath, title: event.pageTitle }
}
