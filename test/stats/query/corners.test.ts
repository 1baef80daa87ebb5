// Corners in which a number was once wrong.

import { afterAll, beforeAll, expect, test } from 'bun:test'
import { startServer, type TestServer } from '../../support/app.ts'
import { days, openSite } from '../../support/statistics.ts'
import { chrome, iphone } from '../../support/visits.ts'

const range = days('2026-01-05')

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

test("a session's host is that of its last row, at one instant of the one stored last", async () => {
  const site = await openSite(server, [
    { at: '2026-01-05T10:00:00.000Z', visitor: 'a', url: '/', hostname: 'one.example.com' },
    { at: '2026-01-05T10:00:00.000Z', visitor: 'a', url: '/', hostname: 'two.example.com' },
    // The other way round in a second session, and older rows stored later do not count.
    { at: '2026-01-05T10:00:00.000Z', visitor: 'b', url: '/', hostname: 'two.example.com' },
    { at: '2026-01-05T10:00:00.000Z', visitor: 'b', url: '/', hostname: 'one.example.com' },
    { at: '2026-01-05T09:00:00.000Z', visitor: 'b', url: '/', hostname: 'old.example.com' },
  ])
  const { data } = (await site.ask(`sessions?${range}`)) as { data: Record<string, unknown>[] }
  expect(data.map(({ id, hostname }) => [id, hostname])).toEqual([
    [site.sessions[2], 'one.example.com'],
    [site.sessions[0], 'two.example.com'],
  ])
})

test('without bounces there is none, also when another filter leaves one page of a visit', async () => {
  const site = await openSite(server, [
    { at: '2026-01-05T10:00:00Z', visitor: 'a', url: '/' },
    { at: '2026-01-05T10:00:10Z', visitor: 'a', url: '/a' },
    { at: '2026-01-05T10:00:00Z', visitor: 'b', url: '/a' },
  ])
  // Of /a only the view of the visit with two pages is kept: one row, and yet no bounce.
  expect(await site.ask(`stats?${range}&path=/a&excludeBounce=true`)).toMatchObject({
    pageviews: 1,
    visitors: 1,
    visits: 1,
    bounces: 0,
    totaltime: 0,
  })
  expect(await site.ask(`stats?${range}&path=/a`)).toMatchObject({ pageviews: 2, bounces: 2 })
})

test('a search narrows a list whatever the filters, also when any of them will do', async () => {
  const site = await openSite(server, [
    { at: '2026-01-05T10:00:00Z', visitor: 'a', url: '/', userAgent: chrome },
    { at: '2026-01-05T10:00:00Z', visitor: 'b', url: '/', userAgent: iphone },
    { at: '2026-01-05T10:00:00Z', visitor: 'c', url: '/c' },
  ])
  const query = `${range}&type=device&search=DESK&path=/&os=Linux&match=any`
  expect(await site.ask(`metrics?${query}`)).toEqual([{ x: 'desktop', y: 2 }])
  expect(await site.ask(`metrics/expanded?${query}`)).toEqual([
    { name: 'desktop', pageviews: 2, visitors: 2, visits: 2, bounces: 2, totaltime: 0 },
  ])
})

test("a journey's kind of rows comes on top of the filters", async () => {
  const site = await openSite(server, [
    { at: '2026-01-05T10:00:00Z', visitor: 'a', url: '/' },
    { at: '2026-01-05T10:00:01Z', visitor: 'a', url: '/', name: 'signup' },
  ])
  const journey = async (eventType: number, filters: object) => {
    const dates = { startDate: '2026-01-05', endDate: '2026-01-06' }
    const parameters = { ...dates, steps: 3, eventType }
    const body = { websiteId: site.id, filters, parameters }
    return (await server.ask('/api/reports/journey', { body })).body
  }
  expect(await journey(1, {})).toEqual([{ items: ['/'], count: 1 }])
  expect(await journey(1, { eventType: 1 })).toEqual([{ items: ['/'], count: 1 }])
  // No row is a page view and an event.
  expect(await journey(1, { eventType: 2 })).toEqual([])
})

test('thousands of values, and far too many filters, do not hold the server up', async () => {
  const site = await openSite(server, [
    { at: '2026-01-05T10:00:00Z', visitor: 'a', url: '/a' },
    { at: '2026-01-05T10:00:10Z', visitor: 'b', url: '/b' },
  ])
  const values = Array.from({ length: 100_000 }, (_, index) => `/${index}`)
  const report = (filters: Record<string, string>) =>
    server.ask<{ error?: { message: string } }>('/api/reports/goal', {
      body: {
        websiteId: site.id,
        startDate: '2026-01-05',
        endDate: '2026-01-06',
        value: '/*',
        filters,
      },
    })
  expect(await report({ path: [...values, '/a'].join(',') })).toMatchObject({
    status: 200,
    body: { num: 1, total: 1 },
  })
  const filters = Object.fromEntries(values.slice(0, 500).map((value, n) => [`path${n}`, value]))
  const refused = await report(filters)
  expect(refused.status).toBe(400)
  expect(refused.body.error?.message).toBe('Too many filters: at most 100 are allowed.')
})

test('a funnel of as many wide steps as there may be is answered', async () => {
  const site = await openSite(server, [
    { at: '2026-01-05T10:00:00Z', visitor: 'a', url: '/a' },
    { at: '2026-01-05T10:00:10Z', visitor: 'a', url: '/b' },
  ])
  const funnel = (length: number) =>
    server.ask<{ visitors: number }[]>('/api/reports/funnel', {
      body: {
        websiteId: site.id,
        startDate: '2026-01-05',
        endDate: '2026-01-06',
        window: 1,
        steps: Array.from({ length }, () => ({ type: 'path', value: '/*' })),
      },
    })
  const { status, body } = await funnel(8)
  expect(status).toBe(200)
  // Two rows make two steps: a row does not follow itself.
  expect(body.map((step) => step.visitors)).toEqual([1, 1, 0, 0, 0, 0, 0, 0])
  expect((await funnel(9)).status).toBe(400)
})

test('the first and last years can be compared with those before', async () => {
  const id = await server.createWebsite()
  for (const compare of ['prev', 'yoy']) {
    const query = `startAt=-62135596800000&endAt=-62135596000000&compare=${compare}`
    for (const path of ['pageviews', 'stats']) {
      expect((await server.ask(`/api/websites/${id}/${path}?${query}`)).status).toBe(200)
    }
  }
})

test('a caller who goes away is no failure of the server', async () => {
  const site = await openSite(server, [{ at: '2026-01-05T10:00:00Z', visitor: 'a', url: '/a' }])
  const before = server.logged.length
  const given = Array.from({ length: 40 }, async (_, index) => {
    const abort = new AbortController()
    const asked = fetch(`${server.url}/api/websites/${site.id}/sessions/weekly?${range}`, {
      headers: { Authorization: `Bearer ${server.adminToken}` },
      signal: abort.signal,
    })
    queueMicrotask(() => setTimeout(() => abort.abort(), index % 8))
    return asked.then(
      () => null,
      () => null,
    )
  })
  await Promise.all(given)
  expect((await server.ask(`/api/websites/${site.id}/stats?${range}`)).status).toBe(200)
  expect(server.logged.slice(before).filter((line) => line.includes(' error '))).toEqual([])
})
