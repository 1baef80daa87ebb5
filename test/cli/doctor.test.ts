// `footfall doctor`, of folders that are well and of damaged ones.

import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  setDefaultTimeout,
  test,
} from 'bun:test'
import {
  chmodSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { adminPassword } from '../support/app.ts'
import { runFootfall, startProcess } from '../support/process.ts'
import { canProxy, proxyNames, startProxy } from '../support/proxies.ts'
import { firefox } from '../support/visits.ts'

// Processes start slowly on a busy machine.
setDefaultTimeout(120_000)

const base = await mkdtemp(join(tmpdir(), 'footfall-doctor-'))
afterAll(() => rm(base, { recursive: true, force: true }))

const whole = join(base, 'whole')
let dataDir = ''
let count = 0

beforeAll(async () => {
  const server = await startProcess({ dataDir: whole, settings: { ADMIN_PASSWORD: adminPassword } })
  const token = await server.login()
  const site = { name: 'Shop', domain: 'shop.example' }
  const { id } = await server.ask<{ id: string }>('/api/websites', token, site)
  for (let index = 0; index < 3; index++) {
    const payload = { website: id, url: `/${index}` }
    await fetch(`${server.url}/api/send`, {
      method: 'POST',
      headers: { 'User-Agent': firefox },
      body: JSON.stringify({ type: 'event', payload }),
    })
  }
  await server.stop()
})

beforeEach(() => {
  dataDir = join(base, `copy-${++count}`)
  cpSync(whole, dataDir, { recursive: true })
  chmodSync(dataDir, 0o700)
})

/** What is said of each subject, and how it ends. */
async function examine(settings: Record<string, string> = {}, ...args: string[]) {
  const { exitCode, stdout, stderr } = await runFootfall(
    ['doctor', '--data-dir', dataDir, ...args],
    settings,
  )
  expect(stderr).toBe('')
  const lines = stdout.split('\n').filter((line) => /^(good|warning|bad) /.test(line))
  const states = lines.map((line) => {
    const [, state = '', subject = '', text = ''] = /^(\w+) +([^:]+): (.*)$/.exec(line) ?? []
    return { state, subject, text }
  })
  const find = (subject: string) => states.find((one) => one.subject === subject)
  return { exitCode, stdout, states, find }
}

const listFiles = () =>
  readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(dataDir, name)).isFile() && !/^lock$|-(wal|shm)$/.test(name))
    .map((name) => `${name} ${Bun.hash(readFileSync(join(dataDir, name)))}`)
    .toSorted()

/** Changes bytes of a file at a place, and again at each step behind it. */
function damage(name: string, start: number, step = Number.POSITIVE_INFINITY): void {
  const path = join(dataDir, name)
  const content = readFileSync(path)
  for (let place = start; place < content.length; place += step) {
    for (let at = place; at < place + 64; at++) content[at] = 0xff - (content[at] ?? 0)
  }
  writeFileSync(path, content)
}

