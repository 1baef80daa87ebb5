// Backups by the API: made, listed, downloaded, uploaded, restored, and those of each night.

import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { adminPassword, startServer, type TestServer } from '../support/app.ts'
import { startProcess } from '../support/process.ts'

setDefaultTimeout(120_000)

const base = mkdtempSync(join(tmpdir(), 'footfall-backup-api-'))
afterAll(() => rmSync(base, { recursive: true, force: true }))

interface List {
  data: { name: string; bytes: number; createdAt: string }[]
  isBusy: boolean
  last: { name: string | null; error: string | null; bytes: number } | null
  restoring: { name: string; error: string | null } | null
}

const list = async (server: TestServer) => (await server.ask<List>('/api/admin/backups')).body

/** Asks for the list until no backup is under way. */
async function listWhenDone(server: TestServer): Promise<List> {
  for (;;) {
    const found = await list(server)
    if (!found.isBusy && found.restoring?.error !== null) return found
    await Bun.sleep(10)
  }
}

const upload = (
  server: TestServer,
  name: string,
  offset: number,
  piece: string | Uint8Array,
  isLast = false,
) =>
  fetch(`${server.url}/api/admin/backups/upload?name=${name}&offset=${offset}&isLast=${isLast}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${server.adminToken}` },
    body: piece as BodyInit,
  })

test('a backup is made, listed, downloaded, uploaded under another name, and deleted', async () => {
  const server = await startServer()
  expect(await list(server)).toMatchObject({ data: [], last: null, isBusy: false, restoring: null })
  await server.createWebsite('Shop')
  expect((await server.ask('/api/admin/backups', { method: 'POST' })).body).toEqual({ ok: true })
  const { data, last } = await listWhenDone(server)
  expect(data).toHaveLength(1)
  const [made] = data as [List['data'][0]]
  expect(last).toMatchObject({ name: made.name, error: null, bytes: made.bytes })
  expect(made.bytes).toBeGreaterThan(1000)

  const response = await fetch(`${server.url}/api/admin/backups/${made.name}`, {
    headers: { Authorization: `Bearer ${server.adminToken}` },
  })
  expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${made.name}"`)
  const bytes = await response.bytes()
  expect(bytes.length).toBe(made.bytes)

  const middle = Math.floor(bytes.length / 2)
  const first = await upload(server, 'mine.tar.zst', 0, bytes.subarray(0, middle))
  expect(await first.json()).toEqual({ bytes: middle })
  // A piece that was lost on its way is noticed.
  const wrong = await upload(server, 'mine.tar.zst', middle + 5, 'x')
  expect([wrong.status, await wrong.json()]).toMatchObject([
    400,
    { error: { message: `The upload is at ${middle} bytes, not at ${middle + 5}.` } },
  ])
  expect((await list(server)).data).toHaveLength(1)
  await upload(server, 'mine.tar.zst', middle, bytes.subarray(middle), true)
  expect((await list(server)).data.map(({ name }) => name).toSorted()).toEqual(
    [made.name, 'mine.tar.zst'].toSorted(),
  )

  const removed = await server.ask('/api/admin/backups/mine.tar.zst', { method: 'DELETE' })
  expect(removed.status).toBe(200)
  expect((await list(server)).data).toHaveLength(1)
  await server.stop()
})

test('what is no backup is refused, and nothing of it stays', async () => {
  const server = await startServer()
  const refused = await upload(server, 'mine.tar.zst', 0, 'no backup', true)
  expect(refused.status).toBe(400)
  expect(await refused.text()).toContain('is damaged or no backup')
  for (const name of ['..%2Fx.tar.zst', '.hidden.tar.zst', 'x.zip', 'a%2Fb.tar.zst']) {
    expect((await upload(server, name, 0, 'x')).status).toBe(400)
    expect((await server.ask(`/api/admin/backups/${name}`)).status).toBe(404)
    expect(
      (await server.ask(`/api/admin/backups/${name}/restore`, { method: 'POST' })).status,
    ).toBe(404)
  }
  expect((await upload(server, 'mine.tar.zst', 0, new Uint8Array(1024 * 1024 + 1))).status).toBe(
    400,
  )
  expect((await list(server)).data).toEqual([])
  // This one was started by a test, and cannot begin again.
  await server.ask('/api/admin/backups', { method: 'POST' })
  const [made] = (await listWhenDone(server)).data as [List['data'][0]]
  const { status, body } = await server.ask(`/api/admin/backups/${made.name}/restore`, {
    method: 'POST',
  })
  expect([status, JSON.stringify(body)]).toEqual([
    400,
    expect.stringContaining('cannot restart itself'),
  ])
  await server.stop()
})

