// The event database: one DuckDB file, one writing connection, a few reading ones.

import type { Database } from 'bun:sqlite'
import { existsSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { unavailable } from '../../errors.ts'
import { adoptReplacement, recoverReplacement } from '../compact-folder.ts'
import { type Migration, pendingMigrations } from '../migrate.ts'
import { eventMigrations } from '../migrations.ts'
import { type Duckdb, loadDuckdb } from '../native/native.ts'
import { openThreadPriority } from '../native/thread-priority.ts'
import { QueryCache } from '../query-cache.ts'
import { requestContext } from '../request-context.ts'
import { finishRestore } from '../restore-folder.ts'
import { type Sql, sql } from '../sql.ts'
import { damageSentence, isDamaged, isDeadEngine, isOutOfMemory } from './duckdb-errors.ts'
import { lockFolder } from './lock-folder.ts'
import { type EngineOptions, openEngine } from './open-engine.ts'
import { Pinger } from './pinger.ts'
import { QueueTimeout } from './queue-timeout.ts'
import { readRows } from './read-rows.ts'
import { Readers } from './readers.ts'
import { inTransaction } from './transaction.ts'

const lowerThreads = openThreadPriority()
const leastRoomBytes = 1024 * 1024
const sessionStep = 2 ** 20

/** What is changed of rows that were there before. */
export interface Repairs {
  /** Sessions with other predecessor columns. */
  sessions: Set<number>
  /** Hours, since the epoch, in which visits began whose rows are new or other ones. */
  visitHours: Set<number>
}

/** Owns the DuckDB file. Readers share a small pool; there is one writing connection. */
export class EventStore {
  readonly queryCache = new QueryCache()
  private highestSession = 0
  private repairs: Repairs | null = null
  private closed = 0
  private checkpointHolds = 0
  /** Ends when nobody holds up the readers any more. */
  private pauses = Promise.resolve()

  private constructor(
    private readonly options: EngineOptions,
    private readonly lock: Database,
    readonly duckdb: Duckdb,
    private instance: DuckDBInstance,
    private writing: DuckDBConnection,
    private readonly readers: Readers,
    /** Reads when all others rest, so that a query has all of the engine's memory. */
    private readonly lone: Readers,
    private readonly pinger: Pinger,
    /** What this opening has lost of the write-ahead log, for people; `null` when nothing was. */
    readonly logLoss: string | null,
  ) {}

  /** Opens events.duckdb. Throws DataInUseError when another process holds it. */
  static async open(options: EngineOptions): Promise<EventStore> {
    const lock = lockFolder(options.dataDir)
    try {
      // Loading puts this version's library in place of another's, which nobody may be using.
      const duckdb = await loadDuckdb(join(options.dataDir, 'native'))
      finishRestore(options.dataDir)
      recoverReplacement(options.dataDir)
      const opened = await openEngine(duckdb, options)
      const readers = new Readers(opened.reading)
      const lone = new Readers([opened.lone])
      const pinger = new Pinger(opened.pinging)
      return new EventStore(
        options,
        lock,
        duckdb,
        opened.instance,
        opened.writing,
        readers,
        lone,
        pinger,
        opened.logLoss,
      )
    } catch (error) {
      lock.close()
      throw error
    }
  }

  get dataDir(): string {
    return this.options.dataDir
  }

  get file(): string {
    return join(this.options.dataDir, 'events.duckdb')
  }

  /** The one connection that may write; only the writer and jobs use it. */
  get writer(): DuckDBConnection {
    return this.writing
  }

  /** Migrations this file still needs. Throws NewerDataError for a folder from the future. */
  async pendingMigrations(): Promise<Migration[]> {
    const tables = await this.read(
      sql`select 1 from information_schema.tables where table_name = 'migration'`,
    )
    const applied = tables.length > 0 ? await this.read<{ name: string }>(appliedNames) : []
    return pendingMigrations(
      eventMigrations,
      applied.map((row) => row.name),
    )
  }

  /** Applies migrations, each in a transaction, with a checkpoint after each. */
  async migrate(pending: Migration[]): Promise<void> {
    await this.writing.run('create table if not exists migration (name varchar, applied_at bigint)')
    for (const migration of pending) {
      await inTransaction(this.writing, async () => {
        await this.writing.run(migration.sql)
        await this.writing.run('insert into migration values ($1, $2)', [
          migration.name,
          this.options.now(),
        ])
      })
      // A write-ahead log with schema changes in it has failed to replay for others.
      await this.checkpoint()
    }
  }

  /** The highest target number on any event or session; 0 for none. */
  async highestTarget(): Promise<number> {
    const [row] = await this.read<{ highest: number }>(sql`
      select greatest(coalesce((select max(source_id) from event), 0),
        coalesce((select max(source_id) from session), 0)) as highest`)
    return row?.highest ?? 0
  }

  /**
   * Runs one reading statement on what is stored and gives its rows with plain JavaScript values. Hits
   * that are still in the journal are missing: requests read through an EventReader. Throws 503 when
   * too many wait, or when it takes too long. A request that was given up interrupts it.
   */
  async read<Row = Record<string, unknown>>(statement: Sql): Promise<Row[]> {
    lowerThreads()
    const context = requestContext.getStore()
    const timeout = new QueueTimeout(context?.signal)
    const run = (readers: Readers): Promise<Row[]> =>
      readers.run(
        (connection) => {
          timeout.begin()
          return readRows<Row>(connection, statement)
        },
        { caller: context?.caller, signal: timeout.signal },
      )
    try {
      return await run(this.readers).catch((error: unknown) => {
        if (!isOutOfMemory(error) || isDeadEngine(error)) throw error
        // A share visitor stops nobody else's reading.
        if (context?.caller.isLimited) throw error
        // Among others it had only a share of the memory.
        return timeout.during(() => this.alone(() => run(this.lone)))
      })
    } catch (error) {
      throw toCallerError(error)
    } finally {
      timeout.end()
    }
  }

  /**
   * Resolves when the engine answers, however many queries run or wait. While the file is being
   * replaced it resolves at once. Throws 503 when the engine is dead or the file damaged.
   */
  async ping(): Promise<void> {
    try {
      await this.pinger.ping()
    } catch (error) {
      throw toCallerError(error)
    }
  }

  /** Whether a query runs right now. */
  get isReading(): boolean {
    return this.readers.isBusy
  }

  /** Call with the number of a session before its rows are committed. */
  noteSession(number: number): void {
    if (number > this.highestSession) this.highestSession = number
  }

  /** Runs `work` with growing sets of what is changed until it ends. */
  async trackRepairs<Result>(work: (repaired: Repairs) => Promise<Result>): Promise<Result> {
    this.repairs = { sessions: new Set(), visitHours: new Set() }
    try {
      return await work(this.repairs)
    } finally {
      this.repairs = null
    }
  }

  /** Call when predecessor columns of these sessions' rows were changed and committed. */
  noteRepairs(sessions: readonly number[]): void {
    for (const session of sessions) this.repairs?.sessions.add(session)
  }

  /** Visits that began before this hour, in hours since the epoch, are rows of table `visit`. */
  get closedHour(): number {
    return this.closed
  }

  /** Call when visits that began before an hour are rows, and committed. */
  noteClosedHour(hour: number): void {
    this.closed = hour
  }

  /** Call when rows of visits that began in these hours were made, or made again, and committed. */
  noteVisits(first: number, last: number): void {
    for (let hour = first; this.repairs && hour <= last; hour++) this.repairs.visitHours.add(hour)
  }

  /**
   * Above the numbers of all sessions there are, and of those that appear while a query runs. Rises
   * in steps, so that it is the same in the text of most statements.
   */
  get sessionLimit(): number {
    return (Math.floor(this.highestSession / sessionStep) + 2) * sessionStep
  }

  /** Bytes in the write-ahead log: what a checkpoint would move into the file. */
  walBytes(): number {
    return existsSync(`${this.file}.wal`) ? statSync(`${this.file}.wal`).size : 0
  }

  /** Whether the disk has room for more than the last few events. */
  hasRoom(): boolean {
    const { bavail, bsize } = statfsSync(this.options.dataDir)
    return bavail * bsize >= leastRoomBytes
  }

  /**
   * Holds checkpoints off until the function that it gives is called: what the file and the log hold
   * now stays in them.
   */
  holdCheckpoints(): () => void {
    let isHeld = true
    this.checkpointHolds++
    return () => {
      if (isHeld) this.checkpointHolds--
      isHeld = false
    }
  }

  /** Whether the log may not be moved into the file now. */
  get isCheckpointHeld(): boolean {
    return this.checkpointHolds > 0
  }

  /** Moves the write-ahead log into the file. Throws when readers hold it up. */
  async checkpoint(): Promise<void> {
    await this.writing.run('checkpoint')
  }

  /** Closes a dead engine and opens the file again. */
  async reopen(): Promise<void> {
    await this.pinger.suspend()
    try {
      this.closeEngine()
      await this.openAgain()
    } finally {
      this.pinger.resume()
    }
  }

  /** Makes queries wait until `work` is over, which begins when those that run are done. */
  withoutReaders<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.alone(async () => {
      await this.pinger.suspend()
      try {
        return await work()
      } finally {
        this.pinger.resume()
      }
    })
  }

  /** Like that, but the engine answers pings. */
  private alone<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.pauses.then(async () => {
      await this.readers.pause()
      try {
        return await work()
      } finally {
        this.readers.resume()
      }
    })
    // The next one waits for the end, not for success.
    this.pauses = turn.then(
      () => undefined,
      () => undefined,
    )
    return turn
  }

  /** A connection for a job; the job closes it. */
  connect(): Promise<DuckDBConnection> {
    return this.instance.connect()
  }

  /**
   * Puts the finished file of the compact folder in place of events.duckdb. Nobody may write or read
   * until it ends, and the new file must hold all that the old one does.
   */
  async adopt(): Promise<void> {
    this.closeEngine()
    try {
      adoptReplacement(this.options.dataDir)
    } finally {
      await this.openAgain()
    }
  }

  private closeEngine(): void {
    this.readers.close()
    this.lone.close()
    this.pinger.close()
    this.writing.closeSync()
    this.instance.closeSync()
  }

  private async openAgain(): Promise<void> {
    recoverReplacement(this.options.dataDir)
    const opened = await openEngine(this.duckdb, this.options)
    this.instance = opened.instance
    this.writing = opened.writing
    this.readers.replace(opened.reading)
    this.lone.replace([opened.lone])
    this.pinger.replace(opened.pinging)
    // A commit may have succeeded although its answer was lost.
    this.queryCache.clear()
  }

  /** Waits for readers, checkpoints and closes. */
  async close(): Promise<void> {
    await this.readers.pause()
    await this.pinger.suspend()
    await this.checkpoint().catch((error: unknown) => {
      // A full disk, for instance; nothing is lost.
      this.options.log.error('the write-ahead log is left for the next start', { error })
    })
    this.closeEngine()
    // Queries that still wait fail: the store is closed.
    this.readers.resume()
    this.lock.close()
  }
}

const appliedNames = sql`select name from migration`

/** An engine's error as the error of the API; internal ones stay as they are. */
function toCallerError(error: unknown): unknown {
  if (isDeadEngine(error)) return unavailable('The event store is being reopened.', 1, error)
  if (isDamaged(error)) return unavailable(damageSentence(error), 60, error)
  if (isOutOfMemory(error)) return unavailable(tooLargeSentence, 30, error)
  return error
}

const tooLargeSentence =
  'This question needs more memory than the event database has (MEMORY_LIMIT): ask about a shorter ' +
  'range or less detail.'
