// Making a backup of the data folder that this process has open.

import { mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Writer } from '../collect/store/writer.ts'
import type { EventStore } from '../db/duckdb/event-store.ts'
import type { Entities } from '../db/sqlite/entities.ts'
import { sync } from '../db/sync.ts'
import { takeSnapshot } from './snapshot.ts'
import { compressSnapshot } from './write.ts'

export interface BackupServices {
  store: EventStore
  entities: Entities
  writer: Pick<Writer, 'exclusive'>
  now: () => number
}

const ending = '.tar.zst'

/** The name of a backup by its moment, in epoch milliseconds. */
export const backupName = (at: number): string =>
  `footfall-${new Date(at).toISOString().slice(0, 19).replaceAll(':', '-')}Z${ending}`

/**
 * The bytes of a backup of this moment, in which all events answered so far are rows. The writer waits
 * only while the moment is taken. One at a time, and none while the event file is replaced.
 */
export async function* streamBackup(
  services: BackupServices,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  const release = services.store.holdCheckpoints()
  try {
    const snapshot = await services.writer.exclusive(() => takeSnapshot(services))
    try {
      yield* compressSnapshot(snapshot, signal)
    } finally {
      snapshot.close()
    }
  } finally {
    release()
  }
}

/**
 * Writes the bytes of a backup into a file, which has its name only when it is whole and synced. Gives
 * its size.
 */
export async function writeBackup(
  bytes: AsyncIterable<Uint8Array>,
  path: string,
  check: (path: string) => Promise<unknown>,
): Promise<number> {
  const partial = join(dirname(path), `.${basename(path)}.partial`)
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  try {
    rmSync(partial, { force: true })
    const file = await open(partial, 'wx', 0o600)
    try {
      for await (const piece of bytes) await file.writeFile(piece)
      await file.sync()
    } finally {
      await file.close()
    }
    await check(partial)
    renameSync(partial, path)
    sync(dirname(path))
    return statSync(path).size
  } catch (error) {
    rmSync(partial, { force: true })
    throw error
  }
}
