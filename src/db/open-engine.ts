// Opening events.duckdb: which failures cost what, and what is said about them.

import { copyFileSync, existsSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import type { Log } from '../log.ts'
import { compactFolder } from './compact-folder.ts'
import {
  damagedFileSentence,
  isDamaged,
  isLocked,
  isOutOfMemory,
  isReplayFailure,
} from './duckdb-errors.ts'
import type { Duckdb } from './events.ts'

/** Another process has this data folder open. */
export class DataInUseError extends Error {
  constructor(dataDir: string) {
    super(
      `The data folder ${dataDir} is in use by another footfall. Stop that one, or choose another ` +
        'folder with --data-dir.',
    )
  }
}

export interface EngineOptions {
  dataDir: string
  memoryLimitMb: number
  threads: number
  /** How many queries run at once. */
  readers: number
  log: Log
  now: () => number
}

export interface Engine {
  instance: DuckDBInstance
  writing: DuckDBConnection
  reading: DuckDBConnection[]
  /** Reads what found too little memory beside others. */
  lone: DuckDBConnection
  pinging: DuckDBConnection
}

/**
 * Opens the event file and its connections. The write-ahead log is set aside only when what is in it
 * cannot be applied, and put back when the file cannot be opened without it either. Throws
 * DataInUseError, or an Error of one sentence for people.
 */
export async function openEngine(duckdb: Duckdb, options: EngineOptions): Promise<Engine> {
  const instance = await openInstance(duckdb, options)
  try {
    const writing = await instance.connect()
    await keepIgnoredLog(writing, options)
    const folder = compactFolder(options.dataDir).replaceAll("'", "''")
    for (const setting of [
      // No files but its own, and those of the folder in which compaction writes the next one.
      `set allowed_directories = ['${folder}/']`,
      'set enable_external_access = false',
      // Closing checkpoints on purpose, or is part of a replacement of the file.
      'pragma disable_checkpoint_on_shutdown',
      'set lock_configuration = true',
    ]) {
      await writing.run(setting)
    }
    const reading = await Promise.all(
      Array.from({ length: options.readers }, () => instance.connect()),
    )
    const [lone, pinging] = [await instance.connect(), await instance.connect()]
    return { instance, writing, reading, lone, pinging }
  } catch (error) {
    instance.closeSync()
    throw error
  }
}

async function openInstance(duckdb: Duckdb, options: EngineOptions): Promise<DuckDBInstance> {
  const file = join(options.dataDir, 'events.duckdb')
  const log = `${file}.wal`
  const open = createOpener(duckdb, file, options)
  try {
    return await open()
  } catch (error) {
    if (!isReplayFailure(error) || !existsSync(log)) throw toOpenError(error, options)
    const aside = asidePath(log, options.now())
    renameSync(log, aside)
    try {
      // The file itself is sound up to its last checkpoint; the log is kept for a later rescue.
      const instance = await open()
      options.log.error('the write-ahead log is damaged and was set aside; events in it are lost', {
        aside,
        error,
      })
      return instance
    } catch (second) {
      renameSync(aside, log)
      throw toOpenError(second, options)
    }
  }
}

function createOpener(
  duckdb: Duckdb,
  file: string,
  { dataDir, memoryLimitMb, threads }: EngineOptions,
): () => Promise<DuckDBInstance> {
  const spill = join(dataDir, 'spill')
  mkdirSync(spill, { recursive: true, mode: 0o700 })
  return () =>
    duckdb.DuckDBInstance.create(file, {
      threads: String(threads),
      memory_limit: `${memoryLimitMb}MiB`,
      temp_directory: spill,
      max_temp_directory_size: '4GiB',
      // Memory of ended queries goes back to the system, not only when others need some.
      allocator_background_threads: 'true',
      autoinstall_known_extensions: 'false',
      autoload_known_extensions: 'false',
      // Checkpoints are the applier's decision: one inside a commit would make its readers wait.
      checkpoint_threshold: '1TB',
      // Of new files: the first version whose texts are packed so that they group twice as fast.
      storage_compatibility_version: 'v1.3.0',
    })
}

function toOpenError(error: unknown, { dataDir, memoryLimitMb }: EngineOptions): Error {
  const cause = { cause: error }
  if (isLocked(error)) return new DataInUseError(dataDir)
  if (isDamaged(error)) return new Error(damagedFileSentence, cause)
  if (isOutOfMemory(error)) {
    return new Error(
      `The event database in ${dataDir} does not open within ${memoryLimitMb} MiB of memory; ` +
        'give it more with MEMORY_LIMIT. Nothing was changed.',
      cause,
    )
  }
  return new Error(
    `The event database in ${dataDir} cannot be opened: ${firstLine(error)} Nothing was changed.`,
    cause,
  )
}

/**
 * The engine passes over a log with damaged first bytes, like one that is in the file already, and
 * overwrites it with the next commit. Nobody can tell which it was, so a copy is kept.
 */
async function keepIgnoredLog(
  connection: DuckDBConnection,
  { dataDir, log, now }: EngineOptions,
): Promise<void> {
  const path = join(dataDir, 'events.duckdb.wal')
  if (!existsSync(path) || statSync(path).size === 0) return
  const size = await connection.runAndReadAll('select wal_size from pragma_database_size()')
  if (size.getRows()[0]?.[0] !== '0 bytes') return
  const copy = asidePath(path, now())
  copyFileSync(path, copy)
  log.warn(
    'the write-ahead log was not read: its events are in the file already, or its first bytes are ' +
      'damaged and they are lost; a copy is kept',
    { copy },
  )
}

const asidePath = (log: string, now: number): string =>
  `${log}.${new Date(now).toISOString().replaceAll(':', '-')}.bad`

const firstLine = (error: unknown): string => String(error).split('\n')[0] ?? ''
