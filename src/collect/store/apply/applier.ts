// From the journal into the event database: hits that were answered become rows, hundreds in one
// transaction, at the latest at the next read.

import {
  isDamaged,
  isDeadEngine,
  isOutOfMemory,
  isOutOfSpace,
  reasonText,
} from '../../../db/duckdb/duckdb-errors.ts'
import type { EventStore } from '../../../db/duckdb/event-store.ts'
import type { Log } from '../../../log.ts'
import type { Hit } from '../../shape/hit.ts'
import type { Journal, JournaledHit } from '../journal/journal.ts'
import { VisitCloser } from '../visits/visit-closer.ts'
import { readClosedHour } from '../visits/visits.ts'
import { Checkpointer } from './checkpointer.ts'
import { addDeadLetter } from './dead-letter.ts'
import { GroupWriter } from './group.ts'
import { maxGroupHits, PendingHits } from './pending-hits.ts'
import { StoreHealth } from './store-health.ts'
import { WorkLoop } from './work-loop.ts'

/** How long a hit waits for others to become rows with. */
const applyDelayMs = 200
/** So many refusals in a row are not the fault of the hits. */
const maxRefusedInARow = 3

/** Owns the writing connection. One loop does one thing at a time: a group, or a task alone. */
export class Applier {
  readonly health: StoreHealth
  private readonly pending = new PendingHits()
  private readonly groups: GroupWriter
  private readonly checkpointer: Checkpointer
  private readonly visitCloser: VisitCloser
  private readonly loop: WorkLoop
  /** Hits up to this id are rows. */
  private appliedId = 0
  /** When the last group was applied, on the clock of performance.now(). */
  private appliedAt = 0
  /** How many hits the next group may have: halved when a group fails, doubled when one is stored. */
  private groupLimit = maxGroupHits
  private refusedInARow = 0
  private mustReopen = false
  private sessionsRead: Promise<void> | null = null

  constructor(
    private readonly store: EventStore,
    private readonly journal: Journal,
    private readonly log: Log,
    private readonly now: () => number,
  ) {
    this.groups = new GroupWriter(store, log)
    this.health = new StoreHealth(log, now, () => this.loop.run(() => this.recover()))
    this.checkpointer = new Checkpointer(store, log, {
      idleSince: () =>
        this.pending.count > 0 || this.loop.isRunning || !this.health.isRunning
          ? null
          : this.appliedAt,
      exclusive: (work) => this.loop.run(work),
      fail: (error) => this.fail(error),
    })
    this.visitCloser = new VisitCloser(store, log, now, {
      isRunning: () => this.health.isRunning,
      exclusive: (work) => this.loop.run(work),
      fail: (error) => this.fail(error),
    })
    this.loop = new WorkLoop({
      isDue: () => this.isDue,
      applyGroup: () => this.applyGroup(),
      checkpoint: () => this.checkpointer.checkpointWhenFull(),
      rest: () => {
        if (this.isApplicable) this.loop.wakeLater(applyDelayMs)
      },
    })
  }

  /** Stores what an earlier run left in the journal, and gives the highest id ever given. */
  async start(): Promise<number> {
    await this.groups.start()
    await readClosedHour(this.store)
    const { hits, checkpointId } = this.journal.left
    this.appliedId = Math.max(checkpointId, this.groups.storedId)
    this.journal.reportLoss(this.appliedId, this.log, this.now())
    const highestId = Math.max(this.appliedId, hits.at(-1)?.id ?? 0)
    this.pending.add(hits)
    this.dropApplied()
    if (this.pending.count > 0) {
      this.log.info('storing events that an earlier run had accepted', {
        events: this.pending.count,
      })
      // With a full disk the server starts all the same: it can be read, and answers senders with 503.
      await this.exclusive(async () => {}).catch((error: unknown) => {
        if (this.health.isRunning) throw error
      })
    }
    if (this.pending.count === 0 && this.health.isRunning) this.clearDamage()
    if (!(await this.groups.sessions.load())) this.sessionsRead = this.groups.sessions.readStored()
    return highestId
  }

  private clearDamage(): void {
    try {
      this.journal.clearDamage()
    } catch (error) {
      this.log.warn('a damaged journal file could not be begun again', { error })
    }
  }

  /** Takes hits that are safe in the journal; their ids are above those of all before. */
  accept(hits: readonly JournaledHit[]): void {
    this.pending.add(hits)
    if (this.pending.isFull) this.loop.wake()
    else this.loop.wakeLater(applyDelayMs)
  }

  /** Back-pressure: resolves when more hits may be accepted. */
  async waitForCapacity(): Promise<void> {
    while (!this.pending.hasCapacity && this.health.isRunning) {
      await this.pending.waitForCapacity()
    }
  }

  /**
   * The read barrier: resolves when every hit accepted so far is a row; at once while events cannot
   * be stored, and after a few seconds while a long task runs alone: the reader then finds what is
   * stored.
   */
  async readBarrier(): Promise<void> {
    const through = this.pending.lastId
    if (through === 0 || !this.health.isRunning) return
    const stored = this.pending.waitForRows(through)
    this.loop.wake()
    await stored
  }

