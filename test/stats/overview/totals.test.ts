import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { startServer, type TestServer } from '../../support/app.ts'
import { chrome, firefox, iphone, type Row, visits } from '../../support/visits.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const day = (text: string) =>
  `startAt=${Date.parse(`${text}T00:00:00Z`)}&endAt=${Date.parse(`${text}T23:59:59.999Z`)}`

/** A website of its own with these rows; gives a function that asks for one of its statistics. */
async function website(rows: Row[]) {
  const id = await server.createWebsite()
  await visits(server, id, rows)
  return async (path: string) => {
    const answer = await server.ask(`/api/websites/${id}/${path}`)
    expect(answer.status).toBe(200)
    return answer.body
  }
}

const none = { pageviews: 0, visitors: 0, visits: 0, bounces: 0, totaltime: 0 }

describe('stats', () => {
  test('counts views, visitors, visits, bounces and seconds', async () => {
    // Anna: one visit of two views 90.9 s apart, and hours later one of a single view.
    // Ben: a view and, 30 s later, a custom event, which neither lengthens the visit nor un-bounces it.
    const ask = await website([
      { at: '2026-01-05T10:00:00.000Z', visitor: 'anna', url: '/' },
      { at: '2026-01-05T10:01:30.900Z', visitor: 'anna', url: '/pricing' },
      { at: '2026-01-05T14:00:00.000Z', visitor: 'anna', url: '/' },
      { at: '2026-01-05T11:00:00.000Z', visitor: 'ben', url: '/' },
      { at: '2026-01-05T11:00:30.000Z', visitor: 'ben', url: '/', name: 'signup' },
    ])
    expect(await ask(`stats?${day('2026-01-05')}`)).toEqual({
      pageviews: 4,
      visitors: 2,
      visits: 3,
      bounces: 2,
      totaltime: 90,
      comparison: none,
    })
  })

  test('seconds are whole epoch seconds of the last and first row, subtracted', async () => {
    // 0.9 s → 2.1 s: 1.2 s apart, but two second marks.
    const ask = await website([
      { at: '2026-01-05T10:00:00.900Z', visitor: 'anna', url: '/' },
      { at: '2026-01-05T10:00:02.100Z', visitor: 'anna', url: '/a' },
    ])
    expect(await ask(`stats?${day('2026-01-05')}`)).toMatchObject({ totaltime: 2 })
  })

  test('compares with exactly the day before, and with the year before', async () => {
    const ask = await website([
      { at: '2025-01-05T12:00:00Z', visitor: 'old', url: '/' },
      { at: '2026-01-03T23:59:59.999Z', visitor: 'early', url: '/' },
      { at: '2026-01-04T00:00:00.000Z', visitor: 'first', url: '/' },
      { at: '2026-01-04T23:59:59.999Z', visitor: 'last', url: '/' },
      { at: '2026-01-05T00:00:00.000Z', visitor: 'today', url: '/' },
    ])
    const one = { pageviews: 1, visitors: 1, visits: 1, bounces: 1, totaltime: 0 }
    expect(await ask(`stats?${day('2026-01-05')}`)).toEqual({
      ...one,
      comparison: { pageviews: 2, visitors: 2, visits: 2, bounces: 2, totaltime: 0 },
    })
    expect(await ask(`stats?${day('2026-01-05')}&compare=yoy`)).toEqual({ ...one, comparison: one })
  })

  test('compares with a period that is named, first and last millisecond included', async () => {
    const id = await server.createWebsite()
    const bounds = ['2025-11-02T10:00:00.000Z', '2025-11-02T11:59:59.999Z'].map(Date.parse) as [
      number,
      number,
    ]
    await visits(
      server,
      id,
      [bounds[0] - 1, bounds[0], bounds[1], bounds[1] + 1].map((at) => ({
        at: new Date(at).toISOString(),
        visitor: String(at),
        url: '/',
      })),
    )
    const ask = (path: string) =>
      server.ask(`/api/websites/${id}/${path}&${day('2026-01-05')}&compare=yoy`)
    const named = `compareStartAt=${bounds[0]}&compareEndAt=${bounds[1]}`
    expect((await ask(`stats?${named}`)).body).toMatchObject({
      pageviews: 0,
      comparison: { pageviews: 2, visitors: 2 },
    })
    expect((await ask(`events/stats?${named}`)).body).toMatchObject({
      data: { comparison: { events: 0 } },
    })
    expect((await ask(`revenue/stats?${named}&currency=EUR`)).body).toMatchObject({
      comparison: { total_sessions: 2 },
    })
    for (const bad of [
      `compareStartAt=${bounds[0]}`,
      `compareEndAt=${bounds[1]}`,
      `compareStartAt=${bounds[1]}&compareEndAt=${bounds[0]}`,
      'compareStartAt=x&compareEndAt=y',
    ]) {
      expect([bad, (await ask(`stats?${bad}`)).status]).toEqual([bad, 400])
    }
  })

  test('the year before 29 February is 28 February', async () => {
    const ask = await website([{ at: '2023-02-28T12:00:00Z', visitor: 'a', url: '/' }])
    expect(await ask(`stats?${day('2024-02-29')}&compare=yoy`)).toMatchObject({
      comparison: { pageviews: 1 },
    })
  })

  test('performance rows count only for active and daterange', async () => {
    const id = await server.createWebsite()
    await visits(server, id, [
      { at: '2026-01-05T10:00:00Z', visitor: 'a', type: 'performance', url: '/', lcp: 1200 },
    ])
    const ask = async (path: string) => (await server.ask(`/api/websites/${id}/${path}`)).body
    expect(await ask(`stats?${day('2026-01-05')}`)).toEqual({ ...none, comparison: none })
    expect(await ask(`sessions?${day('2026-01-05')}`)).toEqual({
      data: [],
      count: 0,
      page: 1,
      pageSize: 20,
      isCapped: false,
    })
    expect(await ask(`events?${day('2026-01-05')}`)).toMatchObject({ data: [], count: 0 })
    server.setNow('2026-01-05T10:05:00Z')
    expect(await ask('active')).toEqual({ visitors: 1 })
    server.setNow('2026-01-05T10:05:00.001Z')
    expect(await ask('active')).toEqual({ visitors: 0 })
    expect(await ask('daterange')).toEqual({
      startDate: '2026-01-05T10:00:00.000Z',
      endDate: '2026-01-05T10:00:00.000Z',
    })
  })

  test('without data everything is zero and the date range is open', async () => {
    const ask = await website([])
    expect(await ask(`stats?${day('2026-01-05')}`)).toEqual({ ...none, comparison: none })
    expect(await ask('daterange')).toEqual({ startDate: null, endDate: null })
    expect(await ask(`pageviews?${day('2026-01-05')}`)).toEqual({ pageviews: [], sessions: [] })
    expect(await ask(`metrics?${day('2026-01-05')}&type=path`)).toEqual([])
  })

  test('a reset hides what was before', async () => {
    const id = await server.createWebsite()
    await visits(server, id, [{ at: '2026-01-05T10:00:00Z', visitor: 'a', url: '/' }])
    server.setNow('2026-01-05T11:00:00Z')
    await server.ask(`/api/websites/${id}/reset`, { body: {} })
    await visits(server, id, [
      { at: '2026-01-05T12:00:00Z', visitor: 'a', url: '/' },
      // An import of something older than the reset stays hidden too.
      { at: '2026-01-05T12:00:01Z', visitor: 'b', url: '/', timestamp: 1767607200 },
    ])
    const { body } = await server.ask(`/api/websites/${id}/stats?${day('2026-01-05')}`)
    expect(body).toMatchObject({ pageviews: 1, visitors: 1 })
  })
})

