// `footfall doctor`: looks at everything, and says of each thing whether it is well.

import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { backupFolder } from '../backup/snapshot.ts'
import { type Config, parseCommand, type Variables } from '../config.ts'
import { lockFolder } from '../db/duckdb/lock-folder.ts'
import { DataInUseError } from '../db/duckdb/open-engine.ts'
import { loadDuckdb } from '../db/native/native.ts'
import { openEntities } from '../db/sqlite/entities.ts'
import { bad, type Check, formatCheck, good } from '../doctor/check.ts'
import { checkEntities, checkEvents } from '../doctor/databases.ts'
import { checkFolder } from '../doctor/folder.ts'
import { checkJournal } from '../doctor/journal.ts'
import { checkSettings } from '../doctor/settings.ts'
import type { Command } from './command.ts'
import { askServer } from './control.ts'

const url = (value: string): string => {
  if (!/^https?:$/.test(URL.parse(value)?.protocol ?? '')) {
    throw new Error('must be an address such as https://stats.example.com')
  }
  return value
}

const doctorOptions = {
  url: {
    default: null,
    help: 'Public address of the running server, to see what a proxy in front sends.',
    parse: url,
  },
} as const

export const doctorCommand = {
  help: 'Check files, databases, space, clock, settings and proxy, and say what to do.',
  options: doctorOptions,
  run: examine,
} satisfies Command

/** Prints each check as it is done. Gives 1 when something is bad. */
async function examine(args: string[], variables: Variables): Promise<number> {
  const { values, config } = parseCommand(doctorOptions, args, variables)
  let isBad = false
  const print = (checks: Check[]) => {
    for (const check of checks) {
      isBad ||= check.state === 'bad'
      process.stdout.write(formatCheck(check))
    }
  }
  const dataDir = resolve(config.dataDir)
  print(await checkSettings(config))
  if (!existsSync(dataDir)) {
    print([
      bad('data folder', `there is no ${dataDir}`, 'Name it with --data-dir, or start footfall.'),
    ])
    return 1
  }
  print(checkFolder(toFolderSettings(dataDir, config), Date.now()))
  const query = values.url === null ? '' : `?url=${encodeURIComponent(values.url)}`
  const answer = await askServer(dataDir, `/doctor${query}`)
  if (answer?.status === 200) print((await answer.json()) as Check[])
  else print(await checkStopped(dataDir, values.url !== null))
  return isBad ? 1 : 0
}

const toFolderSettings = (dataDir: string, config: Config) => ({
  dataDir,
  backupDir: config.backupDir === null ? backupFolder(dataDir) : resolve(config.backupDir),
  isNightly: config.backupNightly,
  hasSecretSetting: config.appSecret !== null,
})

/** Checks a folder that no server has open, and changes nothing in it. */
async function checkStopped(dataDir: string, asksForProxy: boolean): Promise<Check[]> {
  let lock: ReturnType<typeof lockFolder>
  try {
    lock = lockFolder(dataDir)
  } catch (error) {
    const text = 'another process has the data folder open and does not answer'
    return error instanceof DataInUseError
      ? [bad('server', text, 'It is starting, or hangs: look into its log, or start it again.')]
      : [bad('data folder', (error as Error).message, 'Make the folder writable.')]
  }
  try {
    return [
      good('server', 'none runs in this folder'),
      ...(asksForProxy ? [bad('proxy', 'no server runs', 'Start it, and ask again.')] : []),
      checkJournal(dataDir),
      ...checkStoppedEntities(dataDir),
      ...(await checkStoppedEvents(dataDir)),
    ]
  } finally {
    lock.close()
  }
}

function checkStoppedEntities(dataDir: string): Check[] {
  if (!existsSync(join(dataDir, 'footfall.db'))) return []
  try {
    const entities = openEntities(dataDir)
    try {
      return checkEntities(entities)
    } finally {
      entities.close()
    }
  } catch (error) {
    return [bad('footfall.db', (error as Error).message, 'Restore a backup with footfall restore.')]
  }
}

async function checkStoppedEvents(dataDir: string): Promise<Check[]> {
  const file = join(dataDir, 'events.duckdb')
  if (!existsSync(file)) return []
  try {
    const duckdb = await loadDuckdb(join(dataDir, 'native'))
    const instance = await duckdb.DuckDBInstance.create(file, { access_mode: 'READ_ONLY' })
    try {
      const connection = await instance.connect()
      const checks = await checkEvents(connection, Date.now())
      connection.closeSync()
      return checks
    } finally {
      instance.closeSync()
    }
  } catch (error) {
    const [text = ''] = String((error as Error).message).split('\n')
    return [bad('events.duckdb', text, 'Restore a backup with footfall restore.')]
  }
}
