// The backups of a running server: made at night and on demand, listed, restored.

import { statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { EngineOptions } from '../db/duckdb/open-engine.ts'
import { badRequest } from '../errors.ts'
import { hourMs } from '../time/durations.ts'
import { BackupFolder, type BackupResult } from './folder.ts'
import { type BackupServices, backupName, streamBackup, writeBackup } from './make.ts'
import { prepareRestore } from './restore.ts'
import { unpackBackup } from './unpack.ts'

interface BackupSettings {
  folder: string
  isNightly: boolean
  /** How long backups are kept. */
  days: number
  /** For opening a restored folder. */
  engine: EngineOptions
  /** Ends what this process serves and begins it again; `null` where nothing can. */
  restart: (() => void) | null
}

/** Runs work when the jobs before it are done. */
type RunAlone = <Result>(work: (signal: AbortSignal) => Promise<Result>) => Promise<Result>

/** In the night, of the machine's zone. */
const nightlyHour = 3
/** Left free on the disk, besides what a backup takes at most. */
const spareBytes = 64 * 1024 * 1024

interface Restoring {
  name: string
  /** `null` while it is prepared. */
  error: string | null
}

export class Backups {
  readonly folder: BackupFolder
  /** Whether one is being made or waits for other jobs. */
  isBusy = false
  /** What is restored now, or failed last. */
  restoring: Restoring | null = null
  private latest: BackupResult | null = null

  constructor(
    private readonly services: BackupServices,
    private readonly settings: BackupSettings,
  ) {
    this.folder = new BackupFolder(settings.folder)
  }

  get isNightly(): boolean {
    return this.settings.isNightly
  }

  get days(): number {
    return this.settings.days
  }

  /** Makes one soon, unless one is on its way. Its end is the last result. */
  request(runAlone: RunAlone): void {
    if (this.isBusy) return
    this.isBusy = true
    runAlone((signal) => this.make(signal)).then(
      () => {
        this.isBusy = false
      },
      (error: unknown) => {
        this.settings.engine.log.error('a backup failed', { error })
        this.isBusy = false
      },
    )
  }

  /** For the job that runs each hour: clears up, and makes the backup of this night when there is none. */
  async makeNightly(signal: AbortSignal): Promise<void> {
    const now = this.services.now()
    this.folder.removeUnfinished(now)
    if (!this.isNightly || this.folder.newestMoment(now) >= lastNight(now)) return
    await this.make(signal)
    const removed = this.folder.removeOld(now, this.days)
    if (removed.length > 0) this.settings.engine.log.info('removed old backups', { removed })
  }

  /** How the last one ended, before this start too; `null` when none was made. */
  get last(): BackupResult | null {
    return this.latest ?? this.folder.readResult()
  }

  /** Makes a backup, and keeps how that ended. Rejects when it failed. */
  async make(signal: AbortSignal): Promise<void> {
    const { now } = this.services
    const { log } = this.settings.engine
    const startedAt = now()
    const begun = performance.now()
    const finish = (end: Pick<BackupResult, 'name' | 'error' | 'bytes'>) => {
      const durationMs = Math.round(performance.now() - begun)
      const result = { ...end, startedAt, durationMs }
      this.latest = result
      try {
        this.folder.saveResult(result)
      } catch (error) {
        // Known until the process ends.
        log.warn('how a backup ended could not be kept', { error })
      }
      return result
    }
    try {
      this.checkRoom()
      const name = backupName(startedAt)
      const bytes = await writeBackup(
        streamBackup(this.services, signal),
        join(this.folder.path, name),
        (partial) => unpackBackup(partial, null, null),
      )
      log.info('made a backup', { ...finish({ name, error: null, bytes }) })
    } catch (error) {
      finish({ name: null, error: (error as Error).message, bytes: 0 })
      throw error
    }
  }

  /**
   * Restores a backup: prepares it next to the data, then has the process begin again with it. Throws
   * 404, and 400 where the process cannot or does so already.
   */
  restore(name: string, runAlone: RunAlone): void {
    const path = this.folder.find(name)
    const { restart, engine } = this.settings
    if (restart === null) throw badRequest('This process cannot restart itself; use the command.')
    if (this.restoring?.error === null) throw badRequest('A backup is being restored.')
    const restoring: Restoring = { name, error: null }
    this.restoring = restoring
    runAlone(() => prepareRestore(path, engine)).then(
      () => {
        engine.log.warn('restarting with a restored backup', { name })
        restart()
      },
      (error: Error) => {
        engine.log.error('a backup could not be restored; nothing was changed', { name, error })
        restoring.error = error.message
      },
    )
  }

  private checkRoom(): void {
    const { store } = this.services
    const { bavail, bsize } = statfsSync(store.dataDir)
    const needed = statSync(store.file).size + store.walBytes() + spareBytes
    if (bavail * bsize < needed) {
      const megabytes = (bytes: number) => `${Math.ceil(bytes / 1e6)} MB`
      throw new Error(
        `There is no room for a backup: it takes at most ${megabytes(needed)}, and ` +
          `${megabytes(bavail * bsize)} are free.`,
      )
    }
  }
}

/** The last time it was three at night, epoch milliseconds. */
function lastNight(now: number): number {
  const night = new Date(now)
  night.setHours(nightlyHour, 0, 0, 0)
  return night.getTime() <= now ? night.getTime() : night.getTime() - 24 * hourMs
}