describe('of a stopped server', () => {
  test('all is well, but that there is no backup; nothing is changed', async () => {
    const before = listFiles()
    const { exitCode, states, stdout } = await examine()
    expect(states.filter(({ state }) => state !== 'good').map(({ subject }) => subject)).toEqual([
      'backups',
    ])
    expect(exitCode).toBe(0)
    expect(states.map(({ subject }) => subject)).toEqual([
      'settings',
      'places',
      'data folder',
      'files',
      'secret',
      'refused events',
      'space',
      'backups',
      'server',
      'journal',
      'footfall.db',
      'events.duckdb',
      'versions',
      'clock',
    ])
    expect(stdout).toContain('3 of event')
    expect(listFiles()).toEqual(before)
  })

  test.each([
    // Every block, behind the heads of the file.
    ['events.duckdb', () => damage('events.duckdb', 3 * 4096 + 1000, 256 * 1024), 'events.duckdb'],
    ['the head of events.duckdb', () => damage('events.duckdb', 8), 'events.duckdb'],
    ['footfall.db', () => damage('footfall.db', 4096 * 3 + 8, 4096), 'footfall.db'],
    ['the head of footfall.db', () => damage('footfall.db', 0), 'footfall.db'],
    [
      'a dead letter',
      () => writeFileSync(join(dataDir, 'dead-letter.jsonl'), '{\n'),
      'refused events',
    ],
    ['a missing file', () => rmSync(join(dataDir, 'journal/a')), 'files'],
    ['a missing secret', () => rmSync(join(dataDir, 'secret')), 'secret'],
    ['a secret for all', () => chmodSync(join(dataDir, 'secret'), 0o644), 'secret'],
  ])('%s that is damaged is bad, with what to do', async (_, change, subject) => {
    change()
    const { exitCode, find, stdout } = await examine()
    expect({ exitCode, ...find(subject) }).toMatchObject({ exitCode: 1, state: 'bad' })
    expect(stdout).toContain('→ ')
  })

  test.each([
    ['a folder that others see', {}, () => chmodSync(dataDir, 0o755), 'data folder'],
    ['everyone trusted', { TRUST_PROXY: 'all' }, () => {}, 'settings'],
    ['a short secret', { APP_SECRET: 'short' }, () => {}, 'settings'],
    [
      'a kept copy',
      {},
      () => writeFileSync(join(dataDir, 'events.duckdb.wal.x.bad'), ''),
      'earlier damage',
    ],
    [
      'a refused event',
      {},
      () => writeFileSync(join(dataDir, 'dead-letter.jsonl'), '{"error":"x","hit":{}}\n'),
      'refused events',
    ],
  ])('%s is a warning', async (_, settings, change, subject) => {
    change()
    const { exitCode, find } = await examine(settings)
    expect({ exitCode, state: find(subject)?.state }).toEqual({ exitCode: 0, state: 'warning' })
  })

  test('a damaged database of places, and a folder that is not there, are bad', async () => {
    const file = join(base, 'places.mmdb')
    writeFileSync(file, 'no database')
    expect((await examine({ GEO_DB: file })).find('places')?.state).toBe('bad')
    dataDir = join(base, 'nowhere')
    const { exitCode, find } = await examine()
    expect([exitCode, find('data folder')?.state]).toEqual([1, 'bad'])
    expect(existsSync(dataDir)).toBe(false)
  })
})

describe('of a running server', () => {
  test('its databases are read, and a last backup that failed is said', async () => {
    const server = await startProcess({ dataDir })
    const { exitCode, find } = await examine()
    expect(exitCode).toBe(0)
    expect(find('server')).toMatchObject({ state: 'good', text: 'it runs, and stores events' })
    expect(find('events.duckdb')?.text).toContain('3 of event')
    await runFootfall(['backup', '--to', join(dataDir, 'backups'), '--data-dir', dataDir])
    expect((await examine()).find('backups')?.state).toBe('good')
    const result = { name: null, error: 'The disk is full.', startedAt: 0, durationMs: 1, bytes: 0 }
    writeFileSync(join(dataDir, 'backups', 'last-result.json'), JSON.stringify(result))
    expect((await examine()).find('backups')).toMatchObject({
      state: 'bad',
      text: expect.stringContaining('The disk is full.'),
    })
    await server.stop()
  })

  test('an address that leads elsewhere, and a request without a proxy, are said', async () => {
    const server = await startProcess({ dataDir })
    expect((await examine({}, '--url', server.url)).find('proxy')).toMatchObject({
      state: 'warning',
      text: 'requests come from 127.0.0.1, without x-forwarded-for, forwarded',
    })
    const other = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('other') })
    const elsewhere = `http://127.0.0.1:${other.port}`
    expect((await examine({}, '--url', elsewhere)).find('proxy')).toMatchObject({
      state: 'bad',
      text: `${elsewhere}/api/heartbeat answers 200, and the request did not arrive here`,
    })
    await other.stop(true)
    expect((await examine({}, '--url', elsewhere)).find('proxy')?.state).toBe('bad')
    await server.stop()
  })

  for (const name of proxyNames) {
    test.skipIf(!canProxy(name))(`what ${name} sends is seen, and whether it counts`, async () => {
      const settings = { BASE_PATH: '/stats' }
      const trusting = await startProcess({ dataDir, settings })
      let proxy = await startProxy(name, trusting.port)
      expect(
        (await examine({}, '--url', `http://127.0.0.1:${proxy.port}/stats`)).find('proxy'),
      ).toMatchObject({
        state: 'good',
        text: 'requests come from 127.0.0.1 with x-forwarded-for; this one counts as from 127.0.0.1',
      })
      await proxy.stop()
      await trusting.stop()
      const other = await startProcess({ dataDir, settings: { ...settings, TRUST_PROXY: 'none' } })
      proxy = await startProxy(name, other.port)
      const { find, stdout } = await examine({}, '--url', `http://127.0.0.1:${proxy.port}/stats`)
      expect(find('proxy')?.state).toBe('bad')
      expect(stdout).toContain('Name the proxy: TRUST_PROXY=127.0.0.1.')
      await proxy.stop()
      await other.stop()
    })
  }
})
