// The one owner of everything that lives as long as the process.

import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { ApiKeys } from './api-keys/api-keys.ts'
import { Backups } from './backup/backups.ts'
import { undoFailedRestore } from './backup/restore.ts'
import { backupFolder } from './backup/snapshot.ts'
import { saveBeforeUpgrade, UpgradeError, undoUpgrade } from './backup/upgrade.ts'
import { type Locator, openLocator } from './collect/enrich/geo.ts'
import { readStoredId } from './collect/store/journal/journal.ts'
import { Writer } from './collect/store/writer.ts'
import { type Config, ConfigError } from './config.ts'
import { damagedFileSentence, isDamaged } from './db/duckdb/duckdb-errors.ts'
import { EventReader } from './db/duckdb/event-reader.ts'
import { EventStore } from './db/duckdb/event-store.ts'
import { type EngineOptions, missingFileSentence } from './db/duckdb/open-engine.ts'
import { entityMigrations, eventMigrations } from './db/migrations.ts'
import { defaultEngineShare } from './db/native/memory.ts'
import { confirmRestore, isRestoreReady, isRestoreUnconfirmed } from './db/restore-folder.ts'
import {
  damagedEntitiesSentence,
  type Entities,
  isDamagedEntities,
  migrateEntities,
  openEntities,
  pendingEntityMigrations,
} from './db/sqlite/entities.ts'
import { RequestProbe } from './doctor/request-probe.ts'
import { AppError } from './errors.ts'
import { type AddressBook, openAddressBook } from './http/client/address.ts'
import { readAddress } from './http/client/network.ts'
import { Scheduler } from './jobs/scheduler.ts'
import { type JobName, jobTable } from './jobs/table.ts'
import { type Log, openLog } from './log.ts'
import { ShareRequests } from './shares/requests.ts'
import { ShareTokens } from './shares/tokens.ts'
import { LoginAttempts } from './sign-in/login-attempts.ts'
import { Tokens } from './sign-in/tokens.ts'
import { PartialTokens } from './sign-in/two-factor/partial-tokens.ts'
import { SecondFactors } from './sign-in/two-factor/second-factors.ts'
import { reserveTargetNumbers, Targets } from './targets/store.ts'
import { createFirstAdmin } from './users/first-admin.ts'
import { type PasswordCost, Passwords } from './users/password.ts'

export interface App {
  config: Config
  log: Log
  /** Epoch milliseconds. */
  now: () => number
  secret: string
  entities: Entities
  /** What requests read events through. */
  events: EventReader
  /** For jobs and commands, which work on the file itself. */
  store: EventStore
  writer: Writer
  targets: Targets
  tokens: Tokens
  partialTokens: PartialTokens
  secondFactors: SecondFactors
  apiKeys: ApiKeys
  shareTokens: ShareTokens
  shareRequests: ShareRequests
  passwords: Passwords
  logins: LoginAttempts
  /** What is known of addresses: trusted, blocked, public. */
  addresses: AddressBook
  jobs: Scheduler<JobName>
  backups: Backups
  requestProbe: RequestProbe
  locate: Locator
  /** The first admin's password, to be shown once, when it was made up at this start. */
  newAdminPassword: string | null
  /** Commits what is queued and closes both databases. */
  close(): Promise<void>
}

interface AppOptions {
  config: Config
  now?: () => number
  log?: Log
  /** Of each hash of a password; the standard when left out. */
  passwordCost?: PasswordCost
  /** Has the process close this app and open another one; left out where it cannot. */
  restart?: () => void
}

/**
 * Opens the data folder: both databases, migrated, and everything built on them. Throws
 * DataInUseError or NewerDataError, having changed nothing.
 */
export async function openApp(options: AppOptions): Promise<App> {
  try {
    return await openFolder(options)
  } catch (error) {
    if (error instanceof UpgradeError) {
      throw await undoUpgrade(resolve(options.config.dataDir), error)
    }
    if (undoFailedRestore(resolve(options.config.dataDir))) {
      throw new Error(
        `The restored data could not be opened (${(error as Error).message}). The data folder is as it ` +
          'was before; start footfall again.',
        { cause: error },
      )
    }
    if (isDamagedEntities(error)) throw new Error(damagedEntitiesSentence, { cause: error })
    const cause = error instanceof AppError ? error.cause : error
    throw isDamaged(cause) ? new Error(damagedFileSentence, { cause }) : error
  }
}

/** Migrates both databases, after saving their state when an older version has written it. */
async function migrate(opened: Parameters<typeof saveBeforeUpgrade>[0]): Promise<void> {
  const { store, entities, now } = opened
  // Both are asked before either is changed.
  const pendingEvents = await store.pendingMigrations()
  const pendingEntities = pendingEntityMigrations(entities)
  const isUpgrade =
    pendingEvents.length + pendingEntities.length > 0 &&
    (pendingEvents.length < eventMigrations.length ||
      pendingEntities.length < entityMigrations.length)
  const copy = isUpgrade ? await saveBeforeUpgrade(opened) : null
  try {
    migrateEntities(entities, pendingEntities, now())
    await store.migrate(pendingEvents)
  } catch (error) {
    throw isUpgrade ? new UpgradeError(copy, error) : error
  }
}

