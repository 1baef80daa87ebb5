// What each statistic answers about the few rows of recorded.ts, worked out by hand: Anna's visit of
// two page views, one event that paid 9.50 EUR, two minutes; Ben's of one page view a day later.

import { strToU8, zipSync } from 'fflate'
import { type Caller, own, today } from '../fixtures.ts'
import { annaId, toRecorded } from '../recorded.ts'
import { anyId } from '../rows.ts'
import { toWriters } from '../scenario.ts'
import type { Side } from '../side.ts'

const at = {
  home: '2026-03-01T10:00:00.000Z',
  identified: '2026-03-01T10:00:30.000Z',
  sold: '2026-03-01T10:01:00.000Z',
  thanks: '2026-03-01T10:02:00.000Z',
  ben: '2026-03-02T09:58:00.000Z',
}
const tenOnSunday = '2026-03-01T10:00:00Z'
const nineOnMonday = '2026-03-02T09:00:00Z'
const sunday = '2026-03-01T00:00:00Z'
const monday = '2026-03-02T00:00:00Z'

const toPage = (data: unknown[]) => ({
  data,
  count: data.length,
  page: 1,
  pageSize: 20,
  isCapped: false,
})

/** The public id of the nth row of a side's website; the team's were sent after the six of the user. */
export const toEventId = (side: Side, n: number): string =>
  `00000000-0000-8000-8000-00000000000${(side === own ? n : n + 6).toString(16)}`

const annasPlace = { country: 'DE', city: null }
const annasClient = { browser: 'firefox', os: 'Linux', device: 'desktop' }
const bensPlace = { country: 'US', city: null }
const bensClient = { browser: 'chrome', os: 'Windows 10', device: 'desktop' }
const noReferrer = { referrerDomain: null, referrerPath: null, referrerQuery: null }

const annasEvent = (side: Side, n: number, more: object) => ({
  id: toEventId(side, n),
  websiteId: side.website,
  sessionId: toRecorded(side).anna,
  visitId: toRecorded(side).annasVisit,
  distinctId: annaId,
  hostname: 'example.com',
  urlQuery: null,
  eventType: 1,
  eventName: null,
  hasData: false,
  ...annasPlace,
  ...annasClient,
  ...more,
})

const events = (side: Side) => [
  {
    id: toEventId(side, 6),
    websiteId: side.website,
    sessionId: toRecorded(side).ben,
    visitId: toRecorded(side).bensVisit,
    distinctId: null,
    createdAt: at.ben,
    hostname: 'example.com',
    urlPath: '/',
    urlQuery: 'utm_source=letter&utm_medium=email',
    ...noReferrer,
    pageTitle: 'Home',
    eventType: 1,
    eventName: null,
    hasData: false,
    ...bensPlace,
    ...bensClient,
  },
  annasEvent(side, 4, {
    createdAt: at.thanks,
    urlPath: '/thanks',
    pageTitle: 'Thanks',
    ...noReferrer,
  }),
  annasEvent(side, 3, {
    createdAt: at.sold,
    urlPath: '/thanks',
    pageTitle: null,
    ...noReferrer,
    eventType: 2,
    eventName: 'sold',
    hasData: true,
  }),
  annasEvent(side, 1, {
    createdAt: at.home,
    urlPath: '/',
    pageTitle: 'Home',
    referrerDomain: 'google.com',
    referrerPath: '/search',
    referrerQuery: null,
  }),
]

const unknown = { screen: null, language: null, region: null }

const anna = (side: Side) => ({
  id: toRecorded(side).anna,
  websiteId: side.website,
  distinctId: annaId,
  ...annasClient,
  ...annasPlace,
  ...unknown,
  firstAt: at.home,
  lastAt: at.thanks,
  visits: 1,
  views: 2,
  events: 1,
})
const annaListed = (side: Side) => ({
  ...anna(side),
  hostname: 'example.com',
  createdAt: at.thanks,
})
const benListed = (side: Side) => ({
  id: toRecorded(side).ben,
  websiteId: side.website,
  distinctId: null,
  hostname: 'example.com',
  ...bensClient,
  ...bensPlace,
  ...unknown,
  firstAt: at.ben,
  lastAt: at.ben,
  createdAt: at.ben,
  visits: 1,
  views: 1,
  events: 0,
})

