// The plainest SQL for a question, asked of DuckDB directly on the same file.

import { join } from 'node:path'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { defaultEngineShare } from '../../../src/db/native/memory.ts'
import { endAt, startAt } from './folders.ts'

export interface Took {
  wallMs: number
  /** Processor time of all threads. */
  processorMs: number
}

/** Opens the event file of a folder that nobody else has open, with the server's threads and all memory. */
export async function openPlain(dataDir: string): Promise<{
  ask(target: number, statement: string, laterMs: number): Promise<Took>
  close(): void
}> {
  const instance = await DuckDBInstance.create(join(dataDir, 'events.duckdb'), {
    access_mode: 'read_only',
    threads: String(defaultEngineShare().threads),
  })
  const connection = await instance.connect()
  return {
    ask: (target, statement, laterMs) => time(connection, target, statement, laterMs),
    close() {
      connection.closeSync()
      instance.closeSync()
    },
  }
}

async function time(
  connection: DuckDBConnection,
  target: number,
  statement: string,
  laterMs: number,
): Promise<Took> {
  const used = process.cpuUsage()
  const askedAt = performance.now()
  const reader = await connection.runAndReadAll(statement, {
    target,
    start: BigInt(startAt + laterMs),
    end: BigInt(endAt),
  })
  reader.getRows()
  const wallMs = performance.now() - askedAt
  const { user, system } = process.cpuUsage(used)
  return { wallMs, processorMs: (user + system) / 1000 }
}
