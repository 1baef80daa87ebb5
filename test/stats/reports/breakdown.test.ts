import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { dimensionNames } from '../../../src/stats/dimensions/dimensions.ts'
import { startServer, type TestServer } from '../../support/app.ts'
import { chrome } from '../../support/visits.ts'
import { openReports, type Reports } from './open-reports.ts'

let server: TestServer
let site: Reports
beforeAll(async () => {
  server = await startServer()
  // Anna (Chrome, Sweden): a visit /, /a, / of 100.5 s and an event in it; later a visit of one view.
  // Ben (Firefox, no country): two views of / that t.co sent him to, and two events.
  const anna = { visitor: 'anna', userAgent: chrome, headers: { 'cf-ipcountry': 'SE' } }
  site = await openReports(server, [
    { at: '2026-01-05T10:00:00.000Z', ...anna, url: '/', title: 'Home' },
    { at: '2026-01-05T10:00:50.000Z', ...anna, url: '/a' },
    { at: '2026-01-05T10:01:40.500Z', ...anna, url: '/', title: 'Home' },
    { at: '2026-01-05T10:05:00.000Z', ...anna, url: '/a', name: 'signup' },
    { at: '2026-01-06T10:00:00.000Z', ...anna, url: '/', title: 'Home' },
    {
      at: '2026-01-05T12:00:00.000Z',
      visitor: 'ben',
      url: '/',
      referrer: 'https://www.t.co/x',
    },
    {
      at: '2026-01-05T12:00:10.000Z',
      visitor: 'ben',
      url: '/',
      referrer: 'https://www.t.co/x',
    },
    { at: '2026-01-05T12:01:00.000Z', visitor: 'ben', url: '/', name: 'signup' },
    { at: '2026-01-05T12:01:05.000Z', visitor: 'ben', url: '/', name: 'buy' },
    { at: '2026-01-05T12:02:00.000Z', visitor: 'ben', url: '/', type: 'performance', lcp: 1 },
  ])
})
afterAll(() => server.stop())

const ask = (fields: string[], filters = {}) =>
  site.ask('breakdown', { parameters: { fields }, filters })

describe('breakdown', () => {
  test('numbers by combination of fields, missing values kept', async () => {
    expect(await ask(['path', 'country'])).toEqual([
      // Anna's two visits on /: one of two views 100 s apart, one of a single view.
      { path: '/', country: 'SE', views: 3, visitors: 1, visits: 2, bounces: 1, totaltime: 100 },
      { path: '/', country: null, views: 2, visitors: 1, visits: 1, bounces: 0, totaltime: 10 },
      { path: '/a', country: 'SE', views: 1, visitors: 1, visits: 1, bounces: 1, totaltime: 0 },
    ])
    expect(await ask(['browser'])).toEqual([
      { browser: 'chrome', views: 4, visitors: 1, visits: 2, bounces: 1, totaltime: 100 },
      { browser: 'firefox', views: 2, visitors: 1, visits: 1, bounces: 0, totaltime: 10 },
    ])
    expect(await ask(['path', 'path'])).toEqual([
      { path: '/', views: 5, visitors: 2, visits: 3, bounces: 1, totaltime: 110 },
      { path: '/a', views: 1, visitors: 1, visits: 1, bounces: 1, totaltime: 0 },
    ])
  })

  test('referrers are hosts, and none is a group too', async () => {
    expect(await ask(['referrer'])).toEqual([
      { referrer: null, views: 4, visitors: 1, visits: 2, bounces: 1, totaltime: 100 },
      { referrer: 't.co', views: 2, visitors: 1, visits: 1, bounces: 0, totaltime: 10 },
    ])
  })

  test('with a field or filter on events it counts events', async () => {
    expect(await ask(['event'])).toEqual([
      { event: 'signup', views: 2, visitors: 2, visits: 2, bounces: 2, totaltime: 0 },
      { event: 'buy', views: 1, visitors: 1, visits: 1, bounces: 1, totaltime: 0 },
    ])
    expect(await ask(['browser'], { event: 'signup,buy' })).toEqual([
      { browser: 'firefox', views: 2, visitors: 1, visits: 1, bounces: 0, totaltime: 5 },
      { browser: 'chrome', views: 1, visitors: 1, visits: 1, bounces: 1, totaltime: 0 },
    ])
  })

  test('every field of the specification is one, and every dimension', async () => {
    const fields =
      'path title query referrer browser os device country region city hostname tag event distinctId utmSource utmMedium utmCampaign utmContent utmTerm language'
    for (const field of new Set([...fields.split(' '), ...dimensionNames])) {
      const rows = (await ask([field])) as Record<string, unknown>[]
      expect(Object.keys(rows[0] ?? {}).toSorted()).toEqual(
        ['bounces', 'totaltime', 'views', 'visitors', 'visits', field].toSorted(),
      )
    }
    expect(await ask(fields.split(' '))).toHaveLength(3)
  })
})
