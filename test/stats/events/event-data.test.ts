import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { startServer, type TestServer } from '../../support/app.ts'
import { days, openSite, type Site } from '../../support/statistics.ts'
import { chrome } from '../../support/visits.ts'

const range = days('2026-01-05')

let server: TestServer
let site: Site
let eventIds: string[]
/**
 * Anna (Chrome) buys with every type of property, and again with one.
 * Ben buys with two, signs up with one and again without any.
 * Cara views a page with data.
 */
beforeAll(async () => {
  server = await startServer()
  site = await openSite(server, [
    { at: '2026-01-05T10:00:00Z', visitor: 'anna', url: '/', userAgent: chrome },
    {
      at: '2026-01-05T10:01:00Z',
      visitor: 'anna',
      url: '/buy?from=mail',
      name: 'buy',
      userAgent: chrome,
      data: {
        price: 12.5,
        plan: 'pro',
        gift: true,
        sent: '2026-01-07T10:20:30+01:00',
        tags: ['a', 'b', 'a'],
        address: { city: 'Kyoto' },
      },
    },
    {
      at: '2026-01-05T10:02:00Z',
      visitor: 'anna',
      url: '/buy',
      name: 'buy',
      userAgent: chrome,
      data: { price: 3 },
    },
    {
      at: '2026-01-05T11:00:00Z',
      visitor: 'ben',
      url: '/buy',
      name: 'buy',
      data: { price: 12.5, plan: 'free' },
    },
    {
      at: '2026-01-05T11:05:00Z',
      visitor: 'ben',
      url: '/join',
      name: 'signup',
      data: { plan: 'free' },
    },
    { at: '2026-01-05T11:06:00Z', visitor: 'ben', url: '/join', name: 'signup' },
    { at: '2026-01-05T12:00:00Z', visitor: 'cara', url: '/', data: { theme: 'dark' } },
    {
      at: '2026-01-06T09:00:00Z',
      visitor: 'ben',
      url: '/buy',
      name: 'buy',
      data: { plan: 'later' },
    },
  ])
  const { data } = (await site.ask(`events?${range}`)) as {
    data: { id: string; hasData: boolean }[]
  }
  eventIds = data.filter(({ hasData }) => hasData).map(({ id }) => id)
})
afterAll(() => server.stop())

const text = (dataKey: string, stringValue: string, createdAt: string) => ({
  dataKey,
  stringValue,
  numberValue: null,
  dateValue: null,
  dataType: 1,
  createdAt,
})
const number = (dataKey: string, stringValue: string, numberValue: number, createdAt: string) => ({
  dataKey,
  stringValue,
  numberValue,
  dateValue: null,
  dataType: 2,
  createdAt,
})

const bought = '2026-01-05T10:01:00.000Z'
const everyType = [
  text('address.city', 'Kyoto', bought),
  { ...text('gift', 'true', bought), dataType: 4 },
  text('plan', 'pro', bought),
  number('price', '12.5000', 12.5, bought),
  {
    ...text('sent', '2026-01-07T09:20:30.000Z', bought),
    dateValue: '2026-01-07T09:20:30.000Z',
    dataType: 3,
  },
  { ...text('tags', '["a","b","a"]', bought), dataType: 5 },
]

