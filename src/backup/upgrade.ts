// What is kept of a data folder before a newer version changes it, and how it is put back.

import { statfsSync } from 'node:fs'
import { join } from 'node:path'
import type { EventStore } from '../db/duckdb/event-store.ts'
import { lockFolder } from '../db/duckdb/lock-folder.ts'
import {
  confirmRestore,
  finishRestore,
  markRestoreReady,
  openRestoreFolder,
  restoredFolder,
} from '../db/restore-folder.ts'
import type { Entities } from '../db/sqlite/entities.ts'
import type { Log } from '../log.ts'
import { BackupFolder } from './folder.ts'
import { backupName, writeBackup } from './make.ts'
import type { Manifest } from './manifest.ts'
import { backupFolder, takeSnapshot } from './snapshot.ts'
import { readManifest, unpackBackup } from './unpack.ts'
import { compressSnapshot } from './write.ts'

const prefix = 'before-upgrade-of-'
/** Left free for what the migrations write. */
const spareBytes = 256 * 1024 * 1024

/** Migrating failed; `copy` has the state before, if there was room for one. */
export class UpgradeError extends Error {
  constructor(
    readonly copy: string | null,
    cause: unknown,
  ) {
    super(`The upgrade of the data folder failed (${(cause as Error).message}).`, { cause })
  }
}

interface Opened {
  store: EventStore
  entities: Entities
  now: () => number
  log: Log
}

/**
 * Writes the state of both databases and the journal into a backup, unless an earlier attempt has, and
 * gives its path; `null` when the disk has no room for it, which is logged.
 */
export async function saveBeforeUpgrade({ store, entities, now, log }: Opened) {
  const snapshot = await takeSnapshot({ store, entities, now }, true)
  try {
    const { dataDir } = store
    const earlier = await findSame(dataDir, snapshot.manifest)
    if (earlier !== null) return earlier
    const needed = snapshot.files.reduce((sum, { bytes }) => sum + bytes, spareBytes)
    const { bavail, bsize } = statfsSync(dataDir)
    if (bavail * bsize < needed) {
      log.warn('no room on the disk for a copy of the data before the upgrade', { needed })
      return null
    }
    const path = join(backupFolder(dataDir), prefix + backupName(snapshot.at))
    const bytes = compressSnapshot(snapshot, new AbortController().signal)
    await writeBackup(bytes, path, (partial) => unpackBackup(partial, null, null))
    log.info('the data of before the upgrade is kept', { backup: path })
    return path
  } finally {
    snapshot.close()
  }
}

/**
 * The copy of an attempt before this one, if nothing was recorded since; `null` without one. A start
 * that fails again and again must not fill the disk.
 */
async function findSame(dataDir: string, { counts }: Manifest): Promise<string | null> {
  const folder = new BackupFolder(backupFolder(dataDir))
  const newest = folder.list().find(({ name }) => name.startsWith(prefix))
  if (!newest) return null
  const path = folder.find(newest.name)
  // One that cannot be read is none.
  const before = await readManifest(path).catch(() => null)
  const isSame =
    before !== null &&
    ['event', 'session'].every((table) => before.counts.events[table] === counts.events[table]) &&
    ['user', 'website', 'event_source'].every(
      (table) => before.counts.entities[table] === counts.entities[table],
    )
  return isSame ? path : null
}

/** Puts the state before a failed upgrade back, and gives what is to be said. Nothing is open. */
export async function undoUpgrade(dataDir: string, { copy, message, cause }: UpgradeError) {
  if (copy === null) {
    return new Error(
      `${message} There was no room for a copy of the data of before, so part of it may be upgraded: ` +
        'migrations that failed changed nothing. Make room and start footfall again.',
      { cause },
    )
  }
  const lock = lockFolder(dataDir)
  try {
    openRestoreFolder(dataDir)
    await unpackBackup(copy, restoredFolder(dataDir), null)
    markRestoreReady(dataDir)
    finishRestore(dataDir)
    confirmRestore(dataDir)
  } finally {
    lock.close()
  }
  return new Error(
    `${message} The data folder is as it was before, and a copy of it is ${copy}. Start the version ` +
      'of before again.',
    { cause },
  )
}
