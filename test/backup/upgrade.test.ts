// What an upgrade keeps of the state before, and what a failed one leaves.

import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openApp } from '../../src/app.ts'
import { restoreBackup } from '../../src/backup/restore.ts'
import { parseConfig } from '../../src/config.ts'
import type { Migration } from '../../src/db/migrate.ts'
import { entityMigrations, eventMigrations } from '../../src/db/migrations.ts'
import { sql } from '../../src/db/sql.ts'
import { openLog } from '../../src/log.ts'

setDefaultTimeout(60_000)

let base = ''
let dataDir = ''
let lines: string[] = []
const added: Migration[][] = []
beforeEach(async () => {
  lines = []
  base = await mkdtemp(join(tmpdir(), 'footfall-upgrade-copy-'))
  dataDir = join(base, 'data')
  await mkdir(dataDir)
})
afterEach(async () => {
  for (const list of added.splice(0)) list.pop()
  await rm(base, { recursive: true, force: true })
})

/** Has this version know one more migration, until the test is over. */
function addMigration(list: readonly Migration[], migration: Migration): void {
  const changed = list as Migration[]
  changed.push(migration)
  added.push(changed)
}

const log = openLog('info', (line) => lines.push(line))
const open = (folder = dataDir) =>
  openApp({
    config: parseConfig([], { DATA_DIR: folder, GEO_DB: 'off', ADMIN_PASSWORD: 'long enough' }),
    log,
  })

const unpackFixture = () => {
  const archive = join(import.meta.dir, '../fixtures/data-folder-2026-11.tgz')
  expect(Bun.spawnSync(['tar', '-xzf', archive, '-C', dataDir]).exitCode).toBe(0)
}

async function countEvents(folder = dataDir): Promise<number> {
  const app = await open(folder)
  const [row] = await app.events.query<{ n: number }>(sql`select count(*) as n from event`)
  await app.close()
  return row?.n ?? 0
}

const listBackups = () =>
  existsSync(join(dataDir, 'backups')) ? readdirSync(join(dataDir, 'backups')) : []

test('a new folder is no upgrade, nor is a start without migrations', async () => {
  await (await open()).close()
  await (await open()).close()
  expect(listBackups()).toEqual([])
})

test('before an upgrade everything is kept, events in the journal too', async () => {
  unpackFixture()
  const events = await countEvents()
  const [name = '', ...others] = listBackups()
  expect(others).toEqual([])
  expect(name).toMatch(/^before-upgrade-of-footfall-\d{4}-.*Z\.tar\.zst$/)
  const restored = join(base, 'restored')
  await mkdir(restored)
  const options = { dataDir: restored, memoryLimitMb: 128, threads: 1, readers: 1, log }
  await restoreBackup(join(dataDir, 'backups', name), { ...options, now: Date.now })
  expect(await countEvents(restored)).toBe(events)
  expect(events).toBe(10)
})

test.each(['events', 'entities'])(
  'a failed migration of %s leaves the old state, which opens again',
  async (database) => {
    const app = await open()
    app.entities.run("update user set display_name = 'kept' where username = 'admin'")
    await app.close()
    addMigration(entityMigrations, {
      name: '9998_good',
      sql: 'create table later (x integer) strict',
    })
    const failing = database === 'events' ? eventMigrations : entityMigrations
    addMigration(failing, { name: '9999_bad', sql: 'alter table nothing add column x integer' })
    const failed = await open().catch((error: Error) => error)
    expect(String(failed)).toContain('The upgrade of the data folder failed (')
    expect(String(failed)).toContain('The data folder is as it was before')
    expect(listBackups()).toHaveLength(1)
    // The next start fails too, and needs no second copy.
    expect(String(await open().catch((error: Error) => error))).toContain('as it was before')
    expect(listBackups()).toHaveLength(1)
    expect(existsSync(join(dataDir, 'restore'))).toBe(false)

    for (const list of added.splice(0)) list.pop()
    const again = await open()
    const names = again.entities.query('select display_name as name from user').all()
    expect(names).toEqual([{ name: 'kept' }])
    expect(again.entities.query("select 1 from sqlite_master where name = 'later'").all()).toEqual(
      [],
    )
    await again.close()
  },
)
