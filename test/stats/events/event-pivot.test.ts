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
    {
      at: '2026-01-05T10:00:00Z',
      visitor: 'anna',
      url: '/a',
      name: 'buy',
      userAgent: chrome,
      data: { item: '1', plan: 'Pro', price: 12.5, gift: true, tags: ['x', 'y'] },
    },
    {
      at: '2026-01-05T10:01:00Z',
      visitor: 'ben',
      url: '/b',
      name: 'buy',
      // Tokyo is 9 hours ahead: there this is 6 January, 1:30.
      data: { item: '2', plan: 'free', price: 3, gift: false, sent: '2026-01-05T16:30:00Z' },
    },
    {
      at: '2026-01-05T10:02:00Z',
      visitor: 'cara',
      url: '/c',
      name: 'buy',
      data: { item: '3', sent: '2026-01-05T08:00:00.500Z' },
    },
    { at: '2026-01-05T10:03:00Z', visitor: 'cara', url: '/d', name: 'buy' },
    { at: '2026-01-05T10:04:00Z', visitor: 'cara', url: '/e', name: 'look', data: { item: '4' } },
  ])
})
afterAll(() => server.stop())

describe('event-data-pivot', () => {
  test('lists events of the name that have properties, as parallel arrays', async () => {
    const { data } = (await site.ask(`events?${range}`)) as { data: { id: string }[] }
    const [, , cara, ben, anna] = data.map(({ id }) => id)
    expect(await site.ask(`event-data-pivot?${range}&eventName=buy`)).toEqual({
      data: [
        {
          eventId: cara,
          sessionId: site.sessions[2],
          eventName: 'buy',
          urlPath: '/c',
          createdAt: '2026-01-05T10:02:00.000Z',
          propertyKeys: ['item', 'sent'],
          propertyValues: ['3', '2026-01-05T08:00:00Z'],
        },
        {
          eventId: ben,
          sessionId: site.sessions[1],
          eventName: 'buy',
          urlPath: '/b',
          createdAt: '2026-01-05T10:01:00.000Z',
          propertyKeys: ['gift', 'item', 'plan', 'price', 'sent'],
          propertyValues: ['false', '2', 'free', '3', '2026-01-05T16:30:00Z'],
        },
        {
          eventId: anna,
          sessionId: site.sessions[0],
          eventName: 'buy',
          urlPath: '/a',
          createdAt: '2026-01-05T10:00:00.000Z',
          propertyKeys: ['gift', 'item', 'plan', 'price', 'tags'],
          propertyValues: ['true', '1', 'Pro', '12.5', '["x","y"]'],
        },
      ],
      count: 3,
      page: 1,
      pageSize: 20,
      isCapped: false,
    })
  })

  const items = async (query: string) => {
    const { data, count } = (await site.ask(
      `event-data-pivot?${range}&eventName=buy&${query}`,
    )) as {
      data: { propertyKeys: string[]; propertyValues: string[] }[]
      count: number
    }
    const found = data.map((row) => row.propertyValues[row.propertyKeys.indexOf('item')])
    return [count, found.join()]
  }

  test('dates are local in a zone', async () => {
    expect(
      await site.ask(`event-data-pivot?${range}&eventName=buy&timezone=Asia/Tokyo&pageSize=1`),
    ).toMatchObject({
      data: [{ propertyKeys: ['item', 'sent'], propertyValues: ['3', '2026-01-05T17:00:00'] }],
    })
  })

  test('pages', async () => {
    expect(await items('pageSize=2')).toEqual([3, '3,2'])
    expect(await items('pageSize=2&page=2')).toEqual([3, '1'])
    expect(await items('pageSize=2&page=3')).toEqual([3, ''])
    // At most so many on all pages together.
    expect(await items('maxResults=1')).toEqual([1, '3'])
    expect(await items('maxResults=3&pageSize=2&page=2')).toEqual([3, '1'])
    expect(await items('maxResults=2&pageSize=2&page=2')).toEqual([2, ''])
    expect(await items('maxResults=4')).toEqual([3, '3,2,1'])
  })

  test.each([
    ['browser=chrome', '1'],
    ['path=/b,/c', '3,2'],
    ['event=look', ''],
    ['pf_plan=eq.Pro', '1'],
    ['pf_plan=string.eq.Pro,free', '2,1'],
    ['pf_plan=1.c.PRO', '1'],
    // A property that is missing is not the one that is excluded.
    ['pf_plan=neq.Pro', '3,2'],
    ['pf_plan=dnc.r', '3'],
    ['pf_plan=re.^P', '1'],
    ['pf_plan=re.^(pro|free)$', '2,1'],
    ['pf_plan=nre.^f', '3,1'],
    ['pf_price=number.gt.3', '1'],
    ['pf_price=number.gte.3', '2,1'],
    ['pf_price=number.lt.12.5', '2'],
    ['pf_price=2.eq.12.50', '1'],
    ['pf_price=number.neq.3', '3,1'],
    // Prices are no text.
    ['pf_price=eq.3', ''],
    ['pf_gift=boolean.eq.true', '1'],
    ['pf_tags=array.c.x', '1'],
    ['pf_tags=array.dnc.x', '3,2'],
    ['pf_tags=array.c.z', ''],
    ['pf_sent=date.eq.2026-01-05', '3,2'],
    ['pf_sent=date.eq.2026-01-05&timezone=Asia/Tokyo', '3'],
    ['pf_sent=date.eq.2026-01-06T00:00:00&timezone=Asia/Tokyo', '2'],
    ['pf_sent=date.bf.2026-01-05T16:30:00Z', '3'],
    ['pf_sent=date.af.2026-01-05T16:00:00Z', '2'],
    ['pf_sent=date.af.2026-01-05T17:00:00&timezone=Asia/Tokyo', '3,2'],
    ['pf_plan=c.r&pf_plan1=neq.Pro', '2'],
    ['pf_plan=c.r&pf_price=number.gt.10', '1'],
    // Numbers and dates are written as anywhere else.
    ['pf_price=number.eq.1.25e1', '1'],
    ['pf_price=number.eq.+3+', '2'],
    ['pf_sent=date.bf.2026-01-05+16:30', '3'],
    ['pf_sent=date.bf.Jan+6+2026&timezone=Asia/Tokyo', '3'],
    ['pf_sent=date.neq.Jan+6+2026&timezone=Asia/Tokyo', '3,1'],
    ['pf_sent=date.bf.2026-01-05T17:00:00%2B0100', '3'],
    [`pf_sent=date.af.${Date.parse('2026-01-05T16:00:00Z')}`, '2'],
    ['pf_price=number.eq.0x3', '3,2,1'],
    ['pf_price=number.eq.+', '3,2,1'],
    ['pf_price=number.gt.1e400', '3,2,1'],
    ['pf_sent=date.bf.2026-13-01', '3,2,1'],
    [`pf_sent=date.af.${'9'.repeat(400)}`, '3,2,1'],
    ['pf_sent=date.af.+', '3,2,1'],
    // Malformed ones are ignored.
    ['pf_plan=Pro', '3,2,1'],
    ['pf_plan=gt.3', '3,2,1'],
    ['pf_price=number.gt.many', '3,2,1'],
    ['pf_sent=date.eq.never', '3,2,1'],
    ['pf_=eq.x', '3,2,1'],
  ])('%s keeps %s', async (query, expected) => {
    expect((await items(query))[1]).toBe(expected as string)
  })

  test('needs a name, and patterns that are patterns', async () => {
    expect(await site.status(`event-data-pivot?${range}`)).toBe(400)
    expect(await site.status(`event-data-pivot?${range}&eventName=buy&pf_plan=re.(`)).toBe(400)
  })
})
