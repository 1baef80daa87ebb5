// What the applier does when the store refuses hits: whose fault it is, and when it is tried again.

import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Hit } from '../../../../src/collect/shape/hit.ts'
import { readDeadLetters } from '../../../../src/collect/store/apply/dead-letter.ts'
import { startServer, type TestServer } from '../../../support/app.ts'
import { firefox } from '../../../support/visits.ts'
import { pageView } from '../page-view.ts'

setDefaultTimeout(60_000)

let server: TestServer
let website = ''
let target = 0
beforeEach(async () => {
  server = await startServer()
  website = await server.createWebsite()
  target = server.app.targets.findNumber('website', website) as number
})
afterEach(() => server.stop())

const view = (path: string): Hit =>
  pageView({ session: path, at: Date.now(), path, title: null, target })

/** A hit whose column takes no null; nothing that passes the pipeline has one there. */
const poison = (path: string): Hit => {
  const hit = view(path)
  return { ...hit, event: { ...hit.event, urlPath: null } as unknown as Hit['event'] }
}

const add = (hits: readonly Hit[]) => Promise.all(hits.map((hit) => server.app.writer.add(hit)))

const send = async () => {
  const body = { type: 'event', payload: { website, url: '/sent' } }
  return server.ask('/api/send', { token: null, headers: { 'User-Agent': firefox }, body })
}

const state = () => server.app.writer.state.name

/** Waits for a state that comes by itself. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await Bun.sleep(5)
}

async function storedPaths(): Promise<string[]> {
  const reader = await server.app.store.writer.runAndReadAll(
    'select url_path from event order by event_id',
  )
  return reader.getRows().map(([path]) => path as string)
}

test('when the store refuses every hit, none goes to the dead-letter file and senders get 503', async () => {
  const { writer } = server.app.store
  await server.app.writer.exclusive(() => writer.run('alter table event rename to gone'))
  await server.app.writer.replacing(async () => {}).catch(() => {})
  await add(['/a', '/b', '/c', '/d'].map(view))
  await until(() => state() === 'down')
  const refused = await send()
  expect(refused.status).toBe(503)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  const heartbeat = await server.ask<{ error: { message: string } }>('/api/heartbeat')
  expect([heartbeat.status, heartbeat.body.error.message]).toEqual([
    503,
    'Events cannot be stored right now: the event database refuses every event.',
  ])
  expect(existsSync(join(server.dataDir, 'dead-letter.jsonl'))).toBe(false)
  // Each try waits twice as long as the one before, and each is one line.
  const waits = () =>
    server.logged.flatMap((line) => /cannot be stored .*retryInMs=(\d+)/.exec(line)?.[1] ?? [])
  await until(() => waits().length >= 4)
  expect(waits().slice(0, 4)).toEqual(['100', '200', '400', '800'])
  await writer.run('alter table gone rename to event')
  await until(() => state() === 'running')
  await server.app.writer.drain()
  expect(await storedPaths()).toEqual(['/a', '/b', '/c', '/d'])
  expect((await send()).status).toBe(200)
})

test('three refused hits in a row take the store down once; the rest is stored, none is lost', async () => {
  await add([view('/a'), ...['/1', '/2', '/3', '/4'].map(poison), view('/b')])
  await until(() => server.logged.some((line) => line.includes('events cannot be stored')))
  await until(() => state() === 'running' && readDeadLetters(server.dataDir).length === 4)
  await server.app.writer.drain()
  expect(await storedPaths()).toEqual(['/a', '/b'])
  expect(readDeadLetters(server.dataDir).map(({ hit }) => hit.sessionId)).toEqual(
    ['/1', '/2', '/3', '/4'].map((path) => poison(path).sessionId),
  )
})

/** Lets commits fail as the engine does that has too little memory; returns how many did. */
function failCommits(count: number): () => number {
  const { writer } = server.app.store
  const own = writer.run.bind(writer)
  let failed = 0
  writer.run = async (statement, ...values) => {
    if (statement !== 'commit' || failed === count) return own(statement, ...values)
    failed++
    throw new Error('Out of Memory Error: failed to pin block of size 256.0 KiB')
  }
  return () => failed
}

test('a group that needs too much memory is halved until it fits', async () => {
  const failed = failCommits(3)
  const paths = Array.from({ length: 40 }, (_, index) => `/${index}`)
  await add(paths.map(view))
  await server.app.writer.drain()
  expect(failed()).toBe(3)
  expect(await storedPaths()).toEqual(paths)
  expect(server.logged.filter((line) => line.includes('events cannot be stored'))).toEqual([])
})

test('a single hit that needs too much memory waits, and is not refused', async () => {
  const failed = failCommits(4)
  await add([view('/a')])
  await until(() => state() === 'down')
  await until(() => state() === 'running')
  await server.app.writer.drain()
  expect(failed()).toBe(4)
  expect(await storedPaths()).toEqual(['/a'])
  expect(readDeadLetters(server.dataDir)).toEqual([])
})
