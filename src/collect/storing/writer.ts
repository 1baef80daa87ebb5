// Senders on one side, the journal on the other: hits queue up, one loop writes what has queued as one
// record, then everybody in that group hears. Rows are made of them a little later, by the filer.

import type { EventStore } from '../../db/events.ts'
import { unavailable } from '../../errors.ts'
import type { Log } from '../../log.ts'
import type { Hit } from '../hit.ts'
import { Filer } from './filer.ts'
import { Journal } from './journal.ts'
import { textOfHit } from './journal-records.ts'
import { countWithin } from './rows.ts'

interface Waiting {
  hit: Hit
  /** The hit as it goes into the journal. */
  text: string
  resolve: () => void
  reject: (error: Error) => void
}

const maxQueuedHits = 20_000
const maxQueuedBytes = 64 * 1024 * 1024
const maxGroup = { maxHits: 2_000, maxRows: 10_000 }
const gatherMs = 4

const cannotStore = (cause?: unknown) => unavailable('Events cannot be stored right now.', 2, cause)

/**
 * The only way events are stored. While one group is being written, the next one forms: alone, an
 * event waits for one write; in a flood, a write carries hundreds.
 */
export class Writer {
  private queue: Waiting[] = []
  private queuedBytes = 0
  /** How many hits were under way when the last group was written. */
  private expected = 0
  /** Ends the wait for them; `null` when nobody waits. */
  private gathered: (() => void) | null = null
  private loop: Promise<void> | null = null
  private isClosed = false
  private lastId = 0
  private readonly journal: Journal
  private readonly filer: Filer

  /** Opens the journal in the data folder of the store. */
  constructor(
    private readonly store: EventStore,
    log: Log,
  ) {
    this.journal = Journal.open(store.dataDir)
    this.filer = new Filer(store, this.journal, log)
  }

  /** Stores what an earlier run left in the journal; must finish before the first hit. */
  async start(): Promise<void> {
    this.lastId = await this.filer.start()
    this.store.catchUp = () => this.filer.catchUp()
  }

  /** Whether events can be stored right now. */
  get isHealthy(): boolean {
    return !this.filer.isDown && !this.isClosed
  }

  /**
   * Queues a hit. Resolves when it is on disk; from then on whoever reads finds it. Rejects with 503
   * when the queue is full or the disk or the engine fails.
   */
  add(hit: Hit): Promise<void> {
    if (!this.isHealthy) return Promise.reject(cannotStore())
    const text = textOfHit(hit)
    if (this.queue.length >= maxQueuedHits || this.queuedBytes + text.length > maxQueuedBytes) {
      return Promise.reject(unavailable('Too many events are waiting to be stored.', 1))
    }
    return new Promise<void>((resolve, reject) => {
      this.queue.push({ hit, text, resolve, reject })
      this.queuedBytes += text.length
      if (this.queue.length >= this.expected) this.gathered?.()
      this.loop ??= this.run()
    })
  }

  /**
   * Runs `work` between two groups, alone on the writing connection, when everything answered before
   * is stored. Hits that come meanwhile are answered and wait in the journal.
   */
  exclusive<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.filer.exclusive(work)
  }

  /** Like `exclusive`, for work that puts another connection in place of the writing one. */
  replacing<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.filer.exclusive(async () => {
      const { result, highestId } = await this.filer.replacing(work)
      this.lastId = Math.max(this.lastId, highestId)
      return result
    })
  }

  /** Resolves when all that is queued now is stored or refused. */
  async settle(): Promise<void> {
    const last = this.queue.at(-1)
    if (last) {
      await new Promise<void>((done) => {
        const { resolve, reject } = last
        last.resolve = () => {
          resolve()
          done()
        }
        last.reject = (error) => {
          reject(error)
          done()
        }
      })
    } else await this.loop
    await this.exclusive(async () => {})
  }

  /** Stores what is queued, then takes nothing more. */
  async close(): Promise<void> {
    while (this.loop) await this.loop
    if (this.isClosed) return
    this.isClosed = true
    await this.filer.close()
    this.journal.close()
  }

  private async run(): Promise<void> {
    while (this.queue.length > 0) {
      await this.gather()
      await this.filer.room()
      const group = this.queue.splice(0, countWithin(this.queue, maxGroup))
      for (const { text } of group) this.queuedBytes -= text.length
      await this.write(group)
      this.expected = group.length + this.queue.length
    }
    this.loop = null
  }

  /**
   * Those who were just answered often come back at once. A group that began with the first of them
   * would make all others wait for two writes, so it waits a little until as many are there again.
   */
  private async gather(): Promise<void> {
    if (this.queue.length >= this.expected) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, gatherMs)
      this.gathered = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    this.gathered = null
  }

  private async write(group: Waiting[]): Promise<void> {
    const firstId = this.lastId + 1
    // Ids of a failed group are not used again: some of it may be in the journal all the same.
    this.lastId += group.length
    try {
      if (!this.isHealthy) throw cannotStore()
      const texts = group.map(({ text }) => text)
      const file = await this.journal.append(firstId, texts)
      this.filer.accept(group.map(({ hit }, index) => ({ id: firstId + index, hit, file })))
    } catch (error) {
      if (this.isHealthy) this.filer.fail(error)
      for (const { reject } of group) reject(cannotStore(error))
      return
    }
    for (const { resolve } of group) resolve()
  }
}
