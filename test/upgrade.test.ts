// A data folder that the version of November 2026 has written, and that was killed with events in its
// journal: opened, migrated, and complete.

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { adminPassword } from './support/app.ts'
import { comparePredecessors } from './support/predecessors.ts'
import { type Running, startProcess } from './support/process.ts'
import { compareVisits } from './support/stored-visits.ts'

setDefaultTimeout(60_000)

const website = '6c1f0b9e-31de-4b61-9f3c-6f5a3c1d0001'
const day = `startAt=${Date.UTC(2026, 9, 5)}&endAt=${Date.UTC(2026, 9, 6)}`

let dataDir = ''
let server: Running
let token = ''
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'footfall-upgrade-'))
  const archive = join(import.meta.dir, 'fixtures/data-folder-2026-11.tgz')
  const unpacked = Bun.spawnSync(['tar', '-xzf', archive, '-C', dataDir])
  expect(unpacked.exitCode).toBe(0)
  server = await startProcess({ dataDir })
  token = await server.login(adminPassword)
})
afterAll(async () => {
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const ask = <Answer>(path: string) => server.ask<Answer>(`/api/websites/${website}/${path}`, token)

test('all events are there, those of the old journal too, and nothing is said to be lost', async () => {
  // Visitor 1: /, /b, /c and, sent last with an earlier time, /between. Visitor 2: /, /b and a custom
  // event. Visitor 3: /c. Visitor 4: /late, /later.
  expect(await ask(`stats?${day}`)).toMatchObject({
    pageviews: 9,
    visitors: 4,
    visits: 4,
    bounces: 1,
  })
  const pages = await ask<{ x: string; y: number }[]>(`metrics?type=path&${day}`)
  expect(Object.fromEntries(pages.map(({ x, y }) => [x, y]))).toEqual({
    '/': 2,
    '/b': 2,
    '/c': 2,
    '/between': 1,
    '/late': 1,
    '/later': 1,
  })
  expect(await ask(`revenue/stats?currency=EUR&${day}`)).toMatchObject({ sum: 49.9, count: 1 })
  expect(await server.ask('/api/heartbeat', null)).toEqual({ ok: true })
})

test('navigation that was stored before is no arrival', async () => {
  // Arrivals: visitor 1 from google at /, visitors 2, 3 and 4 without a referrer at /, /c and /late. What
  // visitor 3 came by, utm_source=news, is no channel.
  const channels = await ask<{ name: string; pageviews: number; visitors: number }[]>(
    `metrics/expanded?type=channel&${day}`,
  )
  const counts = channels.map(({ name, pageviews, visitors }) => [name, pageviews, visitors])
  expect(counts.sort()).toEqual([
    ['direct', 2, 2],
    ['organicSearch', 1, 1],
  ])
  expect(await ask(`stats?channel=direct&${day}`)).toMatchObject({ pageviews: 2, visitors: 2 })
  expect(await ask(`stats?referrer=neq.google.com&${day}`)).toMatchObject({ pageviews: 3 })
  const body = { websiteId: website, type: 'breakdown', fields: ['referrer'], filters: {} }
  const range = { startDate: '2026-10-05T00:00:00Z', endDate: '2026-10-06T00:00:00Z' }
  const groups = await server.ask<{ referrer: string | null; views: number }[]>(
    '/api/reports/breakdown',
    token,
    { ...body, ...range },
  )
  expect(Object.fromEntries(groups.map(({ referrer, views }) => [`${referrer}`, views]))).toEqual({
    'google.com': 1,
    'shop.example': 5,
    null: 3,
  })
})

test('visits that were stored before are whole at once', async () => {
  const query = `level=visit&${day}`
  // The same nine views; each visit's seconds are those of its page views.
  expect(await ask(`stats?${query}`)).toMatchObject({
    pageviews: 9,
    visitors: 4,
    visits: 4,
    bounces: 1,
  })
  const channels = await ask<{ name: string; pageviews: number; visits: number }[]>(
    `metrics/expanded?type=channel&${query}`,
  )
  // Visitor 3 came by a campaign of no channel.
  const counts = channels.map(({ name, pageviews, visits }) => [name, pageviews, visits])
  expect(counts.sort()).toEqual([
    ['Unknown', 1, 1],
    ['direct', 4, 2],
    ['organicSearch', 4, 1],
  ])
})

test('people, websites and what belongs to them are there', async () => {
  await server.ask('/api/auth/login', null, { username: 'viewer', password: 'viewer password' })
  const names = async (path: string) =>
    (await server.ask<{ data: { name: string }[] }>(path, token)).data.map(({ name }) => name)
  expect(await names('/api/websites')).toEqual(['Shop'])
  expect(await names('/api/teams')).toEqual(['Crew'])
  expect(await names('/api/links')).toEqual(['Link'])
  expect(await names('/api/pixels')).toEqual(['Pixel'])
  expect(await names(`/api/reports?websiteId=${website}`)).toEqual(['Bought'])
  expect(await names(`/api/websites/${website}/segments?type=segment`)).toEqual(['Germans'])
  const share = await server.ask<{ websiteId: string }>('/api/share/old-share-0001', null)
  expect(share.websiteId).toBe(website)
})

test('every view has its predecessors, and the next start finds nothing to do', async () => {
  expect(await server.stop()).toBe(0)
  const instance = await DuckDBInstance.create(join(dataDir, 'events.duckdb'))
  const connection = await instance.connect()
  const { stored, right } = await comparePredecessors(connection)
  const visits = await compareVisits(connection)
  connection.closeSync()
  instance.closeSync()
  expect(stored).toEqual(right)
  expect(Object.keys(right)).toHaveLength(9)
  expect(visits.stored).toEqual(visits.right)
  server = await startProcess({ dataDir })
  expect(server.stderr()).not.toMatch(/ (warn|error) |storing events/)
})
