// The data folder and its files, seen from outside: nothing of it has to be open.

import {
  accessSync,
  constants,
  existsSync,
  readdirSync,
  readFileSync,
  statfsSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { BackupFolder } from '../backup/folder.ts'
import { readDeadLetters } from '../collect/store/apply/dead-letter.ts'
import { isRestoreReady, isRestoreUnconfirmed } from '../db/restore-folder.ts'
import { dayMs } from '../time/durations.ts'
import { bad, type Check, good, megabytes, warning } from './check.ts'

/** With less, storing stops soon. */
const leastFreeBytes = 200e6
const othersMayRead = 0o077

export interface FolderSettings {
  dataDir: string
  backupDir: string
  isNightly: boolean
  hasSecretSetting: boolean
}

/** All checks of the folder; an event database that is not there is for the caller. */
export const checkFolder = (settings: FolderSettings, now: number): Check[] => [
  checkAccess(settings.dataDir),
  ...checkFiles(settings.dataDir),
  checkSecret(settings),
  ...checkLeftovers(settings.dataDir),
  checkDeadLetters(settings.dataDir),
  checkSpace(settings.dataDir),
  checkBackups(settings, now),
]

function checkAccess(dataDir: string): Check {
  const subject = 'data folder'
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch {
    return bad(
      subject,
      `${dataDir} cannot be written by this user`,
      `Run footfall as the owner of the folder, or give it to this user (number ${process.getuid?.()}).`,
    )
  }
  const { mode, uid } = statSync(dataDir)
  if ((mode & othersMayRead) !== 0) {
    return warning(
      subject,
      `other users of this machine may look into ${dataDir}`,
      `chmod 700 ${dataDir}`,
    )
  }
  const isRootElsewhere = process.getuid?.() === 0 && uid !== 0
  return isRootElsewhere
    ? warning(
        subject,
        `${dataDir} belongs to user number ${uid}, and this is root`,
        'Run commands as that user: files that root makes are closed to the server.',
      )
    : good(subject, `${dataDir}, for its owner alone`)
}

function checkFiles(dataDir: string): Check[] {
  // A restored folder has no journal before its first start.
  const journal = existsSync(join(dataDir, 'journal'))
    ? ['journal/a', 'journal/b', 'journal/stored']
    : []
  const names = ['footfall.db', 'events.duckdb', ...journal]
  const missing = names.filter((name) => !existsSync(join(dataDir, name)))
  if (missing.length > 0) {
    return [
      bad(
        'files',
        `${missing.join(', ')} missing`,
        'Restore a backup with footfall restore, or start footfall once to make what a new folder lacks.',
      ),
    ]
  }
  const sizes = ['footfall.db', 'events.duckdb', 'events.duckdb.wal']
    .filter((name) => existsSync(join(dataDir, name)))
    .map((name) => `${name} ${megabytes(statSync(join(dataDir, name)).size)}`)
  return [good('files', sizes.join(', '))]
}

function checkSecret({ dataDir, hasSecretSetting }: FolderSettings): Check {
  const subject = 'secret'
  const path = join(dataDir, 'secret')
  if (hasSecretSetting) return good(subject, 'given by APP_SECRET; keep it with your backups')
  if (!existsSync(path) || readFileSync(path, 'utf8').trim() === '') {
    return bad(
      subject,
      `${path} is missing or empty`,
      'Restore a backup; a new secret ends all log-ins and makes all visitors new ones.',
    )
  }
  return (statSync(path).mode & othersMayRead) === 0
    ? good(subject, 'readable by its owner alone')
    : bad(subject, `other users of this machine may read ${path}`, `chmod 600 ${path}`)
}

/** What earlier trouble left. */
function checkLeftovers(dataDir: string): Check[] {
  const checks: Check[] = []
  const kept = ['', 'journal']
    .flatMap((folder) => {
      const path = join(dataDir, folder)
      return existsSync(path) ? readdirSync(path).map((name) => join(folder, name)) : []
    })
    .filter((name) => /\.(bad|damaged)$/.test(name))
  if (kept.length > 0) {
    checks.push(
      warning(
        'earlier damage',
        `copies of damaged files are kept: ${kept.join(', ')}`,
        'The log of that start says what was lost. Delete them when nobody needs them.',
      ),
    )
  }
  if (isRestoreReady(dataDir) || isRestoreUnconfirmed(dataDir)) {
    checks.push(
      warning('restore', 'a restore was interrupted', 'Start footfall: it ends what was begun.'),
    )
  }
  return checks
}

function checkDeadLetters(dataDir: string): Check {
  const subject = 'refused events'
  try {
    const { length } = readDeadLetters(dataDir)
    return length === 0
      ? good(subject, 'none')
      : warning(
          subject,
          `${length} events were answered and refused by the database`,
          'footfall dead-letter list says why, footfall dead-letter retry stores them again.',
        )
  } catch (error) {
    return bad(subject, (error as Error).message, 'Mend or remove that line.')
  }
}

function checkSpace(dataDir: string): Check {
  const subject = 'space'
  const { bavail, bsize } = statfsSync(dataDir)
  const free = bavail * bsize
  const text = `${megabytes(free)} are free`
  const file = join(dataDir, 'events.duckdb')
  const needed = existsSync(file) ? statSync(file).size : 0
  if (free < leastFreeBytes) {
    return bad(subject, text, 'Make room: events are answered with 503 when the disk is full.')
  }
  return free < needed
    ? warning(
        subject,
        `${text}, less than the event database takes`,
        'Make room: compaction, backups and upgrades need as much as the event database.',
      )
    : good(subject, text)
}

function checkBackups({ backupDir, isNightly }: FolderSettings, now: number): Check {
  const subject = 'backups'
  const folder = new BackupFolder(backupDir)
  const last = folder.readResult()
  if (last?.error) {
    return bad(
      subject,
      `the last one failed, ${new Date(last.startedAt).toISOString()}: ${last.error}`,
      'Mend the reason; footfall backup --to a folder makes one now.',
    )
  }
  const [newest] = folder.list()
  if (newest && newest.writtenAt > now - 2 * dayMs) {
    return good(subject, `${newest.name}, ${megabytes(newest.bytes)}`)
  }
  const text = newest ? `the newest one is ${newest.name}` : `there are none in ${backupDir}`
  return isNightly
    ? bad(subject, text, 'BACKUP_NIGHTLY is on: is the server running?')
    : warning(subject, text, 'BACKUP_NIGHTLY=true makes one each night.')
}
