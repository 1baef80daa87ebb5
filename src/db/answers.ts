// Answers of queries, kept for as long as they are true.
//
// Events are only ever added. An answer over rows of one source between two instants stays true until
// a row of that source with an instant between them is committed; so writes are noted by source and
// day, and an answer is given again only if no write fell into its days since it was made.

import { BoundedCache } from '../bounded-cache.ts'
import type { Sql } from './sql.ts'

const dayMs = 86_400_000
const maxAnswers = 2_000
/** Longer answers are made anew each time. */
const maxRows = 1_000

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
  private readonly kept = new BoundedCache<string, Kept>(maxAnswers)
  /** By source and day, the stamp of the last write of an event on that day. */
  private readonly writes = new Map<number, Map<number, number>>()
  private stamp = 0

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
  }

  /** The rows answered before, if they would be the same now. */
  find(statement: Sql): unknown[] | null {
    const kept = this.kept.find(keyOf(statement))
    if (!kept || statement.reads.some((reads) => this.isOlder(kept.stamp, reads))) return null
    return kept.rows
  }

  /** Keeps the rows of a query that began at `stamp`. */
  keep(statement: Sql, rows: unknown[], stamp: number): void {
    if (statement.reads.length === 0 || rows.length > maxRows) return
    this.kept.put(keyOf(statement), { rows, stamp })
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
