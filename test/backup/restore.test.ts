// A restored folder that cannot be opened in its place, and a disk that refuses backups.

import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openApp } from '../../src/app.ts'
import { parseConfig } from '../../src/config.ts'
import { markRestoreReady, openRestoreFolder, restoredFolder } from '../../src/db/restore-folder.ts'
import { openLog } from '../../src/log.ts'
import { startServer } from '../support/app.ts'

setDefaultTimeout(60_000)

let dataDir = ''
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'footfall-restored-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

test('restored data that does not open gives way to what was there before', async () => {
  const server = await startServer({ dataDir })
  await server.createWebsite('Kept')
  await server.stop()
  openRestoreFolder(dataDir)
  // Damaged after it was checked.
  for (const name of ['events.duckdb', 'footfall.db']) {
    writeFileSync(join(restoredFolder(dataDir), name), 'no database')
  }
  markRestoreReady(dataDir)

  const config = parseConfig([], { DATA_DIR: dataDir, GEO_DB: 'off' })
  const failed = await openApp({ config, log: openLog('error', () => {}) }).catch(String)
  expect(failed).toContain('The restored data could not be opened')
  expect(failed).toContain('The data folder is as it was before; start footfall again.')
  expect(existsSync(join(dataDir, 'restore'))).toBe(false)

  const again = await startServer({ dataDir })
  const { body } = await again.ask<{ data: { name: string }[] }>('/api/websites')
  expect(body.data.map(({ name }) => name)).toEqual(['Kept'])
  await again.stop()
})

test('a folder of backups that cannot be used is answered with 503, which says why', async () => {
  const file = join(dataDir, 'file')
  writeFileSync(file, '')
  const server = await startServer({ settings: { BACKUP_DIR: join(file, 'backups') } })
  const answer = await server.ask('/api/admin/backups/upload?name=a.tar.zst&offset=0', { body: {} })
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '60'])
  expect(JSON.stringify(answer.body)).toContain('The folder of backups cannot be used')
  await server.ask('/api/admin/backups', { method: 'POST' })
  let isBusy = true
  while (isBusy) {
    const list = await server.ask<{ isBusy: boolean; last: unknown }>('/api/admin/backups')
    expect(list.status).toBe(200)
    isBusy = list.body.isBusy
    if (!isBusy) expect(list.body.last).toMatchObject({ name: null, error: expect.any(String) })
  }
  await server.stop()
})
