// Health: whether the event database answers.

import type { DuckDBConnection } from '@duckdb/node-api'
import { unavailable } from '../../errors.ts'
import { minuteMs } from '../../time/durations.ts'

/** Nobody waits longer for an answer: the engine may be busy with reports on all its threads. */
const maxWaitMs = 500
/** An engine that has not answered for so long does not answer any more. */
const hungMs = minuteMs

/** Asks the engine a real question on a connection of its own, so that it queues behind nobody. */
export class Pinger {
  private pending: Promise<unknown> | null = null
  private sentAt = 0
  private isSuspended = false

  constructor(private connection: DuckDBConnection) {}

  /**
   * Throws the engine's error. Resolves when it has answered, or is busy: it has the question and has
   * not answered within half a second, nor failed to for a minute. Several at once share one question.
   * While suspended it asks nothing: the file is being replaced by one that is known to be good.
   */
  async ping(): Promise<void> {
    if (this.isSuspended) return
    if (!this.pending) {
      this.sentAt = performance.now()
      this.pending = this.connection.run('select event_id from event limit 1').finally(() => {
        this.pending = null
      })
    }
    if ((await Promise.race([this.pending, wait(maxWaitMs)])) !== isBusy) return
    if (performance.now() - this.sentAt > hungMs) {
      throw unavailable('The event database does not answer.', 5)
    }
  }

  /** Resolves when nothing is asked any more, until `resume`. */
  async suspend(): Promise<void> {
    this.isSuspended = true
    // The caller gets the error, if it is one.
    await Promise.allSettled([this.pending])
  }

  resume(): void {
    this.isSuspended = false
  }

  /** Puts another connection in place of this one. */
  replace(connection: DuckDBConnection): void {
    this.close()
    this.connection = connection
  }

  close(): void {
    this.connection.closeSync()
  }
}

const isBusy = Symbol('busy')
const wait = (ms: number) =>
  new Promise<typeof isBusy>((resolve) => setTimeout(() => resolve(isBusy), ms).unref())
