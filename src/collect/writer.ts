// Group commit: hits queue up, one loop commits what has queued, then everybody in the group hears.

import { type EventStore, isDeadEngine } from '../db/events.ts'
import { badRequest, unavailable } from '../errors.ts'
import type { Log } from '../log.ts'
import { GroupWriter } from './group.ts'
import type { Hit } from './hit.ts'

interface Waiting {
  hit: Hit
  bytes: number
  resolve: () => void
  reject: (error: Error) => void
}

const maxQueuedHits = 20_000
const maxQueuedBytes = 64 * 1024 * 1024
const maxGroup = 2_000
const gatherMs = 4
const quietMs = 1_000
const quietWalBytes = 1024 * 1024
/** A log this long is moved into the file even under load: replaying it would delay a start. */
const fullWalBytes = 512 * 1024 * 1024
const restoreEveryMs = 1_000

/**
 * The only way events are stored. While one group commits, the next one forms: alone, an event waits
 * for one commit; in a flood, a commit carries hundreds.
 */
export class Writer {
  private queue: Waiting[] = []
  private queuedBytes = 0
  /** How many hits were under way when the last group was committed. */
  private expected = 0
  /** Ends the wait for them; `null` when nobody waits. */
  private gathered: (() => void) | null = null
  private tasks: (() => Promise<void>)[] = []
  private loop: Promise<void> | null = null
  private quietTimer: Timer | null = null
  private isDown = false
  private mustReopen = false
  private isClosed = false
  /** When the last group was committed, on the clock of performance.now(). */
  private committedAt = 0
  private knownRead: Promise<void> | null = null
  private readonly groups: GroupWriter

  constructor(
    private readonly store: EventStore,
    private readonly log: Log,
  ) {
    this.groups = new GroupWriter(store)
  }

  /** Reads where numbering stopped; must finish before the first hit. */
  async start(): Promise<void> {
    await this.groups.start()
    this.quietTimer = setInterval(() => this.checkpointWhenQuiet(), quietMs)
    this.quietTimer.unref()
    this.knownRead = this.readKnownSessions()
  }

  /** In the background: with millions of sessions it takes a second. */
  private async readKnownSessions(): Promise<void> {
    const connection = await this.store.connect()
    try {
      await this.groups.sessions.readKnown(connection)
    } catch (error) {
      this.log.warn('known sessions could not be read; each is looked up', { error })
    } finally {
      connection.closeSync()
    }
  }

  /** Whether events can be stored right now. */
  get isHealthy(): boolean {
    return !this.isDown && !this.isClosed
  }

  /**
   * Queues a hit. Resolves when it is committed and synced to disk; rejects with 503 when the queue
   * is full or the engine is down, and with 400 when this hit alone cannot be stored.
   */
  add(hit: Hit): Promise<void> {
    if (this.isClosed || this.isDown) {
      return Promise.reject(unavailable('Events cannot be stored right now.', 2))
    }
    const bytes = sizeOf(hit)
    if (this.queue.length >= maxQueuedHits || this.queuedBytes + bytes > maxQueuedBytes) {
      return Promise.reject(unavailable('Too many events are waiting to be stored.', 1))
    }
    return new Promise<void>((resolve, reject) => {
      this.queue.push({ hit, bytes, resolve, reject })
      this.queuedBytes += bytes
      if (this.queue.length >= this.expected) this.gathered?.()
      this.wake()
    })
  }

