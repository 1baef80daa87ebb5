// Senders on one side, the journal on the other: hits queue up, one loop writes what has queued as one
// record, then each of them is answered. The applier makes rows of them a little later.

import type { EventStore } from '../../db/duckdb/event-store.ts'
import { unavailable } from '../../errors.ts'
import type { Log } from '../../log.ts'
import type { Hit } from '../shape/hit.ts'
import { Applier } from './apply/applier.ts'
import { countWithin } from './apply/rows.ts'
import type { StoreState } from './apply/store-health.ts'
import { toText } from './journal/hit-text.ts'
import { Journal } from './journal/journal.ts'

interface Queued {
  hit: Hit
  /** The hit as it goes into the journal. */
  text: string
  resolve: () => void
  reject: (error: Error) => void
}

const maxQueuedHits = 20_000
/** Of the texts of the hits. */
const maxQueuedBytes = 16 * 1024 * 1024
const maxGroup = { maxHits: 2_000, maxRows: 10_000 }
const groupCommitDelayMs = 4

/**
 * The only way events are stored. While one group is being written, the next one forms: alone, an
 * event waits for one write; in a flood, a write carries hundreds.
 */
export class Writer {
  private queue: Queued[] = []
  private queuedBytes = 0
  /** How many hits were under way when the last group was written. */
  private expectedHits = 0
  /** Ends the wait for them; `null` when nobody waits. */
  private endDelay: (() => void) | null = null
  /** Settles with the hit that was queued last; hits are answered in their order. */
  private newest: Promise<void> = Promise.resolve()
  private loop: Promise<void> | null = null
  private isClosed = false
  private lastId = 0
  private readonly journal: Journal
  private readonly applier: Applier

  /** Opens the journal in the data folder of the store. */
  constructor(
    private readonly store: EventStore,
    log: Log,
    now: () => number,
  ) {
    this.journal = Journal.open(store.dataDir, store.logLoss !== null)
    this.applier = new Applier(store, this.journal, log, now)
  }

  /** Stores what an earlier run left in the journal; must finish before the first hit. */
  async start(): Promise<void> {
    this.lastId = await this.applier.start()
  }

  /** Resolves when every hit that was answered so far is stored as rows, or after a moment in vain. */
  readBarrier(): Promise<void> {
    return this.applier.readBarrier()
  }

  /** Whether events can be stored right now, and if not, why. */
  get state(): StoreState {
    return this.isClosed ? { name: 'closed' } : this.applier.health.state
  }

  /** What was lost at this start of events that were answered before, a sentence each. */
  get losses(): string[] {
    const { logLoss } = this.store
    return [...(logLoss === null ? [] : [logLoss]), ...this.journal.loss.sentences]
  }

  /**
   * Queues a hit. Resolves when it is on disk; from then on reads find it. Rejects with 503
   * when the queue is full or the disk or the engine fails.
   */
  add(hit: Hit): Promise<void> {
    if (this.state.name !== 'running') return Promise.reject(this.applier.health.error)
    const text = toText(hit)
    if (this.queue.length >= maxQueuedHits || this.queuedBytes + text.length > maxQueuedBytes) {
      return Promise.reject(unavailable('Too many events are waiting to be stored.', 1))
    }
    this.newest = new Promise<void>((resolve, reject) => {
      this.queue.push({ hit, text, resolve, reject })
      this.queuedBytes += text.length
      if (this.queue.length >= this.expectedHits) this.endDelay?.()
      this.loop ??= this.run()
    })
    return this.newest
  }

  /**
   * Runs `work` between two groups, alone on the writing connection, when everything answered before
   * is stored. Hits that come until then are answered and wait in the journal.
   */
  exclusive<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.applier.exclusive(work)
  }

  /** Like `exclusive`, for work that removes sessions: nothing of them is remembered after it. */
  erasingSessions<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.applier.exclusive(async () => {
      try {
        return await work()
      } finally {
        // A commit may have succeeded although its answer was lost.
        this.applier.clearSessions()
      }
    })
  }

  /** Like `exclusive`, for work that puts another connection in place of the writing one. */
  replacing<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.applier.exclusive(async () => {
      const { result, highestId } = await this.applier.replacing(work)
      this.lastId = Math.max(this.lastId, highestId)
      return result
    })
  }

  /** Resolves when all that is queued now is stored or refused. */
  async drain(): Promise<void> {
    // A refusal is the answer of that hit's sender.
    await Promise.allSettled([this.newest])
    await this.exclusive(async () => {})
  }

  /** Stores what is queued, then takes nothing more. */
  async close(): Promise<void> {
    while (this.loop) await this.loop
    if (this.isClosed) return
    this.isClosed = true
    await this.applier.close()
    this.journal.close()
  }

  private async run(): Promise<void> {
    while (this.queue.length > 0) {
      await this.delayGroupCommit()
      await this.applier.waitForCapacity()
      const group = this.queue.splice(0, countWithin(this.queue, maxGroup))
      for (const { text } of group) this.queuedBytes -= text.length
      await this.write(group)
      this.expectedHits = group.length + this.queue.length
    }
    this.loop = null
  }

  /**
   * Adaptive group commit. Those who were just answered often come back at once. A group that began
   * with the first of them would make all others wait for two writes, so it waits a little until as
   * many are there again.
   */
  private async delayGroupCommit(): Promise<void> {
    if (this.queue.length >= this.expectedHits) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, groupCommitDelayMs)
      this.endDelay = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    this.endDelay = null
  }

  private async write(group: Queued[]): Promise<void> {
    const { health } = this.applier
    const firstId = this.lastId + 1
    // Ids of a failed group are not used again: some of it may be in the journal all the same.
    this.lastId += group.length
    try {
      if (!health.isRunning) throw health.error
      const texts = group.map(({ text }) => text)
      const file = await this.journal.append(firstId, texts)
      this.applier.accept(
        group.map(({ hit, text }, index) => ({
          id: firstId + index,
          hit,
          size: text.length,
          file,
        })),
      )
    } catch (error) {
      if (health.isRunning) this.applier.fail(error)
      for (const { reject } of group) reject(health.error)
      return
    }
    for (const { resolve } of group) resolve()
  }
}
