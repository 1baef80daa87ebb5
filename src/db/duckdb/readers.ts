// Reading connections: how many queries run at once, how many may wait, and for how long one may run.

import type { DuckDBConnection } from '@duckdb/node-api'
import { unavailable } from '../../errors.ts'
import { Semaphore, type SemaphoreCaller } from '../../lib/semaphore.ts'
import { secondMs } from '../../time/durations.ts'
import { systemCaller } from '../request-context.ts'

const queryLimitMs = 30 * secondMs
/** How long a query may run that a visitor of a share page asks. */
const limitedQueryMs = 10 * secondMs
const interruptEveryMs = 50
const graceMs = secondMs
const maxWaiting = 500

const tooLong = (cause?: unknown) =>
  unavailable('The query took too long; try a shorter range.', 5, cause)

interface ReadOptions {
  signal?: AbortSignal | undefined
  caller?: SemaphoreCaller | undefined
}

/** A small pool of connections, shared fairly. A caller that goes away interrupts its query. */
export class Readers {
  private free: DuckDBConnection[]
  private readonly semaphore: Semaphore

  constructor(private connections: DuckDBConnection[]) {
    this.free = [...connections]
    this.semaphore = new Semaphore({
      permits: connections.length,
      maxWaiting,
      refusal: () => unavailable('Too many queries are waiting.', 2),
    })
  }

  /** Runs `work` on a free connection. Throws 503 when too many wait or the time limit is over. */
  async run<Result>(
    work: (connection: DuckDBConnection) => Promise<Result>,
    { signal, caller = systemCaller }: ReadOptions = {},
  ): Promise<Result> {
    const release = await this.semaphore.acquire(caller, signal)
    const connection = this.free.pop()
    if (!connection) {
      // The connections were replaced at this very moment.
      release()
      throw unavailable('The event store is being reopened.', 1)
    }
    const limitMs = caller.isLimited ? limitedQueryMs : queryLimitMs
    const timers: Timer[] = []
    const interrupt = () => {
      connection.interrupt()
      // A query that has not quite begun does not notice, so it is interrupted until it has ended.
      timers.push(setInterval(() => connection.interrupt(), interruptEveryMs))
    }
    signal?.addEventListener('abort', interrupt)
    const overdue = new Promise<never>((_, reject) => {
      timers.push(
        setTimeout(interrupt, limitMs),
        // Planning cannot be interrupted; the caller need not wait for its end.
        setTimeout(() => reject(tooLong()), limitMs + graceMs),
      )
    })
    const startedAt = performance.now()
    const result = (async () => {
      try {
        signal?.throwIfAborted()
        return await work(connection)
      } catch (error) {
        throw performance.now() - startedAt >= limitMs ? tooLong(error) : error
      } finally {
        for (const timer of timers) clearTimeout(timer)
        signal?.removeEventListener('abort', interrupt)
        // One that was replaced in the meantime is closed.
        if (this.connections.includes(connection)) this.free.push(connection)
        release()
      }
    })()
    return Promise.race([result, overdue])
  }

  /** Resolves when no query runs any more. Later queries wait for `resume`. */
  pause(): Promise<void> {
    return this.semaphore.pause()
  }

  resume(): void {
    this.semaphore.resume()
  }

  /** Puts other connections in place of these; queries that run on old ones end as they may. */
  replace(connections: DuckDBConnection[]): void {
    this.close()
    this.connections = connections
    this.free = [...connections]
    this.semaphore.reset()
  }

  close(): void {
    for (const connection of this.connections) connection.closeSync()
  }

  /** Whether a query runs right now. */
  get isBusy(): boolean {
    return this.semaphore.holders > 0
  }
}
