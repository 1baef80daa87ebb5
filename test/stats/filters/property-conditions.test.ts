// Filters on properties of events (epf) and of sessions (spf), next to all others.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { startServer, type TestServer } from '../../support/app.ts'
import { days, openSite, type Site } from '../../support/statistics.ts'

const range = days('2026-01-05')

let server: TestServer
let site: Site
beforeAll(async () => {
  server = await startServer()
  site = await openSite(server, [
    { at: '2026-01-05T10:00:00Z', visitor: 'anna', url: '/' },
    {
      at: '2026-01-05T10:00:10Z',
      visitor: 'anna',
      type: 'identify',
      data: { plan: 'pro', seats: 5 },
    },
    {
      at: '2026-01-05T10:01:00Z',
      visitor: 'anna',
      url: '/buy',
      name: 'buy',
      data: {
        item: { 'size.eu': 'L' },
        price: 20,
        sent: '2026-01-05T23:30:00Z',
        gift: true,
        tags: ['x'],
      },
    },
    { at: '2026-01-05T10:02:00Z', visitor: 'anna', url: '/thanks' },
    { at: '2026-01-05T10:02:10Z', visitor: 'anna', type: 'performance', url: '/thanks', lcp: 900 },
    { at: '2026-01-05T11:00:00Z', visitor: 'ben', url: '/' },
    {
      at: '2026-01-05T11:01:00Z',
      visitor: 'ben',
      url: '/buy',
      name: 'buy',
      data: { price: 5, gift: false },
    },
    { at: '2026-01-05T12:00:00Z', visitor: 'cara', url: '/' },
  ])
})
afterAll(() => server.stop())

const views = async (filters: Record<string, string>, more = '') => {
  const query = new URLSearchParams(filters)
  const { pageviews, visitors } = (await site.ask(`stats?${range}&${query}${more}`)) as {
    pageviews: number
    visitors: number
  }
  return [pageviews, visitors]
}

describe('on events', () => {
  // Anna has two page views around hers, Ben one, Cara one and no event.
  test.each([
    ['1.eq.item%2Esize%2Eeu.L', [2, 1]],
    ['string.c.item%2Esize%2Eeu.l', [2, 1]],
    ['2.gt.price.5', [2, 1]],
    ['2.gte.price.5', [3, 2]],
    ['number.lt.price.19.5', [1, 1]],
    ['3.af.sent.2026-01-05T12:00:00Z', [2, 1]],
    ['4.eq.gift.true', [2, 1]],
    ['4.eq.gift.false', [1, 1]],
    ['5.c.tags.x', [2, 1]],
    // Who has no such property is unlike any value.
    ['2.neq.price.20', [2, 2]],
    ['1.eq.price.20', [0, 0]],
    ['1.eq.Item.L', [0, 0]],
  ])('page views of visits with an event are kept: %s', async (filter, expected) => {
    expect(await views({ epf0: filter })).toEqual(expected)
    expect(await views({ epf7: filter }, '&level=visit')).toEqual(expected)
  })

  test('a date is one of a day in the zone of the request', async () => {
    expect(await views({ epf: '3.eq.sent.2026-01-05' })).toEqual([2, 1])
    expect(await views({ epf: '3.eq.sent.2026-01-05', timezone: 'Asia/Tokyo' })).toEqual([0, 0])
    expect(await views({ epf: '3.eq.sent.2026-01-06', timezone: 'Asia/Tokyo' })).toEqual([2, 1])
  })

  test('lists of events have the events themselves', async () => {
    const { data, count } = (await site.ask(`events?${range}&epf1=2.gt.price.1`)) as {
      data: { eventName: string }[]
      count: number
    }
    expect([count, data.map(({ eventName }) => eventName)]).toEqual([2, ['buy', 'buy']])
    expect(
      await site.ask(`event-data/fields?${range}&epf1=2.gt.price.10&propertyName=price`),
    ).toEqual([{ propertyName: 'price', dataType: 2, value: '20', total: 1 }])
  })

  test('measurements are those of visits with an event', async () => {
    const found = await site.ask(`performance/stats?${range}&epf1=2.gt.price.10`)
    expect(found).toMatchObject({ count: 1, lcp: { p50: 900 } })
    expect(await site.ask(`performance/stats?${range}&epf1=2.lt.price.10`)).toMatchObject({
      count: 0,
    })
  })
})

/** Beyond what databases store as whole numbers, on both sides. */
const wideNumbers = ['9223372036854775808', '99999999999999999999', '1e30', '1e308', '-1e308']

