// How requests read events: everything that was answered with 200 before is part of the answer.

import type { Sql } from '../sql.ts'
import type { EventStore } from './event-store.ts'

/** Resolves when hits accepted so far are rows; sooner when that takes long or is not possible. */
type ReadBarrier = () => Promise<void>

/** Reads the event store behind the read barrier. One instance belongs to one app. */
export class EventReader {
  constructor(
    private readonly store: Pick<EventStore, 'read' | 'queryCache' | 'sessionLimit' | 'closedHour'>,
    private readonly barrier: ReadBarrier,
  ) {}

  /** The rows of one reading statement. Throws 503 when too many wait, or when it takes too long. */
  async query<Row = Record<string, unknown>>(statement: Sql): Promise<Row[]> {
    await this.barrier()
    return this.store.read<Row>(statement)
  }

  /**
   * Like `query`, but gives an earlier answer when it is still true. Only for statements that read
   * events, their properties and revenue by `targetRows`, and nothing that can change besides.
   */
  async cached<Row = Record<string, unknown>>(statement: Sql): Promise<Row[]> {
    await this.barrier()
    const { queryCache } = this.store
    const known = queryCache.find(statement)
    if (known) return known as Row[]
    const { version } = queryCache
    const rows = await this.store.read<Row>(statement)
    queryCache.keep(statement, rows, version)
    return rows
  }

  /** Visits that began before this hour, in hours since the epoch, are rows of table `visit`. */
  get closedHour(): number {
    return this.store.closedHour
  }

  /** Above the numbers of all sessions, of those that appear while a query runs too. */
  get sessionLimit(): number {
    return this.store.sessionLimit
  }
}
