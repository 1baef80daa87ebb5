// Putting the content of a backup in place of what the data folder holds, so that a crash at any moment
// leaves the old content or the new, never a mixture and never neither.
//
// The new content grows in a folder of its own. When it is complete, synced and was opened once, a mark
// says so; from then on a start goes forward: the old files move aside, the new ones into their places.
// They are kept aside until the new content has been opened in its place. A start finds one of these:
//   no mark   the new content may be unfinished: thrown away
//   ready     complete: files are moved, those that have been already are left
//   done      all are moved: the old ones are removed once the new ones are opened
//   undo      the new ones did not open: the old ones go back, and nothing else stays

import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { sync } from './sync.ts'

/** Everything in a data folder that belongs to one state of it; the secret is replaced by another only. */
const replacedNames = [
  'events.duckdb.wal',
  'events.duckdb',
  'footfall.db-wal',
  'footfall.db-shm',
  'footfall.db',
  'journal',
  'compact',
  'sessions.filter',
  'dead-letter.jsonl',
  'dead-letter.retry.jsonl',
  'refused.jsonl',
]
const secretName = 'secret'

const restoreFolder = (dataDir: string): string => join(dataDir, 'restore')
const oldFolder = (dataDir: string): string => join(restoreFolder(dataDir), 'old')
const markPath = (dataDir: string, mark: 'ready' | 'done' | 'undo'): string =>
  join(restoreFolder(dataDir), mark)

/** Where the new content grows: a data folder of its own. */
export const restoredFolder = (dataDir: string): string => join(restoreFolder(dataDir), 'new')

/** An empty folder for new content. */
export function openRestoreFolder(dataDir: string): void {
  rmSync(restoreFolder(dataDir), { recursive: true, force: true })
  mkdirSync(restoredFolder(dataDir), { recursive: true, mode: 0o700 })
}

export function removeRestoreFolder(dataDir: string): void {
  rmSync(restoreFolder(dataDir), { recursive: true, force: true })
}

/** Says that the new content is complete. The next start, or `finishRestore`, puts it in place. */
export function markRestoreReady(dataDir: string): void {
  const folder = restoredFolder(dataDir)
  const names = readdirSync(folder).filter((name) => isReplaced(name))
  for (const name of names) sync(join(folder, name))
  sync(folder)
  mkdirSync(oldFolder(dataDir), { mode: 0o700 })
  writeMark(dataDir, 'ready', names)
}

const isReplaced = (name: string): boolean => replacedNames.includes(name) || name === secretName

/** Whether the next start puts other content in place. */
export const isRestoreReady = (dataDir: string): boolean =>
  existsSync(markPath(dataDir, 'ready')) || existsSync(markPath(dataDir, 'undo'))

/** Whether new content is in place that was not opened yet, and the old one is aside. */
export const isRestoreUnconfirmed = (dataDir: string): boolean =>
  existsSync(markPath(dataDir, 'done'))

/**
 * Ends what an earlier process or `markRestoreReady` began, with the folder locked and nothing of it
 * open. Says whether the old content is kept aside until `confirmRestore` or `undoRestore`.
 */
export function finishRestore(dataDir: string): boolean {
  if (existsSync(markPath(dataDir, 'undo'))) moveBack(dataDir)
  if (existsSync(markPath(dataDir, 'ready'))) moveInPlace(dataDir)
  if (existsSync(markPath(dataDir, 'done'))) return true
  removeRestoreFolder(dataDir)
  return false
}

function moveInPlace(dataDir: string): void {
  const fresh = readMark(dataDir, 'ready')
  const folder = restoredFolder(dataDir)
  const old = oldFolder(dataDir)
  // Of a name that is new and not in the new folder any more, the new file is in place.
  const isMoved = (name: string) => fresh.includes(name) && !existsSync(join(folder, name))
  const names = [...replacedNames, ...(fresh.includes(secretName) ? [secretName] : [])]
  for (const name of names) {
    if (isMoved(name) || !existsSync(join(dataDir, name))) continue
    renameSync(join(dataDir, name), join(old, name))
  }
  sync(old)
  sync(dataDir)
  for (const name of fresh) {
    if (!isMoved(name)) renameSync(join(folder, name), join(dataDir, name))
  }
  sync(dataDir)
  sync(folder)
  writeMark(dataDir, 'done', readdirSync(old))
  rmSync(markPath(dataDir, 'ready'))
  sync(restoreFolder(dataDir))
}

/** Removes the old content, once the new one is open. */
export function confirmRestore(dataDir: string): void {
  // While the mark is there, everything is: what is left of the folder without it is thrown away.
  rmSync(markPath(dataDir, 'done'), { force: true })
  sync(restoreFolder(dataDir))
  removeRestoreFolder(dataDir)
}

/** Puts the old content back, with the folder locked and nothing of it open. */
export function undoRestore(dataDir: string): void {
  renameSync(markPath(dataDir, 'done'), markPath(dataDir, 'undo'))
  sync(restoreFolder(dataDir))
  moveBack(dataDir)
}

function moveBack(dataDir: string): void {
  const old = oldFolder(dataDir)
  const names = readMark(dataDir, 'undo')
  // The secret was replaced only if the old one is aside.
  for (const name of [...replacedNames, ...names.filter((one) => one === secretName)]) {
    const isAside = existsSync(join(old, name))
    if (isAside || !names.includes(name)) {
      rmSync(join(dataDir, name), { recursive: true, force: true })
    }
    if (isAside) renameSync(join(old, name), join(dataDir, name))
  }
  sync(dataDir)
  rmSync(markPath(dataDir, 'undo'))
  sync(restoreFolder(dataDir))
  removeRestoreFolder(dataDir)
}

/** A mark that is whole or not there. */
function writeMark(dataDir: string, mark: 'ready' | 'done', names: readonly string[]): void {
  const path = markPath(dataDir, mark)
  writeFileSync(`${path}.new`, JSON.stringify(names), { mode: 0o600 })
  sync(`${path}.new`)
  renameSync(`${path}.new`, path)
  sync(restoreFolder(dataDir))
}

const readMark = (dataDir: string, mark: 'ready' | 'undo'): string[] =>
  JSON.parse(readFileSync(markPath(dataDir, mark), 'utf8'))
