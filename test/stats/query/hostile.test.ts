// Whatever is in a parameter of a statistic, the answer is an answer: never a failure of the
// server. The parameters are those of the table of operations.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Operation } from '../../../src/http/endpoint.ts'
import { operations } from '../../../src/server.ts'
import { filterFields } from '../../../src/stats/query/scope.ts'
import { statsOperations } from '../../../src/stats/routes.ts'
import { startServer, type TestServer } from '../../support/app.ts'
import { days, openSite } from '../../support/statistics.ts'

const range = Object.fromEntries(new URLSearchParams(days('2026-01-05')))
const statistics = operations.filter((operation) =>
  statsOperations.some(({ path }) => path === operation.path),
)

let server: TestServer
let websiteId = ''
let before: unknown
const totals = async () =>
  (await server.ask(`/api/websites/${websiteId}/stats?${query(range)}`)).body
beforeAll(async () => {
  server = await startServer()
  const site = await openSite(server, [
    { at: '2026-01-05T10:00:00Z', visitor: 'a', url: '/?utm_source=x', referrer: 'https://t.co/' },
    {
      at: '2026-01-05T10:01:00Z',
      visitor: 'a',
      url: '/',
      name: 'buy',
      data: { plan: 'pro', price: 1, when: '2026-01-05T10:00:00Z', tags: ['x'], ok: true },
    },
    { at: '2026-01-05T10:02:00Z', visitor: 'a', type: 'identify', data: { plan: 'pro' } },
    {
      at: '2026-01-05T11:01:00Z',
      visitor: 'b',
      url: '/',
      name: 'buy',
      data: { revenue: 2, currency: 'USD' },
    },
    { at: '2026-01-05T11:02:00Z', visitor: 'b', type: 'performance', url: '/', lcp: 1 },
  ])
  websiteId = site.id
  before = await totals()
}, 30_000)
afterAll(() => server.stop())

const query = (params: Record<string, string>): string => new URLSearchParams(params).toString()

const texts = [
  "'; drop table event; --",
  '" or 1=1 --',
  '$1',
  '\\',
  '%',
  '_',
  '\0',
  '\ud800',
  '🦶'.repeat(300),
  'a'.repeat(3000),
  '',
  ' ',
  '-1',
  '0',
  '1e999',
  '1.5',
  '9007199254740993',
  '-8640000000000001',
  'NaN',
  'null',
  'true',
  '[]',
  '{}',
  're.[',
  're.(a*)*$',
  'nre.\\',
  're.a{1001}',
  'c.',
  ',,,',
  'eq.',
  'constructor',
  '__proto__',
  '../../etc/passwd',
  'Etc/../../UTC',
  '2026-02-30',
  '00000000-0000-0000-0000-000000000000',
]
const values: unknown[] = [
  ...texts,
  0,
  -1,
  1.5,
  1e308,
  2 ** 53,
  true,
  null,
  [],
  [[]],
  ['x', null],
  {},
  { toString: 1 },
  [{ type: 'path' }],
  [{ type: 'path', value: 1 }, null],
]

// Every value has its turn, each time in other places.
let turn = 0
const some = <Value>(of: readonly Value[], count: number): Value[] =>
  Array.from({ length: count }, () => of[turn++ % of.length] as Value)

/** Filters are read by the same function everywhere, so a few values each will do. */
const countFor = (name: string): number => (Object.hasOwn(filterFields, name) ? 1 : 4)

async function isAnswered(path: string, body?: unknown): Promise<string> {
  const { status } = await server.ask(path, body === undefined ? {} : { body })
  return [200, 400, 404].includes(status) ? '' : `${status} ${path} ${JSON.stringify(body)}`
}

async function expectAnswers(asked: (() => Promise<string>)[]): Promise<void> {
  const failures: string[] = []
  const ask = async () => {
    for (let next = asked.pop(); next; next = asked.pop()) {
      const failure = await next()
      if (failure) failures.push(failure)
    }
  }
  await Promise.all([ask(), ask(), ask(), ask()])
  expect(failures).toEqual([])
}

const toPath = ({ path }: Operation, parts: Record<string, string> = {}): string =>
  path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(parts[name] ?? (name === 'websiteId' ? websiteId : 'unknown')),
  )

