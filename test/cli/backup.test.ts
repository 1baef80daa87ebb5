// `footfall backup` and `footfall restore`, next to a running server and without one.

import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  setDefaultTimeout,
  test,
} from 'bun:test'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { version } from '../../package.json'
import { encodeEnd, encodeHeader, encodePadding } from '../../src/backup/tar.ts'
import { adminPassword } from '../support/app.ts'
import { type Running, runFootfall, startProcess } from '../support/process.ts'
import { firefox } from '../support/visits.ts'

// Processes start slowly on a busy machine.
setDefaultTimeout(120_000)

const base = await mkdtemp(join(tmpdir(), 'footfall-backups-'))
afterAll(() => rm(base, { recursive: true, force: true }))
let dataDir = ''
let file = ''
let count = 0
const choosePlaces = () => {
  dataDir = join(base, String(++count), 'data')
  file = join(base, String(count), 'kept.tar.zst')
  mkdirSync(join(base, String(count)), { recursive: true })
}
beforeEach(choosePlaces)

const settings = { ADMIN_PASSWORD: adminPassword }
const backup = (...args: string[]) => runFootfall(['backup', ...args, '--data-dir', dataDir])
const restore = (from: string, to: string) => runFootfall(['restore', from, '--data-dir', to])

/** Sends page views of a website, which is made for the first. */
async function sendViews(server: Running, views: number, website?: string): Promise<string> {
  const token = await server.login()
  const site = { name: 'Shop', domain: 'shop.example' }
  const id = website ?? (await server.ask<{ id: string }>('/api/websites', token, site)).id
  for (let index = 0; index < views; index++) {
    const payload = { website: id, url: `/${index}`, hostname: 'shop.example' }
    const response = await fetch(`${server.url}/api/send`, {
      method: 'POST',
      headers: { 'User-Agent': firefox },
      body: JSON.stringify({ type: 'event', payload }),
    })
    expect(response.status).toBe(200)
  }
  return id
}

async function countViews(server: Running, website: string): Promise<number> {
  const token = await server.login()
  const path = `/api/websites/${website}/stats?startAt=0&endAt=${Date.now() + 60_000}`
  return (await server.ask<{ pageviews: number }>(path, token)).pageviews
}

async function countRestored(folder: string, website: string): Promise<number> {
  const server = await startProcess({ dataDir: folder })
  const views = await countViews(server, website)
  expect(await server.ask('/api/heartbeat', null)).toEqual({ ok: true })
  await server.stop()
  return views
}

/** A stopped server's folder with two views, and a backup of it when it had one. */
async function prepare(): Promise<string> {
  const server = await startProcess({ dataDir, settings })
  const website = await sendViews(server, 1)
  expect((await backup(file)).exitCode).toBe(0)
  await sendViews(server, 1, website)
  await server.stop()
  return website
}

const listData = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .map((name) => [name, Bun.hash(readFileSync(join(folder, name)))])
    .filter(([name]) => name !== 'lock')
    .toSorted()

