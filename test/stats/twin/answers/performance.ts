// The performance report: section 8.7.

import { type ReportBody, reportScope } from '../data/report-body.ts'
import { toRows } from '../rows/filters.ts'
import { grouped, ordered } from '../rows/order.ts'
import type { Site, TwinEvent } from '../rows/rows.ts'
import { toBucket } from '../rows/time.ts'

const vitals = ['lcp', 'inp', 'cls', 'fcp', 'ttfb'] as const
type Vital = (typeof vitals)[number]

interface Body extends ReportBody {
  metric?: Vital
}

/** The value below which a share of the values lies, between two of them in proportion. */
function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right)
  const place = share * (sorted.length - 1)
  const low = sorted[Math.floor(place)] ?? 0
  const high = sorted[Math.ceil(place)] ?? 0
  return low + (high - low) * (place - Math.floor(place))
}

/** Percentiles of a vital; null where no row has a value. */
function percentiles(rows: readonly TwinEvent[], vital: Vital) {
  const values = rows.map((row) => row[vital]).filter((value) => value !== null)
  if (values.length === 0) return null
  return {
    p50: percentile(values, 0.5),
    p75: percentile(values, 0.75),
    p95: percentile(values, 0.95),
  }
}

export function performance(site: Site, body: Body, now: number) {
  const scope = reportScope(site, body, now)
  const { metric = 'lcp' } = body
  const rows = toRows(scope, 'vital')
  const list = (column: 'urlPath' | 'pageTitle' | 'device' | 'browser') => {
    const groups = grouped(rows, (row) => row[column]).flatMap(([name, found]) => {
      const numbers = percentiles(found, metric)
      return numbers ? [{ name, ...numbers, count: found.length }] : []
    })
    return ordered(
      groups,
      ({ p75 }) => -p75,
      ({ name }) => name,
    ).slice(0, 500)
  }
  const buckets = grouped(rows, ({ at }) => toBucket(at, scope.unit, scope.zone)).flatMap(
    ([t, found]) => {
      const numbers = percentiles(found, metric)
      return numbers ? [{ t, ...numbers }] : []
    },
  )
  const none = { p50: 0, p75: 0, p95: 0 }
  return {
    chart: ordered(buckets, ({ t }) => t),
    summary: {
      ...Object.fromEntries(vitals.map((vital) => [vital, percentiles(rows, vital) ?? none])),
      count: rows.length,
    },
    pages: list('urlPath'),
    pageTitles: list('pageTitle'),
    devices: list('device'),
    browsers: list('browser'),
  }
}
