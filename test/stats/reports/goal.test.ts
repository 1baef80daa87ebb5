import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { startServer, type TestServer } from '../../support/app.ts'
import { chrome } from '../../support/visits.ts'
import { openReports, type Reports } from './open-reports.ts'

let server: TestServer
let site: Reports
beforeAll(async () => {
  server = await startServer()
  // Anna: /, /blog/a and the event signup. Ben: /blog/b%25 twice. Cara: / and, as a measurement only,
  // /blog/a. Dora: nothing but a measurement, so she is no visitor here.
  site = await openReports(server, [
    { at: '2026-01-05T10:00:00Z', visitor: 'anna', url: '/', userAgent: chrome },
    { at: '2026-01-05T10:01:00Z', visitor: 'anna', url: '/blog/a', userAgent: chrome },
    { at: '2026-01-05T10:02:00Z', visitor: 'anna', url: '/', name: 'signup', userAgent: chrome },
    { at: '2026-01-06T10:00:00Z', visitor: 'ben', url: '/blog/b%25' },
    { at: '2026-01-06T10:01:00Z', visitor: 'ben', url: '/blog/b%25' },
    { at: '2026-01-07T10:00:00Z', visitor: 'cara', url: '/' },
    { at: '2026-01-07T10:00:05Z', visitor: 'cara', url: '/blog/a', type: 'performance', lcp: 9 },
    { at: '2026-01-08T10:00:05Z', visitor: 'dora', url: '/', type: 'performance', lcp: 9 },
  ])
})
afterAll(() => server.stop())

describe('goal', () => {
  test.each([
    ['path', '/', 2],
    ['path', '/blog/a', 1],
    ['path', '/blog', 0],
    ['path', '/blog/*', 2],
    ['path', '*/a', 1],
    ['path', '*log*', 2],
    ['path', '*', 3],
    ['path', '**', 3],
    ['path', '/*/a', 0],
    // Wildcards of SQL and of regular expressions are text.
    ['path', '/blog/_', 0],
    ['path', '%', 0],
    ['path', '/BLOG/*', 0],
    ['path', 'signup', 0],
    ['event', 'signup', 1],
    ['event', 'sign*', 1],
    ['event', '/', 0],
  ])('%s %s is reached by %d of 3 visitors', async (type, value, num) => {
    expect(await site.ask('goal', { parameters: { type, value } })).toEqual({ num, total: 3 })
  })

  test('filters narrow both numbers', async () => {
    const goal = { parameters: { type: 'path', value: '/blog/*' } }
    expect(await site.ask('goal', { ...goal, filters: { browser: 'chrome' } })).toEqual({
      num: 1,
      total: 1,
    })
    expect(await site.ask('goal', { ...goal, filters: { path: '/' } })).toEqual({
      num: 0,
      total: 2,
    })
    // Anna alone has the event; the goal is looked for in the visits that have it.
    expect(await site.ask('goal', { ...goal, filters: { event: 'signup' } })).toEqual({
      num: 1,
      total: 1,
    })
    const any = { browser: 'chrome', path: '/blog/b%', match: 'any' }
    expect(await site.ask('goal', { ...goal, filters: any })).toEqual({ num: 2, total: 2 })
  })

  test('without data both are zero', async () => {
    const empty = await openReports(server, [])
    expect(await empty.ask('goal', { parameters: { type: 'path', value: '/' } })).toEqual({
      num: 0,
      total: 0,
    })
  })
})
