// Lists without pages end at ten thousand rows, series too; filters of all sorts at a hundred.

import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { dayMs, hourMs } from '../../../src/time/durations.ts'
import { startServer, type TestServer } from '../../support/app.ts'
import { firefox } from '../../support/visits.ts'

setDefaultTimeout(120_000)

const startAt = Date.parse('2026-01-01T00:00:00Z')
const range = `startAt=${startAt}&endAt=${startAt + 29 * dayMs}`

let server: TestServer
beforeAll(async () => {
  server = await startServer({ now: '2027-06-01T00:00:00Z' })
})
afterAll(() => server.stop())

/** A website with these payloads. */
async function website(payloads: readonly object[]): Promise<string> {
  const id = await server.createWebsite()
  for (let at = 0; at < payloads.length; at += 500) {
    const { body } = await server.ask<{ processed: number }>('/api/batch', {
      token: null,
      headers: { 'User-Agent': firefox },
      body: payloads.slice(at, at + 500).map((payload) => ({
        type: 'event',
        payload: { website: id, hostname: 'example.com', url: '/', ...payload },
      })),
    })
    expect(body.processed).toBe(Math.min(500, payloads.length - at))
  }
  return id
}

const ask = async <Answer>(path: string): Promise<Answer> => {
  const { status, body } = await server.ask<Answer>(path)
  expect([path, status]).toEqual([path, 200])
  return body
}

const times = <Item>(count: number, make: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => make(index))

test('lists', async () => {
  const id = await website(
    times(10_003, (index) => ({
      url: `/${index}`,
      id: 'buyer',
      timestamp: startAt / 1000 + index,
      data: { revenue: 1, currency: `C${String(index).padStart(5, '0')}` },
    })),
  )
  const currencies = await ask<object[]>(`/api/websites/${id}/revenue/currencies?${range}`)
  expect(currencies.length).toBe(10_000)
  expect(currencies.at(-1)).toEqual({ currency: 'C09999', count: 1, sum: 1 })
  for (const name of ['metrics', 'metrics/expanded']) {
    const list = (more: string) =>
      ask<object[]>(`/api/websites/${id}/${name}?${range}&type=path&${more}`)
    expect((await list('')).length).toBe(500)
    expect((await list('limit=1000000')).length).toBe(10_000)
    expect((await list('limit=1000000&offset=10000')).length).toBe(3)
  }
})

describe('series of events', () => {
  // Twenty names in each of 600 hours are 12,000 rows. A name earlier in the alphabet is more frequent.
  let id = ''
  const names = times(20, (index) => String.fromCharCode(97 + index))
  beforeAll(async () => {
    const buy = (name: string, hour: number) => ({
      name,
      id: 'buyer',
      timestamp: (startAt + hour * hourMs) / 1000,
      data: { revenue: 1, currency: 'EUR' },
    })
    id = await website([
      ...names.flatMap((name) => times(600, (hour) => buy(name, hour))),
      ...names.flatMap((name, place) => times(20 - place, () => buy(name, 7))),
    ])
  })

  // Sixteen whole series fit.
  test.each([
    ['events/series', (body: unknown) => body],
    ['revenue/chart', (body: unknown) => (body as { chart: unknown }).chart],
  ] as const)('%s', async (path, toRows) => {
    const body = await ask(`/api/websites/${id}/${path}?${range}&unit=hour&currency=EUR`)
    const rows = toRows(body) as { x: string; t: string; y: number }[]
    expect(rows.length).toBe(16 * 600)
    expect([...new Set(rows.map(({ x }) => x))]).toEqual(names.slice(0, 16))
    expect(rows.filter(({ x }) => x === 'a').reduce((sum, { y }) => sum + y, 0)).toBe(620)
    expect(rows.at(-1)).toMatchObject({ x: 'p', t: '2026-01-25T23:00:00Z', y: 1 })
  })
})

test('days of retention, the latest ones whole', async () => {
  // 320 days with a newcomer each, who comes back on each of the next 31: 32 rows a day.
  const id = await website(
    times(320, (first) => first).flatMap((first) =>
      times(32, (later) => ({
        id: `visitor-${first}`,
        timestamp: (startAt + (first + later) * dayMs) / 1000,
      })),
    ),
  )
  const { body } = await server.ask<{ date: string }[]>('/api/reports/retention', {
    body: { websiteId: id, startAt, endAt: startAt + 400 * dayMs },
  })
  expect(body.length).toBe(312 * 32)
  expect(body[0]).toMatchObject({ date: '2026-01-09T00:00:00Z', day: 0 })
  expect(body.at(-1)).toMatchObject({ date: '2026-11-16T00:00:00Z', day: 31, percentage: 100 })
})

describe('filters', () => {
  const some = (count: number, name: string, text: string) =>
    times(count, (index) => `${name}${index}=${text}`).join('&')

  test.each([
    ['session-data/properties?', 40, 60, 200],
    ['session-data/properties?', 41, 60, 400],
    ['session-data/stats?propertyName=plan&', 0, 101, 400],
    ['session-data-pivot?propertyName=plan&', 1, 100, 400],
    ['event-data-pivot?eventName=buy&', 1, 100, 400],
    ['event-data-pivot?eventName=buy&', 101, 0, 400],
  ])('%s%d on fields and %d on properties', async (path, fields, properties, expected) => {
    const id = await server.createWebsite()
    const filters = [
      some(fields, 'browser', 'neq.x'),
      some(properties, 'pf_plan', 'string.neq.x'),
    ].join('&')
    const { status, body } = await server.ask(`/api/websites/${id}/${path}${range}&${filters}`)
    expect(status).toBe(expected)
    if (expected === 400) expect(JSON.stringify(body)).toContain('Too many filters')
  })
})
