// Closes the hours whose visits are over, and after an upgrade all that there are.

import { isDeadEngine } from '../../../db/duckdb/duckdb-errors.ts'
import type { EventStore } from '../../../db/duckdb/event-store.ts'
import type { Log } from '../../../log.ts'
import { closeHours, lastClosedHour } from './visits.ts'

const checkMs = 5_000
/** Between two steps the applier has its turn. */
const pauseMs = 20

export class VisitCloser {
  private timer: Timer | null = null
  private isClosed = false

  constructor(
    private readonly store: EventStore,
    private readonly log: Log,
    private readonly now: () => number,
    private readonly applier: {
      /** Whether events can be stored. */
      isRunning: () => boolean
      /** Runs work alone on the writing connection. */
      exclusive: (work: () => Promise<void>) => Promise<void>
      /** Takes note that the engine is dead. */
      fail: (error: unknown) => void
    },
  ) {
    this.wait(checkMs)
  }

  close(): void {
    this.isClosed = true
    if (this.timer) clearTimeout(this.timer)
  }

  private wait(ms: number): void {
    this.timer = setTimeout(() => void this.closeDue(), ms)
    this.timer.unref()
  }

  private async closeDue(): Promise<void> {
    let isMoreDue = false
    if (this.applier.isRunning() && this.store.closedHour < lastClosedHour(this.now())) {
      await this.applier.exclusive(async () => {
        if (!this.isClosed) isMoreDue = await this.closeStep()
      })
    }
    if (!this.isClosed) this.wait(isMoreDue ? pauseMs : checkMs)
  }

  private async closeStep(): Promise<boolean> {
    try {
      return await closeHours(this.store, this.now(), this.log)
    } catch (error) {
      if (isDeadEngine(error)) this.applier.fail(error)
      // No room, for instance. Nothing is missing: readers make these visits of their rows.
      else this.log.warn('visits could not be made rows; the next attempt follows', { error })
      return false
    }
  }
}