/** A query that is all right. */
function goodQuery({ query: fields }: Operation): Record<string, string> {
  const words: Record<string, string> = {
    type: String(fields.type?.anyOf?.[0]?.const),
    currency: 'USD',
    propertyName: 'plan',
    eventName: 'buy',
    model: 'first-click',
    step: 'buy',
    steps: '3',
    fields: '["path","browser"]',
  }
  const own = Object.entries(words).filter(([name]) => Object.hasOwn(fields, name))
  return { ...(Object.hasOwn(fields, 'startAt') ? range : {}), ...Object.fromEntries(own) }
}

const bodies: Record<string, Record<string, unknown>> = {
  attribution: { model: 'first-click', type: 'event', step: 'buy' },
  breakdown: { fields: ['path', 'browser'] },
  funnel: {
    steps: [
      { type: 'path', value: '/' },
      { type: 'event', value: 'buy' },
    ],
    window: 1,
  },
  goal: { type: 'path', value: '/' },
  journey: { steps: 3, startStep: '/' },
  performance: { metric: 'lcp' },
  retention: { timezone: 'UTC' },
  revenue: { currency: 'USD' },
  utm: {},
}

const reads = statistics.filter(({ method }) => method === 'GET')
const isReport = ({ path }: Operation) => path.startsWith('/api/reports/')
const writes = statistics.filter(({ method }) => method === 'POST')
const reports = writes.filter(isReport)
const saved = writes.filter((one) => !isReport(one))
const named = (of: readonly Operation[]): [string, Operation][] => of.map((one) => [one.path, one])

describe('hostile values', () => {
  test.each(named(reads))(
    '%s',
    async (_, operation) => {
      const good = goodQuery(operation)
      const names = [
        ...Object.keys(operation.query),
        'browser1',
        'entry1',
        'channel1',
        'pf_plan',
        "pf_'",
        'unknown',
        '',
      ]
      const path = toPath(operation)
      await expectAnswers(
        names.flatMap((name) =>
          some(texts, countFor(name)).map(
            (text) => () => isAnswered(`${path}?${query({ ...good, [name]: text })}`),
          ),
        ),
      )
      await expectAnswers(
        [...operation.path.matchAll(/:(\w+)/g)].flatMap(([, name = '']) =>
          some(
            texts.filter((text) => text !== '' && text.isWellFormed()),
            8,
          ).map(
            (text) => () => isAnswered(`${toPath(operation, { [name]: text })}?${query(good)}`),
          ),
        ),
      )
    },
    30_000,
  )

  test.each(named(saved))('%s', async (_, operation) => {
    const type = operation.path.includes('/funnels') ? 'funnel' : 'goal'
    const good = { name: 'Saved', parameters: bodies[type] }
    await expectAnswers(
      Object.keys(operation.body ?? {}).flatMap((name) =>
        some(values, 8).flatMap((value) => [
          () => isAnswered(toPath(operation), { ...good, [name]: value }),
          () =>
            isAnswered(toPath(operation), {
              ...good,
              parameters: { ...bodies[type], [name]: value, steps: value, value },
            }),
        ]),
      ),
    )
  })

  test.each(named(reports))(
    '%s',
    async (path, operation) => {
      const type = path.split('/')[3] as string
      const good = { startDate: '2026-01-05', endDate: '2026-01-06', filters: {}, ...bodies[type] }
      expect(await server.ask(path, { body: { websiteId, ...good } })).toMatchObject({
        status: 200,
      })
      await expectAnswers([
        ...Object.keys(operation.body ?? {}).flatMap((name) =>
          some(values, 4).flatMap((value) => [
            () => isAnswered(path, { websiteId, ...good, [name]: value }),
            () => isAnswered(path, { websiteId, type, parameters: { ...good, [name]: value } }),
          ]),
        ),
        ...[...Object.keys(filterFields), 'path1', '__proto__'].flatMap((name) =>
          some(values, 1).map(
            (value) => () => isAnswered(path, { websiteId, ...good, filters: { [name]: value } }),
          ),
        ),
        ...some(values, values.length).map((value) => () => isAnswered(path, value)),
      ])
    },
    30_000,
  )

  test('nothing failed behind the answers, and nothing is lost', async () => {
    expect(server.logged.filter((line) => line.includes('request failed'))).toEqual([])
    expect(await totals()).toEqual(before)
  })
})
