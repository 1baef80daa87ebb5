import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, mkdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { prepareHit } from '../../../src/collect/pipeline.ts'
import { parseSendBody } from '../../../src/collect/read/payload.ts'
import type { Hit } from '../../../src/collect/shape/hit.ts'
import { sql } from '../../../src/db/sql.ts'
import { AppError } from '../../../src/errors.ts'
import { startServer, type TestServer } from '../../support/app.ts'
import { firefox } from '../../support/visits.ts'
import { fakeCollector, websiteId } from '../fake-collector.ts'

setDefaultTimeout(60_000)

let server: TestServer
let website = ''
async function start(dataDir?: string): Promise<void> {
  server = await startServer(dataDir === undefined ? {} : { dataDir })
  website = await server.createWebsite('Example', websiteId)
}
/** A mounted file system that is to go after the server. */
let disk: string | null = null
afterEach(async () => {
  await server.stop()
  if (disk === null) return
  Bun.spawnSync(['umount', disk])
  rmSync(disk, { recursive: true })
  disk = null
})

const { collector } = fakeCollector()

/** A page view as the writer gets it. */
function toHit(path: string): Hit {
  const body = parseSendBody({ type: 'event', payload: { website: websiteId, url: path } })
  if (body instanceof AppError) throw body
  const headers = new Headers({ 'User-Agent': firefox })
  const prepared = prepareHit(collector, { headers, peerAddress: '127.0.0.1' }, body)
  if (!('hit' in prepared)) throw new Error(prepared.reason)
  const target = server.app.targets.findNumber('website', websiteId) as number
  return { ...prepared.hit, target, at: Date.now() }
}

const send = (path: string) =>
  server.ask<{ error?: { code: string } }>('/api/send', {
    token: null,
    headers: { 'User-Agent': firefox },
    body: { type: 'event', payload: { website, url: path } },
  })

/** Path and page views of every page that is stored, read through the API. */
async function storedPages(): Promise<Record<string, number>> {
  const range = `startAt=0&endAt=${Date.now() + 60_000}&limit=1000`
  const { body } = await server.ask<{ name: string; pageviews: number }[]>(
    `/api/websites/${website}/metrics/expanded?type=path&${range}`,
  )
  return Object.fromEntries(body.map(({ name, pageviews }) => [name, pageviews]))
}

/** Keeps the writer busy until the returned function is called. */
function holdWriter(): () => void {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  void server.app.writer.exclusive(() => held)
  return release
}

describe('in one group', () => {
  beforeEach(() => start())

  test('a hit that the store refuses goes to the dead-letter file alone', async () => {
    const release = holdWriter()
    // Its column takes no null; nothing that passes the pipeline has one there.
    const event = { ...toHit('/poison').event, urlPath: null } as unknown as Hit['event']
    const poison = { ...toHit('/poison'), event }
    const { writer } = server.app
    const outcomes = Promise.all([
      writer.add(toHit('/first')),
      writer.add(poison),
      writer.add(toHit('/middle')),
      writer.add(poison),
      writer.add(toHit('/last')),
    ])
    release()
    await outcomes
    expect(await storedPages()).toEqual({ '/first': 1, '/middle': 1, '/last': 1 })
    expect((await send('/later')).status).toBe(200)
    expect(
      server.logged.filter((line) => line.includes('moved to the dead-letter file')).length,
    ).toBe(2)
    const aside = readFileSync(join(server.dataDir, 'dead-letter.jsonl'), 'utf8').trim().split('\n')
    expect(aside.map((line) => (JSON.parse(line) as { hit: Hit }).hit)).toEqual([poison, poison])
  })

  test('what waits when the server stops is stored', async () => {
    const release = holdWriter()
    const added = Promise.all(['/a', '/b'].map((path) => server.app.writer.add(toHit(path))))
    const closed = server.app.writer.close()
    release()
    await Promise.all([closed, added])
    expect(await storedPages()).toEqual({ '/a': 1, '/b': 1 })
    const refused = await send('/c')
    expect([refused.status, refused.body.error?.code]).toEqual([503, 'unavailable'])
  })
})

test('a full queue answers 503 with Retry-After; what was taken is stored', async () => {
  await start()
  const release = holdWriter()
  const hit = toHit('/queued')
  const added: Promise<void>[] = []
  let refused = 0
  while (refused === 0) {
    for (let count = 0; count < 1_000; count++) {
      added.push(server.app.writer.add(hit).catch(() => void refused++))
    }
    await Bun.sleep(0)
  }
  const answer = await send('/refused')
  expect([answer.status, answer.body.error?.code]).toEqual([503, 'unavailable'])
  expect(answer.headers.get('retry-after')).toBe('1')
  const batch = await server.ask('/api/batch', {
    headers: { 'User-Agent': firefox },
    body: [{ type: 'event', payload: { website, url: '/refused' } }],
  })
  expect([batch.status, batch.headers.get('retry-after')]).toEqual([503, '1'])
  // Reading goes on.
  expect(await storedPages()).toEqual({})
  release()
  await Promise.all(added)
  expect(added.length - refused).toBeGreaterThan(1_000)
  expect(await storedPages()).toEqual({ '/queued': added.length - refused })
  expect((await send('/after')).status).toBe(200)
})

