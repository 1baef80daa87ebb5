// One visitor of a share page, long reports and a replacement of the event file stop nobody else.

import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { Readers } from '../../src/db/duckdb/readers.ts'
import type { Semaphore, SemaphoreCaller } from '../../src/lib/semaphore.ts'
import { startServer, type TestServer } from '../support/app.ts'

setDefaultTimeout(60_000)

let server: TestServer
let id: string
let shareId: string
let token: string
const releases: (() => void)[] = []

beforeEach(async () => {
  server = await startServer({ now: '2026-03-01T12:00:00Z' })
  id = await server.createWebsite()
  const body = { entityId: id, shareType: 1, name: 'S', slug: 'fair', parameters: {} }
  shareId = (await server.ask<{ id: string }>('/api/share', { body })).body.id
  token = await openShare()
})
afterEach(async () => {
  for (const release of releases.splice(0)) release()
  await server.stop()
})

const openShare = async () =>
  (await server.ask<{ token: string }>('/api/share/fair', { token: null })).body.token

/** Asks as a visitor of the share page from an address. */
const visit = (path: string, address = '8.8.8.8', shareToken = token) =>
  server.ask(path, {
    token: null,
    headers: {
      'x-umami-share-token': shareToken,
      'x-umami-share-context': '1',
      'X-Forwarded-For': address,
    },
  })

const statsPath = () => `/api/websites/${id}/stats?startAt=0&endAt=${Date.parse('2026-03-02')}`

describe('a share token', () => {
  const ask = (address?: string, shareToken?: string) =>
    visit(`/api/websites/${id}`, address, shareToken)

  async function spend(): Promise<number> {
    for (let served = 0; ; served++) {
      const { status } = await ask()
      if (status !== 200) return served
    }
  }

  test('is refused when it asks too often, until its time has come', async () => {
    expect(await spend()).toBe(600)
    const refused = await ask()
    expect(refused).toMatchObject({
      status: 429,
      body: {
        error: {
          message: 'Too many requests; try again later.',
          code: 'too-many-requests',
          status: 429,
        },
      },
    })
    expect(refused.headers.get('retry-after')).toBe('1')
    server.setNow('2026-03-01T12:00:01Z')
    expect((await ask()).status).toBe(200)
  })

  test('opens a page for twenty people of one network at once, and twenty questions a second', async () => {
    const served = async (count: number) => {
      const answers = await Promise.all(Array.from({ length: count }, () => ask()))
      return answers.filter(({ status }) => status === 200).length
    }
    expect(await served(20 * 16)).toBe(20 * 16)
    await spend()
    server.setNow('2026-03-01T12:00:01Z')
    expect(await served(40)).toBe(20)
  })

  test('is counted by page and network, whatever its text', async () => {
    await spend()
    server.setNow('2026-03-01T12:00:00.020Z')
    const another = await openShare()
    expect((await ask('8.8.8.8', another)).status).toBe(429)
    expect((await ask('8.8.4.4')).status).toBe(200)
    expect((await server.ask(`/api/websites/${id}`)).status).toBe(200)
  })

  test('is counted for a whole network of version 6', async () => {
    for (let n = 0; n < 600; n++) {
      expect((await ask(`2001:db8:1:2::${n.toString(16)}`)).status).toBe(200)
    }
    expect((await ask('2001:db8:1:2:ffff::1')).status).toBe(429)
    expect((await ask('2001:db8:1:3::1')).status).toBe(200)
  })
})

/** The pool of connections, whose work the tests hold. */
const pool = () =>
  (
    server.app.store as unknown as {
      readers: { run: Readers['run']; semaphore: Semaphore }
    }
  ).readers
const waitingCount = () => pool().semaphore.waiting

/** Holds a connection, or waits for one, for a caller until the test is over. */
function hold(caller: SemaphoreCaller): () => void {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  releases.push(release)
  void pool().run(() => held, { caller })
  return release
}