const property = (dataKey: string, stringValue: string, numberValue: number | null = null) => ({
  dataKey,
  stringValue,
  numberValue,
  dateValue: null,
  dataType: numberValue === null ? 1 : 2,
})
const soldProperties = [
  property('currency', 'EUR'),
  property('plan', 'pro'),
  property('revenue', '9.5000', 9.5),
].map((one) => ({ ...one, createdAt: at.sold }))

const soldNames = [
  ['currency', 1],
  ['plan', 1],
  ['revenue', 2],
].map(([propertyName, dataType]) => ({ eventName: 'sold', propertyName, dataType, total: 1 }))

const bensAct = (side: Side) => ({
  sessionId: toRecorded(side).ben,
  eventName: null,
  createdAt: at.ben,
  ...bensClient,
  country: 'US',
  urlPath: '/',
  referrerDomain: null,
  hostname: 'example.com',
})

const day = (hour?: number) => Array.from({ length: 24 }, (_, index) => (index === hour ? 1 : 0))

const nothingSold = {
  sum: 0,
  count: 0,
  unique_count: 0,
  total_sessions: 0,
  average: 0,
  arpu: 0,
}
/** One payment by one of two visitors. */
const soldTotals = {
  sum: 9.5,
  count: 1,
  unique_count: 1,
  total_sessions: 2,
  average: 9.5,
  arpu: 4.75,
  comparison: nothingSold,
}

const csv = (...lines: string[]) => strToU8(['x,y', ...lines].map((line) => `${line}\r\n`).join(''))
const files = {
  'events.csv': csv('sold,1'),
  'pages.csv': csv('/,2', '/thanks,1'),
  'referrers.csv': csv('google.com,1'),
  'browsers.csv': csv('chrome,1', 'firefox,1'),
  'os.csv': csv('Linux,1', 'Windows 10,1'),
  'devices.csv': csv('desktop,2'),
  'countries.csv': csv('DE,1', 'US,1'),
}

const slow = { p50: 1200, p75: 1200, p95: 1200 }
const unmeasured = { p50: 0, p75: 0, p95: 0 }

const takenSteps = [
  {
    type: 'path',
    value: '/',
    visitors: 2,
    previous: 0,
    dropped: 0,
    dropoff: null,
    remaining: 1,
  },
  {
    type: 'path',
    value: '/thanks',
    visitors: 1,
    previous: 2,
    dropped: 1,
    dropoff: 0.5,
    remaining: 0.5,
  },
]
/** What a property with the value `pro`, once, is over time and in numbers. */
const noNumbers = (path: string, at: string): Record<string, () => object> => ({
  [`${path}/property-series`]: () => [{ x: 'pro', t: at, y: 1 }],
  [`${path}/array-series`]: () => [],
  [`${path}/date-series`]: () => [],
  [`${path}/numeric-series`]: () => [],
  [`${path}/numeric-stats`]: () => ({ total: 0, average: 0, median: 0, min: 0, max: 0 }),
})