describe('event-data', () => {
  test('lists events that have properties, newest first, the properties by name', async () => {
    const [theme, signup, benBuys, annaAgain, annaBuys] = eventIds
    const websiteId = site.id
    expect(await site.ask(`event-data?${range}`)).toEqual({
      data: [
        {
          websiteId,
          eventId: theme,
          eventName: null,
          eventProperties: [text('theme', 'dark', '2026-01-05T12:00:00.000Z')],
        },
        {
          websiteId,
          eventId: signup,
          eventName: 'signup',
          eventProperties: [text('plan', 'free', '2026-01-05T11:05:00.000Z')],
        },
        {
          websiteId,
          eventId: benBuys,
          eventName: 'buy',
          eventProperties: [
            text('plan', 'free', '2026-01-05T11:00:00.000Z'),
            number('price', '12.5000', 12.5, '2026-01-05T11:00:00.000Z'),
          ],
        },
        {
          websiteId,
          eventId: annaAgain,
          eventName: 'buy',
          eventProperties: [number('price', '3.0000', 3, '2026-01-05T10:02:00.000Z')],
        },
        { websiteId, eventId: annaBuys, eventName: 'buy', eventProperties: everyType },
      ],
      count: 5,
      page: 1,
      pageSize: 20,
      isCapped: false,
    })
  })

  test('pages are of events, and the count is that of all pages', async () => {
    const ids = async (page: number) => {
      const answer = (await site.ask(`event-data?${range}&page=${page}&pageSize=2`)) as {
        data: { eventId: string }[]
        count: number
      }
      return [answer.count, ...answer.data.map(({ eventId }) => eventId)]
    }
    expect(await ids(1)).toEqual([5, ...eventIds.slice(0, 2)])
    expect(await ids(2)).toEqual([5, ...eventIds.slice(2, 4)])
    expect(await ids(3)).toEqual([5, ...eventIds.slice(4)])
    expect(await ids(4)).toEqual([5])
  })

  test('events of one instant are each on one page', async () => {
    const at = '2026-02-01T10:00:00Z'
    const busy = await openSite(
      server,
      ['a', 'b', 'c', 'd', 'e'].map((visitor) => ({ at, visitor, url: '/', data: { visitor } })),
    )
    const seen = new Set<string>()
    for (const page of [1, 2, 3]) {
      const answer = (await busy.ask(
        `event-data?${days('2026-02-01')}&page=${page}&pageSize=2`,
      )) as { data: { eventId: string }[] }
      for (const { eventId } of answer.data) seen.add(eventId)
    }
    expect(seen.size).toBe(5)
  })

  test('one event is a flat list', async () => {
    const id = eventIds[4] as string
    const found = (await site.ask(`event-data/${id}`)) as { id: string }[]
    expect(found).toEqual(
      everyType.map((property) => ({
        id: expect.stringMatching(
          /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/,
        ),
        websiteEventId: id,
        websiteId: site.id,
        eventId: id,
        eventName: 'buy',
        ...property,
      })),
    )
    // Each property has an id of its own, the same each time.
    expect(new Set(found.map((property) => property.id)).size).toBe(everyType.length)
    expect(await site.ask(`event-data/${id}`)).toEqual(found)
    for (const unknown of ['7b0e6d0e-5c7e-4a86-8f5e-0a4c26f3c111', 'x', '%00', "'--"]) {
      expect(await site.ask(`event-data/${unknown}`)).toEqual([])
    }
    // Events of another website are unknown too.
    const other = await openSite(server, [])
    expect(await other.ask(`event-data/${id}`)).toEqual([])
  })

  test('stats counts events, names and properties', async () => {
    // Names: address.city, gift, plan, price, sent, tags, theme. Rows: 6 + 1 + 2 + 1 + 1.
    expect(await site.ask(`event-data/stats?${range}`)).toEqual({
      events: 5,
      properties: 7,
      records: 11,
    })
    expect(await site.ask(`event-data/stats?${days('2025-01-05')}`)).toEqual({
      events: 0,
      properties: 0,
      records: 0,
    })
  })

  test.each([
    // Rows of: Anna 6 + 1, Ben's buy 2, Ben's signup 1, Cara's view 1.
    ['event=buy', 9],
    ['event=neq.buy', 2],
    ['event=buy,signup', 10],
    ['browser=chrome', 7],
    ['browser=firefox', 4],
    ['path=/join', 1],
    ['path=/join&browser=chrome&match=any', 8],
    ['query=from=mail', 6],
    ['eventType=1', 1],
    ['hostname=example.com', 11],
    ['hostname=other', 0],
    ['event=buy&browser=firefox', 2],
  ])('%s keeps %d properties', async (filter, records) => {
    expect(await site.ask(`event-data/stats?${range}&${filter}`)).toMatchObject({ records })
    const { data } = (await site.ask(`event-data?${range}&${filter}`)) as {
      data: { eventProperties: unknown[] }[]
    }
    expect(data.flatMap(({ eventProperties }) => eventProperties)).toHaveLength(records)
  })
})

