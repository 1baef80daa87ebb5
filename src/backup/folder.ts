// The folder in which backups are kept: what is in it, what is uploaded into it, what is too old.

import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { sync } from '../db/sync.ts'
import { badRequest, notFound } from '../errors.ts'
import { dayMs } from '../time/durations.ts'

export interface StoredBackup {
  name: string
  bytes: number
  /** When its last byte was written, epoch milliseconds. */
  writtenAt: number
}

/** How the making of a backup ended. */
export interface BackupResult {
  /** `null` when it failed. */
  name: string | null
  error: string | null
  /** Epoch milliseconds. */
  startedAt: number
  durationMs: number
  bytes: number
}

/** Names of files that footfall shows and takes: no hidden ones, and no folders. */
export const backupNamePattern = '^[A-Za-z0-9_-][A-Za-z0-9._-]{0,150}\\.tar\\.zst$'

const isBackupName = (name: string): boolean => new RegExp(backupNamePattern).test(name)
/** What footfall has named itself, with its moment. */
const ownName = /footfall-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.tar\.zst$/
const resultName = 'last-result.json'

export class BackupFolder {
  constructor(readonly path: string) {}

  /** All backups, the newest first. */
  list(): StoredBackup[] {
    if (!existsSync(this.path)) return []
    return readdirSync(this.path)
      .filter(isBackupName)
      .map((name) => {
        const { size, mtimeMs } = statSync(join(this.path, name))
        return { name, bytes: size, writtenAt: Math.floor(mtimeMs) }
      })
      .toSorted((one, other) => other.writtenAt - one.writtenAt || (one.name < other.name ? 1 : -1))
  }

  /** The path of a backup that is there. Throws 404. */
  find(name: string): string {
    const path = join(this.path, name)
    if (!isBackupName(name) || !existsSync(path)) throw notFound('Backup not found.')
    return path
  }

  remove(name: string): void {
    rmSync(this.find(name))
  }

  /** Removes backups that footfall has named and that are older than so many days, but not the newest. */
  removeOld(now: number, days: number): string[] {
    const own = this.list()
      .filter(({ name }) => ownName.test(name))
      .toSorted((one, other) => readMoment(other.name) - readMoment(one.name))
    const old = own.slice(1).filter(({ name }) => readMoment(name) < now - days * dayMs)
    for (const { name } of old) rmSync(join(this.path, name))
    return old.map(({ name }) => name)
  }

  /**
   * The moment of the newest backup that footfall has named, epoch milliseconds; 0 for none. Those of a
   * clock that was ahead do not count.
   */
  newestMoment(now: number): number {
    const moments = this.list()
      .filter(({ name }) => name.startsWith('footfall-') && ownName.test(name))
      .map(({ name }) => readMoment(name))
      .filter((moment) => moment <= now)
    return Math.max(0, ...moments)
  }

  /** Removes what a process that died left of backups, and uploads that nobody goes on with. */
  removeUnfinished(now: number): void {
    if (!existsSync(this.path)) return
    for (const name of readdirSync(this.path)) {
      if (!/^\..*\.(partial|upload)$/.test(name)) continue
      const path = join(this.path, name)
      if (statSync(path).mtimeMs < now - dayMs) rmSync(path)
    }
  }

  readResult(): BackupResult | null {
    const path = join(this.path, resultName)
    if (!existsSync(path)) return null
    try {
      return JSON.parse(readFileSync(path, 'utf8')) as BackupResult
    } catch {
      // Cut off by a crash; the next one writes it again.
      return null
    }
  }

  saveResult(result: BackupResult): void {
    mkdirSync(this.path, { recursive: true, mode: 0o700 })
    writeFileSync(join(this.path, resultName), JSON.stringify(result), { mode: 0o600 })
  }

  /**
   * Adds a piece to an upload, which begins at offset 0, and gives its length then. Throws 400 when the
   * piece does not follow those before.
   */
  addPiece(name: string, offset: number, piece: Uint8Array): number {
    mkdirSync(this.path, { recursive: true, mode: 0o700 })
    const path = this.uploadPath(name)
    const present = offset > 0 && existsSync(path) ? statSync(path).size : 0
    if (present !== offset) throw badRequest(`The upload is at ${present} bytes, not at ${offset}.`)
    const descriptor = openSync(path, offset === 0 ? 'w' : 'r+', 0o600)
    try {
      for (let at = 0; at < piece.length; ) {
        at += writeSync(descriptor, piece, at, piece.length - at, offset + at)
      }
      return offset + piece.length
    } finally {
      closeSync(descriptor)
    }
  }

  /** Gives an upload that is complete its name, once `check` has read it. */
  async finishUpload(name: string, check: (path: string) => Promise<unknown>): Promise<void> {
    const path = this.uploadPath(name)
    if (!existsSync(path)) throw badRequest('Nothing was uploaded under this name.')
    try {
      await check(path)
    } catch (error) {
      rmSync(path, { force: true })
      throw error
    }
    const descriptor = openSync(path, 'r')
    fsyncSync(descriptor)
    closeSync(descriptor)
    renameSync(path, join(this.path, name))
    sync(this.path)
  }

  private uploadPath(name: string): string {
    return join(this.path, `.${name}.upload`)
  }
}

function readMoment(name: string): number {
  const [, day, hour, minute, second] = ownName.exec(name) ?? []
  return Date.parse(`${day}T${hour}:${minute}:${second}Z`)
}
