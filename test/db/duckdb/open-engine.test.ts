// What a start does when the event file or its log cannot be opened. The engine itself is asked, so
// that a new version of it with other sentences fails here.

import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as duckdb from '@duckdb/node-api'
import { type Engine, openEngine } from '../../../src/db/duckdb/open-engine.ts'
import { openLog } from '../../../src/log.ts'
import { adminPassword } from '../../support/app.ts'
import { startProcess } from '../../support/process.ts'
import { toViews } from '../../support/views.ts'

setDefaultTimeout(60_000)

let dataDir = ''
let file = ''
let logged: string[] = []
const rows = 20_000

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'footfall-engine-'))
  file = join(dataDir, 'events.duckdb')
  logged = []
  const engine = await open()
  const { writing } = engine
  await writing.run(
    `create table numbers as select i, md5(i::varchar) as text from range(${rows}) r(i)`,
  )
  await writing.run('checkpoint')
  // These are in the log alone.
  await writing.run(`insert into numbers select i, md5(i::varchar) from range(${rows}) r(i)`)
  close(engine)
  logged = []
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const open = (memoryLimitMb = 128) =>
  openEngine(duckdb, {
    dataDir,
    memoryLimitMb,
    threads: 1,
    readers: 2,
    log: openLog('info', (line) => logged.push(line)),
    now: () => Date.UTC(2026, 11, 1),
  })

/** Connections that are left open keep the file locked. */
function close({ instance, writing, reading }: Engine): void {
  for (const connection of [writing, ...reading]) connection.closeSync()
  instance.closeSync()
}

async function count(memoryLimitMb?: number): Promise<number> {
  const engine = await open(memoryLimitMb)
  const reader = await engine.writing.runAndReadAll('select count(*)::integer from numbers')
  close(engine)
  return reader.getRows()[0]?.[0] as number
}

function flip(path: string, at: number): void {
  const bytes = readFileSync(path)
  bytes[at] = (bytes[at] as number) ^ 4
  writeFileSync(path, bytes)
}

const aside = () => readdirSync(dataDir).filter((name) => name.endsWith('.bad'))

test('a sound log is applied', async () => {
  expect(await count()).toBe(2 * rows)
  expect(aside()).toEqual([])
})

test('of a damaged log the sound part is applied, and the whole is kept aside', async () => {
  const engine = await open()
  await engine.writing.run('insert into numbers values (-1, null)')
  close(engine)
  const sound = readFileSync(`${file}.wal`)
  // In the last transaction.
  flip(`${file}.wal`, sound.length - 10)
  expect(await count()).toBe(2 * rows)
  expect(aside()).toEqual(['events.duckdb.wal.2026-12-01T00-00-00.000Z.bad'])
  expect(readFileSync(join(dataDir, aside()[0] as string)).length).toBe(sound.length)
  expect(logged.join()).toContain('the event database was damaged')
})

test('of a log that is damaged near its beginning nothing is applied', async () => {
  flip(`${file}.wal`, 5_000)
  expect(await count()).toBe(rows)
  expect(aside()).toHaveLength(1)
})

test('a folder may be called what it likes', async () => {
  const other = join(dataDir, 'block-quota-permission denied')
  mkdirSync(other)
  for (const name of ['events.duckdb', 'events.duckdb.wal']) {
    copyFileSync(join(dataDir, name), join(other, name))
  }
  flip(join(other, 'events.duckdb.wal'), 5_000)
  const log = openLog('error', (line) => logged.push(line))
  const options = { dataDir: other, memoryLimitMb: 128, threads: 1, readers: 2, log, now: Date.now }
  close(await openEngine(duckdb, options))
  expect(logged.join()).toContain('the event database was damaged')
})

test('a log without its file is left alone', async () => {
  renameSync(file, `${file}.elsewhere`)
  await expect(open()).rejects.toThrow('is missing, though the folder has held events')
  renameSync(`${file}.elsewhere`, file)
  expect(await count()).toBe(2 * rows)
})

test('a log with damaged first bytes, which the engine passes over, is kept too', async () => {
  flip(`${file}.wal`, 12)
  const before = readFileSync(`${file}.wal`)
  expect(await count()).toBe(rows)
  expect(readFileSync(join(dataDir, aside()[0] as string)).equals(before)).toBe(true)
  expect(logged.join()).toContain('write-ahead log of the event database was not read')
})

test('with too little memory the log stays where it is', async () => {
  await expect(open(1)).rejects.toThrow('give it more with MEMORY_LIMIT. Nothing was changed.')
  expect([aside(), await count()]).toEqual([[], 2 * rows])
})

test('a log that is put back when the file does not open without it either', async () => {
  flip(`${file}.wal`, 5_000)
  for (const at of [4_100, 8_200]) flip(file, at)
  const before = readFileSync(`${file}.wal`)
  await expect(open()).rejects.toThrow('is damaged and cannot be opened. It was left as it is')
  expect(aside()).toEqual([])
  expect(readFileSync(`${file}.wal`).equals(before)).toBe(true)
})

/** Opens in a process that is not root, with few descriptors when asked. */
async function openAsNobody(limit: string): Promise<string> {
  chmodSync(dataDir, 0o777)
  const script = join(import.meta.dir, 'open-as-nobody.ts')
  const command = `ulimit ${limit}; exec "$0" "$1" "$2"`
  const child = Bun.spawn(
    ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', 'sh', '-c', command].concat(
      process.execPath,
      script,
      dataDir,
    ),
    { stdout: 'pipe', stderr: 'inherit', env: { PATH: process.env.PATH ?? '', HOME: dataDir } },
  )
  return new Response(child.stdout).text()
}

