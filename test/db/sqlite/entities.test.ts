import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  migrateEntities,
  openEntities,
  pendingEntityMigrations,
} from '../../../src/db/sqlite/entities.ts'

const folder = mkdtempSync(join(tmpdir(), 'footfall-entities-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('it is opened so that what was committed is on the disk', () => {
  const db = openEntities(folder)
  const setting = (name: string) => Object.values(db.query(`pragma ${name}`).get() as object)[0]
  expect({
    journal: setting('journal_mode'),
    synchronous: setting('synchronous'),
    foreignKeys: setting('foreign_keys'),
    busyTimeoutMs: setting('busy_timeout'),
  }).toEqual({ journal: 'wal', synchronous: 2, foreignKeys: 1, busyTimeoutMs: 5000 })
  db.close()
})

test('migrations are applied once and recorded with their time', () => {
  const db = openEntities(folder)
  const pending = pendingEntityMigrations(db)
  migrateEntities(db, pending, 1234)
  expect(pendingEntityMigrations(db)).toEqual([])
  expect(db.query('select name, applied_at from migration order by name').all()).toEqual(
    pending.map(({ name }) => ({ name, applied_at: 1234 })),
  )
  db.close()
  const again = openEntities(folder)
  expect(pendingEntityMigrations(again)).toEqual([])
  again.close()
})

test('a migration that fails leaves nothing of itself', () => {
  const db = openEntities(folder)
  const broken = { name: '9999_broken', sql: 'create table half (a); create table nonsense (' }
  expect(() => migrateEntities(db, [broken], 1)).toThrow()
  expect(db.query("select name from sqlite_master where name = 'half'").get()).toBeNull()
  expect(db.query("select name from migration where name = '9999_broken'").get()).toBeNull()
  db.close()
})
