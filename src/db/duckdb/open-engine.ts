// Opening events.duckdb: which failures cost what, and what is said about them.

import {
  copyFileSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs'
import { join } from 'node:path'
import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import type { Log } from '../../log.ts'
import { compactFolder } from '../compact-folder.ts'
import { datedPath } from '../dated-path.ts'
import type { Duckdb } from '../native/native.ts'
import {
  damagedFileSentence,
  damagedLogOffset,
  isDamaged,
  isLocked,
  isOutOfMemory,
  isReplayFailure,
} from './duckdb-errors.ts'

/** Another process has this data folder open. */
export class DataInUseError extends Error {
  constructor(dataDir: string) {
    super(
      `The data folder ${dataDir} is in use by another footfall. Stop that one, or choose another ` +
        'folder with --data-dir.',
    )
  }
}

/** Half of a small host's card of 8 GB; a question that needs more disk is refused. */
const spillLimit = '4GiB'
/** More than a write-ahead log ever has. */
const neverReached = '1TB'

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
  /** What was lost of the write-ahead log, for people; `null` when nothing was. */
  logLoss: string | null
  writing: DuckDBConnection
  reading: DuckDBConnection[]
  /** Reads what found too little memory among others. */
  lone: DuckDBConnection
  pinging: DuckDBConnection
}

/**
 * Opens the event file and its connections. Of a damaged write-ahead log the sound part is applied and
 * the whole is kept aside; it is put back when the file cannot be opened without it either. A log that
 * cannot be read for other reasons stays where it is. Throws DataInUseError, or an Error of one
 * sentence for people.
 */
export async function openEngine(duckdb: Duckdb, options: EngineOptions): Promise<Engine> {
  const { instance, logLoss } = await openInstance(duckdb, options)
  try {
    const writing = await instance.connect()
    const ignored = logLoss === null ? await keepIgnoredLog(writing, options) : null
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
    return { instance, logLoss: logLoss ?? ignored, writing, reading, lone, pinging }
  } catch (error) {
    instance.closeSync()
    throw error
  }
}

async function openInstance(
  duckdb: Duckdb,
  options: EngineOptions,
): Promise<{ instance: DuckDBInstance; logLoss: string | null }> {
  const file = join(options.dataDir, 'events.duckdb')
  const log = `${file}.wal`
  if (existsSync(log) && !existsSync(file)) throw new Error(missingFileSentence(options.dataDir))
  const open = createOpener(duckdb, file, options)
  try {
    return { instance: await open(), logLoss: null }
  } catch (error) {
    if (!isReplayFailure(error) || !existsSync(log)) throw toOpenError(error, options)
    const aside = datedPath(log, options.now(), 'bad')
    renameSync(log, aside)
    try {
      const instance = await openWithSoundPart(open, log, aside, error)
      const sentence =
        'The write-ahead log of the event database was damaged: events in it are lost from the ' +
        'damaged place on.'
      options.log.error(sentence, { aside, error })
      return { instance, logLoss: sentence }
    } catch (second) {
      rmSync(log, { force: true })
      renameSync(aside, log)
      throw toOpenError(second, options)
    }
  }
}

/** Opens with the entries before the damage, or without any when those cannot be applied either. */
async function openWithSoundPart(
  open: () => Promise<DuckDBInstance>,
  log: string,
  aside: string,
  error: unknown,
): Promise<DuckDBInstance> {
  const offset = damagedLogOffset(error)
  if (offset === null) return open()
  copyFileSync(aside, log)
  truncateSync(log, offset)
  try {
    return await open()
  } catch {
    // What the whole log is good for is said by its own error.
    rmSync(log)
    return open()
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
      max_temp_directory_size: spillLimit,
      // Memory of ended queries goes back to the system, not only when others need some.
      allocator_background_threads: 'true',
      autoinstall_known_extensions: 'false',
      autoload_known_extensions: 'false',
      // Checkpoints are the applier's decision: one inside a commit would make its readers wait.
      checkpoint_threshold: neverReached,
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
    `The event database in ${dataDir} cannot be opened (${firstLine(error)}). Nothing was changed.`,
    cause,
  )
}

/** Said instead of starting with an empty database in place of one that is not there. */
export const missingFileSentence = (dataDir: string): string =>
  `The event database ${join(dataDir, 'events.duckdb')} is missing, though the folder has held ` +
  'events. Put it back; or, to start with an empty one, remove events.duckdb.wal and the folder ' +
  'journal too.'

/**
 * The engine passes over a log with damaged first bytes, like one that is in the file already, and
 * overwrites it with the next commit. Which it was cannot be known, so a copy is kept.
 */
async function keepIgnoredLog(
  connection: DuckDBConnection,
  { dataDir, log, now }: EngineOptions,
): Promise<string | null> {
  const path = join(dataDir, 'events.duckdb.wal')
  if (!existsSync(path) || statSync(path).size === 0) return null
  const size = await connection.runAndReadAll('select wal_size from pragma_database_size()')
  if (size.getRows()[0]?.[0] !== '0 bytes') return null
  const copy = datedPath(path, now(), 'bad')
  copyFileSync(path, copy)
  const sentence =
    'The write-ahead log of the event database was not read: its events are in the file already, or ' +
    'its first bytes are damaged and they are lost.'
  log.warn(sentence, { copy })
  return sentence
}

const firstLine = (error: unknown): string => String(error).split('\n')[0] ?? ''
