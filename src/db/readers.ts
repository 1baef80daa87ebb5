// Reading connections: how many queries run at once, how many may wait, and for how long one may run.

import type { DuckDBConnection } from '@duckdb/node-api'
import { unavailable } from '../errors.ts'

const queryLimitMs = 30_000
const maxWaiting = 500

/** A small pool of connections. A caller that goes away interrupts its query. */
export class Readers {
  private readonly free: DuckDBConnection[]
  private readonly waiting: (() => void)[] = []

  constructor(private readonly connections: DuckDBConnection[]) {
    this.free = [...connections]
  }

  /** Runs `work` on a free connection. Throws 503 when too many wait or the time limit is over. */
  async run<Result>(
    work: (connection: DuckDBConnection) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    const connection = await this.take()
    let isOverdue = false
    const interrupt = () => connection.interrupt()
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
      signal?.removeEventListener('abort', interrupt)
      this.give(connection)
    }
  }

  /** Resolves when no query runs any more. */
  async drain(): Promise<void> {
    const all = await Promise.all(this.connections.map(() => this.take()))
    this.free.push(...all)
  }

  close(): void {
    for (const connection of this.connections) connection.closeSync()
  }

  private async take(): Promise<DuckDBConnection> {
    while (this.free.length === 0) {
      if (this.waiting.length >= maxWaiting) throw unavailable('Too many queries are waiting.', 2)
      await new Promise<void>((resolve) => this.waiting.push(resolve))
    }
    return this.free.pop() as DuckDBConnection
  }

  private give(connection: DuckDBConnection): void {
    this.free.push(connection)
    this.waiting.shift()?.()
  }
}
