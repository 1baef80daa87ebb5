// Results of queries, kept for as long as they are true.
//
// Events are only ever added. A result over rows of one target between two instants stays true until a
// row of that target with an instant between them is committed; so writes are noted by target and day,
// and a result is given again only if no write fell into its days since it was made.

import { LRUCache } from 'lru-cache'
import { dayMs } from '../time/durations.ts'
import type { Reads, Sql } from './sql.ts'

/** What all results take together, keys included. */
const maxBytes = 16 * 1024 * 1024
/** A larger result is made again each time. */
const maxResultBytes = 1024 * 1024
/** Days of one target that are kept apart. */
const maxDays = 5_000

interface Result {
  rows: unknown[]
  version: number
}

/** One instance belongs to one event store. */
export class QueryCache {
  private readonly results = new LRUCache<string, Result>({
    maxSize: maxBytes,
    maxEntrySize: maxResultBytes,
    sizeCalculation: ({ rows }, key) => 200 + 2 * key.length + measureBytes(rows),
  })
  /** By target and day, the version of the last write of an event on that day. */
  private readonly writes = new Map<number, Map<number, number>>()
  private current = 0
  private clearedAt = 0

  /** A version to take before a query runs: what is written from then on makes its result stale. */
  get version(): number {
    return this.current
  }

  /** Bytes that the results take, about. */
  get bytes(): number {
    return this.results.calculatedSize
  }

  /** Call when events with these instants have been committed. */
  invalidate(target: number, instants: Iterable<number>): void {
    this.current++
    const days = this.writes.get(target) ?? new Map<number, number>()
    this.writes.set(target, days)
    for (const at of instants) days.set(Math.floor(at / dayMs), this.current)
    if (days.size <= maxDays) return
    // Senders choose their timestamps; results made so far are forgotten, and so may their days be.
    this.clear()
    this.writes.delete(target)
  }

  /** The rows found before, if they would be the same now. */
  find(statement: Sql): unknown[] | null {
    if (statement.reads.length === 0) return null
    const result = this.results.get(cacheKey(statement))
    if (!result || statement.reads.some((reads) => this.isStale(result.version, reads))) return null
    return result.rows
  }

  /** Keeps the rows of a query that began at `version`. */
  keep(statement: Sql, rows: unknown[], version: number): void {
    // The query may have begun before the last clearing.
    if (statement.reads.length === 0 || version < this.clearedAt) return
    this.results.set(cacheKey(statement), { rows, version })
  }

  /** Call when rows were changed or removed, or when it is unknown what was committed. */
  clear(): void {
    this.current++
    this.clearedAt = this.current
    this.results.clear()
  }

  private isStale(version: number, { target, startAt, endAt }: Reads): boolean {
    const days = this.writes.get(target)
    if (!days) return false
    const [first, last] = [Math.floor(startAt / dayMs), Math.floor(endAt / dayMs)]
    for (const [day, written] of days) {
      if (written > version && day >= first && day <= last) return true
    }
    return false
  }
}

/** A hash, because the text of a statement is longer than most results. */
const cacheKey = ({ text, values }: Sql): string =>
  Bun.SHA256.hash(`${text}\n${JSON.stringify(values)}`, 'base64')

/** What a value of a result takes in memory, about; counting ends where it is more than may be kept. */
function measureBytes(value: unknown): number {
  if (typeof value === 'string') return 24 + 2 * value.length
  if (typeof value !== 'object' || value === null) return 8
  let bytes = 32
  for (const inner of Object.values(value)) {
    bytes += 8 + measureBytes(inner)
    if (bytes > maxResultBytes) break
  }
  return bytes
}
