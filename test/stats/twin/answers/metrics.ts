// metrics, metrics/expanded and values: sections 3.5, 3.6 and 3.8.

import { domainGroup, toChannel } from '../rows/channels.ts'
import {
  type ColumnName,
  edgePaths,
  filterColumns,
  filterNames,
  type Params,
  readScope,
  rowsBetween,
  type Scope,
  toRows,
} from '../rows/filters.ts'
import { toLanguage } from '../rows/operators.ts'
import { distinct, groupedBy, ordered } from '../rows/order.ts'
import type { Site, TwinEvent } from '../rows/rows.ts'
import { isVisitAttribute } from '../rows/visits.ts'
import { toNumbers } from './totals.ts'

interface Name {
  name: string
  country?: string | null
}

/** Columns that `search` tests, where the type is not a filter's name. */
const searched: Record<string, ColumnName> = {
  entry: 'path',
  exit: 'path',
  fullPath: 'path',
  domain: 'referrer',
}

/** Every filter can be listed, and these. */
export const metricTypes = [...new Set([...filterNames, ...Object.keys(searched)])]

/** The rows of a metric with the name that each counts for. */
function named(scope: Scope, type: string, isGrouped: boolean): { name: Name; row: TwinEvent }[] {
  const rows = toRows(scope, type === 'event' ? 'custom' : 'page')
  const paths =
    type === 'entry' || type === 'exit'
      ? edgePaths(rowsBetween(scope.site, scope), type)
      : new Map()
  const toName = (row: TwinEvent): string | null => {
    const visit = scope.visits?.get(row.visitId)
    if (visit && isVisitAttribute(type)) return visit[type]
    switch (type) {
      case 'entry':
      case 'exit':
        return paths.get(row.visitId) ?? null
      case 'referrer':
      case 'domain': {
        const host = visit ? visit.referrer : row.referrerDomain
        if (!host) return null
        return type === 'domain' && isGrouped ? domainGroup(host) : host
      }
      case 'language':
        return row.language === null ? null : toLanguage(row.language)
      case 'channel':
        return toChannel(row)
      case 'fullPath':
        return row.urlPath + (row.urlQuery ? `?${row.urlQuery}` : '')
      default:
        return row[filterColumns[type as ColumnName]]
    }
  }
  const hasCountry = type === 'region' || type === 'city'
  return rows.flatMap((row) => {
    const name = toName(row)
    return name ? [{ row, name: { name, ...(hasCountry ? { country: row.country } : {}) } }] : []
  })
}

function groups(asked: Scope, params: Params, isGrouped: boolean) {
  const { search = '', containing = '', type = '' } = params
  const isSearched = search !== ''
  // What a visit has of its own is searched itself.
  const column = asked.visits && isVisitAttribute(type) ? type : (searched[type] ?? type)
  const toText = (row: TwinEvent) => {
    const visit = asked.visits?.get(row.visitId)
    if (visit && isVisitAttribute(column)) return visit[column]
    return column === 'channel' ? toChannel(row) : row[filterColumns[column as ColumnName]]
  }
  // A search takes the place of the query's own filters on the field.
  const [own, ...further] = asked.asked
  const conditions = own?.conditions.filter(({ name }) => !isSearched || name !== column) ?? []
  const scope = { ...asked, asked: [{ match: own?.match ?? 'all', conditions }, ...further] }
  const rows = named(scope, type, isGrouped).filter(
    ({ row, name }) =>
      (!isSearched || (toText(row) ?? '').toLowerCase().includes(search.toLowerCase())) &&
      name.name.toLowerCase().includes(containing.toLowerCase()),
  )
  return groupedBy(rows, ({ name }) => name).map(({ key, rows: found }) => ({
    ...key,
    rows: found.map(({ row }) => row),
  }))
}

const slice = <Row>(rows: Row[], { limit = '500', offset = '0' }: Params): Row[] =>
  rows.slice(Number(offset), Number(offset) + Number(limit))

export function metrics(site: Site, params: Params, now: number) {
  const scope = readScope(site, params, now)
  const rows = groups(scope, params, false).map(({ name, rows: found, ...country }) => ({
    x: name,
    y: distinct(found, ({ sessionId }) => sessionId),
    ...country,
  }))
  const sorted = ordered(
    rows,
    ({ y }) => -y,
    ({ x }) => x,
    ({ country = null }) => country,
  )
  return slice(sorted, params)
}

export function expanded(site: Site, params: Params, now: number) {
  const scope = readScope(site, params, now)
  const rows = groups(scope, params, true).map(({ rows: found, ...name }) => ({
    ...name,
    ...toNumbers(found, scope.visits),
  }))
  const sorted = ordered(
    rows,
    ({ visitors }) => -visitors,
    ({ visits }) => -visits,
    ({ name }) => name,
    ({ country = null }) => country,
  )
  return slice(sorted, params)
}

export function values(site: Site, params: Params) {
  const { type, search = '' } = params
  const toText = (row: TwinEvent): string | null => {
    if (type === 'channel') return toChannel(row)
    if (type === 'entry' || type === 'exit') return row.urlPath
    return row[filterColumns[type as ColumnName]]
  }
  const terms = search
    .split(',')
    .map((term) => term.trim().toLowerCase())
    .filter((term) => term !== '')
    .slice(0, 5)
  const range = { startAt: Number(params.startAt), endAt: Number(params.endAt) }
  const rows = rowsBetween(site, range).filter((row) => {
    const text = toText(row)
    if (!text) return false
    return terms.length === 0 || terms.some((term) => text.toLowerCase().includes(term))
  })
  const counted = groupedBy(rows, toText).map(({ key, rows: found }) => ({
    value: key,
    count: found.length,
  }))
  return ordered(
    counted,
    ({ count }) => -count,
    ({ value }) => value,
  ).slice(0, 10)
}
