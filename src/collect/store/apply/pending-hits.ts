// Hits that are safe in the journal and not rows yet: how many there may be, and who waits for them.

import { secondMs } from '../../../time/durations.ts'
import type { JournaledHit } from '../journal/journal.ts'
import { countRows, countWithin } from './rows.ts'

/** As many hits become rows at once as soon as they are there. */
const fullGroup = 500
/** A transaction holds at most so many hits and rows. */
export const maxGroupHits = 2_000
const maxGroupRows = 20_000
/** With more than this, senders wait too. Bytes are those of the hits' texts. */
const capacity = { hits: 4_000, rows: 40_000, bytes: 16 * 1024 * 1024 }

/** How long a reader waits for hits to become rows. */
const readBarrierTimeoutMs = 3 * secondMs

/** A list in order of ids. */
export class PendingHits {
  private hits: JournaledHit[] = []
  private rows = 0
  private bytes = 0
  /** When the first of them came, or others were taken, on the clock of performance.now(). */
  since = 0
  /** Some reader waits for hits up to this id. */
  wantedId = 0
  private readers: { through: number; resolve: () => void }[] = []
  private senders: (() => void)[] = []

  get count(): number {
    return this.hits.length
  }

  /** Id of the last one; 0 when there is none. */
  get lastId(): number {
    return this.hits.at(-1)?.id ?? 0
  }

  /** Whether they make a group that is worth a transaction. */
  get isFull(): boolean {
    return this.hits.length >= fullGroup || this.rows >= maxGroupRows || !this.hasCapacity
  }

  get hasCapacity(): boolean {
    const { hits, rows, bytes } = capacity
    return this.hits.length < hits && this.rows < rows && this.bytes < bytes
  }

  /** Adds hits whose ids are above those of all before. */
  add(hits: readonly JournaledHit[]): void {
    if (this.hits.length === 0) this.since = performance.now()
    for (const hit of hits) {
      this.hits.push(hit)
      this.rows += countRows(hit.hit)
      this.bytes += hit.size
    }
  }

  /** The first hits, as many as belong into one transaction and at most `maxHits`. */
  first(maxHits: number): JournaledHit[] {
    return this.hits.slice(0, countWithin(this.hits, { maxHits, maxRows: maxGroupRows }))
  }

  /** Removes and gives those up to this id, which are rows now, and ends the waiting for them. */
  takeThrough(id: number): JournaledHit[] {
    const left = this.hits.findIndex((hit) => hit.id > id)
    const taken = this.hits.splice(0, left < 0 ? this.hits.length : left)
    for (const { hit, size } of taken) {
      this.rows -= countRows(hit)
      this.bytes -= size
    }
    this.since = performance.now()
    this.release(id, this.hasCapacity)
    return taken
  }

  /** Resolves when hits up to this id are rows, and after a few seconds at the latest. */
  async waitForRows(through: number): Promise<void> {
    this.wantedId = through
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, readBarrierTimeoutMs)
    this.readers.push({ through, resolve })
    await promise
    clearTimeout(timer)
  }

  /** Resolves when hits were taken and more may be added. */
  waitForCapacity(): Promise<void> {
    return new Promise<void>((resolve) => this.senders.push(resolve))
  }

  /** Ends all waiting, although the hits are still here. */
  releaseAll(): void {
    this.release(Number.POSITIVE_INFINITY, true)
  }

  private release(id: number, hasCapacity: boolean): void {
    const readers = this.readers
    this.readers = readers.filter(({ through }) => through > id)
    for (const { through, resolve } of readers) if (through <= id) resolve()
    if (hasCapacity) for (const resolve of this.senders.splice(0)) resolve()
  }
}
