import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Hit } from '../../../../src/collect/shape/hit.ts'
import { closeHours, lastClosedHour } from '../../../../src/collect/store/visits/visits.ts'
import { sql } from '../../../../src/db/sql.ts'
import { compactEvents } from '../../../../src/jobs/compact.ts'
import { createTarget, retireTarget } from '../../../../src/targets/store.ts'
import { startServer, type TestServer } from '../../../support/app.ts'
import { randomHits, toRandom } from '../../../support/random-hits.ts'
import { compareVisits } from '../../../support/stored-visits.ts'
import { pageView } from '../page-view.ts'

const seed = Number(process.env.FOOTFALL_SEED ?? Math.floor(Math.random() * 2 ** 31))
const random = toRandom(seed)

const hourMs = 3_600_000
const startAt = Date.UTC(2026, 0, 1)
const now = startAt + 30 * hourMs

let dataDir: string
let server: TestServer
console.log(`FOOTFALL_SEED=${seed}`)
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'footfall-visits-'))
  server = await startServer({ dataDir, now: startAt })
})
afterEach(async () => {
  await server.stop()
  rmSync(dataDir, { recursive: true })
})

const add = (hits: readonly Hit[]) => Promise.all(hits.map((hit) => server.app.writer.add(hit)))

async function addInGroups(hits: readonly Hit[]): Promise<void> {
  for (let at = 0; at < hits.length; ) {
    const size = 1 + Math.floor(random() * 200)
    await add(hits.slice(at, at + size))
    await server.app.writer.drain()
    at += size
  }
}

/** Hits in no order of time, each in a visit of its hour or of the one before. */
function makeHits(count: number, hours: [first: number, end: number]): Hit[] {
  const [first, end] = hours
  const wanted = {
    target: 1,
    count,
    startAt: startAt + first * hourMs,
    endAt: startAt + end * hourMs,
  }
  return randomHits(random, wanted).map((hit) => {
    const minutes = (hit.at % hourMs) / 60_000
    const goesOn = minutes < 30 && random() < 0.5
    return { ...hit, visitHour: Math.floor(hit.at / hourMs) - (goesOn ? 1 : 0) }
  })
}

/** Closes what is due by an instant, step by step, and gives the number of steps. */
async function closeUntil(at: number, rowsPerStep?: number): Promise<number> {
  const { store, writer, log } = server.app
  let steps = 0
  let isMoreDue = true
  while (isMoreDue) {
    isMoreDue = await writer.exclusive(() => closeHours(store, at, log, rowsPerStep))
    steps++
  }
  return steps
}

async function expectRight(least = 1): Promise<void> {
  const { stored, right } = await compareVisits(server.app.store.writer)
  expect(stored).toEqual(right)
  expect(Object.keys(right).length).toBeGreaterThanOrEqual(least)
}

test('visits become rows when they are over, and not before', async () => {
  expect(server.app.store.closedHour).toBe(0)
  await addInGroups(makeHits(800, [0, 20]))
  await closeUntil(startAt + 10.4 * hourMs)
  expect(server.app.store.closedHour).toBe(startAt / hourMs + 9)
  await expectRight(40)
  const [open] = await server.app.events.query<{ n: number }>(
    sql`select count(*) as n from visit where visit_hour >= ${startAt / hourMs + 9}`,
  )
  expect(open).toEqual({ n: 0 })
})

test('hits that come late belong to the visits that are rows already', async () => {
  await addInGroups(makeHits(600, [0, 20]))
  await closeUntil(startAt + 10 * hourMs)
  await addInGroups(makeHits(300, [0, 20]))
  await expectRight(40)
  await closeUntil(now)
  await expectRight(60)
  await addInGroups(makeHits(300, [0, 28]))
  await expectRight(60)
})

test('hours are closed in steps, and a start goes on where the last one ended', async () => {
  await addInGroups(makeHits(400, [0, 30]))
  // Some 13 rows an hour: a few hours a step, and the last ones each in parts.
  expect(await closeUntil(startAt + 10 * hourMs, 40)).toBeGreaterThan(1)
  await closeUntil(startAt + 27 * hourMs)
  await closeUntil(now, 5)
  await expectRight(60)
  await server.stop()
  server = await startServer({ dataDir, now })
  expect(server.app.store.closedHour).toBe(lastClosedHour(now))
  await expectRight(60)
  await addInGroups(makeHits(300, [25, 40]))
  await closeUntil(now + 20 * hourMs)
  await expectRight(60)
})

test('compaction keeps visits that are closed or made again while it copies', async () => {
  const { app } = server
  const own = app.store.withoutReaders.bind(app.store)
  const view = (hour: number, path: string) =>
    pageView({ session: 'late', at: startAt + hour * hourMs, path, title: null, target: 1 })
  await addInGroups(makeHits(400, [0, 30]))
  await closeUntil(now)
  await add([view(3, '/a'), view(60, '/b')])
  await app.writer.drain()
  // When the copy is complete, and before it is adopted.
  app.store.withoutReaders = async (work) => {
    await add([view(3.2, '/late'), view(2.9, '/earlier')])
    await app.writer.drain()
    await closeUntil(startAt + 70 * hourMs)
    return own(work)
  }
  try {
    const limits = { minBytes: 0, minWaste: Number.NEGATIVE_INFINITY }
    const job = { ...app, ...limits, dataDir }
    expect(await compactEvents(job, new AbortController().signal)).toBe(true)
  } finally {
    app.store.withoutReaders = own
  }
  await expectRight(60)
  await addInGroups(makeHits(200, [0, 65]))
  await expectRight(60)
})

test('what is erased takes its visits along', async () => {
  const { app } = server
  await addInGroups(makeHits(300, [0, 20]))
  // The hits above are of number 1.
  createTarget(app.entities, 'website', crypto.randomUUID())
  const id = crypto.randomUUID()
  createTarget(app.entities, 'website', id)
  const target = app.targets.findNumber('website', id) as number
  await add([pageView({ session: 'gone', at: startAt, path: '/', title: null, target })])
  await closeUntil(now)
  await expectRight(60)
  retireTarget(app.entities, id, now)
  await app.jobs.run('erase')
  const [left] = await app.events.query<{ n: number }>(
    sql`select count(*) as n from visit where source_id = ${target}`,
  )
  expect(left).toEqual({ n: 0 })
  await expectRight(60)
})