test.each(wideNumbers)('every operator takes %s', async (wanted) => {
  const isAbove = !wanted.startsWith('-')
  const holds: [operator: string, isKept: boolean][] = [
    ['eq', false],
    ['neq', true],
    ['gt', !isAbove],
    ['gte', !isAbove],
    ['lt', isAbove],
    ['lte', isAbove],
  ]
  const encoded = encodeURIComponent(wanted)
  for (const [operator, isKept] of holds) {
    const names = async (path: string) =>
      ((await site.ask(path)) as { data: { id: string }[] }).data.length
    // Ben's row is one of two sales, Anna the one visitor with seats of three who come.
    expect(await views({ epf1: `2.${operator}.price.${wanted}` })).toEqual(
      operator === 'neq' ? [4, 3] : isKept ? [3, 2] : [0, 0],
    )
    expect(await views({ spf1: `2.${operator}.seats.${wanted}` })).toEqual(
      operator === 'neq' ? [4, 3] : isKept ? [2, 1] : [0, 0],
    )
    const price = `pf_price=number.${operator}.${encoded}`
    expect(await names(`event-data-pivot?${range}&eventName=buy&${price}`)).toBe(isKept ? 2 : 0)
    const seats = `pf_seats=number.${operator}.${encoded}`
    const sessions = await names(`session-data-pivot?${range}&propertyName=seats&${seats}`)
    expect(sessions > 0).toBe(isKept)
  }
})

describe('on sessions', () => {
  test.each([
    ['1.eq.plan.pro', [2, 1]],
    ['2.gt.seats.4', [2, 1]],
    ['1.neq.plan.pro', [2, 2]],
    ['1.re.plan.^p', [2, 1]],
    ['2.gt.seats.5', [0, 0]],
  ])('everything of the session is kept: %s', async (filter, expected) => {
    expect(await views({ spf1: filter })).toEqual(expected)
    expect(await views({ spf1: filter }, '&level=visit')).toEqual(expected)
  })
})

describe('with others', () => {
  test('match joins them with all other filters', async () => {
    const filters = { spf0: '1.eq.plan.pro', epf0: '2.eq.price.5' }
    expect(await views(filters)).toEqual([0, 0])
    expect(await views({ ...filters, match: 'any' })).toEqual([3, 2])
    expect(await views({ ...filters, match: 'any' }, '&level=visit')).toEqual([3, 2])
    expect(await views({ spf0: '1.eq.plan.pro', path: '/thanks' })).toEqual([1, 1])
  })

  test('a report takes them among its filters', async () => {
    const body = {
      websiteId: site.id,
      startDate: '2026-01-05T00:00:00Z',
      endDate: '2026-01-05T23:59:59Z',
      type: 'path',
      value: '/thanks',
    }
    const ask = async (filters: object) =>
      (await server.ask('/api/reports/goal', { body: { ...body, filters } })).body
    expect(await ask({})).toEqual({ num: 1, total: 3 })
    expect(await ask({ spf1: '1.neq.plan.pro' })).toEqual({ num: 0, total: 2 })
    expect(await ask({ epf1: '2.eq.price.20' })).toEqual({ num: 1, total: 1 })
  })

  test('a segment keeps them, and a cohort', async () => {
    const save = async (type: string, parameters: object) =>
      (
        await server.ask<{ id: string; parameters: object }>(`/api/websites/${site.id}/segments`, {
          body: { type, name: type, parameters },
        })
      ).body
    const filters = [
      { name: 'eventProperty', property: 'price', dataType: 2, operator: 'gte', value: '5' },
      { name: 'sessionProperty', property: 'plan', operator: 'neq', value: 'pro' },
    ]
    const segment = await save('segment', { filters })
    expect(segment.parameters).toEqual({ filters })
    expect(await views({ segment: segment.id })).toEqual([1, 1])
    const cohort = await save('cohort', {
      filters: [
        { name: 'eventProperty', property: 'price', dataType: 2, operator: 'gt', value: '5' },
      ],
      dateRange: 'range:0:1800000000000',
      action: { type: 'event', value: 'buy' },
    })
    expect(await views({ cohort: cohort.id })).toEqual([2, 1])
  })

  test('at most a hundred filters of all sorts together', async () => {
    const many = (count: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, index) => [
          `${['epf', 'spf', 'path'][index % 3]}${index}`,
          index % 3 === 2 ? '/' : '1.eq.plan.pro',
        ]),
      )
    const ask = (count: number) =>
      site.status(`stats?${range}&match=any&${new URLSearchParams(many(count))}`)
    expect([await ask(100), await ask(101)]).toEqual([200, 400])
    expect(
      await site.status(
        `event-data-pivot?${range}&eventName=buy&match=any&pf_a=eq.b&${new URLSearchParams(many(100))}`,
      ),
    ).toBe(400)
  })

  test.each([
    '1.eq.plan',
    '1.eq.plan.',
    '9.eq.plan.pro',
    '1.gt.plan.pro',
    '2.gt.seats.many',
    '1.eq.%zz.pro',
    '1.eq..pro',
    'pro',
  ])('what is no filter filters nothing: %s', async (filter) => {
    expect(await views({ epf1: filter, spf1: filter })).toEqual([4, 3])
  })

  test('a bad pattern is refused', async () => {
    expect(await site.status(`stats?${range}&spf1=1.re.plan.[`)).toBe(400)
  })
})

