import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { startServer, type TestServer } from '../../support/app.ts'
import { chrome, firefox, iphone, type Row, visits } from '../../support/visits.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const range = `startAt=${Date.parse('2026-01-05T00:00:00Z')}&endAt=${Date.parse('2026-01-05T23:59:59.999Z')}`

async function website(rows: Row[]) {
  const id = await server.createWebsite()
  await visits(server, id, rows)
  return {
    id,
    metrics: async (type: string, more = '') => {
      const { status, body } = await server.ask(
        `/api/websites/${id}/metrics?${range}&type=${type}${more}`,
      )
      expect(status).toBe(200)
      return body
    },
    expanded: async (type: string, more = '') =>
      (await server.ask(`/api/websites/${id}/metrics/expanded?${range}&type=${type}${more}`)).body,
  }
}

const sweden = { 'cf-ipcountry': 'SE', 'cf-region-code': 'AB', 'cf-ipcity': 'Stockholm' }
const japan = { 'cf-ipcountry': 'JP', 'cf-region-code': '26', 'cf-ipcity': 'Kyoto' }

/**
 * Anna (Chrome, Sweden): / → /pricing → /, in one visit of 61 s.
 * Ben (Firefox, Japan): /pricing from google, with UTM parameters; then, by a new visit, /docs.
 * Carla (iPhone): / from the website's own host; signs up twice.
 */
const rows: Row[] = [
  {
    at: '2026-01-05T10:00:00Z',
    visitor: 'anna',
    url: '/',
    title: 'Home',
    userAgent: chrome,
    headers: sweden,
    screen: '1920x1080',
    language: 'en-US',
  },
  {
    at: '2026-01-05T10:00:31Z',
    visitor: 'anna',
    url: '/pricing',
    title: 'Pricing',
    userAgent: chrome,
    headers: sweden,
  },
  {
    at: '2026-01-05T10:01:01Z',
    visitor: 'anna',
    url: '/',
    title: 'Home',
    userAgent: chrome,
    headers: sweden,
  },
  {
    at: '2026-01-05T11:00:00Z',
    visitor: 'ben',
    url: '/pricing?utm_source=news&utm_medium=mail&utm_campaign=spring&utm_content=top&utm_term=price',
    referrer: 'https://www.google.com/search?q=x',
    title: 'Pricing',
    userAgent: firefox,
    headers: japan,
    language: 'en-GB',
    tag: 'b',
  },
  {
    at: '2026-01-05T13:00:00Z',
    visitor: 'ben',
    url: '/docs',
    title: 'Docs',
    userAgent: firefox,
    headers: japan,
  },
  {
    at: '2026-01-05T12:00:00Z',
    visitor: 'carla',
    url: '/',
    referrer: 'https://www.example.com/x',
    userAgent: iphone,
    language: 'de',
    id: 'carla-1',
  },
  {
    at: '2026-01-05T12:01:00Z',
    visitor: 'carla',
    url: '/',
    name: 'signup',
    userAgent: iphone,
    id: 'carla-1',
  },
  {
    at: '2026-01-05T12:02:00Z',
    visitor: 'carla',
    url: '/',
    name: 'signup',
    userAgent: iphone,
    id: 'carla-1',
  },
]

