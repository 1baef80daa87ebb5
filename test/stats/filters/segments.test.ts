// A segment in force together with the reader's own filters: both hold.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { startServer, type TestServer } from '../../support/app.ts'
import { days, openSite, type Site } from '../../support/statistics.ts'
import { chrome, type Row } from '../../support/visits.ts'

let server: TestServer
let site: Site
const day = days('2026-03-02')

/** Ann (Firefox) reads / and /b, Ben (Chrome) /b and /c, Cid (Chrome) /c alone. */
const rows: Row[] = [
  { at: '2026-03-02T10:00:00Z', visitor: 'ann', url: '/' },
  { at: '2026-03-02T10:01:00Z', visitor: 'ann', url: '/b' },
  { at: '2026-03-02T11:00:00Z', visitor: 'ben', url: '/b', userAgent: chrome },
  { at: '2026-03-02T11:01:00Z', visitor: 'ben', url: '/c', userAgent: chrome },
  { at: '2026-03-02T12:00:00Z', visitor: 'cid', url: '/c', userAgent: chrome },
]

beforeAll(async () => {
  server = await startServer()
  site = await openSite(server, rows)
})
afterAll(() => server.stop())

type Stored = [name: string, operator: string, value: string][]

const store = async (type: 'segment' | 'cohort', filters: Stored, more: object = {}) => {
  const named = filters.map(([name, operator, value]) => ({ name, operator, value }))
  const { body } = await server.ask<{ id: string }>(`/api/websites/${site.id}/segments`, {
    body: { type, name: 'Stored', parameters: { filters: named, ...more } },
  })
  return body.id
}
const ask = (path: string, filters: Record<string, string>) =>
  site.ask(`${path}?${day}&${new URLSearchParams(filters)}`)
const views = async (filters: Record<string, string>) =>
  ((await ask('stats', filters)) as { pageviews: number }).pageviews

test('a row of a list under a segment about the same field filters to its own number', async () => {
  const segment = await store('segment', [['path', 'c', '/']])
  const list = (await ask('metrics', { type: 'path', segment })) as { x: string; y: number }[]
  expect(list).toEqual([
    { x: '/b', y: 2 },
    { x: '/c', y: 2 },
    { x: '/', y: 1 },
  ])
  for (const row of list) {
    const filters = { segment, path: `eq.${row.x}` }
    expect(await ask('stats', filters)).toMatchObject({ visitors: row.y })
    expect(await ask('metrics', { type: 'path', ...filters })).toEqual([row])
  }
  expect(await views({ segment, path: 'neq./b' })).toBe(3)
})

test('a search in a list of the field that a segment is about stays within it', async () => {
  const segment = await store('segment', [['path', 'neq', '/c']])
  const found = [
    { x: '/b', y: 2 },
    { x: '/', y: 1 },
  ]
  expect(await ask('metrics', { type: 'path', segment, search: '/' })).toEqual(found)
  // It takes the place of the reader's own filter on the field.
  const searched = { type: 'path', segment, search: '/', path: '/nowhere' }
  expect(await ask('metrics', searched)).toEqual(found)
})

describe('each is joined by its own match', () => {
  const inFirefoxOr: Stored = [
    ['path', 'eq', '/c'],
    ['browser', 'eq', 'firefox'],
  ]
  test.each([
    // /c twice, and Ann's two.
    ['any', {}, 4],
    ['any', { path: '/b' }, 1],
    ['any', { browser: 'chrome' }, 2],
    ['any', { path: '/b', browser: 'chrome' }, 0],
    ['any', { path: '/b', browser: 'chrome', match: 'any' }, 3],
    ['any', { path: '/', path1: '/c', match: 'any' }, 3],
    ['any', { path: '/', match: 'all' }, 1],
    ['all', {}, 0],
    ['all', { path: '/b', browser: 'chrome', match: 'any' }, 0],
  ])('segment of %s with %j', async (match, filters, expected) => {
    const segment = await store('segment', inFirefoxOr, { match })
    expect(await views({ segment, ...filters })).toBe(expected)
    const { body } = await server.ask('/api/reports/goal', {
      body: {
        websiteId: site.id,
        startDate: '2026-03-02',
        endDate: '2026-03-02T23:59:59.999Z',
        type: 'path',
        value: '*',
        filters: { segment, ...filters },
      },
    })
    expect((body as { num: number }).num > 0).toBe(expected > 0)
  })

  test('the one of the request joins a segment of none only where nothing else is asked', async () => {
    const segment = await store('segment', inFirefoxOr)
    expect(await views({ segment })).toBe(0)
    expect(await views({ segment, match: 'any' })).toBe(4)
    const chromeOnB = await store('segment', [
      ['browser', 'eq', 'chrome'],
      ['path', 'neq', '/b'],
    ])
    expect(await views({ segment: chromeOnB, path: '/b', path1: '/c', match: 'any' })).toBe(2)
  })
})

test('a segment with other fields, and a cohort, narrow', async () => {
  const segment = await store('segment', [['browser', 'eq', 'chrome']])
  expect(await views({ segment })).toBe(3)
  expect(await views({ segment, path: '/c' })).toBe(2)
  const cohort = await store('cohort', [['browser', 'eq', 'chrome']], {
    dateRange: `range:${Date.parse('2026-03-02')}:${Date.parse('2026-03-03')}`,
    action: { type: 'path', value: '/b' },
  })
  expect(await views({ cohort })).toBe(2)
  expect(await views({ cohort, browser: 'chrome', path: '/c' })).toBe(1)
  expect(await views({ cohort, segment, path: '/c', browser: 'firefox', match: 'any' })).toBe(1)
})
