// Whatever is in a parameter of the statistics of events and sessions, the answer is an answer.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { startServer, type TestServer } from '../../support/app.ts'
import { days, openSite, type Site } from '../../support/statistics.ts'
import { chrome } from '../../support/visits.ts'

const range = days('2026-01-05')

let server: TestServer
let site: Site
beforeAll(async () => {
  server = await startServer()
  site = await openSite(server, [
    { at: '2026-01-05T10:00:00Z', visitor: 'a', url: '/', userAgent: chrome },
    {
      at: '2026-01-05T10:01:00Z',
      visitor: 'a',
      url: '/',
      name: 'buy',
      userAgent: chrome,
      data: { plan: 'pro', price: 1, when: '2026-01-05T10:00:00Z', tags: ['x'] },
    },
    {
      at: '2026-01-05T10:02:00Z',
      visitor: 'a',
      type: 'identify',
      userAgent: chrome,
      data: { plan: 'pro' },
    },
    { at: '2026-01-05T11:01:00Z', visitor: 'b', url: '/', name: 'buy', data: { plan: 'free' } },
    { at: '2026-01-05T11:02:00Z', visitor: 'b', type: 'identify', data: { plan: 'free' } },
  ])
})
afterAll(() => server.stop())

const hostile = [
  "'; drop table event; --",
  '" or 1=1 --',
  '$1',
  '\\',
  '%',
  '\0',
  '🦶'.repeat(300),
  '-1',
  '1e999',
  '9007199254740993',
  'NaN',
  'null',
  '[]',
  're.[',
  'constructor',
]

const paged = ['page', 'pageSize']
const pivoted = [...paged, 'timezone', 'pf_plan', "pf_'"]

/** Each operation with a good query, and the parameters that are its own. */
const operations: [string, string, string[]][] = [
  ['events/series', '', ['unit', 'timezone', 'limit', 'compare']],
  ['events/stats', '', ['compare', 'eventType', 'match', 'segment', 'cohort']],
  ['event-data', '', paged],
  ['event-data/events', '', ['event']],
  ['event-data/fields', '', ['eventName', 'propertyName']],
  ['event-data/properties', '', ['path', 'browser7', 'excludeBounce']],
  ['event-data/values', 'event=buy&propertyName=plan', ['event', 'propertyName', 'dataType']],
  ['event-data/stats', '', ['startAt', 'endAt', 'startDate', 'endDate']],
  ['event-data-pivot', 'eventName=buy', ['eventName', ...pivoted]],
  ['sessions/stats', '', ['distinctId', 'language']],
  ['sessions/weekly', '', ['timezone']],
  ['session-data/properties', '', ['propertyName', 'pf_plan']],
  ['session-data/values', 'propertyName=plan', ['propertyName', 'dataType']],
  ['session-data/stats', 'propertyName=plan', ['propertyName', 'pf_plan']],
  ['session-data-pivot', 'propertyName=plan', ['propertyName', ...pivoted]],
  ['values', 'type=path', ['type', 'search']],
  ['export', '', ['path', 'timezone']],
]

describe('hostile values', () => {
  test.each(operations)('%s', async (path, query, names) => {
    for (const name of names) {
      for (const value of hostile) {
        const text = `${encodeURIComponent(name)}=${encodeURIComponent(value)}`
        const status = await site.status(`${path}?${range}&${query}&${text}`)
        expect([name, value, [200, 400, 404].includes(status)]).toEqual([name, value, true])
      }
    }
    expect(await site.status(`${path}?${range}&${query}`)).toBe(200)
  })

  test('in a path', async () => {
    for (const value of hostile) {
      const part = encodeURIComponent(value)
      expect(await site.status(`event-data/${part}`)).toBe(200)
      expect(await site.status(`sessions/${part}`)).toBe(404)
      expect(await site.status(`sessions/${part}/properties`)).toBe(404)
      expect(await site.status(`sessions/${part}/activity?${range}`)).toBe(404)
    }
  })

  test('the range must be there and in order', async () => {
    for (const [path, query] of operations) {
      expect(await site.status(`${path}?${query}`)).toBe(400)
      expect(await site.status(`${path}?startAt=2&endAt=1&${query}`)).toBe(400)
      expect(await site.status(`${path}?startDate=2026-01-05&endDate=2026-01-06&${query}`)).toBe(
        200,
      )
    }
  })
})

describe('segments and cohorts', () => {
  const create = (type: 'segment' | 'cohort', parameters: Record<string, unknown>) => {
    const id = crypto.randomUUID()
    server.app.entities
      .query(
        `insert into segment (id, website_id, type, name, search_text, parameters, created_at, updated_at)
         values (?, ?, ?, 'x', 'x', ?, 0, 0)`,
      )
      .run(id, site.id, type, JSON.stringify(parameters))
    return `${type}=${id}`
  }

  test('choose events, their data and sessions', async () => {
    // Chrome is visitor a; who viewed a page, and not only sent an event, is a too.
    const segment = create('segment', {
      filters: [{ name: 'browser', operator: 'eq', value: 'chrome' }],
    })
    const cohort = create('cohort', {
      filters: [{ name: 'event', operator: 'neq', value: 'buy' }],
      dateRange: `range:${Date.parse('2026-01-05')}:${Date.parse('2026-01-06')}`,
      action: { type: 'path', value: '/' },
    })
    for (const audience of [segment, cohort]) {
      expect(await site.ask(`event-data/stats?${range}&${audience}`)).toMatchObject({ records: 4 })
      expect(await site.ask(`event-data/stats?${range}&${audience}&event=buy`)).toMatchObject({
        records: 4,
      })
      expect(await site.ask(`events/stats?${range}&${audience}`)).toMatchObject({
        data: { events: 1 },
      })
      expect(await site.ask(`sessions/stats?${range}&${audience}`)).toMatchObject({
        visitors: { value: 1 },
      })
      expect(await site.ask(`session-data/values?${range}&propertyName=plan&${audience}`)).toEqual([
        { value: 'pro', total: 1 },
      ])
    }
  })

  test('unknown ones are not found', async () => {
    for (const kind of ['segment', 'cohort']) {
      const unknown = `${kind}=7b0e6d0e-5c7e-4a86-8f5e-0a4c26f3c111`
      for (const [path, query] of operations.filter(([path]) => path !== 'values')) {
        expect(await site.status(`${path}?${range}&${query}&${unknown}`)).toBe(404)
      }
    }
  })
})