describe('footfall backup', () => {
  test('of a running server has what was answered before, and the server goes on', async () => {
    const server = await startProcess({ dataDir, settings })
    const website = await sendViews(server, 3)
    const { exitCode, stdout, stderr } = await backup(file)
    expect([exitCode, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(new RegExp(`^${file}\n[\\d.]+ MB, checked\n$`))
    await sendViews(server, 2, website)
    expect(await countViews(server, website)).toBe(5)
    // Nothing is left of the moment, and only its owner may read the file.
    expect(readdirSync(join(dataDir, 'backups'))).toEqual([])
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(await server.stop()).toBe(0)
    expect(server.stderr()).not.toContain(' error ')

    const other = join(base, 'other')
    const restored = await restore(file, other)
    expect([restored.exitCode, restored.stderr]).toEqual([0, ''])
    expect(restored.stdout).toMatch(
      / is as it was at \d{4}-.*Z: 3 events, 1 websites, 1 users\.\n$/,
    )
    expect(existsSync(join(other, 'restore'))).toBe(false)
    expect(await countRestored(other, website)).toBe(3)
  })

  test('without a server, into a folder and named by the date, what a killed server left too', async () => {
    const server = await startProcess({ dataDir, settings })
    const website = await sendViews(server, 4)
    server.kill('SIGKILL')
    await server.exited
    const { exitCode, stdout } = await backup('--to', join(base, 'named'))
    expect(exitCode).toBe(0)
    const [name = '', ...others] = readdirSync(join(base, 'named'))
    expect(others).toEqual([])
    expect(name).toMatch(/^footfall-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.tar\.zst$/)
    expect(stdout).toContain(join(base, 'named', name))
    const other = join(base, 'other-named')
    expect((await restore(join(base, 'named', name), other)).exitCode).toBe(0)
    expect(await countRestored(other, website)).toBe(4)
  })

  test('is an archive that common tools read, with a manifest', async () => {
    const server = await startProcess({ dataDir, settings })
    await sendViews(server, 1)
    await backup(file)
    await server.stop()
    const archive = `${file}.tar`
    writeFileSync(archive, Bun.zstdDecompressSync(readFileSync(file)))
    const listed = Bun.spawnSync(['tar', '-tf', archive]).stdout.toString().trim().split('\n')
    expect(listed.at(0)).toBe('manifest.json')
    expect(listed.at(-1)).toBe('checksums.json')
    expect(listed).toContainValues(['footfall.db', 'events.duckdb', 'secret'])
    const text = Bun.spawnSync(['tar', '-xOf', archive, 'manifest.json']).stdout.toString()
    expect(JSON.parse(text)).toMatchObject({
      format: 1,
      footfall: version,
      engine: expect.stringMatching(/^v1\.5\./),
      storage: expect.stringContaining('v1.3'),
      counts: { events: { event: 1, session: 1 }, entities: { website: 1, user: 1 } },
      schema: {
        entities: expect.arrayContaining(['0001_entities']),
        events: expect.arrayContaining(['0001_events']),
      },
    })
  })

  test.each([
    [[], 'backup needs a FILE, or a folder after --to'],
    [['a', '--to', 'b'], 'backup needs a FILE, or a folder after --to'],
    [['/tmp'], '/tmp is a folder; give it after --to'],
  ])('%j is a wrong call', async (args, sentence) => {
    const { exitCode, stderr } = await backup(...args)
    expect([exitCode, stderr]).toEqual([2, `footfall: ${sentence}\nSee footfall --help.\n`])
  })

  test('of a folder without data fails, and makes nothing', async () => {
    const { exitCode, stderr } = await backup(file)
    expect([exitCode, stderr]).toEqual([
      1,
      `footfall: There is no events.duckdb in ${dataDir}; name the data folder with --data-dir.\n`,
    ])
    expect([existsSync(dataDir), existsSync(file)]).toEqual([false, false])
  })
})

describe('footfall restore', () => {
  test('puts the backup in place of what a stopped folder holds, and nothing of that stays', async () => {
    const website = await prepare()
    const { exitCode, stderr } = await restore(file, dataDir)
    expect([exitCode, stderr]).toEqual([0, ''])
    expect(existsSync(join(dataDir, 'restore'))).toBe(false)
    expect(await countRestored(dataDir, website)).toBe(1)
  })

  test.each(['new/events.duckdb', 'ready', 'done'])(
    'killed when it has written %s, a start finds the old content or the new one',
    async (gate) => {
      const website = await prepare()
      const child = Bun.spawn(
        [
          process.execPath,
          join(import.meta.dir, '../../src/main.ts'),
          'restore',
          file,
          '--data-dir',
          dataDir,
        ],
        { stdout: 'ignore', stderr: 'ignore' },
      )
      // Nothing waits for it: it may have ended before it is seen.
      while (child.exitCode === null && !existsSync(join(dataDir, 'restore', gate))) {
        await new Promise((resolve) => setImmediate(resolve))
      }
      child.kill('SIGKILL')
      await child.exited
      const views = await countRestored(dataDir, website)
      expect(gate === 'done' ? [1] : [1, 2]).toContain(views)
      expect(existsSync(join(dataDir, 'restore'))).toBe(false)
    },
  )

  test('refuses a folder that a server has open, which goes on', async () => {
    const website = await prepare()
    const server = await startProcess({ dataDir })
    const { exitCode, stderr } = await restore(file, dataDir)
    expect(exitCode).toBe(1)
    expect(stderr).toContain('is in use by another footfall')
    expect(await countViews(server, website)).toBe(2)
    await server.stop()
  })
})

describe('footfall restore refuses, and changes nothing', () => {
  let whole = Buffer.alloc(0)
  let folder = ''
  beforeAll(async () => {
    choosePlaces()
    await prepare()
    folder = dataDir
    whole = readFileSync(file)
  })

  /** Another archive of the same files, with a manifest that was changed. */
  function rewriteManifest(change: (manifest: Record<string, unknown>) => void): void {
    const unpacked = `${file}.unpacked`
    const archive = `${file}.tar`
    mkdirSync(unpacked, { recursive: true })
    writeFileSync(archive, Bun.zstdDecompressSync(whole))
    Bun.spawnSync(['tar', '-xf', archive, '-C', unpacked])
    const names = Bun.spawnSync(['tar', '-tf', archive]).stdout.toString().trim().split('\n')
    const manifest = JSON.parse(readFileSync(join(unpacked, 'manifest.json'), 'utf8'))
    change(manifest)
    writeFileSync(join(unpacked, 'manifest.json'), JSON.stringify(manifest))
    const parts = names.flatMap((name) => {
      const content = readFileSync(join(unpacked, name))
      return [encodeHeader(name, content.length, 0), content, encodePadding(content.length)]
    })
    writeFileSync(file, Bun.zstdCompressSync(Buffer.concat([...parts, encodeEnd()])))
  }

  test.each([
    [
      'footfall',
      (manifest) => (manifest.footfall = '999.0.0'),
      'made by a newer footfall (footfall 999.0.0',
    ],
    [
      'engine',
      (manifest) => (manifest.engine = 'v9.0.0'),
      'made by a newer footfall (DuckDB v9.0.0',
    ],
    ['format', (manifest) => (manifest.format = 99), 'made by a newer footfall (another format'],
    [
      'schema',
      (manifest) => (manifest.schema = { entities: ['9999_later'], events: [] }),
      'written by a newer footfall (it has "9999_later"',
    ],
    [
      'counts',
      (manifest) => (manifest.counts = { entities: {}, events: { event: 5 } }),
      'The backup holds 1 rows of event, and its manifest says 5',
    ],
    ['files', (manifest) => (manifest.files = [{ name: '../x', bytes: 1 }]), 'names other files'],
  ] as [string, (manifest: Record<string, unknown>) => void, string][])(
    'another %s than it can read',
    async (_, change, sentence) => {
      rewriteManifest(change)
      const before = listData(folder)
      const { exitCode, stderr } = await restore(file, folder)
      expect(exitCode).toBe(1)
      expect(stderr).toContain(sentence)
      expect(listData(folder)).toEqual(before)
    },
  )

  test('a backup that was cut off or damaged', async () => {
    const before = listData(folder)
    const flipped = (at: number) => {
      const copy = Buffer.from(whole)
      copy[at] = (copy[at] as number) ^ 0x10
      return copy
    }
    const damaged = [
      whole.subarray(0, whole.length - 100),
      whole.subarray(0, Math.floor(whole.length / 2)),
      Buffer.alloc(0),
      Buffer.from('no backup at all'),
      flipped(Math.floor(whole.length / 2)),
      flipped(Math.floor(whole.length / 4)),
    ]
    for (const content of damaged) {
      writeFileSync(file, content)
      const { exitCode, stderr } = await restore(file, folder)
      expect(exitCode).toBe(1)
      expect(stderr).toContain('is damaged or no backup')
      expect(listData(folder)).toEqual(before)
    }
  })
})
