import { Database } from 'bun:sqlite'
import { afterAll, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { adminPassword } from './support/app.ts'
import { runFootfall, startProcess } from './support/process.ts'
import { toViews } from './support/views.ts'
import { firefox } from './support/visits.ts'

// Processes start slowly on a busy machine.
setDefaultTimeout(60_000)

const base = await mkdtemp(join(tmpdir(), 'footfall-app-'))
afterAll(() => rm(base, { recursive: true, force: true }))
let dataDir = ''
let count = 0
beforeEach(() => {
  dataDir = join(base, String(++count))
})

const settings = { ADMIN_PASSWORD: adminPassword }
const shownPassword = (text: string) => /log in as "admin" with password "([^"]+)"/.exec(text)?.[1]
const measureBytes = (name: string) => readFileSync(join(dataDir, name))
const sha512 = (name: string) => createHash('sha256').update(measureBytes(name)).digest('hex')
const storedHash = () => {
  using db = new Database(join(dataDir, 'footfall.db'))
  return db.query<{ password_hash: string }, []>('select password_hash from user').get()
    ?.password_hash
}
const refuse = () => runFootfall([], { PORT: '0', DATA_DIR: dataDir, GEO_DB: 'off' })

describe('the first start', () => {
  test('prints the password once; the second start keeps it, the data and the secret', async () => {
    const first = await startProcess({ dataDir })
    const password = shownPassword(first.stderr()) as string
    expect(password.length).toBeGreaterThanOrEqual(16)
    const token = await first.login(password)
    const { id } = await first.ask<{ id: string }>('/api/websites', token, {
      name: 'Kept',
      domain: 'example.com',
    })
    const secret = measureBytes('secret').toString()
    expect(secret).toMatch(/^[0-9a-f]{64}\n$/)
    expect(statSync(join(dataDir, 'secret')).mode & 0o777).toBe(0o600)
    expect(statSync(dataDir).mode & 0o777).toBe(0o700)
    expect(await first.stop()).toBe(0)

    const second = await startProcess({ dataDir })
    expect(shownPassword(second.stderr())).toBeUndefined()
    expect(second.stderr()).not.toContain(password)
    expect(measureBytes('secret').toString()).toBe(secret)
    // The token is still good, so the secret is the same one in use.
    expect(await second.ask(`/api/websites/${id}`, token)).toMatchObject({ id, name: 'Kept' })
    await second.login(password)
    await second.stop()
  })

  test('takes ADMIN_PASSWORD and APP_SECRET, prints neither, stores no secret', async () => {
    const server = await startProcess({ dataDir, settings: { ...settings, APP_SECRET: 'hush' } })
    await server.login(adminPassword)
    await server.stop()
    expect(server.stderr()).not.toContain(adminPassword)
    expect(shownPassword(server.stderr())).toBeUndefined()
    expect(readdirSync(dataDir)).not.toContain('secret')
    expect(storedHash()).toStartWith('$argon2id$v=19$m=65536,t=2,p=1$')
    // A later ADMIN_PASSWORD changes nobody's password.
    const again = await startProcess({ dataDir, settings: { ADMIN_PASSWORD: 'something else' } })
    await again.login(adminPassword)
    await again.stop()
  })
})

test('a second process on the same folder is refused and harms nothing', async () => {
  const server = await startProcess({ dataDir, settings })
  const before = readdirSync(dataDir).sort()
  const refused = await refuse()
  expect(refused).toEqual({
    exitCode: 1,
    stdout: '',
    stderr:
      `footfall: The data folder ${dataDir} is in use by another footfall. Stop that one, or ` +
      'choose another folder with --data-dir.\n',
  })
  expect(readdirSync(dataDir).sort()).toEqual(before)
  await server.login()
  expect(await server.stop()).toBe(0)
})