describe('names and values', () => {
  const row = (
    eventName: string | null,
    propertyName: string,
    dataType: number,
    total: number,
  ) => ({
    eventName,
    propertyName,
    dataType,
    total,
  })

  test('event-data/events: by event and name', async () => {
    expect(await site.ask(`event-data/events?${range}`)).toEqual([
      row('buy', 'address.city', 1, 1),
      row('buy', 'gift', 4, 1),
      row('buy', 'plan', 1, 2),
      row('buy', 'price', 2, 3),
      row('buy', 'sent', 3, 1),
      row('buy', 'tags', 5, 1),
      row('signup', 'plan', 1, 1),
      row(null, 'theme', 1, 1),
    ])
  })

  test('event-data/events of an event: by stored value too', async () => {
    expect(await site.ask(`event-data/events?${range}&event=buy`)).toEqual([
      { ...row('buy', 'address.city', 1, 1), propertyValue: 'Kyoto' },
      { ...row('buy', 'gift', 4, 1), propertyValue: 'true' },
      { ...row('buy', 'plan', 1, 1), propertyValue: 'free' },
      { ...row('buy', 'plan', 1, 1), propertyValue: 'pro' },
      { ...row('buy', 'price', 2, 2), propertyValue: '12.5000' },
      { ...row('buy', 'price', 2, 1), propertyValue: '3.0000' },
      { ...row('buy', 'sent', 3, 1), propertyValue: '2026-01-07T09:20:30.000Z' },
      { ...row('buy', 'tags', 5, 1), propertyValue: '["a","b","a"]' },
    ])
  })

  test('event-data/properties: the most frequent first', async () => {
    expect(await site.ask(`event-data/properties?${range}`)).toEqual([
      row('buy', 'price', 2, 3),
      row('buy', 'plan', 1, 2),
      row('buy', 'address.city', 1, 1),
      row('buy', 'gift', 4, 1),
      row('buy', 'sent', 3, 1),
      row('buy', 'tags', 5, 1),
      row('signup', 'plan', 1, 1),
      row(null, 'theme', 1, 1),
    ])
  })

  test('event-data/fields: by value, numbers short and dates to the hour', async () => {
    const field = (propertyName: string, dataType: number, value: string, total: number) => ({
      propertyName,
      dataType,
      value,
      total,
    })
    expect(await site.ask(`event-data/fields?${range}`)).toEqual([
      // plan is free in Ben's buy and in his signup.
      field('plan', 1, 'free', 2),
      field('price', 2, '12.5', 2),
      field('address.city', 1, 'Kyoto', 1),
      field('gift', 4, 'true', 1),
      field('plan', 1, 'pro', 1),
      field('price', 2, '3', 1),
      field('sent', 3, '2026-01-07T09:00:00Z', 1),
      field('tags', 5, '["a","b","a"]', 1),
      field('theme', 1, 'dark', 1),
    ])
    expect(await site.ask(`event-data/fields?${range}&eventName=signup`)).toEqual([
      field('plan', 1, 'free', 1),
    ])
    expect(await site.ask(`event-data/fields?${range}&propertyName=plan`)).toEqual([
      field('plan', 1, 'free', 2),
      field('plan', 1, 'pro', 1),
    ])
  })

  test.each([
    ['event=buy&propertyName=price', { '12.5': 2, '3': 1 }],
    ['eventName=buy&propertyName=price', { '12.5': 2, '3': 1 }],
    ['event=buy&propertyName=plan', { free: 1, pro: 1 }],
    ['eventName=buy&event=neq.buy&propertyName=plan', {}],
    ['event=signup&propertyName=plan', { free: 1 }],
    ['event=buy&propertyName=sent', { '2026-01-07T09:00:00Z': 1 }],
    // Once per list; per element, when lists are asked for, and this one has a twice.
    ['event=buy&propertyName=tags', { '["a","b","a"]': 1 }],
    ['event=buy&propertyName=tags&dataType=array', { a: 2, b: 1 }],
    ['event=buy&propertyName=tags&dataType=5', { a: 2, b: 1 }],
    ['event=buy&propertyName=tags&dataType=1', {}],
    ['event=buy&propertyName=price&dataType=2', { '12.5': 2, '3': 1 }],
    // An exact name: neither operators nor lists.
    ['event=neq.signup&propertyName=plan', {}],
    ['event=re.(&propertyName=plan', {}],
    ['event=buy,signup&propertyName=plan', {}],
    ['event=buy&propertyName=price&browser=chrome', { '12.5': 1, '3': 1 }],
  ])('event-data/values of %s', async (query, expected) => {
    const rows = (await site.ask(`event-data/values?${range}&${query}`)) as {
      value: string
      total: number
    }[]
    expect(Object.fromEntries(rows.map(({ value, total }) => [value, total]))).toEqual(expected)
    expect(rows.map(({ total }) => total)).toEqual(
      rows
        .map(({ total }) => total)
        .sort()
        .reverse(),
    )
  })

  test('values needs an event and a property', async () => {
    expect(await site.status(`event-data/values?${range}&event=buy`)).toBe(400)
    expect(await site.status(`event-data/values?${range}&propertyName=plan`)).toBe(400)
    expect(await site.status(`event-data/values?${range}&event=&propertyName=plan`)).toBe(400)
    expect(
      await site.status(`event-data/values?${range}&event=buy&propertyName=plan&dataType=6`),
    ).toBe(400)
  })

  test('a list with half a character, and one too long to keep, break nothing', async () => {
    const odd = await openSite(server, [
      {
        at: '2026-01-05T10:00:00Z',
        visitor: 'a',
        url: '/',
        name: 'odd',
        data: { half: ['\ud800'], long: ['x'.repeat(600)], none: [] },
      },
    ])
    for (const [propertyName, value] of [
      ['half', '["\\ud800"]'],
      ['long', null],
      ['none', '[]'],
    ]) {
      const values = `event-data/values?${range}&event=odd&propertyName=${propertyName}`
      expect(await odd.ask(values)).toEqual(value === null ? [] : [{ value, total: 1 }])
      expect(await odd.ask(`${values}&dataType=5`)).toEqual([])
    }
    expect(await odd.ask(`event-data-pivot?${range}&eventName=odd`)).toMatchObject({
      data: [{ propertyKeys: ['half', 'long', 'none'], propertyValues: ['["\\ud800"]', '', '[]'] }],
    })
    expect(
      await odd.ask(`event-data-pivot?${range}&eventName=odd&pf_half=array.c.x`),
    ).toMatchObject({ count: 0 })
  })
})