describe('pageviews', () => {
  test('buckets are UTC instants of local days, only those with data', async () => {
    const ask = await website([
      { at: '2025-10-19T06:59:59Z', visitor: 'a', url: '/' },
      { at: '2025-10-19T07:00:00Z', visitor: 'a', url: '/', forgets: true },
      { at: '2025-10-19T09:00:00Z', visitor: 'b', url: '/' },
      { at: '2025-10-21T12:00:00Z', visitor: 'b', url: '/' },
    ])
    const range = 'startDate=2025-10-01&endDate=2025-10-31'
    expect(await ask(`pageviews?${range}&unit=day&timezone=America/Los_Angeles`)).toEqual({
      pageviews: [
        { x: '2025-10-18T07:00:00Z', y: 1 },
        { x: '2025-10-19T07:00:00Z', y: 2 },
        { x: '2025-10-21T07:00:00Z', y: 1 },
      ],
      sessions: [
        { x: '2025-10-18T07:00:00Z', y: 1 },
        { x: '2025-10-19T07:00:00Z', y: 2 },
        { x: '2025-10-21T07:00:00Z', y: 1 },
      ],
    })
  })

  test('a day of a clock change has 23 or 25 hours, and the repeated hour is two buckets', async () => {
    // Berlin: 29 March 2026 begins 28 March 23:00Z and ends 29 March 22:00Z;
    // 25 October 2026 begins 24 October 22:00Z and ends 25 October 23:00Z.
    const ask = await website([
      { at: '2026-03-28T23:00:00Z', visitor: 'a', url: '/' },
      { at: '2026-03-29T21:59:59Z', visitor: 'b', url: '/' },
      { at: '2026-03-29T22:00:00Z', visitor: 'c', url: '/' },
      { at: '2026-10-24T22:00:00Z', visitor: 'd', url: '/' },
      { at: '2026-10-25T00:30:00Z', visitor: 'e', url: '/' },
      { at: '2026-10-25T01:30:00Z', visitor: 'f', url: '/' },
      { at: '2026-10-25T22:59:59Z', visitor: 'g', url: '/' },
    ])
    const views = async (query: string) =>
      ((await ask(`pageviews?${query}&timezone=Europe/Berlin`)) as { pageviews: unknown }).pageviews
    expect(await views('startDate=2026-03-01&endDate=2026-04-30&unit=day')).toEqual([
      { x: '2026-03-28T23:00:00Z', y: 2 },
      { x: '2026-03-29T22:00:00Z', y: 1 },
    ])
    expect(await views('startDate=2026-10-01&endDate=2026-11-30&unit=day')).toEqual([
      { x: '2026-10-24T22:00:00Z', y: 4 },
    ])
    expect(
      await views('startDate=2026-10-24T22:00:00Z&endDate=2026-10-25T22:59:59Z&unit=hour'),
    ).toEqual([
      { x: '2026-10-24T22:00:00Z', y: 1 },
      { x: '2026-10-25T00:00:00Z', y: 1 },
      { x: '2026-10-25T01:00:00Z', y: 1 },
      { x: '2026-10-25T22:00:00Z', y: 1 },
    ])
  })

  test('hours of a zone with half hours begin on its own hour', async () => {
    const ask = await website([{ at: '2026-01-05T10:45:00Z', visitor: 'a', url: '/' }])
    // 10:45Z is 16:15 in Kolkata (+5:30): the hour began at 10:30Z; in Chatham (+13:45) at 10:15Z.
    for (const [zone, x] of [
      ['Asia/Kolkata', '2026-01-05T10:30:00Z'],
      ['Asia/Calcutta', '2026-01-05T10:30:00Z'],
      ['Pacific/Chatham', '2026-01-05T10:15:00Z'],
      ['UTC', '2026-01-05T10:00:00Z'],
    ]) {
      expect(await ask(`pageviews?${day('2026-01-05')}&unit=hour&timezone=${zone}`)).toEqual({
        pageviews: [{ x: x as string, y: 1 }],
        sessions: [{ x: x as string, y: 1 }],
      })
    }
  })

  test('a unit too fine for the range becomes the next larger one', async () => {
    const ask = await website([{ at: '2026-01-15T10:20:30Z', visitor: 'a', url: '/' }])
    const x = async (query: string) =>
      ((await ask(`pageviews?${query}`)) as { pageviews: { x: string }[] }).pageviews[0]?.x
    const at = (text: string) => Date.parse(text)
    const start = at('2026-01-15T10:00:00Z')
    const minutes = (n: number) => `startAt=${start}&endAt=${start + n * 60_000}`
    expect(await x(`${minutes(60)}&unit=minute`)).toBe('2026-01-15T10:20:00Z')
    expect(await x(`startAt=${start}&endAt=${start + 3_659_999}&unit=minute`)).toBe(
      '2026-01-15T10:20:00Z',
    )
    expect(await x(`${minutes(61)}&unit=minute`)).toBe('2026-01-15T10:00:00Z')
    expect(await x('startDate=2026-01-01&endDate=2026-01-31T05:00Z&unit=hour')).toBe(
      '2026-01-15T10:00:00Z',
    )
    expect(await x('startDate=2026-01-01&endDate=2026-02-01T00:00Z&unit=hour')).toBe(
      '2026-01-15T00:00:00Z',
    )
    expect(await x('startDate=2026-01-01&endDate=2026-06-30T23:59:59.999Z&unit=day')).toBe(
      '2026-01-15T00:00:00Z',
    )
    expect(await x('startDate=2026-01-01&endDate=2026-07-01T00:00:00.001Z&unit=day')).toBe(
      '2026-01-01T00:00:00Z',
    )
    expect(await x('startDate=2020-01-01&endDate=2026-07-01&unit=day')).toBe('2026-01-01T00:00:00Z')
    expect(await x('startDate=2020-01-01&endDate=2026-07-01&unit=year')).toBe(
      '2026-01-01T00:00:00Z',
    )
    // Without a unit: the finest that fits, years beyond 24 months.
    expect(await x(minutes(30))).toBe('2026-01-15T10:20:00Z')
    expect(await x('startDate=2020-01-01&endDate=2026-07-01')).toBe('2026-01-01T00:00:00Z')
  })

  test('a compared period carries its own buckets and both ranges', async () => {
    const ask = await website([
      { at: '2026-01-04T10:00:00Z', visitor: 'a', url: '/' },
      { at: '2026-01-05T10:00:00Z', visitor: 'a', url: '/' },
      { at: '2026-01-05T10:10:00Z', visitor: 'a', url: '/b' },
    ])
    expect(await ask(`pageviews?${day('2026-01-05')}&unit=day&compare=prev`)).toEqual({
      pageviews: [{ x: '2026-01-05T00:00:00Z', y: 2 }],
      sessions: [{ x: '2026-01-05T00:00:00Z', y: 1 }],
      startDate: '2026-01-05T00:00:00.000Z',
      endDate: '2026-01-05T23:59:59.999Z',
      compare: {
        pageviews: [{ x: '2026-01-04T00:00:00Z', y: 1 }],
        sessions: [{ x: '2026-01-04T00:00:00Z', y: 1 }],
        startDate: '2026-01-04T00:00:00.000Z',
        endDate: '2026-01-04T23:59:59.999Z',
      },
    })
  })
})

