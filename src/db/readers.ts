// Reading connections: how many queries run at once, how many may wait, and for how long one may run.

import type { DuckDBConnection } from '@duckdb/node-api'
import { unavailable } from '../errors.ts'

const queryLimitMs = 30_000
const interruptEveryMs = 50
const maxWaiting = 500

/** A small pool of connections. A caller that goes away interrupts its query. */
export class Readers {
  private free: DuckDBConnection[]
  private readonly busy = new Set<DuckDBConnection>()
  private readonly waiting: (() => void)[] = []
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
    const connection = await this.take()
    let isOverdue = false
    let repeat: Timer | null = null
    const interrupt = () => {
      connection.interrupt()
      // A query that has not quite begun does not notice, so it is told until it has ended.
      repeat ??= setInterval(() => connection.interrupt(), interruptEveryMs)
    }
    const timer = setTimeout(() => {
      isOverdue = true
      interrupt()
    }, queryLimitMs)
    signal?.addEventListener('abort', interrupt)
    try {
      signal?.throwIfAborted()
      return await work(connection)
    } catch (error) {
      if (isOverdue) throw unavailable('The query took too long; try a shorter range.', 5, error)
      throw error
    } finally {
      clearTimeout(timer)
      if (repeat) clearInterval(repeat)
      signal?.removeEventListener('abort', interrupt)
      this.give(connection)
    }
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

  private async take(): Promise<DuckDBConnection> {
    while (this.isPaused || this.free.length === 0) {
      if (this.waiting.length >= maxWaiting) throw unavailable('Too many queries are waiting.', 2)
      await new Promise<void>((resolve) => this.waiting.push(resolve))
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
