// events, events/series and events/stats: sections 5.1 to 5.3.

import { type Params, readScope, type Scope, toRows } from '../rows/filters.ts'
import { distinct, grouped, groupedBy, ordered, paged } from '../rows/order.ts'
import type { Site, TwinEvent } from '../rows/rows.ts'
import { comparedTo, instantText, toBucket } from '../rows/time.ts'

export const newestFirst = (rows: readonly TwinEvent[]): TwinEvent[] =>
  ordered(
    rows,
    ({ at }) => -at,
    ({ order }) => -order,
  )

const has = (text: string | null, part: string): boolean =>
  (text ?? '').toLowerCase().includes(part.toLowerCase())

export function events(site: Site, params: Params, now: number) {
  const { search = '' } = params
  const rows = toRows(readScope(site, params, now), 'activity').filter(
    (row) => search === '' || has(row.eventType === 2 ? row.eventName : row.urlPath, search),
  )
  const page = paged(newestFirst(rows), params)
  return {
    ...page,
    data: page.data.map((row) => ({
      id: row.id,
      websiteId: site.id,
      sessionId: row.sessionId,
      visitId: row.visitId,
      createdAt: instantText(row.at),
      hostname: row.hostname,
      urlPath: row.urlPath,
      urlQuery: row.urlQuery,
      referrerPath: row.referrerPath,
      referrerQuery: row.referrerQuery,
      referrerDomain: row.referrerDomain,
      country: row.country,
      city: row.city,
      device: row.device,
      os: row.os,
      browser: row.browser,
      distinctId: row.distinctId,
      pageTitle: row.pageTitle,
      eventType: row.eventType,
      eventName: row.eventName,
      hasData: row.data.length > 0,
    })),
  }
}

export function eventSeries(site: Site, params: Params, now: number) {
  const scope = readScope(site, params, now)
  const rows = toRows(scope, 'custom')
  const names = ordered(
    grouped(rows, ({ eventName }) => eventName),
    ([, found]) => -found.length,
    ([name]) => name,
  )
    .map(([name]) => name)
    .slice(0, params.limit ? Number(params.limit) : undefined)
  const points = groupedBy(
    rows.filter(({ eventName }) => names.includes(eventName)),
    (row) => ({ x: row.eventName, t: toBucket(row.at, scope.unit, scope.zone) }),
  ).map(({ key, rows: found }) => ({ ...key, y: found.length }))
  return ordered(
    points,
    (point) => point.t,
    ({ x }) => x,
  )
}

export function eventStats(site: Site, params: Params, now: number) {
  const scope = readScope(site, params, now)
  const before = { ...scope, ...comparedTo(scope, params.compare ?? 'prev') }
  return { data: { ...eventTotals(scope), comparison: eventTotals(before) } }
}

function eventTotals(scope: Scope) {
  const rows = toRows(scope, 'custom')
  return {
    events: rows.length,
    visitors: distinct(rows, ({ sessionId }) => sessionId),
    visits: distinct(rows, ({ visitId }) => visitId),
    uniqueEvents: distinct(rows, ({ eventName }) => eventName),
  }
}