describe('filters', () => {
  const rows: Row[] = [
    { at: '2026-01-05T10:00:00Z', visitor: 'a', url: '/a', title: 'A 100% b', userAgent: chrome },
    { at: '2026-01-05T10:01:00Z', visitor: 'a', url: '/b', userAgent: chrome },
    {
      at: '2026-01-05T10:02:00Z',
      visitor: 'b',
      url: '/a?x=1',
      referrer: 'https://t.co/xyz',
      title: 'A 1000',
      language: 'en-US',
      userAgent: firefox,
    },
    {
      at: '2026-01-05T10:03:00Z',
      visitor: 'c',
      url: '/c',
      referrer: 'https://www.example.com/a',
      language: 'de',
      tag: 'beta',
      userAgent: iphone,
    },
    { at: '2026-01-05T10:04:00Z', visitor: 'c', url: '/c', name: 'signup', userAgent: iphone },
  ]
  let ask: (path: string) => Promise<unknown>
  beforeAll(async () => {
    ask = await website(rows)
  })
  const views = async (query: string) =>
    ((await ask(`stats?${day('2026-01-05')}&${query}`)) as { pageviews: number }).pageviews

  test.each([
    // Four page views: /a, /b (Anna, Chrome), /a (Ben, Firefox), /c (Carla, iPhone).
    ['path=/a', 2],
    ['path=/a,/b', 3],
    ['path=eq./a', 2],
    ['path=neq./a', 2],
    ['path=neq./a,/b', 1],
    ['path=', 4],
    // Nothing after the comma is the empty text: no view here has an empty path.
    ['path=/b,', 1],
    ['tag=neq.,', 1],
    ['path=/A', 0],
    ['path=c./A', 2],
    ['path=dnc./a', 2],
    ['path=re.^/[AB]$', 3],
    ['path=nre.^/[ab]$', 1],
    ['browser=c.CHR', 2],
    ['browser=chrome&browser1=neq.safari', 2],
    ['browser=c.o&browser1=c.f', 1],
    ['referrer=t.co', 1],
    ['referrer=eq.t.co', 1],
    // A missing referrer counts as empty text; Carla's own-host referrer never does.
    ['referrer=neq.t.co', 2],
    ['title=c.100%25', 1],
    ['title=neq.A 1000', 3],
    ['title=dnc.a', 2],
    ['language=en', 1],
    ['language=en-US', 1],
    ['language=en-GB', 0],
    ['language=de', 1],
    ['tag=beta', 1],
    ['hostname=example.com', 4],
    ['device=mobile', 1],
    ['os=iOS', 1],
    ['query=x=1', 1],
    ['path=/b&browser=firefox', 0],
    ['path=/b&browser=firefox&match=any', 2],
    ['path=/b&browser=firefox&match=all', 0],
    ['path=/b&eventType=1', 1],
    ['eventType=2', 0],
    // Page views of visits that have the event.
    ['event=signup', 1],
    ['event=other', 0],
    ['event=signup&path=/a&match=any', 3],
    ['excludeBounce=1', 2],
    ['excludeBounce=false', 4],
    ['unknown=1', 4],
    ['path=/a&path=/c', 1],
  ])('%s keeps %d views', async (query, expected) => {
    expect(await views(query)).toBe(expected as number)
  })

  test('bad input is refused with a sentence or the field', async () => {
    const id = await server.createWebsite()
    const status = async (query: string) => {
      const answer = await server.ask(`/api/websites/${id}/stats?${query}`)
      return [answer.status, JSON.stringify(answer.body)]
    }
    const range = day('2026-01-05')
    for (const [query, word] of [
      ['', 'Either startAt+endAt or startDate+endDate must be provided'],
      ['startAt=1', 'Either startAt'],
      ['startAt=x&endAt=2', 'startAt'],
      ['startAt=1e400&endAt=2', 'startAt'],
      ['startDate=nonsense&endDate=2026-01-01', 'startDate'],
      ['startAt=2&endAt=1', 'ends before it starts'],
      [`${range}&compare=never`, 'Invalid compare'],
      [`${range}&unit=week`, 'Invalid unit'],
      [`${range}&timezone=Mars/Base`, 'Invalid timezone'],
      [`${range}&path=re.(`, 'regular expression'],
      [`${range}&path=re.(a{1000}){1000}`, 'regular expression'],
      [`${range}&segment=1`, 'Invalid UUID'],
      [`${range}&eventType=x`, 'eventType'],
      [`${range}&match=some`, 'match'],
    ] as const) {
      const [code, body] = await status(query)
      expect([code, query, body]).toEqual([400, query, expect.stringContaining(word)])
    }
    for (const kind of ['segment', 'cohort']) {
      const [code] = await status(`${range}&${kind}=7b0e6d0e-5c7e-4a86-8f5e-0a4c26f3c111`)
      expect(code).toBe(404)
    }
  })
})
