// realtime and export: sections 9.1 and 9.2.

import { type Params, readScope, toRows } from '../rows/filters.ts'
import { grouped, sum } from '../rows/order.ts'
import type { Site } from '../rows/rows.ts'
import { instantText } from '../rows/time.ts'
import { newestFirst } from './events.ts'
import { metrics } from './metrics.ts'
import { pageviews } from './totals.ts'

export function realtime(site: Site, params: Params, now: number) {
  const startAt = Math.floor(now / 60_000) * 60_000 - 30 * 60_000
  const asked = { ...params, startAt: String(startAt), endAt: String(now), unit: 'minute' }
  const rows = newestFirst(toRows(readScope(site, asked, now), 'activity')).slice(0, 100)
  const firsts = new Map(rows.map((row) => [row.sessionId, row]))
  const { pageviews: views, sessions: visitors } = pageviews(site, asked, now)
  const countries = counted([...firsts.values()].map(({ country }) => country))
  return {
    countries,
    urls: counted(rows.map(({ urlPath }) => urlPath)),
    referrers: counted(rows.map(({ referrerDomain }) => referrerDomain)),
    events: rows.flatMap((row) => {
      const shown = {
        sessionId: row.sessionId,
        eventName: row.eventName,
        createdAt: instantText(row.at),
        browser: row.browser,
        os: row.os,
        device: row.device,
        country: row.country,
        urlPath: row.urlPath,
        referrerDomain: row.referrerDomain,
        hostname: row.hostname,
      }
      const act = { __type: row.eventName ? 'event' : 'pageview', ...shown }
      return firsts.get(row.sessionId) === row ? [act, { __type: 'session', ...shown }] : [act]
    }),
    series: { views: withTime(views), visitors: withTime(visitors) },
    totals: {
      views: sum(views.map(({ y }) => y)),
      visitors: sum(visitors.map(({ y }) => y)),
      events: rows.filter(({ eventName }) => eventName).length,
      countries: Object.keys(countries).length,
    },
    timestamp: now,
  }
}

const withTime = (points: { x: string; y: number }[]) => points.map((one) => ({ ...one, t: one.x }))

const counted = (texts: (string | null)[]): Record<string, number> =>
  Object.fromEntries(
    grouped(
      texts.filter((text) => text),
      (text) => text,
    ).map(([text, found]) => [text, found.length]),
  )

const files = {
  'events.csv': 'event',
  'pages.csv': 'path',
  'referrers.csv': 'referrer',
  'browsers.csv': 'browser',
  'os.csv': 'os',
  'devices.csv': 'device',
  'countries.csv': 'country',
}

/** The files of an export by name. */
export const exported = (site: Site, params: Params, now: number): Record<string, string> =>
  Object.fromEntries(
    Object.entries(files).map(([file, type]) => {
      const rows = metrics(site, { ...params, type, limit: '500' }, now)
      const lines = rows.map(({ x, y }) => `${/[",]/.test(x) ? JSON.stringify(x) : x},${y}`)
      return [file, ['x,y', ...lines, ''].join('\r\n')]
    }),
  )
