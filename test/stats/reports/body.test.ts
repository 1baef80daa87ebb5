import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { startServer, type TestServer } from '../../support/app.ts'
import { chrome, firefox } from '../../support/visits.ts'
import { january, openReports, type Reports } from './open-reports.ts'

let server: TestServer
let site: Reports
beforeAll(async () => {
  server = await startServer()
  site = await openReports(server, [
    { at: '2026-01-05T10:00:00Z', visitor: 'a', url: '/', userAgent: chrome, tag: 'beta' },
    { at: '2026-01-05T10:01:00Z', visitor: 'a', url: '/b', userAgent: chrome },
    {
      at: '2026-01-05T10:02:00Z',
      visitor: 'a',
      url: '/b',
      userAgent: chrome,
      name: 'buy',
      data: { revenue: 5, currency: 'EUR' },
    },
    { at: '2026-01-06T10:00:00Z', visitor: 'b', url: '/', userAgent: firefox },
  ])
})
afterAll(() => server.stop())

const steps = [
  { type: 'path', value: '/' },
  { type: 'path', value: '/b' },
]
/** What each report needs besides its range. */
const reports = {
  attribution: { model: 'first-click', type: 'path', step: '/b' },
  breakdown: { fields: ['browser'] },
  funnel: { steps, window: 7 },
  goal: { type: 'path', value: '/b' },
  journey: { steps: 3, startStep: '', endStep: '' },
  performance: { metric: 'lcp', unit: 'day', timezone: 'UTC' },
  retention: { timezone: 'UTC' },
  revenue: { currency: 'EUR', timezone: 'UTC' },
  utm: {},
}
const types = Object.keys(reports) as (keyof typeof reports)[]
const hasConversion = (type: string) => type === 'goal' || type === 'attribution'

