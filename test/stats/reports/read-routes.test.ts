// Reports by GET: the same question, the same numbers as by POST.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { startServer, type TestServer } from '../../support/app.ts'
import { chrome, firefox } from '../../support/visits.ts'
import { january, openReports, type Reports } from './open-reports.ts'

let server: TestServer
let site: Reports
beforeAll(async () => {
  server = await startServer()
  const vitals = { type: 'performance', url: '/', title: 'Home' } as const
  site = await openReports(server, [
    { at: '2026-01-05T10:00:00Z', visitor: 'a', url: '/?utm_source=letter&utm_medium=email' },
    { at: '2026-01-05T10:00:02Z', visitor: 'a', ...vitals, lcp: 1000, inp: 40, userAgent: firefox },
    { at: '2026-01-05T10:01:00Z', visitor: 'a', url: '/buy' },
    { at: '2026-01-05T10:02:00Z', visitor: 'a', url: '/buy', name: 'sold' },
    { at: '2026-01-05T10:03:00Z', visitor: 'a', url: '/thanks' },
    { at: '2026-01-06T09:00:00Z', visitor: 'a', url: '/', referrer: 'https://news.example/' },
    { at: '2026-01-06T09:00:30Z', visitor: 'a', url: '/thanks' },
    { at: '2026-01-07T23:30:00Z', visitor: 'b', url: '/?utm_source=ad', userAgent: chrome },
    { at: '2026-01-07T23:31:00Z', visitor: 'b', url: '/thanks', userAgent: chrome },
    { at: '2026-01-07T23:32:00Z', visitor: 'b', ...vitals, lcp: 3000, userAgent: chrome },
  ])
})
afterAll(() => server.stop())

const startAt = String(Date.parse(january.startDate))
const endAt = String(Date.parse(january.endDate))

async function read(path: string, query: Record<string, string>) {
  const search = new URLSearchParams({ startAt, endAt, ...query })
  const { status, body } = await server.ask(`/api/websites/${site.id}/${path}?${search}`)
  return { status, body }
}

type Body = Record<string, unknown>
type Compared = [
  path: string,
  query: Record<string, string>,
  report: string,
  fields: object,
  part?: (body: Body) => unknown,
]

const asked: Compared[] = [
  [
    'attribution',
    { model: 'last-click', type: 'path', step: '/thanks' },
    'attribution',
    { model: 'last-click', type: 'path', step: '/thanks' },
  ],
  [
    'attribution',
    { model: 'first-click', type: 'event', step: 'sold', currency: 'EUR' },
    'attribution',
    { model: 'first-click', type: 'event', step: 'sold' },
  ],
  [
    'breakdown',
    { fields: '["path","browser"]' },
    'breakdown',
    { parameters: { fields: ['path', 'browser'] } },
  ],
  [
    'journeys',
    { steps: '3', startStep: '/', endStep: '/thanks' },
    'journey',
    { steps: 3, startStep: '/', endStep: '/thanks' },
  ],
  ['journeys', { steps: '4', eventType: '1' }, 'journey', { steps: 4, eventType: 1 }],
  ['retention', {}, 'retention', {}],
  ['performance/stats', {}, 'performance', {}, ({ summary }) => summary],
  [
    'performance/chart',
    { metric: 'inp', unit: 'hour' },
    'performance',
    { metric: 'inp', unit: 'hour' },
    ({ chart }) => ({ chart }),
  ],
  ['performance/chart', {}, 'performance', {}, ({ chart }) => ({ chart })],
  ['performance/metrics', { type: 'path' }, 'performance', {}, ({ pages }) => pages],
  ['performance/metrics', { type: 'title' }, 'performance', {}, ({ pageTitles }) => pageTitles],
  ['performance/metrics', { type: 'device' }, 'performance', {}, ({ devices }) => devices],
  [
    'performance/metrics',
    { type: 'browser', metric: 'inp' },
    'performance',
    { metric: 'inp' },
    ({ browsers }) => browsers,
  ],
  ...['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'].map(
    (type): Compared => ['utm/metrics', { type }, 'utm', {}, (body) => body[type]],
  ),
]

/** Ways to narrow and to place a question, as the query says them and as the body does. */
const ways: [string, Record<string, string>, object][] = [
  ['of all', {}, {}],
  ['in a zone', { timezone: 'Asia/Kolkata' }, { timezone: 'Asia/Kolkata' }],
  [
    'with filters',
    { browser: 'firefox', path1: 'neq./buy' },
    { filters: { browser: 'firefox', path1: 'neq./buy' } },
  ],
  [
    'with any of several filters, by visits',
    { level: 'visit', match: 'any', utmSource: 'ad', path: '/buy' },
    { level: 'visit', filters: { match: 'any', utmSource: 'ad', path: '/buy' } },
  ],
  // Reports never leave out bounces.
  ['with excludeBounce', { excludeBounce: 'true' }, {}],
]

describe.each(ways)('%s', (_, narrow, narrowed) => {
  test.each(asked)(
    'GET %s %j answers what POST does',
    async (...[path, query, report, fields, part]) => {
      const posted = (await site.ask(report, { ...narrowed, ...fields })) as Body
      expect(await read(path, { ...narrow, ...query })).toEqual({
        status: 200,
        body: part ? part(posted) : posted,
      })
    },
  )
})

test('the answers are about something', async () => {
  expect(await read('utm/metrics', { type: 'utm_source' })).toEqual({
    status: 200,
    body: [
      { utm: 'ad', views: 1 },
      { utm: 'letter', views: 1 },
    ],
  })
  expect(await read('performance/metrics', { type: 'browser', limit: '1' })).toEqual({
    status: 200,
    body: [{ name: 'chrome', p50: 3000, p75: 3000, p95: 3000, count: 1 }],
  })
  expect(await read('journeys', { steps: '3', endStep: '/thanks' })).toEqual({
    status: 200,
    body: [{ items: ['/', '/thanks'], count: 2 }],
  })
})

const expected = (...words: string[]) =>
  `Invalid input: expected one of ${words.map((word) => `"${word}"`).join('|')}, received undefined`

test.each<[string, Record<string, string>, object]>([
  ['attribution', { step: '/' }, { model: { errors: [expected('first-click', 'last-click')] } }],
  [
    'attribution',
    { model: 'last-click', step: '/', type: 'title' },
    { type: { errors: ['Invalid type'] } },
  ],
  [
    'breakdown',
    { fields: 'path' },
    { fields: { errors: ['Invalid list: expected JSON, such as ["path"]'] } },
  ],
  [
    'breakdown',
    { fields: '{"0":"path"}' },
    { fields: { errors: ['Invalid list: expected JSON, such as ["path"]'] } },
  ],
  [
    'performance/metrics',
    {},
    { type: { errors: [expected('path', 'title', 'device', 'browser')] } },
  ],
  ['utm/metrics', { type: 'source' }, { type: { errors: ['Invalid type'] } }],
])('GET %s with %j is refused with a sentence', async (path, query, properties) => {
  expect(await read(path, query)).toEqual({
    status: 400,
    body: {
      error: { message: 'Bad request', code: 'bad-request', status: 400, errors: [], properties },
    },
  })
})
