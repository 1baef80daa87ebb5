// Dates that name no offset mean the same wherever the server is: two real ones, in UTC and in New
// York, are asked every statistic that takes a range.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Operation } from '../../../src/http/endpoint.ts'
import { statsOperations } from '../../../src/stats/routes.ts'
import { adminPassword, appSecret } from '../../support/app.ts'
import { type Client, openClient } from '../../support/client.ts'
import { type Running, startProcess } from '../../support/process.ts'
import { pastVisits } from '../../support/visits.ts'

const websiteId = '0f1e2d3c-4b5a-4978-8695-a4b3c2d1e0f9'
const folders: string[] = []
const running: Running[] = []
let servers: Client[] = []
let sessionId = ''

/** A view in the middle of each hour, from 27 February 2026, 12:30Z, to the next day at 11:30Z. */
const rows = Array.from({ length: 24 }, (_, hour) => ({
  at: new Date(Date.parse('2026-02-27T12:30:00Z') + hour * 3_600_000).toISOString(),
  visitor: 'anna',
  url: `/${hour}`,
  data: { sent: '2026-02-28T01:30:00' },
  ...(hour % 3 === 0 ? { name: 'buy' } : {}),
}))

beforeAll(async () => {
  for (const TZ of ['UTC', 'America/New_York']) {
    const dataDir = await mkdtemp(join(tmpdir(), 'footfall-zone-'))
    folders.push(dataDir)
    const settings = { TZ, APP_SECRET: appSecret, ADMIN_PASSWORD: adminPassword }
    running.push(await startProcess({ dataDir, settings }))
  }
  servers = await Promise.all(running.map(({ url }) => openClient(url, adminPassword)))
  for (const server of servers) {
    await server.createWebsite('Zone', websiteId)
    const [first] = await pastVisits(server, websiteId, rows)
    sessionId = first?.sessionId ?? ''
  }
}, 60_000)
afterAll(async () => {
  await Promise.all(running.map((server) => server.stop()))
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

/** What both servers answer, which must be the same. */
async function bothAnswer(path: string, body?: unknown): Promise<unknown> {
  const [one, other] = await Promise.all(
    servers.map((server) => server.ask(path, body === undefined ? {} : { body })),
  )
  expect([path, body, one?.status]).toEqual([path, body, 200])
  expect(other?.body).toEqual(one?.body)
  return one?.body
}

const query = (params: Record<string, string>) => new URLSearchParams(params).toString()
const endDate = '2026-03-02T00:00:00Z'

describe('a date without an offset is in the timezone of the request, else UTC', () => {
  // From 00:00Z on there are 12 rows, from 05:00Z 7, from 18:30Z the evening before 18; every third
  // one, from the first of all on, is an event.
  const midnights = [
    ['', 8],
    ['America/New_York', 5],
    ['Asia/Kolkata', 12],
  ] as const
  const texts = [
    '2026-02-28T00:00:00',
    '2026-02-28T00:00',
    '2026-02-28 00:00',
    '2026-02-28 00:00:00.000',
    '2026-02-28',
    'Feb 28 2026',
    'Sat, 28 Feb 2026 00:00:00',
    '2/28/2026 12:00 AM',
  ]
  test.each(
    texts.flatMap((text) => midnights.map(([zone, views]) => [text, zone, views] as const)),
  )('%s in %j', async (startDate, timezone, views) => {
    const asked = { startDate, endDate, timezone }
    expect(await bothAnswer(`/api/websites/${websiteId}/stats?${query(asked)}`)).toMatchObject({
      pageviews: views,
    })
    const goal = { websiteId, ...asked, type: 'event', value: 'buy' }
    expect(await bothAnswer('/api/reports/goal', goal)).toEqual({ num: 1, total: 1 })
    const breakdown = { websiteId, parameters: { ...asked, fields: ['browser'] } }
    expect(await bothAnswer('/api/reports/breakdown', breakdown)).toMatchObject([{ views }])
  })

  test.each([
    ['2026-02-28T00:00:00-05:00', 5],
    ['2026-02-28 00:00 -0500', 5],
    ['Sat Feb 28 2026 00:00:00 GMT-0500 (Eastern Standard Time)', 5],
    ['Feb 28 2026 00:00 EST', 5],
    ['2026-02-28T00:00:00Z', 8],
    ['Sat, 28 Feb 2026 00:00:00 GMT', 8],
    [String(Date.parse('2026-02-28T00:00:00Z')), 8],
    [`${Date.parse('2026-02-28T00:00:00Z')}.5`, 8],
  ])('one with an offset is an instant: %s', async (startDate, views) => {
    const asked = { startDate, endDate, timezone: 'Asia/Kolkata' }
    expect(await bothAnswer(`/api/websites/${websiteId}/stats?${query(asked)}`)).toMatchObject({
      pageviews: views,
    })
  })
})

describe('every statistic answers the same on both', () => {
  const words: Record<string, string> = {
    currency: 'USD',
    propertyName: 'sent',
    eventName: 'buy',
    ids: websiteId,
    model: 'first-click',
    step: 'buy',
    steps: '3',
    fields: '["path"]',
  }
  /** Where a name stands for something else. */
  const ownWords: Record<string, Record<string, string>> = {
    '/api/websites/:websiteId/goals/stats': { type: 'event', value: 'buy' },
    '/api/websites/:websiteId/funnels/stats': {
      window: '7',
      steps: JSON.stringify([
        { type: 'path', value: '/' },
        { type: 'event', value: 'buy' },
      ]),
    },
  }
  const own = ({ path, query: fields }: Operation) => ({
    ...Object.fromEntries(Object.entries(words).filter(([name]) => Object.hasOwn(fields, name))),
    ...(fields.type ? { type: String(fields.type.anyOf?.[0]?.const) } : {}),
    ...(Object.hasOwn(fields, 'compare') ? { compare: 'yoy' } : {}),
    ...ownWords[path],
  })
  const reads = statsOperations
    // An export's ZIP carries the time at which it was made. What is saved is asked like what is not.
    .filter(
      ({ query: fields, path }) =>
        Object.hasOwn(fields, 'startDate') && !/export$|:(funnel|goal)Id/.test(path),
    )
    .map((operation) => [operation.path, operation] as const)

  test.each(reads)('%s', async (_, operation) => {
    const path = operation.path.replace(':websiteId', websiteId).replace(':sessionId', sessionId)
    for (const timezone of ['', 'Asia/Kolkata']) {
      const dates = { startDate: 'Feb 28 2026', endDate: '2026-02-28 10:00', timezone }
      await bothAnswer(`${path}?${query({ ...dates, ...own(operation) })}`)
    }
  })

  const reports: Record<string, object> = {
    attribution: { model: 'first-click', type: 'event', step: 'buy' },
    breakdown: { fields: ['path'] },
    funnel: { steps: [1, 2].map(() => ({ type: 'event', value: 'buy' })), window: 1 },
    goal: { type: 'event', value: 'buy' },
    journey: { steps: 3 },
    'journey/flows': { steps: 3 },
    performance: {},
    retention: {},
    revenue: { currency: 'USD' },
    utm: {},
  }
  test.each(Object.entries(reports))('report %s', async (name, fields) => {
    for (const timezone of ['UTC', 'Asia/Kolkata']) {
      const dates = { startDate: 'Feb 28 2026', endDate: '2026-02-28 10:00', timezone }
      await bothAnswer(`/api/reports/${name}`, { websiteId, ...dates, ...fields })
    }
  })
})
