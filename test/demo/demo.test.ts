import { afterEach, beforeEach, expect, test } from 'bun:test'
import { type DemoPlan, demoHits } from '../../src/demo/hits.ts'
import { storeDemo } from '../../src/demo/store.ts'
import { startServer, type TestServer } from '../support/app.ts'
import { comparePredecessors } from '../support/predecessors.ts'

const endAt = Date.parse('2026-03-05T12:34:56.789Z')
const plan = { events: 6_000, days: 40, seed: 7, endAt }
const startAt = endAt - plan.days * 86_400_000

let server: TestServer
let website: string
let target: number

beforeEach(async () => {
  server = await startServer()
  website = await server.createWebsite('Demo')
  target = server.app.targets.findNumber('website', website) as number
  await fill({ target, ...plan })
})
afterEach(() => server.stop())

/** Stores a demo and gives what it reported. */
async function fill(asked: DemoPlan): Promise<number[]> {
  const reported: number[] = []
  await server.app.writer.replacing(() =>
    storeDemo(server.app.store, demoHits(asked), (events) => reported.push(events)),
  )
  return reported
}

/** The rows of a statement, read by the writing connection. */
async function rows(statement: string): Promise<unknown[][]> {
  const reader = await server.app.store.writer.runAndReadAll(statement)
  return reader.getRowsJson()
}

const ask = async (path: string) =>
  (await server.ask<Record<string, number>>(`/api/websites/${website}/${path}`)).body

const range = `startAt=${startAt}&endAt=${endAt}`

test('it has as many events as asked for, none outside its days', async () => {
  const [row] = await rows(`select count(*)::integer, min(created_at) >= ${startAt},
    max(created_at) <= ${endAt}, max(created_at) > ${endAt - 6 * 3_600_000} from event`)
  expect(row).toEqual([plan.events, true, true, true])
})

test('the API counts what the rows hold', async () => {
  const [row] = await rows(`select count(*)::integer, count(distinct session_id)::integer,
    count(distinct (session_id, visit_hour))::integer from event where event_type = 1`)
  const [pageviews, visitors, visits] = row as number[]
  expect(await ask(`stats?${range}`)).toMatchObject({ pageviews, visitors, visits })
  const { pageviews: views = 0, bounces = 0, totaltime = 0 } = await ask(`stats?${range}`)
  expect(views).toBeGreaterThan(plan.events / 2)
  expect(bounces).toBeGreaterThan(0)
  expect(totaltime).toBeGreaterThan(0)
})

test('ids rise with time', async () => {
  expect(
    await rows(`select count(*)::integer from (
      select created_at, lag(created_at) over (order by event_id) as before_at from event)
      where created_at < before_at`),
  ).toEqual([[0]])
})

test('predecessors are those that a plain count finds', async () => {
  const { stored, right } = await comparePredecessors(server.app.store.writer)
  expect(stored).toEqual(right)
  const repeated = Object.values(stored).filter(([previous]) => previous !== null)
  expect(repeated.length).toBeGreaterThan(1_000)
})

test('a session is the same on all its rows, and a visit is over after half an hour', async () => {
  const attributes =
    'browser, os, device, screen, language, country, region, city, distinct_id, source_id'
  expect(
    await rows(`select count(*)::integer from event anti join session
      using (session_id, ${attributes.replace(', distinct_id', '')})`),
  ).toEqual([[0]])
  expect(
    await rows(`select count(*)::integer from event join session using (session_id)
      where event.distinct_id is distinct from session.distinct_id`),
  ).toEqual([[0]])
  expect(
    await rows(`select count(*) = count(distinct session_id), count(*) = count(distinct uuid)
      from session`),
  ).toEqual([[true, true]])
  expect(
    await rows(`select max(seconds) < 1800, bool_and(starts) from (
      select (max(created_at) - min(created_at)) / 1000 as seconds,
        min(created_at) // 3600000 = visit_hour as starts
      from event group by session_id, visit_hour)`),
  ).toEqual([[true, true]])
})

test('it has something of everything', async () => {
  const kinds = (column: string, table: string) =>
    rows(`select distinct ${column} from ${table} order by all`).then((found) => found.flat())
  expect(await kinds('event_type', 'event')).toEqual([1, 2, 5])
  expect(await kinds('data_type', 'event_data')).toEqual([1, 2, 3, 4, 5])
  expect(await kinds('data_type', 'session_data')).toEqual([1, 2, 3, 4, 5])
  expect(await kinds('currency', 'revenue')).toEqual(['EUR', 'USD'])
  expect(
    await rows(`select count(*) > 100 from (select session_id from event group by session_id
      having count(distinct visit_hour) > 1)`),
  ).toEqual([[true]])
  expect(await rows('select count(*) > 3 from session where distinct_id is not null')).toEqual([
    [true],
  ])
  expect(
    await rows(`select count(gclid) > 0, count(fbclid) > 0, count(msclkid) > 0, count(lcp) > 0,
      count(utm_campaign) > 0, count(referrer_domain) > 0 from event`),
  ).toEqual([[true, true, true, true, true, true]])
})

test('more hits continue the numbers, and the same seed gives the same rows', async () => {
  const second = await server.createWebsite('Again')
  const secondTarget = server.app.targets.findNumber('website', second) as number
  expect(await fill({ ...plan, target: secondTarget })).toEqual([plan.events])
  const [row] = await rows(`select
    (select min(event_id) from event where source_id = ${secondTarget}) >
      (select max(event_id) from event where source_id = ${target}),
    (select min(session_id) from session where source_id = ${secondTarget}) >
      (select max(session_id) from session where source_id = ${target})`)
  expect(row).toEqual([true, true])
  for (const table of ['event', 'session', 'event_data', 'session_data', 'revenue']) {
    const numbers = [
      ...(['session', 'session_data'].includes(table) ? [] : ['event_id']),
      ...(table === 'session_data' ? ['written_id'] : []),
      'session_id',
      'source_id',
    ]
    const content = (of: number) =>
      `select * exclude (${numbers.join(', ')}) from ${table} where source_id = ${of}`
    expect(
      await rows(`select (select count(*) from (${content(target)})) > 0,
        (select count(*) from (${content(target)} except all ${content(secondTarget)}))::integer,
        (select count(*) from (${content(secondTarget)} except all ${content(target)}))::integer`),
    ).toEqual([[true, 0, 0]])
  }
})

test('another seed gives other hits', () => {
  const first = (seed: number) => [...demoHits({ ...plan, target: 1, events: 10, seed })].flat()[0]
  expect(first(1)?.hit.sessionId).not.toEqual(first(2)?.hit.sessionId)
  expect(first(1)?.hit.sessionId).toEqual(first(1)?.hit.sessionId as string)
})