test('each night has one backup, in the folder of the settings, and old ones go', async () => {
  const folder = join(base, 'nightly')
  const settings = { BACKUP_NIGHTLY: 'on', BACKUP_DIR: folder, BACKUP_DAYS: '2' }
  const server = await startServer({ settings, now: '2026-03-10T12:00:00Z' })
  const names = async () => (await list(server)).data.map(({ name }) => name).toSorted()
  const at = (day: number) => `footfall-2026-03-${day}T12-00-00Z.tar.zst`
  // One is due at the start, and no second one on the same day.
  await server.app.jobs.run('backup')
  expect(await names()).toEqual([at(10)])
  await server.app.jobs.run('backup')
  expect(await names()).toEqual([at(10)])
  for (const day of [11, 12, 13]) {
    server.setNow(`2026-03-${day}T12:00:00Z`)
    await server.app.jobs.run('backup')
    // The clock of the files is another.
    utimesSync(join(folder, at(day)), day, day)
  }
  expect(await names()).toEqual([at(11), at(12), at(13)])
  // A backup of a clock that was ahead is none of this night.
  writeFileSync(join(folder, 'footfall-2027-01-01T12-00-00Z.tar.zst'), 'x')
  // What a process that died left goes, after a day.
  for (const name of ['.footfall-x.tar.zst.partial', '.mine.tar.zst.upload']) {
    writeFileSync(join(folder, name), 'x')
    utimesSync(join(folder, name), 1, 1)
  }
  // What a person put there stays.
  writeFileSync(join(folder, 'mine.tar.zst'), 'x')
  server.setNow('2026-03-25T12:00:00Z')
  await server.app.jobs.run('backup')
  expect(readdirSync(folder).toSorted()).toEqual([
    'footfall-2026-03-25T12-00-00Z.tar.zst',
    'footfall-2027-01-01T12-00-00Z.tar.zst',
    'last-result.json',
    'mine.tar.zst',
  ])
  await server.stop()
})

test('a backup that fails says why, also after the next start', async () => {
  const folder = join(base, 'file')
  const server = await startServer({ settings: { BACKUP_DIR: folder } })
  await server.ask('/api/admin/backups', { method: 'POST' })
  await listWhenDone(server)
  server.app.store.holdCheckpoints()
  const { exclusive } = server.app.writer
  server.app.writer.exclusive = () => Promise.reject(new Error('The disk is full.'))
  await server.ask('/api/admin/backups', { method: 'POST' })
  expect((await listWhenDone(server)).last).toMatchObject({
    name: null,
    error: 'The disk is full.',
  })
  server.app.writer.exclusive = exclusive
  const again = await startServer({ settings: { BACKUP_DIR: folder } })
  expect((await list(again)).last).toMatchObject({ name: null, error: 'The disk is full.' })
  await again.stop()
  await server.stop()
})

test('a restore on the page puts all data back, and the server goes on at its port', async () => {
  const dataDir = join(base, 'restored')
  const server = await startProcess({ dataDir, settings: { ADMIN_PASSWORD: adminPassword } })
  const token = await server.login()
  const site = { name: 'Kept', domain: 'kept.example' }
  await server.ask('/api/websites', token, site)
  const readList = async (by = token) => server.ask<List>('/api/admin/backups', by)
  await server.ask('/api/admin/backups', token, {})
  while ((await readList()).isBusy) await Bun.sleep(20)
  const [made] = (await readList()).data as [List['data'][0]]
  await server.ask('/api/websites', token, { ...site, name: 'Later' })

  // One that is damaged inside changes nothing, and says so.
  const file = join(dataDir, 'backups', made.name)
  const damaged = readFileSync(file)
  const middle = Math.floor(damaged.length / 2)
  damaged[middle] = (damaged[middle] as number) ^ 1
  writeFileSync(join(dataDir, 'backups', 'bad.tar.zst'), damaged)
  await server.ask('/api/admin/backups/bad.tar.zst/restore', token, {})
  let restoring = (await readList()).restoring
  while (restoring?.error === null) {
    await Bun.sleep(20)
    restoring = (await readList()).restoring
  }
  expect(restoring).toMatchObject({
    name: 'bad.tar.zst',
    error: expect.stringContaining('damaged'),
  })

  await server.ask(`/api/admin/backups/${made.name}/restore`, token, {})
  while (server.stderr().split(' listens ').length < 3) await Bun.sleep(20)
  // Log-ins of before the backup are good again: users and the secret are those of then.
  const { data } = await server.ask<{ data: { name: string }[] }>('/api/websites', token)
  expect(data.map(({ name }) => name)).toEqual(['Kept'])
  expect((await readList()).data.map(({ name }) => name)).toContain(made.name)
  expect(existsSync(join(dataDir, 'restore'))).toBe(false)
  expect(await server.stop()).toBe(0)
})
