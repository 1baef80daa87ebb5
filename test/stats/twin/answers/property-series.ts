// One property of events or sessions over time and in numbers.

import { type Params, readScope, type Scope, toRows } from '../rows/filters.ts'
import { passesAll, toLabel, toLabels } from '../rows/labels.ts'
import { groupedBy, ordered, sum } from '../rows/order.ts'
import { liveProperties } from '../rows/property-conditions.ts'
import type { Property, Site } from '../rows/rows.ts'
import { secondText, toBucket, toStart } from '../rows/time.ts'

/** A value, and the instant that it counts at. */
interface Value {
  property: Property
  at: number
}

type Select = (scope: Scope, params: Params) => Value[]

export const ofEvents: Select = (scope, params) =>
  toRows(scope, 'activity')
    .filter(({ eventType, eventName }) => eventType === 2 && eventName === params.eventName)
    .filter(({ data }) => passesAll(data, params, scope.zone))
    .flatMap(({ data, at }) => data.map((property) => ({ property, at })))
    .filter(({ property }) => property.key === params.propertyName)

/** Each session at the first of its rows. */
export function ofSessions(scope: Scope, params: Params): Value[] {
  const firsts = new Map<string, number>()
  for (const { sessionId, at } of toRows(scope, 'activity')) {
    firsts.set(sessionId, Math.min(at, firsts.get(sessionId) ?? at))
  }
  return [...firsts].flatMap(([id, at]) => {
    const properties = liveProperties(scope.site, id)
    return passesAll(properties, params, scope.zone)
      ? properties
          .filter(({ key }) => key === params.propertyName)
          .map((property) => ({ property, at }))
      : []
  })
}

type Read = (site: Site, params: Params, now: number) => unknown

const series =
  (select: Select, labels: (property: Property) => string[]): Read =>
  (site, params, now) => {
    const scope = readScope(site, params, now)
    const found = select(scope, params).flatMap(({ property, at }) =>
      labels(property).map((x) => ({ x, t: toBucket(at, scope.unit, scope.zone) })),
    )
    return ordered(
      groupedBy(found, (one) => one).map(({ key, rows }) => ({ ...key, y: rows.length })),
      ({ t }) => t,
      ({ x }) => x,
    )
  }

const ofType = (values: readonly Value[], type: number): Value[] =>
  values.filter(({ property }) => property.type === type)

const toNumbers = (values: readonly Value[]): number[] =>
  ofType(values, 2).map(({ property }) => property.number ?? 0)

const dateSeries =
  (select: Select): Read =>
  (site, params, now) => {
    const scope = readScope(site, params, now)
    const days = ofType(select(scope, params), 3).map(({ property }) =>
      secondText(toStart(property.dateAt ?? 0, 'day', scope.zone)),
    )
    return ordered(
      groupedBy(days, (day) => day).map(({ key, rows }) => ({ t: key, y: rows.length })),
      ({ t }) => Date.parse(t),
    )
  }

const numericSeries =
  (select: Select): Read =>
  (site, params, now) => {
    const scope = readScope(site, params, now)
    const values = ofType(select(scope, params), 2)
    const buckets = groupedBy(values, ({ at }) => toBucket(at, scope.unit, scope.zone))
    const { metric = 'sum' } = params
    return ordered(
      buckets.map(({ key, rows }) => {
        const total = sum(toNumbers(rows))
        return {
          t: key,
          y: metric === 'sum' ? total : metric === 'avg' ? total / rows.length : rows.length,
        }
      }),
      ({ t }) => t,
    )
  }

const numericStats =
  (select: Select): Read =>
  (site, params, now) => {
    const numbers = toNumbers(select(readScope(site, params, now), params))
    const sorted = numbers.toSorted((left, right) => left - right)
    if (sorted.length === 0) return { total: 0, average: 0, median: 0, min: 0, max: 0 }
    const half = (sorted.length - 1) / 2
    const middle = [sorted[Math.floor(half)] ?? 0, sorted[Math.ceil(half)] ?? 0]
    return {
      total: sum(numbers),
      average: sum(numbers) / numbers.length,
      median: sum(middle) / 2,
      min: sorted[0],
      max: sorted.at(-1),
    }
  }

/** The five answers about properties of events, or of sessions: each session once per value. */
export const propertyReads = (path: string, select: Select): Record<string, Read> => ({
  [`${path}/property-series`]: series(select, (property) => [toLabel(property)]),
  [`${path}/array-series`]: series(select, (property) =>
    property.type !== 5
      ? []
      : select === ofSessions
        ? [...new Set(toLabels(property))]
        : toLabels(property),
  ),
  [`${path}/date-series`]: dateSeries(select),
  [`${path}/numeric-series`]: numericSeries(select),
  [`${path}/numeric-stats`]: numericStats(select),
})