async function openFolder(options: AppOptions): Promise<App> {
  const { config, now = Date.now, log, passwordCost, restart = null } = options
  const addresses = openAddressBook(config)
  const dataDir = resolve(config.dataDir)
  makeDataDir(dataDir)
  const lines = log ?? openLog(config.logLevel)
  if (!isRestoreReady(dataDir)) checkMissingFiles(dataDir, lines)
  const locate = await openLocator(config, lines)
  // What was opened before something fails is closed again, the last one first.
  await using opened = new AsyncDisposableStack()
  const share = defaultEngineShare()
  const engine: EngineOptions = {
    dataDir,
    memoryLimitMb: config.memoryLimit ?? share.memoryLimitMb,
    threads: config.threads ?? share.threads,
    readers: share.readers,
    log: lines,
    now,
  }
  const store = await EventStore.open(engine)
  opened.defer(() => store.close())
  const entities = openEntities(dataDir)
  opened.defer(() => {
    shortenLog(entities, lines)
    entities.close()
  })
  await migrate({ store, entities, now, log: lines })
  const secret = config.appSecret ?? readSecret(dataDir)
  const secondFactors = new SecondFactors(entities, secret, now)
  opened.defer(() => secondFactors.close())
  const passwords = new Passwords(passwordCost)
  const given = config.adminPassword
  const newAdminPassword = await createFirstAdmin(entities, passwords, given, now(), lines)
  const writer = new Writer(store, lines, now)
  opened.defer(() => writer.close())
  await writer.start()
  // When every row of the journal is stored: with a new entity database and old events, numbers
  // must not be given again.
  reserveTargetNumbers(entities, await store.highestTarget())
  const backups = new Backups(
    { entities, store, writer, now },
    {
      folder: config.backupDir === null ? backupFolder(dataDir) : resolve(config.backupDir),
      isNightly: config.backupNightly,
      days: config.backupDays,
      engine,
      restart,
    },
  )
  const jobs = new Scheduler(jobTable({ entities, store, writer, log: lines, backups }), lines)
  opened.defer(() => jobs.close())
  jobs.start()
  if (isRestoreUnconfirmed(dataDir)) confirmRestore(dataDir)
  const owned = opened.move()
  return {
    config,
    log: lines,
    now,
    secret,
    entities,
    events: new EventReader(store, () => writer.readBarrier()),
    store,
    writer,
    targets: new Targets(entities),
    tokens: new Tokens(entities, secret, now),
    partialTokens: new PartialTokens(entities, secret, now),
    secondFactors,
    apiKeys: new ApiKeys(entities, now, lines),
    shareTokens: new ShareTokens(entities, secret, now),
    shareRequests: new ShareRequests((sender) => readAddress({ addresses, config }, sender), now),
    passwords,
    logins: new LoginAttempts(now),
    addresses,
    jobs,
    backups,
    requestProbe: new RequestProbe(),
    locate,
    newAdminPassword,
    close: () => owned.disposeAsync(),
  }
}

/** Refuses a folder without its event file, and says when it begins without its entities. */
function checkMissingFiles(dataDir: string, log: Log): void {
  const hasEvents = existsSync(join(dataDir, 'events.duckdb'))
  if (!hasEvents && readStoredId(dataDir) > 0) throw new Error(missingFileSentence(dataDir))
  if (hasEvents && !existsSync(join(dataDir, 'footfall.db'))) {
    log.warn('footfall.db is missing and is made again: nobody can see the events of before', {
      data: dataDir,
    })
  }
}

function shortenLog(entities: Entities, log: Log): void {
  try {
    entities.run('pragma wal_checkpoint(truncate)')
  } catch (error) {
    // A full disk, for instance; nothing is lost.
    log.error('the log of the entity database is left for the next start', { error })
  }
}

function makeDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  } catch (cause) {
    throw new ConfigError(
      `DATA_DIR ${dataDir} cannot be made a folder: ${(cause as Error).message}`,
      { cause },
    )
  }
}

/** The secret of this data folder, made at the first start; only its owner may read it. */
function readSecret(dataDir: string): string {
  const file = join(dataDir, 'secret')
  if (!existsSync(file)) {
    // Under another name first: a start that dies here must not leave half a secret.
    const handle = openSync(`${file}.new`, 'w', 0o600)
    writeSync(handle, `${randomBytes(32).toString('hex')}\n`)
    fsyncSync(handle)
    closeSync(handle)
    renameSync(`${file}.new`, file)
  }
  const secret = readFileSync(file, 'utf8').trim()
  if (secret === '') throw new Error(`The file ${file} is empty; restore it from a backup.`)
  return secret
}
