// What a session has seen so far, so that each page view can remember when it was preceded.

import { noPredecessors, type Predecessors } from '../../shape/columns.ts'
import { BloomFilter } from './bloom-filter.ts'

export interface PageView {
  at: number
  visitHour: number
  path: string
  title: string | null
}

const noGap = noPredecessors.visitGap
/** A history keeps the instants of so many keys; of older ones it knows only that they were. */
const maxKeys = 1_000
/** What a key takes in memory, about. */
const bytesPerKey = 40
/** The instant of a key that is known to be new. */
const never = -1

/**
 * The page views of one session, as far as later ones need them: the last instant of each visit, path
 * and title. What is kept hardly grows with the history: only the latest keys have their instants
 * here, the others are in a Bloom filter. A key in neither is certainly new. One that the filter holds
 * must be read from the store before `add`: `unknownKeys` names it, and `setVisit`, `setPath` and
 * `setTitle` add it.
 */
export class SessionHistory {
  private lastAt: number | null = null
  private readonly instants = new Map<number, number>()
  private older: BloomFilter | null = null

  /** Bytes in memory, about. */
  get bytes(): number {
    return 200 + this.instants.size * bytesPerKey + (this.older?.bytes ?? 0)
  }

  /** What must be read before this page view can be added; `null` when nothing must. */
  unknownKeys({ visitHour, path, title }: PageView): Partial<PageView> | null {
    if (this.older === null) return null
    const unknown: Partial<PageView> = {}
    if (this.isUnknown(visitKey(visitHour)) || this.isUnknown(secondKey(visitHour))) {
      unknown.visitHour = visitHour
    }
    if (this.isUnknown(pathKey(path))) unknown.path = path
    if (this.isUnknown(titleKey(title))) unknown.title = title
    return Object.keys(unknown).length > 0 ? unknown : null
  }

  /** Takes up the last two instants of a visit from the store; `null` where there is none. */
  setVisit(visitHour: number, at: number | null, secondAt: number | null): void {
    this.setInstant(visitKey(visitHour), at)
    this.setInstant(secondKey(visitHour), secondAt)
  }

  /** Takes up the last instant of a path from the store. */
  setPath(path: string, at: number | null): void {
    this.setInstant(pathKey(path), at)
  }

  /** Takes up the last instant of a title from the store. */
  setTitle(title: string | null, at: number | null): void {
    this.setInstant(titleKey(title), at)
  }

  /**
   * Adds a page view and gives its predecessors; `null` when it is out of order: it lies before one
   * that was already added, whose own predecessors are then wrong.
   */
  add({ at, visitHour, path, title }: PageView): Predecessors | null {
    const [visit, second] = [visitKey(visitHour), secondKey(visitHour)]
    const visitAt = this.find(visit)
    const predecessors: Predecessors = {
      previousAt: this.lastAt,
      visitPreviousAt: visitAt,
      visitSecondAt: this.find(second),
      visitGap: visitAt === null ? noGap : Math.floor(at / 1000) - Math.floor(visitAt / 1000),
      pathPreviousAt: this.raise(pathKey(path), at),
      titlePreviousAt: this.raise(titleKey(title), at),
    }
    if (visitAt === null || at >= visitAt) {
      if (visitAt !== null) this.put(second, visitAt)
      this.put(visit, at)
    } else this.raise(second, at)
    const isOutOfOrder = this.lastAt !== null && at < this.lastAt
    if (isOutOfOrder) return null
    this.lastAt = at
    return predecessors
  }

  /** Forgets the instants of the keys that were used longest ago, when there are too many. */
  trim(): void {
    if (this.instants.size <= maxKeys) return
    this.older ??= new BloomFilter(4 * maxKeys)
    let surplus = this.instants.size - maxKeys / 2
    for (const [key, at] of this.instants) {
      if (surplus-- <= 0) break
      this.instants.delete(key)
      if (at !== never) this.older.add(...wordsOfKey(key))
    }
  }

  private setInstant(key: number, at: number | null): void {
    this.put(key, at ?? never)
    if (at !== null && at > (this.lastAt ?? never)) this.lastAt = at
  }

  private isUnknown(key: number): boolean {
    return !this.instants.has(key) && this.older?.has(...wordsOfKey(key)) === true
  }

  private find(key: number): number | null {
    const at = this.instants.get(key)
    return at === undefined || at === never ? null : at
  }

  /** Puts an instant when it is the key's latest, and gives the one before. */
  private raise(key: number, at: number): number | null {
    const before = this.find(key)
    if (before === null || at >= before) this.put(key, at)
    return before
  }

  private put(key: number, at: number): void {
    // Keys are in order of their use, once there are so many that some will have to go.
    if (this.instants.size > maxKeys / 2) this.instants.delete(key)
    this.instants.set(key, at)
  }
}

// Keys are 52-bit hashes, so that a text of the sender's choice takes no more room than another: two
// of ten thousand keys of a session are the same with a chance of one in 10⁸. The seed is random, so
// that nobody can choose texts that are.
const seed = BigInt(Math.floor(Math.random() * 2 ** 48))
const hash = (text: string): number => Number(BigInt.asUintN(52, BigInt(Bun.hash(text, seed))))
const pathKey = (path: string): number => hash(`p${path}`)
const titleKey = (title: string | null): number => hash(title === null ? '' : `t${title}`)
const visitKey = (hour: number): number => -2 * hour - 1
const secondKey = (hour: number): number => -2 * hour - 2

/** Two words for the Bloom filter, mixed, because keys of visits follow each other. */
function wordsOfKey(key: number): [number, number] {
  const low = Math.imul((key % 2 ** 32) | 0, 0x9e3779b1)
  const high = Math.imul((key / 2 ** 20) | 0, 0x85ebca6b)
  return [(low ^ (low >>> 15) ^ high) >>> 0, Math.imul(high ^ (low >>> 13), 0xc2b2ae35) >>> 0]
}
