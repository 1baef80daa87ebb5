// From the journal into the event database: hits that were answered become rows, hundreds in one
// transaction, at the latest when somebody reads.

import { type EventStore, isDeadEngine } from '../../db/events.ts'
import { unavailable } from '../../errors.ts'
import type { Log } from '../../log.ts'
import { GroupWriter } from './group.ts'
import type { Journal, JournaledHit } from './journal.ts'
import { type Learning, loadSessions, readSessions, saveSessions } from './learn-sessions.ts'
import { setAside } from './refused.ts'
import { WaitingHits } from './waiting-hits.ts'

/** How long a hit waits for others to become rows with. */
const fileAfterMs = 200
const quietMs = 1_000
const quietWalBytes = 1024 * 1024
/** A log this long is moved into the file even under load: replaying it would delay a start. */
const fullWalBytes = 128 * 1024 * 1024
const restoreEveryMs = 1_000
/** How long a reader waits for hits to become rows. */
const patienceMs = 3_000

/** Owns the writing connection. One loop does one thing at a time: a group, or a task alone. */
export class Filer {
  private readonly waiting = new WaitingHits()
  private timer: Timer | null = null
  /** Hits up to this id are rows. */
  private storedThrough = 0
  /** Somebody waits for hits up to this id. */
  private wantedThrough = 0
  private readers: { through: number; resolve: () => void }[] = []
  private senders: (() => void)[] = []
  /** How many of the next hits are tried one by one, because they failed together. */
  private apart = 0
  private tasks: (() => Promise<void>)[] = []
  private loop: Promise<void> | null = null
  private quietTimer: Timer | null = null
  /** Whether the heap was tidied since the start, or since the last checkpoint. */
  private isTidy = false
  private mustReopen = false
  private isClosed = false
  /** When the last group was stored, on the clock of performance.now(). */
  private storedAt = 0
  private knownRead: Promise<void> | null = null
  private readonly groups: GroupWriter
  private readonly learning: Learning
  /** Whether the disk or the engine keeps events from being stored right now. */
  isDown = false

  constructor(
    private readonly store: EventStore,
    private readonly journal: Journal,
    private readonly log: Log,
  ) {
    this.groups = new GroupWriter(store)
    this.learning = { sessions: this.groups.sessions, store, log }
  }

  /** Stores what an earlier run left in the journal, and tells the highest id ever given. */
  async start(): Promise<number> {
    await this.groups.start()
    const { hits, storedThrough } = this.journal.left
    this.storedThrough = Math.max(storedThrough, this.groups.storedId)
    const highestId = Math.max(this.storedThrough, hits.at(-1)?.id ?? 0)
    this.waiting.add(hits)
    this.dropStored()
    if (this.waiting.count > 0) {
      this.log.info('storing events that an earlier run had accepted', {
        events: this.waiting.count,
      })
      await this.storeLeft()
    }
    this.quietTimer = setInterval(() => this.checkpointWhenQuiet(), quietMs)
    this.quietTimer.unref()
    if (!(await loadSessions(this.learning))) this.knownRead = readSessions(this.learning)
    return highestId
  }

  /** With a full disk the server starts all the same: it can be read, and tells senders to come back. */
  private async storeLeft(): Promise<void> {
    try {
      await this.exclusive(async () => {})
    } catch (error) {
      if (!this.isDown) throw error
    }
  }

  /** Takes hits that are safe in the journal; their ids are above those of all before. */
  accept(hits: readonly JournaledHit[]): void {
    this.waiting.add(hits)
    if (this.waiting.isFull) this.wake()
    else this.wakeLater()
  }

  /** Resolves when there is room for more hits. */
  async room(): Promise<void> {
    while (!this.waiting.hasRoom && !this.isDown) {
      await new Promise<void>((resolve) => this.senders.push(resolve))
    }
  }