/** By operation, below /api/websites/:websiteId/ where it begins with no slash. */
const answers: Record<string, (side: Side, caller: Caller) => object> = {
  active: () => ({ visitors: 1 }),
  daterange: () => ({ startDate: at.home, endDate: at.ben }),
  stats: () => ({
    pageviews: 3,
    visitors: 2,
    visits: 2,
    bounces: 1,
    totaltime: 120,
    comparison: { pageviews: 0, visitors: 0, visits: 0, bounces: 0, totaltime: 0 },
  }),
  pageviews: () => ({
    pageviews: [
      { x: tenOnSunday, y: 2 },
      { x: nineOnMonday, y: 1 },
    ],
    sessions: [
      { x: tenOnSunday, y: 1 },
      { x: nineOnMonday, y: 1 },
    ],
  }),
  metrics: () => [
    { x: '/', y: 2 },
    { x: '/thanks', y: 1 },
  ],
  'metrics/expanded': () => [
    { name: '/', pageviews: 2, visitors: 2, visits: 2, bounces: 2, totaltime: 0 },
    { name: '/thanks', pageviews: 1, visitors: 1, visits: 1, bounces: 1, totaltime: 0 },
  ],
  events: (side) => toPage(events(side)),
  sessions: (side) => toPage([benListed(side), annaListed(side)]),
  'events/series': () => [{ x: 'sold', t: tenOnSunday, y: 1 }],
  'events/stats': () => ({
    data: {
      events: 1,
      visitors: 1,
      visits: 1,
      uniqueEvents: 1,
      comparison: { events: 0, visitors: 0, visits: 0, uniqueEvents: 0 },
    },
  }),
  'event-data': (side) =>
    toPage([
      {
        websiteId: side.website,
        eventId: toEventId(side, 3),
        eventName: 'sold',
        eventProperties: soldProperties,
      },
    ]),
  'event-data/events': () => soldNames,
  'event-data/fields': () => [{ propertyName: 'plan', dataType: 1, value: 'pro', total: 1 }],
  'event-data/properties': () => soldNames,
  'event-data/values': () => [{ value: 'pro', total: 1 }],
  'event-data/stats': () => ({ events: 1, properties: 3, records: 3 }),
  'event-data/:eventId': (side) =>
    soldProperties.map((one) => ({
      id: anyId,
      websiteEventId: toEventId(side, 3),
      websiteId: side.website,
      eventId: toEventId(side, 3),
      eventName: 'sold',
      ...one,
    })),
  'event-data-pivot': (side) =>
    toPage([
      {
        eventId: toEventId(side, 3),
        sessionId: toRecorded(side).anna,
        eventName: 'sold',
        urlPath: '/thanks',
        createdAt: at.sold,
        propertyKeys: ['currency', 'plan', 'revenue'],
        propertyValues: ['EUR', 'pro', '9.5'],
      },
    ]),
  'sessions/stats': () => ({
    pageviews: { value: 3 },
    visitors: { value: 2 },
    visits: { value: 2 },
    countries: { value: 2 },
    events: { value: 1 },
  }),
  // From Sunday on.
  'sessions/weekly': () => [day(10), day(9), day(), day(), day(), day(), day()],
  'sessions/:sessionId': (side, caller) => ({
    ...anna(side),
    totaltime: 120,
    stitchedSessionCount: 1,
    canDelete: toWriters(side).includes(caller),
  }),
  'sessions/:sessionId/activity': (side) =>
    events(side)
      .slice(1)
      .map(({ id, createdAt, urlPath, urlQuery, referrerDomain, eventType, ...event }: Row) => ({
        createdAt,
        urlPath,
        urlQuery,
        referrerDomain,
        eventId: id,
        eventType,
        eventName: event.eventName,
        visitId: toRecorded(side).annasVisit,
        hostname: 'example.com',
        hasData: event.hasData,
      })),
  'sessions/:sessionId/properties': (side) => [
    {
      websiteId: side.website,
      sessionId: toRecorded(side).anna,
      ...property('plan', 'pro'),
      createdAt: at.identified,
    },
  ],
  'session-data/properties': () => [{ propertyName: 'plan', dataType: 1, total: 1 }],
  'session-data/values': () => [{ value: 'pro', total: 1 }],
  'session-data/stats': () => [
    { label: 'pro', activity: 3, sessions: 1, visits: 1, views: 2, events: 1 },
  ],
  'session-data-pivot': (side) =>
    toPage([
      {
        sessionId: toRecorded(side).anna,
        distinctId: annaId,
        createdAt: at.identified,
        propertyKeys: ['plan'],
        propertyValues: ['pro'],
      },
    ]),
  // The property asked about is a text.
  ...noNumbers('event-data-pivot', tenOnSunday),
  ...noNumbers('session-data', tenOnSunday),
  // The event and the measurement count as well.
  values: () => [
    { value: '/thanks', count: 3 },
    { value: '/', count: 2 },
  ],
  export: () => ({
    zip: Buffer.from(zipSync(files, { mtime: Date.parse(today) })).toString('base64'),
  }),
  '/api/realtime/:websiteId': (side) => ({
    countries: { US: 1 },
    urls: { '/': 1 },
    referrers: {},
    events: [
      { __type: 'pageview', ...bensAct(side) },
      { __type: 'session', ...bensAct(side) },
    ],
    series: {
      views: [{ x: '2026-03-02T09:58:00Z', t: '2026-03-02T09:58:00Z', y: 1 }],
      visitors: [{ x: '2026-03-02T09:58:00Z', t: '2026-03-02T09:58:00Z', y: 1 }],
    },
    totals: { views: 1, visitors: 1, events: 0, countries: 1 },
    timestamp: Date.parse(today),
  }),
  'revenue/chart': () => ({ chart: [{ x: 'sold', t: tenOnSunday, y: 9.5, count: 1 }] }),
  'revenue/currencies': () => [{ currency: 'EUR', count: 1, sum: 9.5 }],
  'revenue/stats': () => soldTotals,
  'revenue/metrics': () => [{ name: 'DE', value: 9.5 }],
  'revenue/sessions': (side) => toPage([annaListed(side)]),
  '/api/reports/attribution': () => ({
    referrer: [{ name: 'google.com', value: 1 }],
    paidAds: [],
    utm_source: [],
    utm_medium: [],
    utm_campaign: [],
    utm_content: [],
    utm_term: [],
    total: { pageviews: 1, visitors: 1, visits: 1 },
  }),
  '/api/reports/breakdown': () => [
    { path: '/', views: 2, visitors: 2, visits: 2, bounces: 2, totaltime: 0 },
    { path: '/thanks', views: 1, visitors: 1, visits: 1, bounces: 1, totaltime: 0 },
  ],
  '/api/reports/funnel': () => takenSteps,
  'funnels/stats': () => takenSteps,
  'funnels/:funnelId/stats': () => takenSteps,
  '/api/reports/goal': () => ({ num: 1, total: 2 }),
  'goals/stats': () => ({ num: 1, total: 2 }),
  'goals/:goalId/stats': () => ({ num: 1, total: 2 }),
  '/api/reports/journey': () => [
    { items: ['/'], count: 1 },
    { items: ['/', 'sold', '/thanks'], count: 1 },
  ],
  '/api/reports/journey/flows': () => ({
    visits: 2,
    steps: [
      {
        visits: 2,
        nodes: [{ name: '/', visits: 2, items: 1 }],
        links: [{ from: '/', to: 'sold', visits: 1 }],
      },
      {
        visits: 1,
        nodes: [{ name: 'sold', visits: 1, items: 1 }],
        links: [{ from: 'sold', to: '/thanks', visits: 1 }],
      },
      { visits: 1, nodes: [{ name: '/thanks', visits: 1, items: 1 }], links: [] },
    ],
  }),
  '/api/reports/performance': () => ({
    chart: [{ t: sunday, ...slow }],
    summary: {
      lcp: slow,
      inp: unmeasured,
      cls: unmeasured,
      fcp: unmeasured,
      ttfb: unmeasured,
      count: 1,
    },
    pages: [{ name: '/thanks', ...slow, count: 1 }],
    pageTitles: [{ name: null, ...slow, count: 1 }],
    devices: [{ name: 'desktop', ...slow, count: 1 }],
    browsers: [{ name: 'firefox', ...slow, count: 1 }],
  }),
  '/api/reports/retention': () => [
    { date: sunday, day: 0, visitors: 1, returnVisitors: 1, percentage: 100 },
    { date: monday, day: 0, visitors: 1, returnVisitors: 1, percentage: 100 },
  ],
  '/api/reports/revenue': () => ({
    chart: [{ x: 'sold', t: sunday, y: 9.5, count: 1 }],
    total: soldTotals,
    country: [{ name: 'DE', value: 9.5 }],
    region: [{ country: 'DE', name: null, value: 9.5 }],
    referrer: [{ name: 'google.com', value: 9.5 }],
    channel: [{ name: 'organicSearch', value: 9.5 }],
  }),
  '/api/reports/utm': () => ({
    utm_source: [{ utm: 'letter', views: 1 }],
    utm_medium: [{ utm: 'email', views: 1 }],
    utm_campaign: [],
    utm_term: [],
    utm_content: [],
  }),
}

type Row = Record<string, unknown>

/** What a report by GET is of the answer to the POST of the same question. */
const reportParts: Record<string, (side: Side) => unknown> = {
  attribution: toReport('attribution'),
  breakdown: toReport('breakdown'),
  journeys: toReport('journey'),
  retention: toReport('retention'),
  'performance/stats': (side) => toReport('performance')(side).summary,
  'performance/chart': (side) => ({ chart: toReport('performance')(side).chart }),
  'performance/metrics': (side) => toReport('performance')(side).pages,
  'utm/metrics': (side) => toReport('utm')(side).utm_source,
}

function toReport(name: string): (side: Side) => Row {
  return (side) => answers[`/api/reports/${name}`]?.(side, 'admin') as Row
}

/** The whole answer of an operation about a side's website. Throws when it is not known. */
export function answerAbout(path: string, side: Side, caller: Caller): object {
  const name = path.replace('/api/websites/:websiteId/', '')
  const answer = answers[name] ?? (reportParts[name] as (typeof answers)[string] | undefined)
  if (!answer) throw new Error(`no answer is written down for ${path}`)
  return answer(side, caller)
}
