// active, daterange, stats and pageviews: sections 3.1 to 3.4.

import { type Params, readScope, type Scope, toRows } from '../rows/filters.ts'
import { distinct, grouped, ordered, sum } from '../rows/order.ts'
import type { Site, TwinEvent } from '../rows/rows.ts'
import { comparedTo, instantText, toBucket, visitSeconds } from '../rows/time.ts'
import type { Visit, Visits } from '../rows/visits.ts'

export function active(site: Site, now: number) {
  const rows = site.events.filter(({ at }) => at >= now - 300_000 && at <= now && isSeen(site, at))
  return { visitors: distinct(rows, ({ sessionId }) => sessionId) }
}

export function dateRange(site: Site) {
  const times = site.events.map(({ at }) => at).filter((at) => isSeen(site, at))
  if (times.length === 0) return { startDate: null, endDate: null }
  return {
    startDate: instantText(Math.min(...times)),
    endDate: instantText(Math.max(...times)),
  }
}

const isSeen = ({ resetAt }: Site, at: number): boolean => resetAt === null || at >= resetAt

export function stats(site: Site, params: Params, now: number) {
  const scope = readScope(site, params, now)
  const before = { ...scope, ...comparedTo(scope, params.compare ?? 'prev') }
  return { ...totals(scope), comparison: totals(before) }
}

function totals(scope: Scope) {
  const { pageviews, ...numbers } = toNumbers(toRows(scope, 'page'), scope.visits)
  return { pageviews, ...numbers, bounces: scope.excludesBounces ? 0 : numbers.bounces }
}

/** The five numbers of a group of rows; the last two of their whole visits where these are given. */
export function toNumbers(rows: TwinEvent[], wholeVisits: Visits | null) {
  const visits = grouped(rows, ({ visitId }) => visitId).map(([id, visit]) =>
    wholeVisits
      ? (wholeVisits.get(id) as Visit)
      : { views: visit.length, seconds: visitSeconds(visit) },
  )
  return {
    pageviews: rows.length,
    visitors: distinct(rows, ({ sessionId }) => sessionId),
    visits: visits.length,
    bounces: visits.filter(({ views }) => views === 1).length,
    totaltime: sum(visits.map(({ seconds }) => seconds)),
  }
}

export function pageviews(site: Site, params: Params, now: number) {
  const scope = readScope(site, params, now)
  if (!params.compare) return series(scope)
  const range = comparedTo(scope, params.compare)
  return {
    ...series(scope),
    ...bounds(scope),
    compare: { ...series({ ...scope, ...range }), ...bounds(range) },
  }
}

export const bounds = ({ startAt, endAt }: { startAt: number; endAt: number }) => ({
  startDate: instantText(startAt),
  endDate: instantText(endAt),
})

function series(scope: Scope) {
  const buckets = ordered(
    grouped(toRows(scope, 'page'), ({ at }) => toBucket(at, scope.unit, scope.zone)),
    ([x]) => x,
  )
  return {
    pageviews: buckets.map(([x, rows]) => ({ x, y: rows.length })),
    sessions: buckets.map(([x, rows]) => ({ x, y: distinct(rows, (row) => row.sessionId) })),
  }
}