describe('on share pages', () => {
  const share = async (parameters: object, { id } = site) => {
    const { body } = await server.ask<{ slug: string }>(`/api/websites/${id}/shares`, {
      body: { name: 'Public', parameters },
    })
    const { token } = (
      await server.ask<{ token: string }>(`/api/share/${body.slug}`, { token: null })
    ).body
    const headers = { 'x-umami-share-token': token, 'x-umami-share-context': '1' }
    return async (query: string, path = `stats?${range}&`) =>
      server.ask<{ count: number }>(`/api/websites/${id}/${path}${query}`, {
        token: null,
        headers,
      })
  }

  const both = ['epf1=2.gt.price.1', 'spf1=1.eq.plan.pro']

  test('they work where all is open, and where no sessions are shown they are refused', async () => {
    const statuses = async (ask: (query: string) => Promise<{ status: number }>) =>
      Promise.all(['path=/', ...both].map(async (query) => (await ask(query)).status))
    expect(await statuses(await share({}))).toEqual([200, 200, 200])
    expect(await statuses(await share({ overview: true, allowFilter: true }))).toEqual([
      200, 401, 401,
    ])
    const unfiltered = await share({ overview: true, sessions: true, allowFilter: false })
    expect(await statuses(unfiltered)).toEqual([401, 401, 401])
    expect((await unfiltered('')).status).toBe(200)
  })

  test('segments that hold them are not shown where no sessions are', async () => {
    const other = await openSite(server, [])
    const filters = [{ name: 'sessionProperty', property: 'mail', operator: 'eq', value: 'a@b.c' }]
    await server.ask(`/api/websites/${other.id}/segments`, {
      body: { type: 'segment', name: 'Who', parameters: { filters } },
    })
    const counts = async (parameters: object) => {
      const ask = await share(parameters, other)
      return (await ask('type=segment', 'segments?')).body.count
    }
    expect(await counts({})).toBe(1)
    expect(await counts({ overview: true })).toBe(0)
  })
})

test('a period is a range that ends now', async () => {
  server.setNow('2026-01-05T12:30:00Z')
  const ask = async (query: string) =>
    ((await site.ask(`stats?${query}`)) as { pageviews: number }).pageviews
  expect(await ask('period=1h')).toBe(1)
  expect(await ask('period=today')).toBe(4)
  // In Auckland, 13 hours ahead, it is 01:30 of the sixth; since midnight Ben and Cara came.
  expect(await ask('period=today&timezone=Pacific/Auckland')).toBe(2)
  expect(await ask('period=yesterday&timezone=Pacific/Auckland')).toBe(2)
  // What is named exactly wins.
  expect(await ask(`period=1h&${range}`)).toBe(4)
  const { status, body } = await server.ask(`/api/websites/${site.id}/stats?period=fortnight`)
  expect([status, body]).toEqual([
    400,
    expect.objectContaining({
      error: expect.objectContaining({
        properties: {
          period: {
            errors: [
              'Invalid period: expected today, yesterday, week, month, year, all, or a number and h, d, w, m or y, such as 7d',
            ],
          },
        },
      }),
    }),
  ])
  const goal = { websiteId: site.id, period: 'today', type: 'path', value: '/thanks' }
  expect((await server.ask('/api/reports/goal', { body: goal })).body).toEqual({ num: 1, total: 3 })
  const { data } = (
    await server.ask<{ data: Record<string, { total: number }> }>(
      `/api/websites/charts?ids=${site.id}&period=24h`,
    )
  ).body
  expect(data[site.id]?.total).toBe(3)
  expect(await site.status(`sessions/${site.sessions[0]}/activity?period=1d`)).toBe(200)
})
