// A process that dies at any step of putting a backup in place, or of putting the old content back.

import { afterAll, beforeEach, expect, mock, test } from 'bun:test'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const { mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync } = fs
const real = { renameSync: fs.renameSync, rmSync: fs.rmSync, writeFileSync: fs.writeFileSync }

class Killed extends Error {}
/** How many changes of the disk are done before the process dies. */
let stepsLeft = Number.POSITIVE_INFINITY
const step =
  <Args extends unknown[], Result>(change: (...args: Args) => Result) =>
  (...args: Args): Result => {
    if (stepsLeft-- <= 0) throw new Killed()
    return change(...args)
  }
await mock.module('node:fs', () => ({
  ...fs,
  renameSync: step(real.renameSync),
  rmSync: step(real.rmSync),
  writeFileSync: step(real.writeFileSync),
}))
const restore = await import('../../src/db/restore-folder.ts')
// Other test files of this process get a module that counts nothing.
afterAll(() => {
  stepsLeft = Number.POSITIVE_INFINITY
})

let dataDir = ''
beforeEach(() => {
  stepsLeft = Number.POSITIVE_INFINITY
  dataDir = mkdtempSync(join(tmpdir(), 'footfall-restore-'))
  return () => real.rmSync(dataDir, { recursive: true, force: true })
})

const old = {
  'events.duckdb': 'old',
  'events.duckdb.wal': 'old',
  'footfall.db': 'old',
  'footfall.db-wal': 'old',
  'journal/a': 'old',
  secret: 'old',
  'sessions.filter': 'old',
  'geo/city.mmdb': 'geo',
}
const fresh = { 'events.duckdb': 'new', 'footfall.db': 'new', 'dead-letter.jsonl': 'new' }

function put(folder: string, files: Record<string, string>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    real.writeFileSync(join(folder, name), content)
  }
}

const read = (): Record<string, string> =>
  Object.fromEntries(
    readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
      .filter((name) => statSync(join(dataDir, name)).isFile())
      .map((name) => [name, readFileSync(join(dataDir, name), 'utf8')]),
  )

/** Lets the process die at its first step, then its second, until it lives. Gives how often it died. */
function killAtEachStep(work: () => void, check: () => void): number {
  for (let steps = 0; ; steps++) {
    real.rmSync(dataDir, { recursive: true, force: true })
    mkdirSync(dataDir)
    put(dataDir, old)
    stepsLeft = Number.POSITIVE_INFINITY
    restore.openRestoreFolder(dataDir)
    put(restore.restoredFolder(dataDir), contents)
    stepsLeft = steps
    let isKilled = false
    try {
      work()
    } catch (error) {
      if (!(error instanceof Killed)) throw error
      isKilled = true
    }
    stepsLeft = Number.POSITIVE_INFINITY
    check()
    if (!isKilled) return steps
  }
}
let contents: Record<string, string> = fresh

const { secret: _, ...oldWithoutSecret } = old
const kept = { 'geo/city.mmdb': 'geo' }

test.each([
  ['keeps the secret where the backup has none', fresh, { ...fresh, ...kept, secret: 'old' }],
  ['takes that of the backup', { ...fresh, secret: 'new' }, { ...fresh, ...kept, secret: 'new' }],
])('killed at any step, a folder holds the old content or the new one: %s', (_, files, wanted) => {
  contents = files
  let isReady = false
  const deaths = killAtEachStep(
    () => {
      isReady = false
      restore.markRestoreReady(dataDir)
      restore.finishRestore(dataDir)
      restore.confirmRestore(dataDir)
    },
    () => {
      isReady = restore.isRestoreReady(dataDir) || restore.isRestoreUnconfirmed(dataDir)
      const before = read()
      // The next start.
      if (restore.finishRestore(dataDir)) restore.confirmRestore(dataDir)
      const after = read()
      const isNew = isReady || before['events.duckdb'] === 'new'
      expect(after).toEqual(isNew ? wanted : old)
    },
  )
  expect(deaths).toBeGreaterThan(10)
})

test('killed at any step of going back, the old content is there as it was', () => {
  contents = { ...fresh, secret: 'new' }
  const deaths = killAtEachStep(
    () => {
      const steps = stepsLeft
      stepsLeft = Number.POSITIVE_INFINITY
      restore.markRestoreReady(dataDir)
      expect(restore.finishRestore(dataDir)).toBe(true)
      // What opening the new content left before it failed.
      put(dataDir, { 'events.duckdb.wal': 'new', 'journal/b': 'new', 'footfall.db-shm': 'new' })
      stepsLeft = steps
      restore.undoRestore(dataDir)
    },
    () => {
      // The next start, which fails to open the new content where the step before was not taken.
      if (restore.finishRestore(dataDir)) restore.undoRestore(dataDir)
      expect(read()).toEqual(old)
    },
  )
  expect(deaths).toBeGreaterThan(10)
})

test('content that was not complete is thrown away', () => {
  put(dataDir, oldWithoutSecret)
  restore.openRestoreFolder(dataDir)
  put(restore.restoredFolder(dataDir), { 'events.duckdb': 'half' })
  expect(restore.finishRestore(dataDir)).toBe(false)
  expect(read()).toEqual(oldWithoutSecret)
})