const canDropRights = process.getuid?.() === 0 && Bun.which('setpriv') !== null
if (!canDropRights) console.warn('Tests without rights are skipped: they need root and setpriv.')

test.skipIf(!canDropRights)('a log that may not be read stays where it is', async () => {
  chmodSync(`${file}.wal`, 0o600)
  chmodSync(file, 0o666)
  let answer = await openAsNobody('-n 1024')
  // This process may keep the file locked until its results are collected.
  while (answer.includes('is in use')) {
    Bun.gc(true)
    answer = await openAsNobody('-n 1024')
  }
  expect(answer).toContain('Permission denied')
  expect([aside(), await count()]).toEqual([[], 2 * rows])
})

test('a damaged event file is named in one sentence by the server, which still starts', async () => {
  rmSync(dataDir, { recursive: true })
  const settings = { ADMIN_PASSWORD: adminPassword }
  const first = await startProcess({ dataDir, settings })
  const website = { name: 'Example', domain: 'example.com' }
  const { id } = await first.ask<{ id: string }>('/api/websites', await first.login(), website)
  const send = (url: string, path: string) =>
    fetch(`${url}/api/send`, {
      method: 'POST',
      headers: { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0' },
      body: JSON.stringify({ type: 'event', payload: { website: id, url: path } }),
    })
  expect((await send(first.url, '/')).status).toBe(200)
  expect(await first.stop()).toBe(0)
  // Blocks of data begin behind three heads of 4096 bytes.
  const bytes = readFileSync(file)
  for (let at = 12_288 + 1_000; at < bytes.length; at += 4_096) bytes[at] = (bytes[at] ?? 0) ^ 4
  writeFileSync(file, bytes)

  const second = await startProcess({ dataDir, settings }).catch((error: Error) => error)
  if (second instanceof Error) {
    expect(second.message).toContain('events.duckdb is damaged')
    return
  }
  const token = await second.login()
  const range = `startAt=0&endAt=${Date.now() + 60_000}`
  const answer = await fetch(`${second.url}/api/websites/${id}/stats?${range}`, {
    headers: { Authorization: `Bearer ${token}` },
  })
  expect([answer.status, answer.headers.has('retry-after')]).toEqual([503, true])
  expect(await answer.text()).toContain('events.duckdb is damaged (block at location')
  expect((await fetch(`${second.url}/api/heartbeat`)).status).toBe(503)
  await second.stop()
})

test('an entity database that is damaged while the server runs is answered with 503', async () => {
  rmSync(dataDir, { recursive: true })
  const first = await startProcess({ dataDir, settings: { ADMIN_PASSWORD: adminPassword } })
  const token = await first.login()
  for (let index = 0; index < 50; index++) {
    const website = { name: `Website ${index} ${'x'.repeat(80)}`, domain: 'example.com' }
    await first.ask('/api/websites', token, website)
  }
  await first.stop()
  const entities = join(dataDir, 'footfall.db')
  const bytes = readFileSync(entities)
  const page = bytes.readUInt16BE(16)
  // Pages of rows, wherever they are: all but those that hold the list of tables.
  const damaged = Buffer.from(bytes)
  for (let at = page; at < bytes.length; at += page) {
    if (bytes.includes('Website 7 ', at) && bytes.indexOf('Website 7 ', at) < at + page) {
      damaged.fill(0, at, at + page)
    }
  }
  writeFileSync(entities, damaged)
  const second = await startProcess({ dataDir })
  const answer = await fetch(`${second.url}/api/websites`, {
    headers: { Authorization: `Bearer ${await second.login()}` },
  })
  expect([answer.status, answer.headers.has('retry-after')]).toEqual([503, true])
  expect(await answer.text()).toContain('The entity database footfall.db is damaged')
  await second.stop()
})

test('an event file that is gone is no empty one', async () => {
  rmSync(dataDir, { recursive: true })
  const settings = { ADMIN_PASSWORD: adminPassword }
  const first = await startProcess({ dataDir, settings })
  const website = { name: 'Example', domain: 'example.com' }
  const { id } = await first.ask<{ id: string }>('/api/websites', await first.login(), website)
  const sent = await fetch(`${first.url}/api/send`, {
    method: 'POST',
    headers: { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0' },
    body: JSON.stringify({ type: 'event', payload: { website: id, url: '/' } }),
  })
  expect(sent.status).toBe(200)
  await first.stop()
  renameSync(file, `${file}.elsewhere`)
  await expect(startProcess({ dataDir, settings })).rejects.toThrow('is missing, though the folder')
  renameSync(`${file}.elsewhere`, file)
  const second = await startProcess({ dataDir, settings })
  expect(await toViews(second, id)).toBe(1)
  await second.stop()
})

test('a damaged entity database is named in one sentence', async () => {
  rmSync(dataDir, { recursive: true })
  const settings = { ADMIN_PASSWORD: adminPassword }
  const first = await startProcess({ dataDir, settings })
  await first.stop()
  const entities = join(dataDir, 'footfall.db')
  const bytes = readFileSync(entities)
  bytes.fill(0x55, 0, 100)
  writeFileSync(entities, bytes)
  await expect(startProcess({ dataDir, settings })).rejects.toThrow(
    'The entity database footfall.db is damaged',
  )
  expect(readFileSync(entities).equals(bytes)).toBe(true)
  expect(existsSync(file)).toBe(true)
})
