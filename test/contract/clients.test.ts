// The published clients of this API, unmodified: what they send arrives, what they ask is answered.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { isUmamiApiError, UmamiClient } from '@umami/api-client'
import { Umami } from '@umami/node'
import { adminId, adminPassword, startServer, type TestServer } from '../support/app.ts'
import { chrome, firefox } from '../support/visits.ts'

const at = (time: string) => `2026-03-10T${time}Z`
const range = { startAt: Date.parse(at('10:00:00')), endAt: Date.parse(at('10:59:59.999')) }

let server: TestServer
let client: UmamiClient

beforeAll(async () => {
  server = await startServer()
  const guest = new UmamiClient({ baseUrl: `${server.url}/api` })
  const { token } = (await guest.login({ username: 'admin', password: adminPassword })) as {
    token: string
  }
  client = guest.withToken(token)
})
afterAll(() => server.stop())

describe('@umami/node', () => {
  test('sends page views, events and properties of a server-side visitor', async () => {
    const websiteId = await server.createWebsite('Shop')
    const umami = new Umami({ hostUrl: server.url, websiteId })
    const other = new Umami({ hostUrl: server.url, websiteId, userAgent: firefox })

    server.setNow(at('10:00:00'))
    const page = { url: '/checkout?step=2', title: 'Checkout', hostname: 'shop.example' }
    const viewed = await umami.track(page)
    expect(viewed.status).toBe(200)
    const { cache, sessionId, visitId } = (await viewed.json()) as Record<string, string>
    expect(cache?.split('.')).toHaveLength(3)

    server.setNow(at('10:00:10'))
    const paidAt = new Date('2026-03-10T09:59:00Z')
    const ordered = await umami.track('order', { total: 12.5, currency: 'EUR', paidAt })
    // No cache is echoed: the same visitor, and in the same hour the same visit.
    expect(await ordered.json()).toMatchObject({ sessionId, visitId })

    server.setNow(at('10:00:20'))
    const identified = await umami.identify({ plan: 'pro' })
    expect(await identified.json()).toMatchObject({ sessionId, visitId })
    await umami.identify({ seats: 3 })

    server.setNow(at('10:05:00'))
    await other.track('order', { total: 7 })

    // One page view, seen once; events make no page views.
    expect(await client.getWebsiteStats({ websiteId, ...range })).toMatchObject({
      pageviews: 1,
      visitors: 1,
      visits: 1,
      bounces: 1,
      totaltime: 0,
    })
    expect(await client.getWebsiteMetrics({ websiteId, ...range, type: 'path' })).toEqual([
      { x: '/checkout', y: 1 },
    ])
    // Two visitors with an order each.
    expect(await client.getWebsiteMetrics({ websiteId, ...range, type: 'event' })).toEqual([
      { x: 'order', y: 2 },
    ])
    expect(await client.getEventDataStats({ websiteId, ...range })).toEqual({
      events: 2,
      properties: 3,
      records: 4,
    })
    const properties = await client.getWebsiteSessionProperties({
      websiteId,
      sessionId: sessionId ?? '',
    })
    const brief = (properties as Record<string, unknown>[]).map(({ dataKey, stringValue }) => [
      dataKey,
      stringValue,
    ])
    expect(brief).toEqual([
      ['plan', 'pro'],
      ['seats', '3'],
    ])
  })

  test('is refused an unknown website', async () => {
    const websiteId = 'a3d4a8c5-0f4e-4f53-9f10-7c2d4b7f1e11'
    const answer = await new Umami({ hostUrl: server.url, websiteId }).track('order')
    expect(answer.status).toBe(400)
    expect(await answer.json()).toEqual({
      error: { message: 'Website not found.', code: 'bad-request', status: 400 },
    })
  })
})