describe('a folder of a newer version is refused, untouched', () => {
  const change = {
    'footfall.db': async () => {
      const db = new Database(join(dataDir, 'footfall.db'))
      db.run("insert into migration (name, applied_at) values ('9999_future', 1)")
      db.run('pragma wal_checkpoint(truncate)')
      db.close()
    },
    'events.duckdb': async () => {
      const instance = await DuckDBInstance.create(join(dataDir, 'events.duckdb'))
      const connection = await instance.connect()
      await connection.run("insert into migration values ('9999_future', 1)")
      await connection.run('checkpoint')
      connection.closeSync()
      instance.closeSync()
    },
  }

  test.each(Object.keys(change) as (keyof typeof change)[])('%s', async (changed) => {
    const server = await startProcess({ dataDir, settings })
    await server.stop()
    await change[changed]()
    const before = [readdirSync(dataDir).sort(), sha512('footfall.db'), sha512('events.duckdb')]
    expect(await refuse()).toEqual({
      exitCode: 1,
      stdout: '',
      stderr:
        'footfall: The data folder was written by a newer footfall (it has "9999_future", which ' +
        'this version does not know). Start that newer version, or restore a backup made before ' +
        'the upgrade.\n',
    })
    expect([readdirSync(dataDir).sort(), sha512('footfall.db'), sha512('events.duckdb')]).toEqual(
      before,
    )
  })
})

test('a broken write-ahead log is set aside and logged as an error, and the server starts', async () => {
  const first = await startProcess({ dataDir, settings })
  const token = await first.login()
  const website = { name: 'Example', domain: 'example.com' }
  const { id } = await first.ask<{ id: string }>('/api/websites', token, website)
  await send(first.url, id, '/before')
  expect(await first.stop()).toBe(0)
  const killed = await startProcess({ dataDir, settings })
  for (let index = 0; index < 5; index++) await send(killed.url, id, `/maybe lost/${index}`)
  // Who reads finds them as rows, which the write-ahead log holds then.
  expect(await toViews(killed, id)).toBe(6)
  killed.kill('SIGKILL')
  await killed.exited
  const wal = measureBytes('events.duckdb.wal')
  wal.fill(0xff, 1000, 1200)
  writeFileSync(join(dataDir, 'events.duckdb.wal'), wal)

  const second = await startProcess({ dataDir, settings })
  const aside = readdirSync(dataDir).filter((name) => name.startsWith('events.duckdb.wal.'))
  expect(aside).toEqual([expect.stringMatching(/^events\.duckdb\.wal\.20\d\d-.*\.bad$/)])
  expect(measureBytes(aside[0] as string)).toEqual(wal)
  expect(second.stderr()).toMatch(/ error The write-ahead log of the event database was damaged/)
  expect(second.stderr()).toContain(aside[0] as string)
  await send(second.url, id, '/after')
  const range = `startAt=0&endAt=${Date.now() + 60_000}`
  const pages = await second.ask<{ x: string; y: number }[]>(
    `/api/websites/${id}/metrics?type=path&${range}`,
    await second.login(),
  )
  // The last ones may still be in the journal, and come back from there.
  expect(pages.filter(({ x }) => !x.startsWith('/maybe lost/'))).toEqual([
    { x: '/after', y: 1 },
    { x: '/before', y: 1 },
  ])
  expect(pages.every(({ y }) => y === 1)).toBe(true)
  expect(await second.stop()).toBe(0)
})

test('with the entity database lost, a new website shows nothing that was recorded before', async () => {
  const first = await startProcess({ dataDir, settings })
  const website = { name: 'Example', domain: 'example.com' }
  const { id } = await first.ask<{ id: string }>('/api/websites', await first.login(), website)
  await send(first.url, id, '/before')
  // At once, so that the hit is in the journal alone.
  first.kill('SIGKILL')
  await first.exited
  for (const name of readdirSync(dataDir)) {
    if (name.startsWith('footfall.db')) rmSync(join(dataDir, name))
  }
  const second = await startProcess({ dataDir, settings })
  const created = await second.ask<{ id: string }>('/api/websites', await second.login(), website)
  expect(await toViews(second, created.id)).toBe(0)
  await send(second.url, created.id, '/after')
  expect(await toViews(second, created.id)).toBe(1)
  expect(await second.stop()).toBe(0)
})

async function send(url: string, website: string, path: string): Promise<void> {
  const response = await fetch(`${url}/api/send`, {
    method: 'POST',
    headers: { 'User-Agent': firefox },
    body: JSON.stringify({ type: 'event', payload: { website, url: path } }),
  })
  expect(response.status).toBe(200)
}