  /** Runs `work` between two groups, alone on the writing connection. */
  exclusive<Result>(work: () => Promise<Result>): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      this.tasks.push(() => work().then(resolve, reject))
      this.wake()
    })
  }

  /** Like `exclusive`, for work that puts another connection in place of the writing one. */
  replacing<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.exclusive(async () => {
      this.groups.release()
      const result = await work()
      await this.groups.start()
      return result
    })
  }

  /** Resolves when all that is queued now is committed or refused. */
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
    }
    // The group under way may be the one before it.
    await this.exclusive(async () => {})
  }

  /** Forgets remembered sessions, after rows of sessions were erased. */
  forgetSessions(): void {
    this.groups.sessions.forget()
  }

  /** Commits what is queued, then takes nothing more. */
  async close(): Promise<void> {
    if (this.quietTimer) clearInterval(this.quietTimer)
    while (this.loop) await this.loop
    this.isClosed = true
    await this.knownRead
  }

  private wake(): void {
    this.loop ??= this.run().finally(() => {
      this.loop = null
      if (this.queue.length > 0 || this.tasks.length > 0) this.wake()
    })
  }

  private async run(): Promise<void> {
    while (this.queue.length > 0 || this.tasks.length > 0) {
      await this.tasks.shift()?.()
      await this.gather()
      const group = this.queue.splice(0, maxGroup)
      if (group.length === 0) continue
      for (const waiting of group) this.queuedBytes -= waiting.bytes
      await this.commit(group)
      this.committedAt = performance.now()
      this.expected = group.length + this.queue.length
      if (this.store.walBytes() > fullWalBytes) await this.checkpoint()
    }
  }

  /**
   * Those who were just answered often come back at once. A group that began with the first of them
   * would make all others wait for two commits, so it waits a little until as many are there again.
   */
  private async gather(): Promise<void> {
    if (this.queue.length === 0 || this.queue.length >= this.expected) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, gatherMs)
      this.gathered = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    this.gathered = null
  }

  private async commit(group: Waiting[]): Promise<void> {
    try {
      await this.groups.write(group.map((waiting) => waiting.hit))
      for (const waiting of group) waiting.resolve()
    } catch (error) {
      if (isDeadEngine(error) || isDiskTrouble(error)) await this.recover(group, error)
      else if (group.length > 1) for (const waiting of group) await this.commit([waiting])
      else {
        this.log.warn('an event could not be stored', { error })
        group[0]?.reject(badRequest('The event could not be stored.'))
      }
    }
  }

  /** Senders hear 503 until events can be stored again, unless this group's commit got through. */
  private async recover(group: Waiting[], cause: unknown): Promise<void> {
    const attemptedId = this.groups.highestId
    this.log.error('events cannot be stored', { error: cause })
    this.isDown = true
    this.mustReopen = isDeadEngine(cause)
    const isUncertain = this.mustReopen
    const waiting = [...group, ...this.queue.splice(0)]
    this.queuedBytes = 0
    if (!(await this.restore())) this.restoreLater()
    const isCommitted = isUncertain && this.isHealthy && this.groups.highestId >= attemptedId
    waiting.forEach(({ resolve, reject }, index) => {
      if (isCommitted && index < group.length) resolve()
      else reject(unavailable('Events cannot be stored right now.', 2, cause))
    })
  }

  /** Opens a dead engine again, and says whether events can be stored now. */
  private async restore(): Promise<boolean> {
    if (this.isClosed) return true
    try {
      if (this.mustReopen) {
        await this.store.reopen()
        await this.groups.start()
        this.mustReopen = false
      }
      if (!this.store.hasRoom()) return false
      this.isDown = false
      this.log.info('events can be stored again')
      return true
    } catch (error) {
      this.log.error('the event store could not be reopened', { error })
      return false
    }
  }

  private restoreLater(): void {
    const timer = setTimeout(async () => {
      if (!(await this.exclusive(() => this.restore()))) this.restoreLater()
    }, restoreEveryMs)
    timer.unref()
  }

  private checkpointWhenQuiet(): void {
    // A checkpoint waits for queries, and senders for the checkpoint.
    const isQuiet = !this.store.isReading && performance.now() - this.committedAt > quietMs
    if (!isQuiet || this.loop || this.isDown || this.store.walBytes() < quietWalBytes) return
    void this.exclusive(() => this.checkpoint())
  }

  private async checkpoint(): Promise<void> {
    try {
      await this.store.checkpoint()
    } catch (error) {
      if (isDeadEngine(error)) await this.recover([], error)
      // Readers can hold a checkpoint up; the next quiet moment tries again.
      else this.log.debug('checkpoint postponed', { error })
    }
  }
}

const isDiskTrouble = (error: unknown): boolean =>
  /no space left|could not write|IO Error|disk full|out of memory/i.test(String(error))

/** Roughly the bytes a waiting hit holds. */
function sizeOf(hit: Hit): number {
  const texts = (of: object) =>
    Object.values(of).reduce(
      (sum, value) => sum + (typeof value === 'string' ? value.length : 8),
      0,
    )
  const properties = [...hit.eventData, ...hit.sessionData]
  return 200 + (hit.event ? texts(hit.event) : 0) + properties.reduce((sum, p) => sum + texts(p), 0)
}