describe('a report body', () => {
  test.each(types)('%s: flat, nested and saved say the same', async (type) => {
    const parameters = reports[type]
    const send = async (body: object) => {
      const answer = await server.ask(`/api/reports/${type}`, {
        body: { websiteId: site.id, ...body },
      })
      expect({ status: answer.status, body: answer.body }).toMatchObject({ status: 200 })
      return answer.body
    }
    const nested = await send({ type, filters: {}, parameters: { ...january, ...parameters } })
    expect(await send({ ...january, ...parameters })).toEqual(nested)
    if (!hasConversion(type)) {
      expect(await send({ type, filters: {}, ...january, ...parameters })).toEqual(nested)
    }
    // Milliseconds, as numbers and as text; the nested one wins.
    const startAt = Date.parse(january.startDate)
    const endAt = Date.parse(january.endDate)
    expect(await send({ ...parameters, startAt, endAt: String(endAt) })).toEqual(nested)
    expect(await send({ ...parameters, startDate: startAt, endDate: String(endAt) })).toEqual(
      nested,
    )
    expect(
      await send({ startDate: '1999', endDate: 'x', parameters: { ...january, ...parameters } }),
    ).toEqual(nested)

    const saved = await server.ask<{ id: string }>('/api/reports', {
      body: { websiteId: site.id, type, name: 'Saved', parameters: { ...january, ...parameters } },
    })
    const row = await server.ask<object>(`/api/reports/${saved.body.id}`)
    expect(await send(row.body)).toEqual(nested)
  })

  test('a saved report called like a report query is distinguished by its address', async () => {
    const saved = await server.ask<{ id: string }>('/api/reports', {
      body: { websiteId: site.id, type: 'goal', name: 'Before', parameters: {} },
    })
    const changed = await server.ask(`/api/reports/${saved.body.id}`, {
      body: { websiteId: site.id, type: 'goal', name: 'After', parameters: { value: '/' } },
    })
    expect(changed.body).toMatchObject({ name: 'After', parameters: { value: '/' } })
    expect(await site.ask('goal', { value: '/' })).toEqual({ num: 2, total: 2 })
  })

  test.each([
    // The event buy is done once, the path /b seen once, and no event is called /b.
    [{ value: 'buy' }, 1],
    [{ value: '/b' }, 1],
    [{ value: '*b' }, 1],
    [{ value: 'buy', conversionType: 'path' }, 0],
    [{ type: 'path', value: '/b' }, 1],
    [{ type: 'event', value: '/b' }, 0],
    [{ type: 'goal', value: '/b' }, 1],
    [{ type: 'goal', conversionType: 'event', value: '/b' }, 0],
    [{ type: 'goal', parameters: { type: 'event', value: '/b' } }, 0],
    [{ type: 'event', parameters: { value: '/b' } }, 0],
    [{ type: 'event', parameters: { type: 'path', value: '/b' } }, 1],
    [{ type: null, conversionType: null, value: '/b' }, 1],
    [{ value: '/', parameters: { value: null } }, 2],
    [{ value: '/', parameters: [] }, 2],
    [{ value: '/', parameters: 'none' }, 2],
  ])('goal of %j is reached by %d', async (fields, num) => {
    expect(await site.ask('goal', fields)).toEqual({ num, total: 2 })
  })

  test.each([
    [{ browser: 'chrome' }, 1],
    [{ browser: 'eq.chrome' }, 1],
    [{ browser: 'chrome,firefox' }, 2],
    [{ browser: 'c.fire', browser1: 'neq.chrome' }, 1],
    [{ browser: 'chrome', path: '/none', match: 'any' }, 1],
    [{ browser: 'chrome', path: '/none', match: 'all' }, 0],
    [{ path: 'neq./b' }, 2],
    [{ tag: 'beta' }, 1],
    [{ title: 'x' }, 0],
    [{ query: 'x' }, 0],
    [{ referrer: 'x' }, 0],
    [{ os: 'x' }, 0],
    [{ device: 'desktop' }, 2],
    [{ country: 'x' }, 0],
    [{ region: 'x' }, 0],
    [{ city: 'x' }, 0],
    [{ hostname: 'example.com' }, 2],
    [{ language: 'x' }, 0],
    [{ event: 'buy' }, 1],
    [{ distinctId: 'x' }, 0],
    [{ utmSource: 'x' }, 0],
    [{ utmMedium: 'x' }, 0],
    [{ utmCampaign: 'x' }, 0],
    [{ utmContent: 'x' }, 0],
    [{ utmTerm: 'x' }, 0],
    [{ eventType: 1 }, 2],
    [{ eventType: '2' }, 0],
    [{ excludeBounce: 'true' }, 2],
    [{ browser: '', path: null, segment: '', unknown: { deep: [1] } }, 2],
    [{ startDate: '2000', startAt: 1, unit: 'x' }, 2],
  ])('filters %j keep %d of the visitors of /', async (filters, num) => {
    const goal = { parameters: { type: 'path', value: '/' } }
    expect(await site.ask('goal', { ...goal, filters })).toMatchObject({ num })
    expect(await site.ask('goal', { parameters: { ...goal.parameters, filters } })).toMatchObject({
      num,
    })
  })

  test('a segment and a cohort narrow a report', async () => {
    const create = async (type: string, parameters: object) => {
      const body = { type, name: type, parameters }
      const answer = await server.ask<{ id: string }>(`/api/websites/${site.id}/segments`, { body })
      expect(answer.status).toBe(200)
      return answer.body.id
    }
    const filters = [{ name: 'browser', operator: 'eq', value: 'firefox' }]
    const segment = await create('segment', { filters })
    const cohort = await create('cohort', {
      filters: [],
      dateRange: `range:${Date.parse('2026-01-05')}:${Date.parse('2026-01-06') - 1}`,
      action: { type: 'path', value: '/b' },
    })
    const num = (filters: object) => site.ask('goal', { value: '/', filters })
    expect(await num({ segment })).toEqual({ num: 1, total: 1 })
    // Both hold.
    expect(await num({ segment, browser: 'chrome' })).toEqual({ num: 0, total: 0 })
    expect(await num({ cohort })).toEqual({ num: 1, total: 1 })
    expect(await num({ cohort, segment })).toEqual({ num: 0, total: 0 })
    const unknown = '7b0e6d0e-5c7e-4a86-8f5e-0a4c26f3c111'
    for (const filters of [{ segment: unknown }, { cohort: unknown }]) {
      expect((await site.answer('goal', { value: '/', filters })).status).toBe(404)
    }
  })

  test('nothing before a reset is seen', async () => {
    const other = await openReports(server, [
      { at: '2026-01-05T10:00:00Z', visitor: 'a', url: '/' },
    ])
    server.setNow('2026-01-05T11:00:00Z')
    await server.ask(`/api/websites/${other.id}/reset`, { body: {} })
    expect(await other.ask('goal', { value: '/' })).toEqual({ num: 0, total: 0 })
    expect(await other.ask('journey', { steps: 3 })).toEqual([])
  })

  test.each([
    ['goal', { websiteId: 'x', value: '/' }, 'websiteId'],
    ['goal', { websiteId: undefined, value: '/' }, 'websiteId'],
    ['goal', {}, 'value'],
    ['goal', { value: '' }, 'value'],
    ['goal', { value: 5 }, 'value'],
    ['goal', { type: 'funnel', value: '/' }, 'type'],
    ['goal', { parameters: { type: 'click', value: '/' } }, 'type'],
    ['goal', { value: '/', conversionType: 'click' }, 'Invalid type'],
    ['goal', { value: '/', endDate: null }, 'Either startAt'],
    ['goal', { value: '/', startDate: 'yesterday' }, 'startDate'],
    ['goal', { value: '/', startDate: {} }, 'startDate'],
    ['goal', { value: '/', startAt: 1e300, endAt: 2 }, 'startAt'],
    ['goal', { value: '/', startDate: '2026-02-01', endDate: '2026-01-01' }, 'ends before'],
    ['goal', { value: '/', filters: 'x' }, 'filters'],
    ['goal', { value: '/', filters: [] }, 'filters'],
    ['goal', { value: '/', filters: { path: 1 } }, 'path'],
    ['goal', { value: '/', filters: { path: 're.(' } }, 'regular expression'],
    ['goal', { value: '/', filters: { segment: 'x' } }, 'Invalid UUID'],
    ['goal', { value: '/', filters: { match: 'none' } }, 'match'],
    ['goal', { value: '/', filters: { eventType: 'x' } }, 'eventType'],
    ['goal', { value: '/', timezone: 'Mars/Base' }, 'Invalid timezone'],
    ['goal', { value: '/', unit: 'week' }, 'Invalid unit'],
    ['attribution', { model: 'best', step: '/' }, 'model'],
    ['attribution', { model: 'first-click' }, 'step'],
    ['attribution', { type: 'utm', model: 'first-click', step: '/' }, 'type'],
    ['breakdown', {}, 'fields'],
    ['breakdown', { fields: [] }, 'fields'],
    ['breakdown', { fields: ['url_path'] }, 'Invalid field'],
    ['breakdown', { fields: 'path' }, 'fields'],
    ['breakdown', { fields: ['__proto__'] }, 'Invalid field'],
    ['funnel', { steps: steps.slice(1), window: 1 }, 'steps'],
    ['funnel', { steps: [...steps, {}], window: 1 }, 'steps'],
    ['funnel', { steps: [...steps, { type: 'page', value: '/' }], window: 1 }, 'Invalid type'],
    ['funnel', { steps: Array(200).fill(steps[0]), window: 1 }, 'steps'],
    ['funnel', { steps, window: 0 }, 'window'],
    ['funnel', { steps, window: -1 }, 'window'],
    ['funnel', { steps, window: '1 day' }, 'window'],
    ['funnel', { steps }, 'window'],
    ['journey', {}, 'steps'],
    ['journey', { steps: 2 }, 'steps'],
    ['journey', { steps: 8 }, 'steps'],
    ['journey', { steps: 2.9 }, 'steps'],
    ['journey', { steps: 3, startStep: 5 }, 'startStep'],
    ['performance', { metric: 'fid' }, 'metric'],
    ['retention', { timezone: 5 }, 'timezone'],
    ['revenue', {}, 'currency'],
    ['revenue', { currency: 'EUR', compare: 'next' }, 'Invalid compare'],
    ['utm', { type: 'goal' }, 'type'],
  ])('%s refuses %j', async (type, fields, word) => {
    const { status, body } = await site.answer(type, fields)
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(word)])
  })

  test.each(['', '[]', 'null', '"x"', '{', '5'])('%j is no body', async (body) => {
    expect((await server.ask('/api/reports/utm', { body })).status).toBe(400)
  })

  test('hostile values are values', async () => {
    const values = [
      "'; drop table event; --",
      '$1',
      '%',
      '\0',
      '*'.repeat(5000),
      '🦊',
      '-1',
      'NaN',
      '__proto__',
    ]
    for (const value of values) {
      const goal = { parameters: { type: 'path', value } }
      expect([value, (await site.answer('goal', goal)).status]).toEqual([value, 200])
      for (const filters of [{ path: value }, { event: `c.${value}` }, { [value]: value }]) {
        expect((await site.answer('utm', { filters })).status).toBe(200)
      }
      const funnel = {
        steps: [
          { type: 'event', value, filters: [{ property: value, operator: 'c', value }] },
          { type: 'path', value },
        ],
        window: 0.0001,
      }
      expect((await site.answer('funnel', funnel)).status).toBe(200)
      const journey = { steps: 7, startStep: value, endStep: value }
      expect((await site.answer('journey', journey)).status).toBe(200)
      const attribution = { model: 'last-click', step: value, currency: value }
      expect((await site.answer('attribution', attribution)).status).toBe(200)
      expect((await site.answer('revenue', { currency: value })).status).toBe(200)
    }
    // The years 1 to 9999, and one millisecond more on either side.
    const [first, last] = [-62_135_596_800_000, 253_402_300_799_999]
    for (const report of ['utm', 'retention']) {
      expect((await site.answer(report, { startAt: first, endAt: last })).status).toBe(200)
      expect((await site.answer(report, { startAt: first - 1, endAt: last })).status).toBe(400)
      expect((await site.answer(report, { startAt: first, endAt: last + 1 })).status).toBe(400)
    }
    expect(await site.ask('goal', { value: '/' })).toEqual({ num: 2, total: 2 })
  })
})
