// The whole way: visitors with a real browser on a real website, and the numbers the API gives.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import countries from '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb' with {
  type: 'file',
}
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { startServer, type TestServer } from '../support/app.ts'
import { browserTimeoutMs, canBrowse, openChromium } from '../support/chromium.ts'

const at = (time: string) => `2026-03-10T${time}Z`

const agents = {
  chrome:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  firefox: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
  iphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
}

setDefaultTimeout(browserTimeoutMs)

describe.skipIf(!canBrowse)('a website with three pages and an app', () => {
  let browser: Browser
  let server: TestServer
  let site: Bun.Server<undefined>
  let website: string

  beforeAll(async () => {
    browser = await openChromium()
    server = await startServer({ settings: { GEO_DB: countries } })
    website = await server.createWebsite('Shop')
    site = Bun.serve({ port: 0, fetch: ({ url }) => pageAt(new URL(url).pathname) })
    await visitOfAnn()
    await visitOfBob()
    await visitOfCarol()
  })
  afterAll(async () => {
    await browser.close()
    await site.stop(true)
    await server.stop()
  })

  const html = (title: string, body: string, attributes = '') =>
    new Response(
      `<!doctype html><title>${title}</title><link rel="icon" href="data:,">
      <script defer src="${server.url}/script.js" data-website-id="${website}" ${attributes}></script>
      ${body}`,
      { headers: { 'Content-Type': 'text/html' } },
    )

  const pageAt = (path: string): Response => {
    if (path === '/') return html('Home', '<a href="/pricing">Pricing</a>')
    if (path === '/docs') return html('Docs', '<p>Read this')
    if (path === '/app') return html('App', '<main>', 'data-tag="beta"')
    return html(
      'Pricing',
      `<button data-umami-event="buy" data-umami-event-plan="pro"><b>Buy</b></button>
      <a href="/docs" data-umami-event="read docs">Docs</a>`,
    )
  }

  /** Does something at a time of the server, until this many messages have been answered. */
  const when = async (page: Page, time: string, action: () => Promise<unknown>, answers = 1) => {
    server.setNow(at(time))
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    let missing = answers
    page.on('response', (response) => {
      if (!response.url().endsWith('/api/send') || response.request().method() !== 'POST') return
      if (!response.ok()) reject(new Error(`/api/send answered ${response.status()}`))
      missing -= 1
      if (missing === 0) resolve()
    })
    await action()
    await promise
    page.removeAllListeners('response')
  }

  const visitor = (options: {
    userAgent: string
    locale: string
    screen: { width: number; height: number }
    address?: string
  }): Promise<BrowserContext> =>
    browser.newContext({
      userAgent: options.userAgent,
      locale: options.locale,
      screen: options.screen,
      viewport: { width: 390, height: 700 },
      // As a reverse proxy in front of the server would say.
      ...(options.address && { extraHTTPHeaders: { 'X-Forwarded-For': options.address } }),
    })

  const address = (path: string) => `http://localhost:${site.port}${path}`

  // From a search engine, three pages in 90 seconds, three events.
  const visitOfAnn = async () => {
    const context = await visitor({
      userAgent: agents.chrome,
      locale: 'en-US',
      screen: { width: 1600, height: 900 },
      address: '8.8.8.8',
    })
    const page = await context.newPage()
    const referer = 'https://www.google.com/'
    await when(page, '10:00:00', () => page.goto(address('/'), { referer }))
    await when(page, '10:00:30', () => page.click('a'))
    await when(page, '10:01:00', () => page.click('b'))
    await when(page, '10:01:10', () =>
      page.evaluate(() =>
        window.umami.track('purchase', {
          revenue: 19.9,
          currency: 'eur',
          gift: true,
          items: { count: 2 },
        }),
      ),
    )
    // The event, then the page it leads to.
    await when(page, '10:01:30', () => page.click('a'), 2)
    await context.close()
  }

  // From a newsletter, one page, one event.
  const visitOfBob = async () => {
    const context = await visitor({
      userAgent: agents.firefox,
      locale: 'de-DE',
      screen: { width: 2560, height: 1440 },
      address: '193.0.6.139',
    })
    const page = await context.newPage()
    const url = address('/pricing?utm_source=newsletter&utm_medium=email')
    await when(page, '10:05:00', () => page.goto(url))
    await when(page, '10:05:20', () => page.click('button'))
    await context.close()
  }

  // In the app: two views, then identified, which makes another session, with one view.
  const visitOfCarol = async () => {
    const context = await visitor({
      userAgent: agents.iphone,
      locale: 'fr-FR',
      screen: { width: 390, height: 844 },
    })
    const page = await context.newPage()
    const turnTo = (path: string, title: string) =>
      page.evaluate(
        (view) => {
          history.pushState({}, '', view.path)
          document.title = view.title
        },
        { path, title },
      )
    await when(page, '10:10:00', () => page.goto(address('/app')))
    await when(page, '10:10:10', () => turnTo('/app/inbox', 'Inbox'))
    await when(page, '10:10:20', () =>
      page.evaluate(() => window.umami.identify('carol', { plan: 'pro', seats: 3 })),
    )
    await when(page, '10:10:30', () => turnTo('/app/settings', 'Settings'))
    await context.close()
  }

  const hour = `startAt=${Date.parse(at('10:00:00'))}&endAt=${Date.parse(at('10:59:59.999'))}`
  const statistic = async (path: string): Promise<unknown> => {
    const { status, body } = await server.ask(`/api/websites/${website}${path}`)
    expect({ status, body }).toMatchObject({ status: 200 })
    return body
  }

  test('stats', async () => {
    // Sessions: Ann, Bob, the unknown phone, carol. Views: 3 + 1 + 2 + 1.
    // Bounces: Bob, whose event does not count as a view, and carol.
    // Time: Ann from 10:00:00 to 10:01:30, the phone from 10:10:00 to 10:10:10.
    expect(await statistic(`/stats?${hour}`)).toEqual({
      pageviews: 7,
      visitors: 4,
      visits: 4,
      bounces: 2,
      totaltime: 100,
      comparison: { pageviews: 0, visitors: 0, visits: 0, bounces: 0, totaltime: 0 },
    })
  })

  test('stats of one page', async () => {
    // Ann and Bob, once each.
    expect(await statistic(`/stats?${hour}&path=/pricing`)).toMatchObject({
      pageviews: 2,
      visitors: 2,
      visits: 2,
      bounces: 2,
      totaltime: 0,
    })
  })

  test('pageviews by minute', async () => {
    // 10:10 has three views of two sessions: the phone and carol.
    expect(await statistic(`/pageviews?${hour}&unit=minute&timezone=UTC`)).toEqual({
      pageviews: [
        { x: '2026-03-10T10:00:00Z', y: 2 },
        { x: '2026-03-10T10:01:00Z', y: 1 },
        { x: '2026-03-10T10:05:00Z', y: 1 },
        { x: '2026-03-10T10:10:00Z', y: 3 },
      ],
      sessions: [
        { x: '2026-03-10T10:00:00Z', y: 1 },
        { x: '2026-03-10T10:01:00Z', y: 1 },
        { x: '2026-03-10T10:05:00Z', y: 1 },
        { x: '2026-03-10T10:10:00Z', y: 2 },
      ],
    })
  })

  // Visitors per value, most first, then by name. The phone and carol share one device.
  test.each([
    ['path', { '/pricing': 2, '/': 1, '/app': 1, '/app/inbox': 1, '/app/settings': 1, '/docs': 1 }],
    ['entry', { '/': 1, '/app': 1, '/app/settings': 1, '/pricing': 1 }],
    ['exit', { '/app/inbox': 1, '/app/settings': 1, '/docs': 1, '/pricing': 1 }],
    ['title', { Pricing: 2, App: 1, Docs: 1, Home: 1, Inbox: 1, Settings: 1 }],
    ['query', { 'utm_source=newsletter&utm_medium=email': 1 }],
    ['referrer', { 'google.com': 1 }],
    // Pages reached within the site have neither referrer nor query: direct, for Ann too.
    ['channel', { direct: 1, email: 1, organicSearch: 1 }],
    ['browser', { ios: 2, chrome: 1, firefox: 1 }],
    ['os', { iOS: 2, Linux: 1, 'Windows 10': 1 }],
    // A screen of at most 1920 makes a laptop.
    ['device', { mobile: 2, desktop: 1, laptop: 1 }],
    ['screen', { '390x844': 2, '1600x900': 1, '2560x1440': 1 }],
    ['language', { fr: 2, de: 1, en: 1 }],
    ['country', { NL: 1, US: 1 }],
    ['event', { buy: 2, purchase: 1, 'read docs': 1 }],
    ['hostname', { localhost: 4 }],
    ['tag', { beta: 2 }],
    ['distinctId', { carol: 1 }],
  ])('metrics of type %s', async (type, visitors) => {
    const rows = Object.entries(visitors).map(([x, y]) => ({ x, y }))
    expect(await statistic(`/metrics?${hour}&type=${type}`)).toEqual(rows)
  })

  test('events, newest first', async () => {
    const { data, count } = (await statistic(`/events?${hour}`)) as {
      data: Record<string, unknown>[]
      count: number
    }
    // Seven views and four events; identifying is none.
    expect(count).toBe(11)
    const brief = data.map(({ createdAt, eventType, eventName, urlPath, hasData }) => [
      String(createdAt).slice(11, 19),
      eventType,
      eventName,
      urlPath,
      hasData,
    ])
    // The event and the view of 10:01:30 happen at once.
    const byTime = brief.toSorted((a, b) => String(b).localeCompare(String(a)))
    expect(byTime).toEqual([
      ['10:10:30', 1, null, '/app/settings', false],
      ['10:10:10', 1, null, '/app/inbox', false],
      ['10:10:00', 1, null, '/app', false],
      ['10:05:20', 2, 'buy', '/pricing', true],
      ['10:05:00', 1, null, '/pricing', false],
      ['10:01:30', 2, 'read docs', '/pricing', false],
      ['10:01:30', 1, null, '/docs', false],
      ['10:01:10', 2, 'purchase', '/pricing', true],
      ['10:01:00', 2, 'buy', '/pricing', true],
      ['10:00:30', 1, null, '/pricing', false],
      ['10:00:00', 1, null, '/', false],
    ])
    const times = brief.map(([time]) => time)
    expect(times).toEqual(times.toSorted().toReversed())
  })

  test('data of events', async () => {
    const { data } = (await statistic(`/event-data?${hour}&event=purchase`)) as {
      data: { eventProperties: Record<string, unknown>[] }[]
    }
    const properties = data[0]?.eventProperties.map(({ dataKey, stringValue, dataType }) => [
      dataKey,
      stringValue,
      dataType,
    ])
    expect(properties).toEqual([
      ['currency', 'eur', 1],
      ['gift', 'true', 4],
      ['items.count', '2.0000', 2],
      ['revenue', '19.9000', 2],
    ])
  })

  test('sessions, the latest first', async () => {
    const { data, count } = (await statistic(`/sessions?${hour}`)) as {
      data: Record<string, unknown>[]
      count: number
    }
    expect(count).toBe(4)
    const brief = data.map(({ browser, country, firstAt, lastAt, visits, views, events }) => [
      browser,
      country,
      String(firstAt).slice(11, 19),
      String(lastAt).slice(11, 19),
      visits,
      views,
      events,
    ])
    expect(brief).toEqual([
      ['ios', null, '10:10:30', '10:10:30', 1, 1, 0],
      ['ios', null, '10:10:00', '10:10:10', 1, 2, 0],
      ['firefox', 'NL', '10:05:00', '10:05:20', 1, 1, 1],
      ['chrome', 'US', '10:00:00', '10:01:30', 1, 3, 3],
    ])
  })

  test('properties of the identified session', async () => {
    const { data } = (await statistic(`/sessions?${hour}&distinctId=carol`)) as {
      data: { id: string }[]
    }
    const rows = (await statistic(`/sessions/${data[0]?.id}/properties`)) as Record<
      string,
      unknown
    >[]
    const brief = rows.map(({ dataKey, stringValue, dataType }) => [dataKey, stringValue, dataType])
    expect(brief).toEqual([
      ['plan', 'pro', 1],
      ['seats', '3', 2],
    ])
  })

  test('active: in the five minutes to 10:10:30, the phone and carol', async () => {
    expect(await statistic('/active')).toEqual({ visitors: 2 })
  })

  test('daterange: from the first view to the last', async () => {
    expect(await statistic('/daterange')).toEqual({
      startDate: '2026-03-10T10:00:00.000Z',
      endDate: '2026-03-10T10:10:30.000Z',
    })
  })
})
