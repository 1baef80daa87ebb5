// Visitors per half day of several websites at once.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { startServer, type TestServer } from '../../support/app.ts'
import { days, openSite, type Site } from '../../support/statistics.ts'

let server: TestServer
let shop: Site
let blog: Site
beforeAll(async () => {
  server = await startServer()
  shop = await openSite(server, [
    { at: '2026-03-27T09:00:00Z', visitor: 'anna', url: '/' },
    { at: '2026-03-27T09:01:00Z', visitor: 'anna', url: '/a' },
    { at: '2026-03-27T10:00:00Z', visitor: 'ben', url: '/' },
    { at: '2026-03-27T10:30:00Z', visitor: 'ben', url: '/', name: 'buy' },
    { at: '2026-03-27T22:30:00Z', visitor: 'anna', url: '/' },
    { at: '2026-03-28T11:30:00Z', visitor: 'anna', url: '/' },
    // Clocks in Berlin went forward at 01:00 UTC.
    { at: '2026-03-29T10:30:00Z', visitor: 'cara', url: '/' },
  ])
  blog = await openSite(server, [
    { at: '2026-03-28T23:59:59Z', visitor: 'anna', url: '/' },
    // Only an event: nobody saw a page.
    { at: '2026-03-29T12:00:00Z', visitor: 'ben', url: '/', name: 'ping' },
  ])
})
afterAll(() => server.stop())

interface Chart {
  values: number[]
  total: number
}

async function ask(query: string, path = 'websites') {
  const { status, body } = await server.ask(`/api/${path}/charts?${query}`)
  return { status, body: body as { data: Record<string, Chart> } }
}
const data = async (query: string, path?: string) => (await ask(query, path)).body.data

describe('charts of websites', () => {
  test('visitors are counted once per half day, and once in total', async () => {
    const range = days('2026-03-27', '2026-03-29')
    expect(await data(`ids=${shop.id},${blog.id}&${range}`)).toEqual({
      [shop.id]: { values: [2, 1, 1, 0, 1, 0], total: 3 },
      [blog.id]: { values: [0, 0, 0, 1, 0, 0], total: 1 },
    })
    const stats = (await shop.ask(`stats?${range}`)) as { visitors: number }
    expect(stats.visitors).toBe(3)
  })

  test('half days are those of the zone, also where its clocks are changed', async () => {
    const startAt = Date.parse('2026-03-27T00:00:00+01:00')
    const endAt = Date.parse('2026-03-29T23:59:59.999+02:00')
    expect(
      await data(`ids=${shop.id}&startAt=${startAt}&endAt=${endAt}&timezone=Europe/Berlin`),
    ).toEqual({
      // 27 March 10:00 and 11:00; 23:30; 28 March 12:30; 29 March 12:30.
      [shop.id]: { values: [2, 1, 0, 1, 0, 1], total: 3 },
    })
  })

  test('without a range they are of the current half day and the thirteen before it', async () => {
    server.setNow('2026-03-29T14:00:00Z')
    const utc = (await data(`ids=${shop.id}`))[shop.id]
    expect(utc).toEqual({ values: [0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 1, 0, 1, 0], total: 3 })
    // In Berlin it is 16:00, the afternoon of a day without its third hour.
    const berlin = (await data(`ids=${shop.id}&timezone=Europe/Berlin`))[shop.id]
    expect(berlin).toEqual({ values: [0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 0, 1, 0, 1], total: 3 })
  })

  test('a long range has wider buckets, which hold the same visitors', async () => {
    const range = days('2020-01-01', '2026-12-31')
    const { values, total } = (await data(`ids=${shop.id}&${range}`))[shop.id] as Chart
    // 5114 half days are 26 together: 13 days each since 1970, of which one ends on 27 March 2026.
    expect(values.length).toBe(198)
    expect([values.filter((visitors) => visitors > 0), total]).toEqual([[2, 2], 3])
    const all = await data(`ids=${shop.id}&startAt=0&endAt=253402300799999`)
    expect(all[shop.id]?.total).toBe(3)
  })

  test('things of another kind, and unknown ones, are left out', async () => {
    const link = await server.ask<{ id: string }>('/api/links', {
      body: { name: 'Sale', url: 'https://shop.example', slug: 'sale-2026' },
    })
    const unknown = '99999999-9999-4999-8999-999999999999'
    expect(Object.keys(await data(`ids=${link.body.id},${unknown},no id`))).toEqual([])
    expect(Object.keys(await data(`ids=${link.body.id},${shop.id}`, 'links'))).toEqual([
      link.body.id,
    ])
    expect(Object.keys(await data(`ids=${link.body.id}`, 'pixels'))).toEqual([])
  })

  test('a website whose data was reset begins again', async () => {
    const site = await openSite(server, [{ at: '2026-03-27T09:00:00Z', visitor: 'anna', url: '/' }])
    server.setNow('2026-03-27T10:00:00Z')
    await server.ask(`/api/websites/${site.id}/reset`, { body: {} })
    expect(await data(`ids=${site.id}&${days('2026-03-27')}`)).toEqual({
      [site.id]: { values: [0, 0], total: 0 },
    })
  })

  test('no ids, too many, and half a range are refused', async () => {
    const many = Array.from({ length: 21 }, () => crypto.randomUUID())
    const problem = {
      error: {
        properties: { ids: { errors: ['Expected 1 to 20 ids, separated by commas'] } },
      },
    }
    expect(await ask('ids=')).toMatchObject({ status: 400, body: problem })
    expect(await ask(`ids=${many}`)).toMatchObject({ status: 400, body: problem })
    expect((await ask(`ids=${many.slice(1)}`)).status).toBe(200)
    expect((await ask('')).status).toBe(400)
    expect((await ask(`ids=${shop.id}&startAt=1`)).status).toBe(400)
    expect((await ask(`ids=${shop.id}&timezone=Moon`)).status).toBe(400)
  })
})