  /**
   * Resolves when every hit accepted so far is stored; at once while events cannot be stored, and
   * after a few seconds while a long task runs alone: who reads then finds what is stored.
   */
  async catchUp(): Promise<void> {
    const through = this.waiting.lastId
    if (through === 0 || this.isDown) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, patienceMs)
      const hear = () => {
        clearTimeout(timer)
        resolve()
      }
      this.readers.push({ through, resolve: hear })
      this.wantedThrough = through
      this.wake()
    })
  }

  /**
   * Runs `work` alone on the writing connection after storing all hits accepted so far. Rejects with
   * 503 when those cannot be stored.
   */
  exclusive<Result>(work: () => Promise<Result>): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      this.tasks.push(async () => {
        try {
          await this.storeAll()
          resolve(await work())
        } catch (error) {
          reject(error)
        }
      })
      this.wake()
    })
  }

  /** For a task alone: runs `work` without holding the connection, then takes up what there is. */
  async replacing<Result>(
    work: () => Promise<Result>,
  ): Promise<{ result: Result; highestId: number }> {
    this.groups.release()
    const before = this.groups.highestSession
    const result = await work()
    await this.groups.start()
    // Such as those of a demo.
    if (this.groups.highestSession > before) this.knownRead = readSessions(this.learning)
    return { result, highestId: this.groups.storedId }
  }

  /** Takes note that the disk or the engine failed. Nothing is stored until it works again. */
  fail(cause: unknown): void {
    this.log.error('events cannot be stored', { error: cause })
    this.isDown = true
    this.mustReopen ||= isDeadEngine(cause)
    for (const { resolve } of this.readers.splice(0)) resolve()
    for (const resolve of this.senders.splice(0)) resolve()
    this.restoreSoon(0)
  }

  /** Stores what waits. What cannot be stored stays in the journal for the next start. */
  async close(): Promise<void> {
    if (this.quietTimer) clearInterval(this.quietTimer)
    try {
      await this.exclusive(async () => {})
    } catch (error) {
      this.log.error('events are left in the journal for the next start', {
        events: this.waiting.count,
        error,
      })
    }
    this.isClosed = true
    if (this.timer) clearTimeout(this.timer)
    while (this.loop) await this.loop
    await this.knownRead
    if (!this.isDown) await saveSessions(this.learning)
  }

  private wake(): void {
    this.loop ??= this.run().finally(() => {
      this.loop = null
      if (this.tasks.length > 0 || this.isDue) this.wake()
    })
  }

  private async run(): Promise<void> {
    for (;;) {
      const task = this.tasks.shift()
      if (task) await task()
      else if (this.isDue) await this.storeGroup()
      else break
      if (this.store.walBytes() > fullWalBytes) await this.checkpoint()
    }
    if (this.waiting.count > 0 && !this.isDown && !this.isClosed) this.wakeLater()
  }

  private wakeLater(): void {
    this.timer ??= setTimeout(() => {
      this.timer = null
      this.wake()
    }, fileAfterMs).unref()
  }

  private get isDue(): boolean {
    if (this.isDown || this.isClosed || this.waiting.count === 0) return false
    return (
      this.waiting.isFull ||
      this.wantedThrough > this.storedThrough ||
      performance.now() - this.waiting.since >= fileAfterMs
    )
  }

  /** Stores every hit that waits now, and notes in the journal that none of them is to be read again. */
  private async storeAll(): Promise<void> {
    const through = this.waiting.lastId
    while (this.storedThrough < through) {
      if (this.isDown) throw unavailable('Events cannot be stored right now.', 2)
      await this.storeGroup()
    }
    this.journal.markStored(this.storedThrough)
  }

  private async storeGroup(): Promise<void> {
    if (this.timer) clearTimeout(this.timer)
    this.timer = null
    const group = this.waiting.first(this.apart > 0)
    try {
      await this.groups.write(group)
    } catch (error) {
      if (isDeadEngine(error) || isDiskTrouble(error)) return this.fail(error)
      if (group.length > 1) {
        this.apart = group.length
        return
      }
      try {
        const file = setAside(this.store.dataDir, (group[0] as JournaledHit).hit, error)
        this.log.error('an event could not be stored and was set aside', { file, error })
      } catch (trouble) {
        return this.fail(trouble)
      }
    }
    this.apart = Math.max(0, this.apart - 1)
    this.storedThrough = (group.at(-1) as JournaledHit).id
    this.storedAt = performance.now()
    this.dropStored()
  }

  /** Lets go of hits that are rows now, and of those who waited for that. */
  private dropStored(): void {
    const { storedThrough } = this
    for (const { file } of this.waiting.takeThrough(storedThrough)) this.journal.release(file, 1)
    const waiting = this.readers
    this.readers = waiting.filter(({ through }) => through > storedThrough)
    for (const { through, resolve } of waiting) if (through <= storedThrough) resolve()
    if (this.waiting.hasRoom) for (const resolve of this.senders.splice(0)) resolve()
  }

  private restoreSoon(delayMs: number): void {
    const timer = setTimeout(() => {
      this.tasks.push(async () => {
        if (!(await this.restore())) this.restoreSoon(restoreEveryMs)
      })
      this.wake()
    }, delayMs)
    timer.unref()
  }

  /** Opens a dead engine again, and says whether events can be stored now. */
  private async restore(): Promise<boolean> {
    if (this.isClosed || !this.isDown) return true
    try {
      if (this.mustReopen || (await this.isEngineDead())) {
        await this.store.reopen()
        await this.groups.start()
        this.mustReopen = false
        // A commit may have got through without being heard.
        this.storedThrough = Math.max(this.storedThrough, this.groups.storedId)
        this.dropStored()
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

  /** A full disk that was met by the journal may have met the engine as well. */
  private async isEngineDead(): Promise<boolean> {
    try {
      await this.store.writer.run('select 1')
      return false
    } catch (error) {
      this.log.error('the event store must be reopened', { error })
      return true
    }
  }

  private checkpointWhenQuiet(): void {
    // A checkpoint waits for queries, and rows for the checkpoint.
    const isQuiet =
      !this.store.isReading &&
      this.waiting.count === 0 &&
      performance.now() - this.storedAt > quietMs
    if (!isQuiet || this.loop || this.isDown) return
    if (this.store.walBytes() < quietWalBytes) {
      this.tidy()
      return
    }
    this.tasks.push(async () => {
      await this.checkpoint()
      this.isTidy = false
    })
    this.wake()
  }

  /** Gives back what the start or a flood left on the heap, now that nobody waits for an answer. */
  private tidy(): void {
    if (this.isTidy) return
    this.isTidy = true
    Bun.gc(true)
  }

  private async checkpoint(): Promise<void> {
    try {
      await this.store.checkpoint()
    } catch (error) {
      if (isDeadEngine(error)) this.fail(error)
      // Readers can hold a checkpoint up; the next quiet moment tries again.
      else this.log.debug('checkpoint postponed', { error })
    }
  }
}

const isDiskTrouble = (error: unknown): boolean =>
  /no space left|could not write|IO Error|disk full|out of memory/i.test(String(error))
