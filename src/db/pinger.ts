// Health: whether the event database answers.

import type { DuckDBConnection } from '@duckdb/node-api'

/** Asks the engine a real question on a connection of its own, so that no report comes before it. */
export class Pinger {
  private asking: Promise<unknown> | null = null
  private isSuspended = false

  constructor(private connection: DuckDBConnection) {}

  /**
   * Resolves when the engine has answered; throws its error. Several at once share one question.
   * While suspended it asks nothing: the file is being replaced by one that is known to be good.
   */
  async ping(): Promise<void> {
    if (this.isSuspended) return
    this.asking ??= this.connection.run('select event_id from event limit 1').finally(() => {
      this.asking = null
    })
    await this.asking
  }

  /** Resolves when nothing is asked any more, until `resume`. */
  async suspend(): Promise<void> {
    this.isSuspended = true
    // Whoever asked gets the error, if it is one.
    await Promise.allSettled([this.asking])
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
