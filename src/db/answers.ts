// Answers of queries, kept for as long as they are true.
//
// Events are only ever added. An answer over rows of one source between two instants stays true until
// a row of that source with an instant between them is committed; so writes are noted by source and
// day, and an answer is given again only if no write fell into its days since it was made.

import type { Sql } from './sql.ts'

const dayMs = 86_400_000
/** Values kept at most, of all answers together; some ten megabytes. */
const maxValues = 200_000
/** An answer of more rows is made anew each time. */
const maxRows = 5_000

/** Days of one source that are told apart. */
const maxDays = 5_000

/** What an answer was made from. */
export interface Reads {
  source: number
  startAt: number
  endAt: number
}

interface Kept {
  rows: unknown[]
  stamp: number
}

/** One instance belongs to one event store. */
export class Answers {
  // Two generations, as in BoundedCache, but weighed by values: answers differ a thousandfold.
  private young = new Map<string, Kept>()
  private old = new Map<string, Kept>()
  private youngValues = 0
  /** By source and day, the stamp of the last write of an event on that day. */
  private readonly writes = new Map<number, Map<number, number>>()
  private stamp = 0
  private clearedAt = 0

  /** A stamp to take before a query runs: what is written from then on makes its answer old. */
  get now(): number {
    return this.stamp
  }

  /** Call when events with these instants have been committed. */
  noteWrites(source: number, instants: Iterable<number>): void {
    this.stamp++
    const days = this.writes.get(source) ?? new Map<number, number>()
    this.writes.set(source, days)
    for (const at of instants) days.set(Math.floor(at / dayMs), this.stamp)
    if (days.size <= maxDays) return
    // Senders choose their timestamps; answers made so far are forgotten, and so may their days be.
    this.clear()
    this.writes.delete(source)
  }

  /** The rows answered before, if they would be the same now. */
  find(statement: Sql): unknown[] | null {
    const key = keyOf(statement)
    const kept = this.young.get(key) ?? this.old.get(key)
    if (!kept || statement.reads.some((reads) => this.isOlder(kept.stamp, reads))) return null
    if (!this.young.has(key)) this.put(key, kept)
    return kept.rows
  }

  /** Keeps the rows of a query that began at `stamp`. */
  keep(statement: Sql, rows: unknown[], stamp: number): void {
    if (statement.reads.length === 0 || rows.length > maxRows) return
    // Its query began before the last clearing.
    if (stamp < this.clearedAt) return
    this.put(keyOf(statement), { rows, stamp })
  }

  /** Call when rows were changed or removed, or when it is unknown what was committed. */
  clear(): void {
    this.stamp++
    this.clearedAt = this.stamp
    this.young = new Map()
    this.old = new Map()
    this.youngValues = 0
  }

  private put(key: string, kept: Kept): void {
    const columns = kept.rows.length > 0 ? Object.keys(kept.rows[0] as object).length : 1
    this.youngValues += Math.max(1, kept.rows.length) * columns
    this.young.set(key, kept)
    if (this.youngValues < maxValues / 2) return
    this.old = this.young
    this.young = new Map()
    this.youngValues = 0
  }

  private isOlder(stamp: number, { source, startAt, endAt }: Reads): boolean {
    const days = this.writes.get(source)
    if (!days) return false
    const [first, last] = [Math.floor(startAt / dayMs), Math.floor(endAt / dayMs)]
    for (const [day, written] of days) {
      if (written > stamp && day >= first && day <= last) return true
    }
    return false
  }
}

const keyOf = (statement: Sql): string => `${statement.text}\n${JSON.stringify(statement.values)}`
