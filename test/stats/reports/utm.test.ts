import { afterAll, beforeAll, expect, test } from 'bun:test'
import { startServer, type TestServer } from '../../support/app.ts'
import { chrome } from '../../support/visits.ts'
import { openReports } from './open-reports.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

test('utm counts page views per value, most first; events do not count', async () => {
  const news = '/?utm_source=news&utm_medium=mail&utm_campaign=spring'
  const site = await openReports(server, [
    { at: '2026-01-05T10:00:00Z', visitor: 'a', url: news },
    { at: '2026-01-05T10:01:00Z', visitor: 'a', url: news },
    { at: '2026-01-05T10:02:00Z', visitor: 'a', url: news, name: 'click' },
    { at: '2026-01-05T10:00:00Z', visitor: 'b', url: '/?utm_source=ads', userAgent: chrome },
    { at: '2026-01-05T10:01:00Z', visitor: 'b', url: '/?utm_source=blog', userAgent: chrome },
    { at: '2026-01-05T10:02:00Z', visitor: 'b', url: '/?utm_source=', userAgent: chrome },
  ])
  const none = { utm_medium: [], utm_campaign: [], utm_term: [], utm_content: [] }
  expect(await site.ask('utm')).toEqual({
    ...none,
    utm_source: [
      { utm: 'news', views: 2 },
      { utm: 'ads', views: 1 },
      { utm: 'blog', views: 1 },
    ],
    utm_medium: [{ utm: 'mail', views: 2 }],
    utm_campaign: [{ utm: 'spring', views: 2 }],
  })
  expect(await site.ask('utm', { filters: { browser: 'chrome', utmSource: 'neq.blog' } })).toEqual({
    ...none,
    utm_source: [{ utm: 'ads', views: 1 }],
  })
  // Page views of visits with that event.
  expect(await site.ask('utm', { filters: { event: 'click' } })).toMatchObject({
    utm_source: [{ utm: 'news', views: 2 }],
  })
})
