// Hits that are safe in the journal and not rows yet, and how many of them there may be.

import type { JournaledHit } from './journal.ts'
import { countWithin, rowsOf } from './rows.ts'

/** So many hits become rows at once, as soon as they are there; of more, at most so many. */
const fullGroup = 500
const maxGroup = { maxHits: 2_000, maxRows: 20_000 }
const justOne = { maxHits: 1, maxRows: 1 }
/** With more hits, or hits of more rows, senders wait too. */
const maxHits = 4_000
const maxRows = 40_000

/** A list in order of ids. */
export class WaitingHits {
  private hits: JournaledHit[] = []
  /** How many rows they make. */
  private rows = 0
  /** When the first of them came, or others were taken, on the clock of performance.now(). */
  since = 0

  get count(): number {
    return this.hits.length
  }

  /** Id of the last one; 0 when none waits. */
  get lastId(): number {
    return this.hits.at(-1)?.id ?? 0
  }

  /** Whether they make a group that is worth a transaction. */
  get isFull(): boolean {
    return this.hits.length >= fullGroup || this.rows >= maxGroup.maxRows
  }

  get hasRoom(): boolean {
    return this.hits.length < maxHits && this.rows < maxRows
  }

  /** Adds hits whose ids are above those of all before. */
  add(hits: readonly JournaledHit[]): void {
    if (this.hits.length === 0) this.since = performance.now()
    this.hits.push(...hits)
    this.rows += sumOfRows(hits)
  }

  /** The first hits, as many as belong into one transaction, or the first one alone. */
  first(isAlone: boolean): JournaledHit[] {
    return this.hits.slice(0, countWithin(this.hits, isAlone ? justOne : maxGroup))
  }

  /** Removes and gives those up to this id. */
  takeThrough(id: number): JournaledHit[] {
    const left = this.hits.findIndex((hit) => hit.id > id)
    const taken = this.hits.splice(0, left < 0 ? this.hits.length : left)
    this.rows -= sumOfRows(taken)
    this.since = performance.now()
    return taken
  }
}

const sumOfRows = (hits: readonly JournaledHit[]): number =>
  hits.reduce((sum, { hit }) => sum + rowsOf(hit), 0)