describe('@umami/api-client', () => {
  test('creates, reads, changes, lists and deletes a website', async () => {
    server.setNow(at('08:00:00'))
    const created = await client.createWebsite({ name: 'Blog', domain: 'blog.example' })
    const websiteId = String(created.id)
    const row = {
      id: websiteId,
      name: 'Blog',
      domain: 'blog.example',
      resetAt: null,
      userId: adminId,
      teamId: null,
      createdBy: adminId,
      createdAt: '2026-03-10T08:00:00.000Z',
      updatedAt: '2026-03-10T08:00:00.000Z',
      deletedAt: null,
      recorderEnabled: false,
      replayConfig: null,
      shareId: null,
    }
    expect<unknown>(created).toEqual(row)
    expect<unknown>(await client.getWebsite({ websiteId })).toEqual(row)

    server.setNow(at('08:01:00'))
    const changed = { ...row, name: 'Journal', updatedAt: '2026-03-10T08:01:00.000Z' }
    expect<unknown>(await client.updateWebsite({ websiteId, name: 'Journal' })).toEqual(changed)
    expect<unknown>(await client.listWebsites({ search: 'journ', pageSize: 5 })).toMatchObject({
      data: [{ ...changed, user: { id: adminId, username: 'admin' } }],
      count: 1,
      page: 1,
      pageSize: 5,
    })

    expect<unknown>(await client.deleteWebsite({ websiteId })).toEqual({ ok: true })
    const gone = await client.getWebsite({ websiteId }).catch((error: unknown) => error)
    expect(isUmamiApiError(gone) && [gone.status, gone.code, gone.message]).toEqual([
      404,
      'not-found',
      'Not found',
    ])
    expect(await client.listWebsites({ search: 'journ' })).toMatchObject({ data: [], count: 0 })
  })

  test('sends one and many, and reads the numbers', async () => {
    const websiteId = await server.createWebsite('News')
    const sender = new UmamiClient({
      baseUrl: `${server.url}/api`,
      headers: { 'User-Agent': chrome },
    })
    const item = (url: string, more = {}) => ({
      type: 'event' as const,
      payload: { website: websiteId, hostname: 'news.example', url, ...more },
    })

    server.setNow(at('10:00:00'))
    const sent = await sender.send(item('/'))
    expect(Object.keys(sent as object).toSorted()).toEqual(['cache', 'sessionId', 'visitId'])

    server.setNow(at('10:02:00'))
    const many = [
      item('/a'),
      item('/a', { name: 'share', data: { to: 'friend' } }),
      { type: 'event', payload: { website: 'a3d4a8c5-0f4e-4f53-9f10-7c2d4b7f1e11' } },
      item('/b', { userAgent: firefox }),
    ]
    expect<unknown>(await sender.batch(many as typeof many & Record<string, unknown>)).toEqual({
      size: 4,
      processed: 3,
      errors: 1,
      details: [
        {
          index: 2,
          response: {
            error: { message: 'Website not found.', code: 'bad-request', status: 400 },
          },
        },
      ],
      cache: expect.any(String),
    })

    // Without a browser's User-Agent the runtime's own counts as a robot's.
    const robot = new UmamiClient({ baseUrl: `${server.url}/api` })
    expect<unknown>(await robot.send(item('/'))).toEqual({ beep: 'boop' })

    // Chrome saw / and, two minutes later, /a; Firefox only /b.
    expect<unknown>(await client.getWebsiteStats({ websiteId, ...range })).toEqual({
      pageviews: 3,
      visitors: 2,
      visits: 2,
      bounces: 1,
      totaltime: 120,
      comparison: { pageviews: 0, visitors: 0, visits: 0, bounces: 0, totaltime: 0 },
    })
    const perMinute = { ...range, unit: 'minute', timezone: 'UTC' } as const
    expect<unknown>(await client.getWebsitePageviews({ websiteId, ...perMinute })).toEqual({
      pageviews: [
        { x: '2026-03-10T10:00:00Z', y: 1 },
        { x: '2026-03-10T10:02:00Z', y: 2 },
      ],
      sessions: [
        { x: '2026-03-10T10:00:00Z', y: 1 },
        { x: '2026-03-10T10:02:00Z', y: 2 },
      ],
    })
    expect(await client.getWebsiteMetrics({ websiteId, ...range, type: 'path' })).toEqual([
      { x: '/', y: 1 },
      { x: '/a', y: 1 },
      { x: '/b', y: 1 },
    ])
    expect<unknown>(await client.getWebsiteActive({ websiteId })).toEqual({ visitors: 2 })
    expect<unknown>(await client.getWebsiteDateRange({ websiteId })).toEqual({
      startDate: '2026-03-10T10:00:00.000Z',
      endDate: '2026-03-10T10:02:00.000Z',
    })
    const events = await client.getWebsiteEvents({ websiteId, ...range })
    expect(events).toMatchObject({ count: 4, page: 1, pageSize: 20 })
    const sessions = await client.getWebsiteSessions({ websiteId, ...range })
    expect(sessions).toMatchObject({ count: 2, page: 1, pageSize: 20 })
  })

  test('reports a refusal as its own kind of error', async () => {
    const websiteId = await server.createWebsite('Private')
    const guest = new UmamiClient({ baseUrl: `${server.url}/api` })
    const refusal = await guest.getWebsite({ websiteId }).catch((error: unknown) => error)
    expect(isUmamiApiError(refusal) && [refusal.isUnauthorized, refusal.code]).toEqual([
      true,
      'unauthorized',
    ])
  })
})