test('during a long task few hits of many properties are taken, and all are stored after it', async () => {
  await start()
  const release = holdWriter()
  const properties = Array.from({ length: 500 }, (_, index) => ({
    key: `key ${index}`,
    type: 1 as const,
    text: 'x'.repeat(50),
    number: null,
    dateMs: null,
  }))
  const hit = { ...toHit('/wide'), eventData: properties }
  let answered = 0
  const added = Array.from({ length: 400 }, () =>
    server.app.writer.add(hit).then(() => {
      answered++
    }),
  )
  // Others are answered as long as there is room.
  await added[0]
  // Reading waits in vain for a while, in which the writer takes all that it takes.
  await server.app.events.query(sql`select 1`)
  const taken = answered
  release()
  await Promise.all(added)
  // 501 rows each: 40,000 are a full room, to which a last group of 10,000 was added.
  expect(taken).toBeLessThanOrEqual(99)
  expect(await storedPages()).toEqual({ '/wide': 400 })
  const [row] = await server.app.events.query<{ n: number }>(
    sql`select count(*) as n from event_data`,
  )
  expect(row?.n).toBe(200_000)
})

const canMount = process.getuid?.() === 0 && Bun.which('mount') !== null && mounts()

describe.skipIf(!canMount)('on a full disk', () => {
  beforeEach(async () => {
    disk = await mkdtemp(join(tmpdir(), 'footfall-disk-'))
    mount(disk)
    await start(join(disk, 'data'))
  })

  let filler = ''
  const fill = () => {
    filler = join(server.dataDir, 'filler')
    const { bavail, bsize } = statfsSync(server.dataDir)
    writeFileSync(filler, Buffer.alloc(bavail * bsize - 64 * 1024))
  }

  const health = async () => (await server.ask('/api/heartbeat')).status

  let stored: Record<string, number> = {}
  let count = 0
  beforeEach(() => {
    stored = {}
  })

  /** Sends page views until one gets this answer; notes what was stored. */
  async function sendUntil(wanted: number): Promise<void> {
    for (;;) {
      const paths = Array.from({ length: 20 }, () => `/${++count}/${'x'.repeat(400)}`)
      const answers = await Promise.all(paths.map(send))
      for (const [index, { status, headers, body }] of answers.entries()) {
        if (status === 200) stored[paths[index] as string] = 1
        else {
          expect([status, body.error?.code]).toEqual([503, 'unavailable'])
          expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
        }
      }
      if (answers.some(({ status }) => status === wanted)) return
    }
  }

  test('the API answers 503, health too; with room again it works on, and nothing is lost', async () => {
    await sendUntil(200)
    fill()
    await sendUntil(503)
    expect(await health()).toBe(503)
    rmSync(filler)
    await sendUntil(200)
    expect(await health()).toBe(200)
    expect(await storedPages()).toEqual(stored)
  })

  test('the writer closes without a failure, and nothing is lost', async () => {
    await sendUntil(200)
    expect(await storedPages()).toEqual(stored)
    fill()
    await server.app.writer.close()
    expect(server.logged.join('\n')).toContain('known sessions could not be saved')
    rmSync(filler)
    await server.stop()
    server = await startServer({ dataDir: server.dataDir })
    expect(await storedPages()).toEqual(stored)
  })

  test('an engine that died of it is opened again, and nothing is lost', async () => {
    for (let round = 0; round < 10; round++) await sendUntil(200)
    // All are rows by now, so that it is the checkpoint that meets the full disk.
    expect(await storedPages()).toEqual(stored)
    fill()
    const { writer, store } = server.app
    await expect(writer.exclusive(() => store.checkpoint())).rejects.toThrow('FATAL Error')
    await sendUntil(503)
    expect(await health()).toBe(503)
    rmSync(filler)
    await sendUntil(200)
    expect(await health()).toBe(200)
    expect(await storedPages()).toEqual(stored)
    expect(server.logged.join('\n')).toContain('database has been invalidated')
  })
})

function mount(folder: string): void {
  const mounted = Bun.spawnSync(['mount', '-t', 'tmpfs', '-o', 'size=32m', 'tmpfs', folder])
  if (!mounted.success) throw new Error(mounted.stderr.toString())
}

/** Whether this machine lets us mount; containers often do not. */
function mounts(): boolean {
  const folder = join(tmpdir(), `footfall-mount-${process.pid}`)
  if (!existsSync(folder)) mkdirSync(folder)
  const isAllowed = Bun.spawnSync(['mount', '-t', 'tmpfs', 'tmpfs', folder]).success
  if (isAllowed) Bun.spawnSync(['umount', folder])
  rmSync(folder, { recursive: true })
  return isAllowed
}
