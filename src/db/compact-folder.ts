// Replacing the event file by its compacted copy, so that a crash at any moment leaves a whole one.
//
// The copy grows in a folder of its own. When it is complete and synced, the old file's write-ahead
// log is moved aside, because with the new file it would be replayed onto the wrong one; then a
// rename puts the copy in place. A start finds one of these states:
//   copy, no log aside   it may be unfinished: thrown away
//   copy and log aside   died before the rename: the log goes back, the copy is thrown away
//   only a log aside     died after the rename: the log belongs to the file that is gone
// A file without a log, because it was checkpointed, gets an empty one aside as the mark.

import { existsSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sync } from './sync.ts'

export const compactFolder = (dataDir: string): string => join(dataDir, 'compact')

/** Where the copy grows. */
export const replacementFile = (dataDir: string): string =>
  join(compactFolder(dataDir), 'events.duckdb')

const logAside = (dataDir: string): string => join(compactFolder(dataDir), 'old.wal')

function removeCompactFolder(dataDir: string): void {
  rmSync(compactFolder(dataDir), { recursive: true, force: true })
}

/** An empty folder for a new copy. */
export function openCompactFolder(dataDir: string): void {
  removeCompactFolder(dataDir)
  mkdirSync(compactFolder(dataDir), { mode: 0o700 })
}

/** Puts the copy in place of the event file, which nobody has open. */
export function adoptReplacement(dataDir: string): void {
  const file = join(dataDir, 'events.duckdb')
  sync(replacementFile(dataDir))
  if (existsSync(`${file}.wal`)) renameSync(`${file}.wal`, logAside(dataDir))
  else writeFileSync(logAside(dataDir), '')
  sync(compactFolder(dataDir))
  sync(dataDir)
  renameSync(replacementFile(dataDir), file)
  sync(dataDir)
  sync(compactFolder(dataDir))
  removeCompactFolder(dataDir)
}

/** Brings a folder in which a process died back to one of a whole file with its own log. */
export function recoverReplacement(dataDir: string): void {
  const log = logAside(dataDir)
  if (existsSync(replacementFile(dataDir)) && existsSync(log)) {
    const back = join(dataDir, 'events.duckdb.wal')
    // The empty mark stood for no log at all.
    if (statSync(log).size > 0) renameSync(log, back)
    else rmSync(log)
    sync(dataDir)
  }
  removeCompactFolder(dataDir)
}