describe('metrics', () => {
  let site: Awaited<ReturnType<typeof website>>
  beforeAll(async () => {
    site = await website(rows)
  })

  test.each([
    [
      'path',
      [
        { x: '/', y: 2 },
        { x: '/pricing', y: 2 },
        { x: '/docs', y: 1 },
      ],
    ],
    [
      'fullPath',
      [
        { x: '/', y: 2 },
        { x: '/docs', y: 1 },
        { x: '/pricing', y: 1 },
        {
          x: '/pricing?utm_source=news&utm_medium=mail&utm_campaign=spring&utm_content=top&utm_term=price',
          y: 1,
        },
      ],
    ],
    [
      'title',
      [
        { x: 'Pricing', y: 2 },
        { x: 'Docs', y: 1 },
        { x: 'Home', y: 1 },
      ],
    ],
    [
      'query',
      [
        {
          x: 'utm_source=news&utm_medium=mail&utm_campaign=spring&utm_content=top&utm_term=price',
          y: 1,
        },
      ],
    ],
    // Anna entered and left at /; Ben entered and left at /pricing, then at /docs; Carla at /.
    [
      'entry',
      [
        { x: '/', y: 2 },
        { x: '/docs', y: 1 },
        { x: '/pricing', y: 1 },
      ],
    ],
    [
      'exit',
      [
        { x: '/', y: 2 },
        { x: '/docs', y: 1 },
        { x: '/pricing', y: 1 },
      ],
    ],
    // Carla came from the website's own host, which is no referrer.
    ['referrer', [{ x: 'google.com', y: 1 }]],
    ['domain', [{ x: 'google.com', y: 1 }]],
    ['hostname', [{ x: 'example.com', y: 3 }]],
    ['tag', [{ x: 'b', y: 1 }]],
    [
      'browser',
      [
        { x: 'chrome', y: 1 },
        { x: 'firefox', y: 1 },
        { x: 'ios', y: 1 },
      ],
    ],
    [
      'os',
      [
        { x: 'Linux', y: 1 },
        { x: 'Windows 10', y: 1 },
        { x: 'iOS', y: 1 },
      ],
    ],
    [
      'device',
      [
        { x: 'desktop', y: 1 },
        { x: 'laptop', y: 1 },
        { x: 'mobile', y: 1 },
      ],
    ],
    ['screen', [{ x: '1920x1080', y: 1 }]],
    [
      'language',
      [
        { x: 'en', y: 2 },
        { x: 'de', y: 1 },
      ],
    ],
    [
      'country',
      [
        { x: 'JP', y: 1 },
        { x: 'SE', y: 1 },
      ],
    ],
    [
      'region',
      [
        { x: 'JP-26', y: 1, country: 'JP' },
        { x: 'SE-AB', y: 1, country: 'SE' },
      ],
    ],
    [
      'city',
      [
        { x: 'Kyoto', y: 1, country: 'JP' },
        { x: 'Stockholm', y: 1, country: 'SE' },
      ],
    ],
    ['distinctId', [{ x: 'carla-1', y: 1 }]],
    // Visitors, not occurrences: Carla signed up twice.
    ['event', [{ x: 'signup', y: 1 }]],
    ['utmSource', [{ x: 'news', y: 1 }]],
    ['utmMedium', [{ x: 'mail', y: 1 }]],
    ['utmCampaign', [{ x: 'spring', y: 1 }]],
    ['utmContent', [{ x: 'top', y: 1 }]],
    ['utmTerm', [{ x: 'price', y: 1 }]],
    // Anna's three views and Ben's /docs have neither referrer nor query: direct. Ben's first came
    // from a search host. Carla's came from the website itself: of no channel.
    [
      'channel',
      [
        { x: 'direct', y: 2 },
        { x: 'organicSearch', y: 1 },
      ],
    ],
  ])('%s', async (type, expected) => {
    expect(await site.metrics(type)).toEqual(expected)
  })

  test('expanded: views, visitors, visits, single views and seconds of a value', async () => {
    expect(await site.expanded('path')).toEqual([
      // Anna saw / twice in one visit, 61 s apart; Carla once.
      { name: '/', pageviews: 3, visitors: 2, visits: 2, bounces: 1, totaltime: 61 },
      { name: '/pricing', pageviews: 2, visitors: 2, visits: 2, bounces: 2, totaltime: 0 },
      { name: '/docs', pageviews: 1, visitors: 1, visits: 1, bounces: 1, totaltime: 0 },
    ])
    expect(await site.expanded('entry')).toEqual([
      // All views of visits that began at /: Anna's three over 61 s, Carla's one.
      { name: '/', pageviews: 4, visitors: 2, visits: 2, bounces: 1, totaltime: 61 },
      { name: '/docs', pageviews: 1, visitors: 1, visits: 1, bounces: 1, totaltime: 0 },
      { name: '/pricing', pageviews: 1, visitors: 1, visits: 1, bounces: 1, totaltime: 0 },
    ])
    expect(await site.expanded('event')).toEqual([
      { name: 'signup', pageviews: 2, visitors: 1, visits: 1, bounces: 0, totaltime: 60 },
    ])
    expect(await site.expanded('city')).toEqual([
      {
        name: 'Kyoto',
        country: 'JP',
        pageviews: 2,
        visitors: 1,
        visits: 2,
        bounces: 2,
        totaltime: 0,
      },
      {
        name: 'Stockholm',
        country: 'SE',
        pageviews: 3,
        visitors: 1,
        visits: 1,
        bounces: 0,
        totaltime: 61,
      },
    ])
  })

  test('limit, offset and search', async () => {
    expect(await site.metrics('path', '&limit=1')).toEqual([{ x: '/', y: 2 }])
    expect(await site.metrics('path', '&limit=1&offset=2')).toEqual([{ x: '/docs', y: 1 }])
    expect(await site.metrics('channel', '&limit=1&offset=1')).toEqual([
      { x: 'organicSearch', y: 1 },
    ])
    expect(await site.metrics('path', '&search=PRIC')).toEqual([{ x: '/pricing', y: 2 }])
    // A search takes the place of a filter on the same field.
    expect(await site.metrics('path', '&search=doc&path=/pricing')).toEqual([{ x: '/docs', y: 1 }])
    expect(await site.metrics('title', '&search=%25')).toEqual([])
    for (const bad of [
      'limit=0',
      'limit=x',
      'offset=-1',
      'limit=1;drop table event',
      'type=nope',
    ]) {
      const answer = await server.ask(`/api/websites/${site.id}/metrics?${range}&type=path&${bad}`)
      expect([bad, answer.status]).toEqual([bad, 400])
    }
    expect((await server.ask(`/api/websites/${site.id}/metrics?${range}`)).status).toBe(400)
  })

  test('an entry is chosen before filters apply', async () => {
    // /pricing is on Anna's and Ben's visits; Anna's began at /.
    expect(await site.metrics('entry', '&path=/pricing')).toEqual([
      { x: '/', y: 1 },
      { x: '/pricing', y: 1 },
    ])
  })
})