  /**
   * Runs `work` alone on the writing connection after storing all hits accepted so far. Rejects with
   * 503 when those cannot be stored.
   */
  exclusive<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.loop.run(async () => {
      await this.applyAll()
      return work()
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
    if (this.groups.highestSession > before) {
      this.sessionsRead = this.groups.sessions.readStored()
    }
    return { result, highestId: this.groups.storedId }
  }

  /** Forgets the sessions in memory: the next hit of each looks it up. */
  clearSessions(): void {
    this.groups.sessions.clear()
  }

  /** Takes note that the disk or the engine failed. Nothing is stored until a retry succeeds. */
  fail(error: unknown): void {
    this.mustReopen ||= isDeadEngine(error)
    this.health.fail(reasonText(error), error)
    this.pending.releaseAll()
  }

  /** Stores what is pending. What cannot be stored stays in the journal for the next start. */
  async close(): Promise<void> {
    this.checkpointer.close()
    this.visitCloser.close()
    try {
      await this.exclusive(async () => {})
    } catch (error) {
      this.log.error('events are left in the journal for the next start', {
        events: this.pending.count,
        error,
      })
    }
    const wasRunning = this.health.isRunning
    this.health.close()
    await this.loop.close()
    await this.sessionsRead
    if (wasRunning) await this.groups.sessions.save()
  }

  /** Whether hits wait that can be stored. */
  private get isApplicable(): boolean {
    return this.pending.count > 0 && this.health.isRunning
  }

  private get isDue(): boolean {
    if (!this.isApplicable) return false
    return (
      this.pending.isFull ||
      this.pending.wantedId > this.appliedId ||
      performance.now() - this.pending.since >= applyDelayMs
    )
  }

  /** Stores every hit that is pending now, and notes in the journal that none is to be read again. */
  private async applyAll(): Promise<void> {
    const through = this.pending.lastId
    while (this.appliedId < through) {
      if (!this.health.isRunning) throw this.health.error
      await this.applyGroup()
    }
    this.journal.markStored(this.appliedId)
  }

  /** Applies the next group, or prepares a smaller one. */
  private async applyGroup(): Promise<void> {
    try {
      await this.tryGroup()
    } catch (error) {
      this.fail(error)
    }
  }

  /** Throws what is not the fault of the group's hits. */
  private async tryGroup(): Promise<void> {
    this.loop.cancelTimer()
    const group = this.pending.first(this.groupLimit)
    try {
      await this.groups.write(group)
      this.groupLimit = Math.min(maxGroupHits, this.groupLimit * 2)
      this.refusedInARow = 0
    } catch (error) {
      if (isDeadEngine(error) || isOutOfSpace(error) || isDamaged(error)) throw error
      if (group.length > 1) {
        // Halves find the hit at fault, and fit into memory.
        this.groupLimit = Math.ceil(group.length / 2)
        return
      }
      if (isOutOfMemory(error)) throw error
      await this.refuse((group[0] as JournaledHit).hit, error)
    }
    this.appliedId = (group.at(-1) as JournaledHit).id
    this.appliedAt = performance.now()
    this.dropApplied()
  }

  /**
   * Moves a hit to the dead-letter file, if it is the hit's fault alone: the store takes another one,
   * and has not refused several in a row. Throws the error otherwise.
   */
  private async refuse(hit: Hit, error: unknown): Promise<void> {
    await this.groups.probe()
    if (this.refusedInARow >= maxRefusedInARow - 1) {
      // Each retry gives so many others a chance.
      this.refusedInARow = 0
      throw error
    }
    this.refusedInARow++
    const file = addDeadLetter(this.store.dataDir, hit, error, this.now())
    this.log.error('an event could not be stored and was moved to the dead-letter file', {
      file,
      error,
    })
  }

  /** Lets go of hits that are rows now. */
  private dropApplied(): void {
    for (const { file } of this.pending.takeThrough(this.appliedId)) this.journal.release(file, 1)
  }

  /** Opens a dead engine again and stores the next group. Throws while something still fails. */
  private async recover(): Promise<void> {
    if (this.health.state.name !== 'down') return
    try {
      if (this.mustReopen || (await this.isEngineDead())) await this.reopen()
      if (!this.store.hasRoom()) throw new Error('There is no room on the disk.')
      await this.journal.probe()
      if (this.pending.count > 0) await this.tryGroup()
      else await this.groups.probe()
    } catch (error) {
      this.mustReopen ||= isDeadEngine(error)
      throw error
    }
  }

  private async reopen(): Promise<void> {
    await this.store.reopen()
    await this.groups.start()
    await readClosedHour(this.store)
    this.mustReopen = false
    // A commit may have succeeded although its answer was lost.
    this.appliedId = Math.max(this.appliedId, this.groups.storedId)
    this.dropApplied()
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
}
