// Every state in which a process can die while it replaces the event file.

import { afterEach, beforeEach, expect, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { adoptReplacement, recoverReplacement } from '../../src/db/compact-folder.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'footfall-compact-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

const put = (files: Record<string, string>) => {
  mkdirSync(join(dataDir, 'compact'))
  for (const [name, content] of Object.entries(files)) writeFileSync(join(dataDir, name), content)
}

/** The event file and its log as a start would find them; `null` for none. */
const found = () =>
  ['events.duckdb', 'events.duckdb.wal', 'compact'].map((name) => {
    const path = join(dataDir, name)
    if (!existsSync(path)) return null
    return name === 'compact' ? 'folder' : readFileSync(path, 'utf8')
  })

test.each([
  [
    'nothing was copied',
    { 'events.duckdb': 'old', 'events.duckdb.wal': 'log' },
    ['old', 'log', null],
  ],
  [
    'the copy was unfinished',
    { 'events.duckdb': 'old', 'events.duckdb.wal': 'log', 'compact/events.duckdb': 'part' },
    ['old', 'log', null],
  ],
  [
    'the log was moved aside',
    { 'events.duckdb': 'old', 'compact/events.duckdb': 'new', 'compact/old.wal': 'log' },
    ['old', 'log', null],
  ],
  [
    'there was no log to move, only its mark',
    { 'events.duckdb': 'old', 'compact/events.duckdb': 'new', 'compact/old.wal': '' },
    ['old', null, null],
  ],
  [
    'the copy was in place',
    { 'events.duckdb': 'new', 'compact/old.wal': 'log' },
    ['new', null, null],
  ],
])('a process that died when %s', (_, files, state) => {
  put(files)
  recoverReplacement(dataDir)
  expect(found()).toEqual(state)
})

test.each([
  ['with a log', { 'events.duckdb.wal': 'log' }],
  ['without a log', {}],
])('a replacement of a file %s leaves the copy alone', (_, files) => {
  put({ 'events.duckdb': 'old', 'compact/events.duckdb': 'new', ...files })
  adoptReplacement(dataDir)
  expect(found()).toEqual(['new', null, null])
})
