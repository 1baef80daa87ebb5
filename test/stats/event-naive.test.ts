// Every statistic of events and sessions, asked over HTTP, against a naive count of random hits.

import { afterAll, beforeAll, expect, test } from 'bun:test'
import { startServer, type TestServer } from '../support/app.ts'
import { type Naive, type Query, tell, type World } from '../support/naive.ts'
import { randomHits, randomOf } from '../support/random-hits.ts'
import { naiveEvents } from './event-naive.ts'
import { naiveSession, naiveSessions } from './session-naive.ts'

const naive: Record<string, Naive> = { ...naiveEvents, ...naiveSessions }

const seed = Number(process.env.TEST_SEED ?? Math.floor(Math.random() * 2 ** 31))
const startAt = Date.parse('2026-10-20T00:00:00Z')
const endAt = Date.parse('2026-11-04T23:59:59.999Z')

let server: TestServer
let world: World
beforeAll(async () => {
  server = await startServer()
  const websiteId = await server.createWebsite()
  const otherId = await server.createWebsite()
  const numberOf = (id: string) => server.app.sources.findNumber('website', id) as number
  const random = randomOf(seed)
  // Some hits lie outside of the range asked for, and some are of another website.
  const span = { startAt: startAt - 4 * 86_400_000, endAt: endAt + 86_400_000 }
  const hits = randomHits(random, { source: numberOf(websiteId), count: 3000, ...span })
  const others = randomHits(random, { source: numberOf(otherId), count: 300, ...span })
  await Promise.all([...hits, ...others].map((hit) => server.app.writer.add(hit)))
  world = { websiteId, told: tell(hits), startAt, endAt }
})
afterAll(() => server.stop())

/** What each statistic needs besides the range. */
const needed: Record<string, Query[]> = {
  'event-data/values': ['plan', 'price', 'tags', 'when'].map((propertyName) => ({
    eventName: 'buy',
    propertyName,
  })),
  'event-data-pivot': [{ eventName: 'buy' }, { eventName: 'neq.x' }],
  'session-data/values': ['plan', 'price', 'tags', 'when'].map((propertyName) => ({
    propertyName,
  })),
  'session-data/stats': ['plan', 'gift', 'tags'].map((propertyName) => ({ propertyName })),
  'session-data-pivot': [{ propertyName: 'plan' }, { propertyName: 'when' }],
}

const filters: Query[] = [
  {},
  { path: '/a,/A' },
  { path: 'c.0%' },
  { referrer: 't.co' },
  { referrer: 'neq.google.com' },
  { title: 'dnc.100%' },
  { query: 'x=1' },
  { hostname: 're.^(www\\.)?example' },
  { tag: 'neq.beta' },
  { event: 'buy' },
  { event: 'eq.neq.x' },
  { event: 'neq.buy', browser: 'chrome' },
  { utmSource: 'nre.a' },
  { utmMedium: 'cpc', utmCampaign: 'spring', utmContent: 'neq.a', utmTerm: 't', match: 'any' },
  { browser: 'c.F', browser1: 'neq.firefox' },
  { os: 'iOS', device: 'neq.mobile' },
  { country: 'US,DE', region: 'dnc.ca' },
  { city: 'c.são' },
  { language: 'en' },
  { language: 'en-GB,de' },
  { distinctId: 'anna', event: 'signup', match: 'any' },
  { eventType: '1' },
  { eventType: '2', path: '/' },
  { excludeBounce: '1' },
  { excludeBounce: '1', event: 'buy', country: 'JP', match: 'any' },
]

const zones = ['UTC', 'America/New_York', 'Asia/Kolkata', 'Pacific/Chatham']
const units = ['hour', 'day', 'month', 'year']
const zoned = ['events/series', 'sessions/weekly', 'event-data-pivot', 'session-data-pivot']

async function compare(path: string, query: Query): Promise<void> {
  await expectAnswer(path, query, naive[path]?.(world, query))
}

async function expectAnswer(path: string, query: Query, answer: unknown): Promise<void> {
  const range = { startAt: String(startAt), endAt: String(endAt) }
  const text = new URLSearchParams({ ...range, ...query })
  const { body } = await server.ask(`/api/websites/${world.websiteId}/${path}?${text}`)
  // The seed stands in the message of a failure; TEST_SEED=… repeats it.
  expect({ seed, path, query, answer: body }).toEqual({ seed, path, query, answer })
}

test.each(Object.keys(naive))('%s', async (path) => {
  for (const base of needed[path] ?? [{}]) {
    for (const filter of filters) await compare(path, { ...base, ...filter })
  }
})

test.each(zones)('days and hours of %s', async (timezone) => {
  for (const path of zoned) {
    for (const base of needed[path] ?? units.map((unit): Query => ({ unit }))) {
      await compare(path, { ...base, timezone })
    }
  }
})

test('single sessions', async () => {
  const sessions = [...new Set(world.told.map(({ hit }) => hit.sessionId))]
  for (const id of sessions.slice(0, 40)) {
    for (const [part, count] of Object.entries(naiveSession)) {
      await expectAnswer(`sessions/${id}${part}`, {}, count(world, id))
    }
  }
})