const until = async (isTrue: () => boolean) => {
  while (!isTrue()) await new Promise<void>((resolve) => setImmediate(resolve))
}

const user = { key: 'user x', isLimited: false }
const visitorCaller = () =>
  server.app.shareRequests.admit(shareId, {
    headers: new Headers({ 'X-Forwarded-For': '8.8.8.8' }),
    peerAddress: '127.0.0.1',
  })

describe('reports of one visitor', () => {
  test('leave connections to all others, and wait for each other', async () => {
    const caller = visitorCaller()
    const ends = Array.from({ length: 4 }, () => hold(caller))
    const waiting = [visit(statsPath()), visit(statsPath(), '8.8.4.4')]
    // Three of those held, and two queries of each visit: the range and what it is compared with.
    const allWaiting = 3 + 2 * waiting.length
    await until(() => waitingCount() === allWaiting)
    expect((await server.ask(statsPath())).status).toBe(200)
    expect(waitingCount()).toBe(allWaiting)
    for (const end of ends) end()
    for (const answer of waiting) expect((await answer).status).toBe(200)
  })
})

describe('the heartbeat', () => {
  const isWell = { status: 200, body: { ok: true } }
  const beat = () => server.ask('/api/heartbeat', { token: null })

  test('does not wait for reports', async () => {
    for (let n = 0; n < 4; n++) hold(user)
    const stats = server.ask(statsPath())
    await until(() => waitingCount() > 0)
    expect(await beat()).toMatchObject(isWell)
    for (const release of releases.splice(0)) release()
    expect((await stats).status).toBe(200)
  })

  test('does not wait for the replacement of the event file, nor for who holds that up', async () => {
    const release = hold(user)
    let finish = () => {}
    const finished = new Promise<void>((resolve) => {
      finish = resolve
    })
    let isReplacing = false
    const replaced = server.app.store.withoutReaders(async () => {
      isReplacing = true
      await finished
    })
    releases.push(finish)
    expect(await beat()).toMatchObject(isWell)
    expect(isReplacing).toBe(false)
    release()
    await until(() => isReplacing)
    expect(await beat()).toMatchObject(isWell)
    finish()
    await replaced
    expect(await beat()).toMatchObject(isWell)
  })

  test('does not wait for an engine whose threads are all busy', async () => {
    const { pinger } = server.app.store as unknown as {
      pinger: { connection: { run: (text: string) => Promise<unknown> } }
    }
    const { run } = pinger.connection
    let answer = () => {}
    pinger.connection.run = () =>
      new Promise<void>((resolve) => {
        answer = resolve
      })
    expect(await beat()).toMatchObject(isWell)
    answer()
    pinger.connection.run = run
    expect(await beat()).toMatchObject(isWell)
  })

  test('does not wait for events that are not applied yet', async () => {
    const { writer } = server.app
    const own = writer.readBarrier
    let release = () => {}
    writer.readBarrier = () =>
      new Promise<void>((resolve) => {
        release = resolve
      })
    expect(await beat()).toMatchObject(isWell)
    release()
    writer.readBarrier = own
  })

  test('asks both databases', async () => {
    const { store, entities } = server.app
    const broken = () => Promise.reject(new Error('FATAL Error: the disk is gone'))
    const ping = store.ping.bind(store)
    store.ping = broken
    expect((await beat()).status).toBe(500)
    store.ping = ping
    const engine = store as unknown as { pinger: { connection: { run: unknown } } }
    const { run } = engine.pinger.connection
    engine.pinger.connection.run = broken
    expect(await beat()).toMatchObject({
      status: 503,
      body: { error: { message: 'The event store is being reopened.' } },
    })
    engine.pinger.connection.run = run
    expect(await beat()).toMatchObject(isWell)
    entities.run('begin')
    entities.run('alter table user rename to gone')
    expect((await beat()).status).toBe(500)
    entities.run('rollback')
    expect(await beat()).toMatchObject(isWell)
  })
})
