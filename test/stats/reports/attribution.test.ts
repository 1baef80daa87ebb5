import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { startServer, type TestServer } from '../../support/app.ts'
import { chrome } from '../../support/visits.ts'
import { openReports, type Reports } from './open-reports.ts'

let server: TestServer
let site: Reports
beforeAll(async () => {
  server = await startServer()
  // Anna comes from Google with an ad, later from a newsletter, then buys twice, in one visit each.
  // Ben is sent by t.co to the very page that converts. Cara never converts. Dora's first two rows
  // have the same instant; the one stored first counts. A measurement is nobody's first click.
  const anna = { visitor: 'anna', id: 'anna', userAgent: chrome }
  site = await openReports(server, [
    {
      at: '2026-01-05T10:00:00Z',
      ...anna,
      url: '/?gclid=1&fbclid=2&utm_source=google&utm_medium=cpc&utm_campaign=c1&utm_term=t1&utm_content=k1',
      referrer: 'https://www.google.com/',
    },
    {
      at: '2026-01-06T10:00:00Z',
      ...anna,
      url: '/a?utm_source=news',
      referrer: 'https://mail.com',
    },
    { at: '2026-01-06T10:01:00Z', ...anna, url: '/thanks', referrer: 'https://example.com/a' },
    { at: '2026-01-06T10:02:00Z', ...anna, url: '/thanks', name: 'buy' },
    { at: '2026-01-06T12:00:00Z', ...anna, url: '/b', forgets: true },
    { at: '2026-01-06T12:01:00Z', ...anna, url: '/thanks', referrer: 'https://www.example.com/b' },
    { at: '2026-01-05T10:00:00Z', visitor: 'ben', url: '/thanks', referrer: 'https://t.co/x' },
    { at: '2026-01-05T10:00:00Z', visitor: 'cara', url: '/', referrer: 'https://t.co/x' },
    { at: '2026-01-05T10:00:00Z', visitor: 'dora', url: '/', type: 'performance', lcp: 1 },
    { at: '2026-01-05T10:00:01Z', visitor: 'dora', url: '/', referrer: 'https://first.com/' },
    {
      at: '2026-01-05T10:00:01Z',
      visitor: 'dora',
      url: '/?twclid=1',
      referrer: 'https://second.com',
    },
    { at: '2026-01-05T10:00:02Z', visitor: 'dora', url: '/thanks' },
  ])
})
afterAll(() => server.stop())

const none = {
  referrer: [],
  paidAds: [],
  utm_source: [],
  utm_medium: [],
  utm_campaign: [],
  utm_content: [],
  utm_term: [],
}
const ask = (parameters: object, filters = {}) =>
  site.ask('attribution', { parameters: { currency: 'USD', ...parameters }, filters })

describe('attribution', () => {
  test('first click: the earliest thing each converting visitor did', async () => {
    const thanks = { model: 'first-click', type: 'path', step: '/thanks' }
    expect(await ask(thanks)).toEqual({
      referrer: [
        { name: 'first.com', value: 1 },
        { name: 'google.com', value: 1 },
        { name: 't.co', value: 1 },
      ],
      paidAds: [{ name: 'Google Ads', value: 1 }],
      utm_source: [{ name: 'google', value: 1 }],
      utm_medium: [{ name: 'cpc', value: 1 }],
      utm_campaign: [{ name: 'c1', value: 1 }],
      utm_content: [{ name: 'k1', value: 1 }],
      utm_term: [{ name: 't1', value: 1 }],
      // Anna twice, Ben and Dora once each; Anna's two are in two visits.
      total: { pageviews: 4, visitors: 3, visits: 4 },
    })
  })

  test('last click: the last thing before the last conversion', async () => {
    // Anna: /b, without a referrer. Ben did nothing before: in the total only. Dora: at one instant
    // before, the row stored first.
    expect(await ask({ model: 'last-click', type: 'path', step: '/thanks' })).toEqual({
      ...none,
      referrer: [{ name: 'first.com', value: 1 }],
      total: { pageviews: 4, visitors: 3, visits: 4 },
    })
    // Anna's event: before it the view of /thanks, whose referrer is the website's own.
    expect(await ask({ model: 'last-click', type: 'event', step: 'buy' })).toEqual({
      ...none,
      total: { pageviews: 1, visitors: 1, visits: 1 },
    })
  })

  test('filters choose conversions, not clicks', async () => {
    const buy = { model: 'first-click', type: 'event', step: 'buy' }
    expect(await ask(buy, { browser: 'chrome', path: '/thanks' })).toMatchObject({
      referrer: [{ name: 'google.com', value: 1 }],
      total: { pageviews: 1, visitors: 1, visits: 1 },
    })
    const nobody = { ...none, total: { pageviews: 0, visitors: 0, visits: 0 } }
    expect(await ask(buy, { browser: 'firefox' })).toEqual(nobody)
    expect(await ask({ ...buy, type: 'path', step: '/thank*' })).toEqual(nobody)
  })
})
