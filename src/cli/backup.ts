// `footfall backup` and `footfall restore`.

import { existsSync, mkdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { backupName, streamBackup, writeBackup } from '../backup/make.ts'
import { restoreBackup } from '../backup/restore.ts'
import { unpackBackup } from '../backup/unpack.ts'
import { Writer } from '../collect/store/writer.ts'
import { nonEmpty } from '../config/values.ts'
import { type Config, ConfigError, parseCommand, type Variables } from '../config.ts'
import { EventStore } from '../db/duckdb/event-store.ts'
import type { EngineOptions } from '../db/duckdb/open-engine.ts'
import { defaultEngineShare } from '../db/native/memory.ts'
import { openEntities, pendingEntityMigrations } from '../db/sqlite/entities.ts'
import type { ErrorBody } from '../errors.ts'
import { openLog } from '../log.ts'
import type { Command } from './command.ts'
import { askServer } from './control.ts'

const backupOptions = {
  to: {
    default: null,
    help: 'A folder for a file named by the date, instead of FILE.',
    parse: nonEmpty,
  },
} as const

export const backupCommand = {
  operands: 'FILE',
  help: 'Write everything that is stored at this moment into one file, also while the server runs.',
  options: backupOptions,
  run: makeBackup,
} satisfies Command

export const restoreCommand = {
  operands: 'FILE',
  help: 'Put a backup in place of what the data folder holds. Stop the server first.',
  run: restore,
} satisfies Command

async function makeBackup(args: string[], variables: Variables): Promise<number> {
  const { values, config, operands } = parseCommand(backupOptions, args, variables, 1)
  const path = toBackupPath(operands[0], values.to)
  const dataDir = resolve(config.dataDir)
  if (!existsSync(join(dataDir, 'events.duckdb'))) {
    throw new Error(
      `There is no events.duckdb in ${dataDir}; name the data folder with --data-dir.`,
    )
  }
  const answer = await askServer(dataDir, '/backup')
  const bytes = answer === null ? readStopped(dataDir, config) : await readAnswer(answer)
  const size = await writeBackup(bytes, path, (partial) => unpackBackup(partial, null, null))
  process.stdout.write(`${path}\n${(size / 1e6).toFixed(1)} MB, checked\n`)
  return 0
}

function toBackupPath(file: string | undefined, folder: string | null): string {
  if ((file === undefined) === (folder === null)) {
    throw new ConfigError('backup needs a FILE, or a folder after --to')
  }
  if (folder !== null) return resolve(folder, backupName(Date.now()))
  const path = resolve(file as string)
  if (existsSync(path) && statSync(path).isDirectory()) {
    throw new ConfigError(`${path} is a folder; give it after --to`)
  }
  return path
}

async function readAnswer(answer: Response): Promise<AsyncIterable<Uint8Array>> {
  if (answer.status === 200 && answer.body !== null) return answer.body
  const { error } = (await answer.json()) as ErrorBody
  throw new Error(error.message)
}

/** A backup of a folder that no server has open. */
async function* readStopped(dataDir: string, config: Config): AsyncGenerator<Buffer> {
  const options = toEngineOptions(dataDir, config)
  await using opened = new AsyncDisposableStack()
  const store = await EventStore.open(options)
  opened.defer(() => store.close())
  const entities = openEntities(dataDir)
  opened.defer(() => entities.close())
  const isOld =
    pendingEntityMigrations(entities).length > 0 || (await store.pendingMigrations()).length > 0
  if (isOld) {
    throw new Error('An older version has written the data folder; start footfall once first.')
  }
  const writer = new Writer(store, options.log, options.now)
  opened.defer(() => writer.close())
  await writer.start()
  const { now } = options
  yield* streamBackup({ store, entities, writer, now }, new AbortController().signal)
}

const toEngineOptions = (dataDir: string, config: Config): EngineOptions => {
  const share = defaultEngineShare()
  return {
    dataDir,
    memoryLimitMb: config.memoryLimit ?? share.memoryLimitMb,
    threads: config.threads ?? share.threads,
    readers: share.readers,
    log: openLog(config.logLevel),
    now: Date.now,
  }
}

async function restore(args: string[], variables: Variables): Promise<number> {
  const { config, operands } = parseCommand({}, args, variables, 1)
  const [file] = operands
  if (file === undefined) throw new ConfigError('restore needs the FILE of a backup')
  const path = resolve(file)
  if (!existsSync(path)) throw new Error(`There is no file ${path}.`)
  const dataDir = resolve(config.dataDir)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const { createdAt, counts } = await restoreBackup(path, toEngineOptions(dataDir, config))
  process.stdout.write(
    `${dataDir} is as it was at ${createdAt}: ${counts.events.event ?? 0} events, ` +
      `${counts.entities.website ?? 0} websites, ${counts.entities.user ?? 0} users.\n`,
  )
  return 0
}
