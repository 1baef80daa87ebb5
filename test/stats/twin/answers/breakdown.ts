// The breakdown report: section 8.3.

import { type ReportBody, reportScope } from '../data/report-body.ts'
import { type ColumnName, filterColumns, toRows } from '../rows/filters.ts'
import { groupedBy, ordered } from '../rows/order.ts'
import { ownHost, type Site, type TwinEvent } from '../rows/rows.ts'
import { isVisitAttribute } from '../rows/visits.ts'
import { toNumbers } from './totals.ts'

interface Body extends ReportBody {
  fields: ColumnName[]
}

export function breakdown(site: Site, body: Body, now: number) {
  const scope = reportScope(site, body, now)
  const isAboutEvents =
    body.fields.includes('event') ||
    scope.asked.some(({ conditions }) => conditions.some(({ name }) => name === 'event'))
  const toValue = (row: TwinEvent, field: ColumnName): string | null => {
    const visit = scope.visits?.get(row.visitId)
    if (visit && isVisitAttribute(field)) return visit[field]
    return field === 'referrer' && row.isInside ? ownHost(row) : row[filterColumns[field]]
  }
  const groups = groupedBy(toRows(scope, isAboutEvents ? 'custom' : 'page'), (row) =>
    body.fields.map((field) => toValue(row, field)),
  ).map(({ key, rows }) => {
    const { pageviews, ...numbers } = toNumbers(rows, scope.visits)
    return { key, views: pageviews, ...numbers }
  })
  return ordered(
    groups,
    ({ visitors }) => -visitors,
    ({ views }) => -views,
    ...body.fields.map(
      (_, index) => (group: { key: (string | null)[] }) => group.key[index] ?? null,
    ),
  )
    .slice(0, 500)
    .map(({ key, ...numbers }) => ({
      ...numbers,
      ...Object.fromEntries(body.fields.map((field, index) => [field, key[index]])),
    }))
}
