// Revenue and the revenue report: sections 7 and 8.9.

import { toChannel } from '../rows/channels.ts'
import { type Params, readScope, rowsBetween, type Scope, toRows } from '../rows/filters.ts'
import { isTrue } from '../rows/operators.ts'
import { distinct, groupedBy, ordered, sum } from '../rows/order.ts'
import { isActivity, ownHost, type Site, type TwinEvent } from '../rows/rows.ts'
import { comparedTo, toBucket } from '../rows/time.ts'
import { searchedRows, sessionList } from './sessions.ts'
import { bounds } from './totals.ts'

/** Where a payment is credited: to its visit, or to what the session's first row in the range says. */
function originsIn(scope: Scope) {
  const rows = ordered(
    rowsBetween(scope.site, scope),
    ({ at }) => at,
    ({ order }) => order,
  )
  // The one set last stays.
  const firsts = new Map(rows.toReversed().map((row) => [row.sessionId, row]))
  return (name: string, { sessionId, visitId }: TwinEvent): string => {
    const visit = scope.visits?.get(visitId)
    if (visit) return (name === 'channel' ? visit.channel : visit.referrer) ?? ''
    const first = firsts.get(sessionId) as TwinEvent
    if (name === 'channel') return toChannel(first) ?? 'Unknown'
    return first.isInside ? ownHost(first) : (first.referrerDomain ?? '')
  }
}

/** Rows with revenue that the filters keep: those on origins by the origin that is credited. */
function sales(scope: Scope): TwinEvent[] {
  const toOrigin = originsIn(scope)
  const rows = toRows(scope, 'activity', ({ name, operator, value }, row) => {
    if (row.revenue === null) return false
    return name === 'channel' || name === 'referrer'
      ? isTrue(operator, toOrigin(name, row), value)
      : undefined
  })
  return rows.filter(({ revenue }) => revenue !== null)
}

/** Those in the currency. */
const purchases = (scope: Scope, currency = ''): TwinEvent[] =>
  sales(scope).filter(({ revenue }) => revenue?.currency === currency.trim().toUpperCase())

/** Exact to the fourth decimal. */
const total = (rows: readonly TwinEvent[]): number =>
  sum(rows.map(({ revenue }) => Math.round((revenue?.amount ?? 0) * 10_000))) / 10_000

export function revenueCurrencies(site: Site, params: Params, now: number) {
  const rows = sales(readScope(site, params, now))
  const groups = groupedBy(rows, ({ revenue }) => ({ currency: revenue?.currency ?? '' }))
  return ordered(
    groups.map(({ key, rows }) => ({ ...key, count: rows.length, sum: total(rows) })),
    ({ count }) => -count,
    ({ currency }) => currency,
  )
}

export function revenueChart(site: Site, params: Params, now: number) {
  const scope = readScope(site, params, now)
  const chart = toChart(scope, params.currency)
  if (!params.compare) return { chart }
  const before = { ...scope, ...comparedTo(scope, params.compare) }
  return { chart, compare: { chart: toChart(before, params.currency), ...bounds(before) } }
}

export function toChart(scope: Scope, currency: string | undefined) {
  const groups = groupedBy(purchases(scope, currency), ({ eventName, at }) => ({
    x: eventName ?? '',
    t: toBucket(at, scope.unit, scope.zone),
  }))
  return ordered(
    groups.map(({ key, rows }) => ({ ...key, y: total(rows), count: rows.length })),
    (group) => group.t,
    ({ x }) => x,
  )
}

export function revenueStats(site: Site, params: Params, now: number) {
  const scope = readScope(site, params, now)
  const before = { ...scope, ...comparedTo(scope, params.compare ?? 'prev') }
  return { ...sums(scope, params.currency), comparison: sums(before, params.currency) }
}

function sums(scope: Scope, currency: string | undefined) {
  const rows = purchases(scope, currency)
  const sessions = distinct(rowsBetween(scope.site, scope), ({ sessionId }) => sessionId)
  const earned = total(rows)
  return {
    sum: earned,
    count: rows.length,
    unique_count: distinct(rows, ({ sessionId }) => sessionId),
    total_sessions: sessions,
    average: rows.length === 0 ? 0 : earned / rows.length,
    arpu: sessions === 0 ? 0 : earned / sessions,
  }
}

export function revenueMetrics(site: Site, params: Params, now: number) {
  return revenueBy(readScope(site, params, now), params.currency, params.type ?? '')
}

export function revenueBy(scope: Scope, currency: string | undefined, type: string) {
  const rows = purchases(scope, currency)
  const toOrigin = originsIn(scope)
  const toName = (row: TwinEvent) => {
    if (type === 'country') return { name: row.country }
    if (type === 'region') return { name: row.region, country: row.country }
    return { name: toOrigin(type, row) }
  }
  const groups = groupedBy(rows, toName).map(({ key, rows: found }) => ({
    ...key,
    value: total(found),
  }))
  return ordered(
    groups,
    ({ value }) => -value,
    ({ name }) => name,
    (group) => ('country' in group ? (group.country ?? null) : null),
  )
}

/** Sessions with revenue; what is shown of them is all that they did in the range. */
export function revenueSessions(site: Site, params: Params, now: number) {
  const scope = readScope(site, params, now)
  const paying = new Set(purchases(scope, params.currency).map(({ sessionId }) => sessionId))
  const rows = rowsBetween(site, scope).filter(
    (row) => isActivity(row) && paying.has(row.sessionId),
  )
  const columns = ['browser', 'os', 'device', 'city'] as const
  return sessionList(site, searchedRows(rows, params.search, columns), params)
}

export function revenueReport(site: Site, params: Params, now: number) {
  const scope = readScope(site, { ...params, unit: params.unit ?? 'day' }, now)
  const by = (type: string) => revenueBy(scope, params.currency, type)
  return {
    chart: toChart(scope, params.currency),
    total: revenueStats(site, params, now),
    country: by('country'),
    region: by('region'),
    referrer: by('referrer'),
    channel: by('channel'),
  }
}
