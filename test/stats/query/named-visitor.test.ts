// A visitor with a name and 100,000 views, some of them sent late: answers against a plain count.

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Hit } from '../../../src/collect/shape/hit.ts'
import { minuteMs } from '../../../src/time/durations.ts'
import { pageView } from '../../collect/store/page-view.ts'
import { startServer, type TestServer } from '../../support/app.ts'
import { comparePredecessors } from '../../support/predecessors.ts'
import { toRandom } from '../../support/random-hits.ts'

setDefaultTimeout(240_000)

const seed = Number(process.env.FOOTFALL_SEED ?? Math.floor(Math.random() * 2 ** 31))
const startAt = Date.UTC(2026, 0, 1)
const views = 100_000

let server: TestServer
let website = ''
let hits: Hit[] = []
beforeAll(async () => {
  console.log(`FOOTFALL_SEED=${seed}`)
  const random = toRandom(seed)
  server = await startServer({ now: startAt })
  website = await server.createWebsite()
  const target = server.app.targets.findNumber('website', website) as number
  const view = (session: string, minute: number) => {
    const path = `/${Math.floor(random() ** 3 * 5_000)}`
    const title = `Title ${Math.floor(random() * 200)}`
    return pageView({ session, at: startAt + minute * minuteMs, path, title, target })
  }
  hits = Array.from({ length: views }, (_, minute) => view('alice', minute))
  // Others in between, and late views of the named visitor.
  const others = Array.from({ length: 2_000 }, () =>
    view(`guest ${Math.floor(random() * 500)}`, Math.floor(random() * views)),
  )
  const late = Array.from({ length: 60 }, () => view('alice', Math.floor(random() * views) + 0.5))
  hits.push(...others, ...late)
  for (let at = 0; at < hits.length; at += 2_000) {
    await Promise.all(hits.slice(at, at + 2_000).map((hit) => server.app.writer.add(hit)))
  }
  // A reader waits for some seconds only, which may be too few on a busy machine.
  await server.app.writer.exclusive(async () => {})
})
afterAll(() => server.stop())

/** Totals of some hits by a plain count: visits are sessions in an hour. */
function count(range: { startAt: number; endAt: number }) {
  const found = hits
    .filter(({ at }) => at >= range.startAt && at <= range.endAt)
    .toSorted((one, other) => one.at - other.at)
  const visits = Map.groupBy(found, ({ sessionId, visitHour }) => `${sessionId} ${visitHour}`)
  const seconds = (visit: Hit[]) =>
    Math.floor((visit.at(-1) as Hit).at / 1000) - Math.floor((visit[0] as Hit).at / 1000)
  const all = [...visits.values()]
  return {
    pageviews: found.length,
    visitors: new Set(found.map(({ sessionId }) => sessionId)).size,
    visits: visits.size,
    bounces: all.filter((visit) => visit.length === 1).length,
    totaltime: all.reduce((sum, visit) => sum + seconds(visit), 0),
  }
}

test.each([
  ['all', 0, views * minuteMs],
  ['a day', 30 * 1_440 * minuteMs, 31 * 1_440 * minuteMs - 1],
  ['half an hour', 40_000 * minuteMs, 40_030 * minuteMs],
])('totals of %s', async (_, from, to) => {
  const range = { startAt: startAt + from, endAt: startAt + to }
  const query = `startAt=${range.startAt}&endAt=${range.endAt}`
  const { body } = await server.ask(`/api/websites/${website}/stats?${query}`)
  expect(body).toMatchObject(count(range))
})

test('visitors by path of a day', async () => {
  const range = { startAt: startAt + 1_440 * minuteMs, endAt: startAt + 2_880 * minuteMs - 1 }
  const query = `type=path&limit=10000&startAt=${range.startAt}&endAt=${range.endAt}`
  const { body } = await server.ask<{ x: string; y: number }[]>(
    `/api/websites/${website}/metrics?${query}`,
  )
  const right: Record<string, Set<string>> = {}
  for (const { at, sessionId, event } of hits) {
    if (at < range.startAt || at > range.endAt) continue
    const path = event?.urlPath as string
    right[path] = (right[path] ?? new Set()).add(sessionId)
  }
  const visitors = Object.entries(right).map(([path, sessions]) => [path, sessions.size])
  expect(Object.fromEntries(body.map(({ x, y }) => [x, y]))).toEqual(Object.fromEntries(visitors))
})

test('every view has its predecessors', async () => {
  const { stored, right } = await comparePredecessors(server.app.store.writer)
  const wrong = Object.keys(right).filter((id) => !Bun.deepEquals(stored[+id], right[+id]))
  expect([Object.keys(right).length, wrong.length]).toEqual([hits.length, 0])
})
