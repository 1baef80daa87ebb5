// Reading connections: how many queries run at once, how many may wait, and for how long one may run.

import type { DuckDBConnection } from '@duckdb/node-api'
import { unavailable } from '../errors.ts'

const queryLimitMs = 30_000
const interruptEveryMs = 50
const graceMs = 1_000
const maxWaiting = 500

const tooLong = (cause?: unknown) =>
  unavailable('The query took too long; try a shorter range.', 5, cause)

/** A small pool of connections. A caller that goes away interrupts its query. */
export class Readers {
  private free: DuckDBConnection[]
  private readonly busy = new Set<DuckDBConnection>()
  private waiting: (() => void)[] = []
  private idle: (() => void)[] = []
  private isPaused = false

  constructor(private connections: DuckDBConnection[]) {
    this.free = [...connections]
  }

  /** Runs `work` on a free connection. Throws 503 when too many wait or the time limit is over. */
  async run<Result>(
    work: (connection: DuckDBConnection) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    const connection = await this.take(signal)
    const timers: Timer[] = []
    const interrupt = () => {
      connection.interrupt()
      // A query that has not quite begun does not notice, so it is told until it has ended.
      timers.push(setInterval(() => connection.interrupt(), interruptEveryMs))
    }
    signal?.addEventListener('abort', interrupt)
    const overdue = new Promise<never>((_, reject) => {
      timers.push(
        setTimeout(interrupt, queryLimitMs),
        // Planning cannot be interrupted; the caller need not wait for its end.
        setTimeout(() => reject(tooLong()), queryLimitMs + graceMs),
      )
    })
    const startedAt = performance.now()
    const result = (async () => {
      try {
        signal?.throwIfAborted()
        return await work(connection)
      } catch (error) {
        throw performance.now() - startedAt >= queryLimitMs ? tooLong(error) : error
      } finally {
        for (const timer of timers) clearTimeout(timer)
        signal?.removeEventListener('abort', interrupt)
        this.give(connection)
      }
    })()
    return Promise.race([result, overdue])
  }

  /** Resolves when no query runs any more. Whoever comes from now on waits for `resume`. */
  async pause(): Promise<void> {
    this.isPaused = true
    while (this.busy.size > 0) await new Promise<void>((resolve) => this.idle.push(resolve))
  }

  resume(): void {
    this.isPaused = false
    for (const wake of this.waiting.splice(0)) wake()
  }

  /** Puts other connections in place of these; queries that run on old ones end as they may. */
  replace(connections: DuckDBConnection[]): void {
    this.close()
    this.busy.clear()
    this.connections = connections
    this.free = [...connections]
    for (const wake of this.idle.splice(0)) wake()
    if (!this.isPaused) this.resume()
  }

  close(): void {
    for (const connection of this.connections) connection.closeSync()
  }

  /** Whether a query runs right now. */
  get isBusy(): boolean {
    return this.busy.size > 0
  }

  private async take(signal?: AbortSignal): Promise<DuckDBConnection> {
    while (this.isPaused || this.free.length === 0) {
      if (this.waiting.length >= maxWaiting) throw unavailable('Too many queries are waiting.', 2)
      await new Promise<void>((resolve) => {
        this.waiting.push(resolve)
        // Whoever goes away makes room for others at once.
        signal?.addEventListener('abort', () => {
          this.waiting = this.waiting.filter((other) => other !== resolve)
          resolve()
        })
      })
      if (signal?.aborted) {
        // It may have been this one's turn, which is the next one's then.
        this.waiting.shift()?.()
        signal.throwIfAborted()
      }
    }
    const connection = this.free.pop() as DuckDBConnection
    this.busy.add(connection)
    return connection
  }

  private give(connection: DuckDBConnection): void {
    // One that was replaced meanwhile is closed.
    if (!this.busy.delete(connection)) return
    this.free.push(connection)
    if (this.busy.size === 0) for (const wake of this.idle.splice(0)) wake()
    this.waiting.shift()?.()
  }
}
