// Moves DuckDB's write-ahead log into the file when nobody is disturbed by it.

import { isDeadEngine } from '../../../db/duckdb/duckdb-errors.ts'
import type { EventStore } from '../../../db/duckdb/event-store.ts'
import type { Log } from '../../../log.ts'
import { minuteMs, secondMs } from '../../../time/durations.ts'

const quietMs = secondMs
const quietWalBytes = 1024 * 1024
/** A log this long is moved even under load: replaying it would delay a start. */
const fullWalBytes = 128 * 1024 * 1024
/** After a checkpoint that killed the engine the next one waits so long, twice as long each time. */
const firstPauseMs = 10 * secondMs
const maxPauseMs = 10 * minuteMs

/** What the checkpointer needs to know of the applier. */
interface ApplierActivity {
  /** When it last applied a group, on the clock of performance.now(); `null` while it has work. */
  idleSince(): number | null
  /** Runs work alone on the writing connection. */
  exclusive(work: () => Promise<void>): Promise<void>
  /** Takes note that the engine is dead. */
  fail(error: unknown): void
}

export class Checkpointer {
  private readonly timer: Timer
  /** Whether the heap was collected since the start, or since the last checkpoint. */
  private isCollected = false
  private failures = 0
  /** No checkpoint before this, on the clock of performance.now(). */
  private notBefore = 0

  constructor(
    private readonly store: EventStore,
    private readonly log: Pick<Log, 'debug'>,
    private readonly applier: ApplierActivity,
  ) {
    this.timer = setInterval(() => this.workWhenIdle(), quietMs)
    this.timer.unref()
  }

  /** Call between two groups. */
  async checkpointWhenFull(): Promise<void> {
    if (this.store.walBytes() > fullWalBytes) await this.checkpoint()
  }

  close(): void {
    clearInterval(this.timer)
  }

  private workWhenIdle(): void {
    const since = this.applier.idleSince()
    // A checkpoint waits for queries, and rows for the checkpoint.
    if (since === null || performance.now() - since <= quietMs || this.store.isReading) return
    if (this.store.walBytes() >= quietWalBytes) {
      void this.applier.exclusive(async () => {
        await this.checkpoint()
        this.isCollected = false
      })
    } else this.collectGarbage()
  }

  /** Gives back what the start or a flood left on the heap, now that nobody waits for an answer. */
  private collectGarbage(): void {
    if (this.isCollected) return
    this.isCollected = true
    Bun.gc(true)
  }

  private async checkpoint(): Promise<void> {
    if (performance.now() < this.notBefore || this.store.isCheckpointHeld) return
    try {
      await this.store.checkpoint()
      this.failures = 0
    } catch (error) {
      if (isDeadEngine(error)) {
        // With too little memory it fails each time, and the engine is opened again each time.
        const pauseMs = Math.min(maxPauseMs, firstPauseMs * 2 ** this.failures++)
        this.notBefore = performance.now() + pauseMs
        this.applier.fail(error)
      }
      // Readers can hold a checkpoint up; the next quiet moment tries again.
      else this.log.debug('checkpoint postponed', { error })
    }
  }
}
