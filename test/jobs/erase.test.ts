import { afterEach, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, readdirSync, readlinkSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { emptyEvent } from '../../src/collect/shape/columns.ts'
import { emptyHit, type Hit } from '../../src/collect/shape/hit.ts'
import { sql } from '../../src/db/sql.ts'
import { compactEvents } from '../../src/jobs/compact.ts'
import { startServer, type TestServer } from '../support/app.ts'
import { visits } from '../support/visits.ts'

// Much is written and copied, perhaps on a busy machine.
setDefaultTimeout(60_000)

let server: TestServer
afterEach(() => server.stop())

const counted = sql`select
  (select count(*) from event) as events, (select count(*) from session) as sessions,
  (select count(*) from event_data) as properties, (select count(*) from session_data) as facts,
  (select count(*) from revenue) as revenue`

/** Visits of this hour are not over, so that nothing is made of them while a test copies. */
const thisHour = Math.floor(Date.now() / 3_600_000)

const toFirst = (data: unknown) => (data as [unknown])[0]

test('deleting a website erases its rows from every table, and nothing else', async () => {
  server = await startServer()
  const [kept, gone] = [await server.createWebsite('Kept'), await server.createWebsite('Gone')]
  for (const website of [kept, gone]) {
    await visits(server, website, [
      { at: '2026-03-01T10:00:00Z', visitor: 'anna', url: '/' },
      {
        at: '2026-03-01T10:01:00Z',
        visitor: 'anna',
        name: 'buy',
        data: { revenue: 5, currency: 'EUR' },
      },
      { at: '2026-03-01T10:02:00Z', visitor: 'anna', type: 'identify', data: { plan: 'free' } },
    ])
  }
  expect(toFirst(await server.app.events.query(counted))).toEqual({
    events: 4,
    sessions: 2,
    properties: 4,
    facts: 2,
    revenue: 2,
  })
  await server.ask(`/api/websites/${gone}`, { method: 'DELETE' })
  await server.app.jobs.run('erase')
  expect(toFirst(await server.app.events.query(counted))).toEqual({
    events: 2,
    sessions: 1,
    properties: 2,
    facts: 1,
    revenue: 1,
  })
  expect(server.app.entities.query('select entity_id from event_source').all()).toEqual([
    { entity_id: kept },
  ])
})

test('a hit that was accepted just before the reset is erased too', async () => {
  server = await startServer()
  const website = await server.createWebsite()
  const number = server.app.targets.findNumber('website', website) as number
  const [sent] = await visits(server, website, [
    { at: '2026-03-01T10:00:00Z', visitor: 'anna', url: '/' },
  ])
  expect(sent).toBeDefined()
  const late = Array.from({ length: 3000 }, (_, index) => server.app.writer.add(hit(number, index)))
  await server.ask(`/api/websites/${website}/reset`, { body: {} })
  await server.app.jobs.run('erase')
  await Promise.all(late)
  expect(toFirst(await server.app.events.query(sql`select count(*) as n from event`))).toEqual({
    n: 0,
  })
})

test('after much was erased the file becomes smaller, while events go on being stored', async () => {
  server = await startServer()
  const { app } = server
  const [kept, gone] = [await server.createWebsite('Kept'), await server.createWebsite('Gone')]
  const [keptNumber, goneNumber] = [kept, gone].map(
    (id) => app.targets.findNumber('website', id) as number,
  ) as [number, number]
  await app.writer.exclusive(async () => {
    await app.store.writer.run(
      `insert into event (event_id, source_id, session_id, visit_hour, created_at, event_type,
         url_path, page_title)
       select i, case when i % 4 = 0 then $1 else $2 end, i, $3, i, 1, '/', md5(i::varchar)
       from range(1, 300001) r(i)`,
      [keptNumber, goneNumber, thisHour],
    )
    await app.store.checkpoint()
  })
  // Numbers go on after those written here.
  await app.writer.replacing(async () => {})
  const oldBytes = statSync(app.store.file).size
  const compaction = { minBytes: 0, minWaste: 0.25, dataDir: server.dataDir, ...app }
  const signal = new AbortController().signal
  expect(await compactEvents(compaction, signal)).toBe(false)

  await server.ask(`/api/websites/${gone}`, { method: 'DELETE' })
  await app.jobs.run('erase')

  // A stop in the middle leaves the old file, and nothing of the new one.
  const stopping = new AbortController()
  const stopped = compactEvents(compaction, stopping.signal)
  const copy = join(server.dataDir, 'compact', 'events.duckdb')
  while (!existsSync(copy)) await new Promise((resolve) => setImmediate(resolve))
  stopping.abort()
  expect(await stopped).toBe(false)
  expect(existsSync(copy)).toBe(false)

  let isDone = false
  const running = compactEvents(compaction, signal).finally(() => {
    isDone = true
  })
  let sent = 0
  const answers = new Set<unknown>()
  while (!isDone) {
    await app.writer.add(hit(keptNumber, sent++))
    answers.add((await app.events.query(sql`select 1 as one`)).length)
  }
  expect(await running).toBe(true)
  await app.writer.add(hit(keptNumber, sent++))
  expect([...answers]).toEqual([1])
  expect(statSync(app.store.file).size).toBeLessThan(oldBytes / 2)
  expect(
    toFirst(
      await app.events.query(sql`select count(*) as n, count(distinct event_id) as ids from event`),
    ),
  ).toEqual({ n: 75_000 + sent, ids: 75_000 + sent })
  expect(openDeletedFiles()).toEqual([])
  expect(readdirSync(server.dataDir)).not.toContain('compact')
})

test('a copy that cannot be adopted leaves nothing behind, and the next one is made', async () => {
  server = await startServer()
  const { app } = server
  const website = await server.createWebsite()
  const number = app.targets.findNumber('website', website) as number
  await Promise.all(Array.from({ length: 500 }, (_, index) => app.writer.add(hit(number, index))))
  await app.writer.drain()
  const job = { ...app, dataDir: server.dataDir, minBytes: 0, minWaste: Number.NEGATIVE_INFINITY }
  // As the writer answers while the disk is full.
  const own = app.writer.replacing.bind(app.writer)
  app.writer.replacing = () => Promise.reject(new Error('Events cannot be stored right now.'))
  await expect(compactEvents(job, new AbortController().signal)).rejects.toThrow('cannot be stored')
  app.writer.replacing = own
  expect(existsSync(join(server.dataDir, 'compact'))).toBe(false)
  expect(await compactEvents(job, new AbortController().signal)).toBe(true)
  expect(toFirst(await app.events.query(sql`select count(*) as n from event`))).toEqual({ n: 500 })
})

/** Files that this process keeps alive although they were deleted. */
const openDeletedFiles = (): string[] =>
  readdirSync('/proc/self/fd').flatMap((name) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${name}`)
      return path.includes('duckdb') && path.includes('deleted') ? [path] : []
    } catch {
      // The descriptor by which the folder was listed is closed by now.
      return []
    }
  })

const hit = (target: number, index: number): Hit => ({
  ...emptyHit,
  target,
  sessionId: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  visitHour: thisHour,
  at: 1,
  event: { ...emptyEvent, urlPath: '/late' },
})
