import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { DataInUseError } from './open-engine.ts'

/**
 * Keeps other processes out of the folder, also while the event file is being replaced and DuckDB's
 * own lock is gone. The lock of a SQLite file ends with its process, however that dies.
 * Throws DataInUseError.
 */
export function lockFolder(dataDir: string): Database {
  let lock: Database | null = null
  try {
    lock = new Database(join(dataDir, 'lock'), { create: true })
    lock.run('pragma journal_mode = memory')
    lock.run('begin exclusive')
    return lock
  } catch (cause) {
    lock?.close()
    if (/locked|busy/i.test(String(cause))) throw new DataInUseError(dataDir)
    throw new Error(
      `Cannot write into the data folder ${dataDir} (${(cause as Error).message}); DATA_DIR must name ` +
        'a folder that footfall owns.',
      { cause },
    )
  }
}
