// Putting a backup in place of what a data folder holds.

import { join } from 'node:path'
import { EventStore } from '../db/duckdb/event-store.ts'
import { lockFolder } from '../db/duckdb/lock-folder.ts'
import type { EngineOptions } from '../db/duckdb/open-engine.ts'
import { loadDuckdb } from '../db/native/native.ts'
import {
  confirmRestore,
  finishRestore,
  isRestoreUnconfirmed,
  markRestoreReady,
  openRestoreFolder,
  removeRestoreFolder,
  restoredFolder,
  undoRestore,
} from '../db/restore-folder.ts'
import { migrateEntities, openEntities, pendingEntityMigrations } from '../db/sqlite/entities.ts'
import type { Manifest } from './manifest.ts'
import { countEntities, countEvents } from './snapshot.ts'
import { unpackBackup } from './unpack.ts'

/**
 * Unpacks a backup next to what a folder holds, checks it, opens it, and has the next start put it in
 * place. The caller keeps the folder locked. Throws an Error of sentences, having changed nothing.
 */
export async function prepareRestore(file: string, options: EngineOptions): Promise<Manifest> {
  const { dataDir } = options
  const duckdb = await loadDuckdb(join(dataDir, 'native'))
  openRestoreFolder(dataDir)
  try {
    const folder = restoredFolder(dataDir)
    const manifest = await unpackBackup(file, folder, duckdb.version())
    await checkContent(manifest, { ...options, dataDir: folder })
    markRestoreReady(dataDir)
    return manifest
  } catch (error) {
    removeRestoreFolder(dataDir)
    throw error
  }
}

/** Opens unpacked content, compares it with its manifest, and migrates it. */
async function checkContent(manifest: Manifest, options: EngineOptions): Promise<void> {
  const store = await EventStore.open(options)
  try {
    const entities = openEntities(options.dataDir)
    try {
      checkCounts(countEntities(entities), manifest.counts.entities)
      checkCounts(await countEvents(store.writer), manifest.counts.events)
      const pendingEvents = await store.pendingMigrations()
      migrateEntities(entities, pendingEntityMigrations(entities), options.now())
      await store.migrate(pendingEvents)
    } finally {
      entities.run('pragma wal_checkpoint(truncate)')
      entities.close()
    }
  } finally {
    await store.close()
  }
}

function checkCounts(found: Record<string, number>, named: Record<string, number>): void {
  for (const [table, count] of Object.entries(named)) {
    if (found[table] === count) continue
    throw new Error(
      `The backup holds ${found[table] ?? 'no'} rows of ${table}, and its manifest says ${count}. ` +
        'Nothing was changed.',
    )
  }
}

/**
 * Restores a backup into a folder that no other process has open. Throws an Error of sentences; the
 * folder is then as it was.
 */
export async function restoreBackup(file: string, options: EngineOptions): Promise<Manifest> {
  const { dataDir } = options
  const lock = lockFolder(dataDir)
  let manifest: Manifest
  try {
    if (finishRestore(dataDir)) confirmRestore(dataDir)
    manifest = await prepareRestore(file, options)
  } finally {
    lock.close()
  }
  try {
    const store = await EventStore.open(options)
    await store.close()
    openEntities(dataDir).close()
  } catch (error) {
    undoFailedRestore(dataDir)
    throw error
  }
  confirmRestore(dataDir)
  return manifest
}

/** Puts the old content back where a restored one could not be opened. Says whether there was any. */
export function undoFailedRestore(dataDir: string): boolean {
  if (!isRestoreUnconfirmed(dataDir)) return false
  const lock = lockFolder(dataDir)
  try {
    undoRestore(dataDir)
  } finally {
    lock.close()
  }
  return true
}