describe('channels', () => {
  const cases: [url: string, referrer: string | undefined, channel: string | null][] = [
    ['/', undefined, 'direct'],
    ['/?gclid=1', 'https://google.com/', 'paidAds'],
    ['/?a=1&fbclid=1', undefined, 'paidAds'],
    ['/?utm_medium=cpc', undefined, 'paidAds'],
    ['/?utm_medium=paid_social', undefined, 'paidAds'],
    ['/?utm_source=google', undefined, 'paidAds'],
    // `aid=` is inside `paid=`, which is no paid parameter.
    ['/?paid=1', 'https://somewhere.org/', 'referral'],
    ['/?paid=1', undefined, null],
    ['/?utm_medium=Referral', undefined, 'referral'],
    ['/?utm_medium=affiliate', undefined, 'affiliate'],
    ['/?utm_medium=sms', undefined, 'sms'],
    ['/?utm_source=sms', undefined, 'sms'],
    ['/', 'https://chatgpt.com/', 'llm'],
    ['/', 'https://gemini.google.com/app', 'llm'],
    ['/', 'https://www.google.de/', 'organicSearch'],
    ['/', 'https://notgoogle.org/', 'referral'],
    ['/?utm_medium=ppc', 'https://bing.com/', 'paidSearch'],
    ['/?utm_medium=organic', undefined, 'organicSearch'],
    ['/', 'https://t.co/x', 'organicSocial'],
    ['/', 'https://reddit.com/r/x', 'organicSocial'],
    ['/', 'https://old.reddit.com/r/x', 'organicSocial'],
    ['/?utm_medium=retargeting', 'https://facebook.com/', 'paidSocial'],
    ['/', 'https://mail.yahoo.com/', 'email'],
    ['/?utm_medium=newsletter_mail', undefined, 'email'],
    ['/', 'https://target.com/', 'organicShopping'],
    ['/?utm_medium=shopping', undefined, 'organicShopping'],
    ['/?utm_medium=shop_ppc', 'https://amazon.co.uk/', 'paidShopping'],
    ['/', 'https://youtube.com/watch', 'organicVideo'],
    ['/?utm_medium=video', undefined, 'organicVideo'],
    ['/?utm_medium=video_cpv', undefined, 'paidVideo'],
    ['/', 'https://netflix.com/', 'referral'],
    ['/', 'https://dropbox.com/', 'referral'],
    ['/', 'https://blog.other.org/', 'referral'],
    ['/?page=2', undefined, null],
    ['/?utm_medium=banner', undefined, null],
    ['/?page=2', 'https://example.com/', null],
  ]

  test.each(cases)('%s from %s is %s', async (url, referrer, expected) => {
    const site = await website([
      { at: '2026-01-05T10:00:00Z', visitor: 'v', url, ...(referrer ? { referrer } : {}) },
    ])
    expect(await site.metrics('channel')).toEqual(expected === null ? [] : [{ x: expected, y: 1 }])
  })

  test('domains are grouped when expanded', async () => {
    const hosts = [
      'https://google.de/',
      'https://news.google.com/',
      'https://t.co/',
      'https://a.org/',
    ]
    const site = await website(
      hosts.map((referrer, index) => ({
        at: '2026-01-05T10:00:00Z',
        visitor: `v${index}`,
        url: '/',
        referrer,
      })),
    )
    const row = (name: string, visitors: number) => ({
      name,
      pageviews: visitors,
      visitors,
      visits: visitors,
      bounces: visitors,
      totaltime: 0,
    })
    expect(await site.expanded('domain')).toEqual([
      row('google.com', 2),
      row('Other', 1),
      row('twitter.com', 1),
    ])
  })
})
