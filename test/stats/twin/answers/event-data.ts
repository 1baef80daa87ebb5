// Event data and its pivot: sections 5.4 to 5.11.

import { type Params, readScope, toRows } from '../rows/filters.ts'
import { passesAll, toCell, toLabel, toLabels, toType } from '../rows/labels.ts'
import { distinct, groupedBy, ordered, paged } from '../rows/order.ts'
import type { Property, Site, TwinEvent } from '../rows/rows.ts'
import { instantText } from '../rows/time.ts'
import { newestFirst } from './events.ts'

export const byKey = (properties: readonly Property[]): Property[] =>
  ordered(properties, ({ key }) => key)

export const shownProperty = ({ key, type, text, number, dateAt }: Property, at: number) => ({
  dataKey: key,
  stringValue: text,
  numberValue: number,
  dateValue: dateAt === null ? null : instantText(dateAt),
  dataType: type,
  createdAt: instantText(at),
})

const withData = (site: Site, params: Params, now: number): TwinEvent[] =>
  toRows(readScope(site, params, now), 'activity').filter(({ data }) => data.length > 0)

/** Every property of the rows that the filters keep, with its event. */
const records = (site: Site, params: Params, now: number) =>
  withData(site, params, now).flatMap((event) =>
    event.data.map((property) => ({ event, property })),
  )

export function eventData(site: Site, params: Params, now: number) {
  const page = paged(newestFirst(withData(site, params, now)), params)
  return {
    ...page,
    data: page.data.map((event) => ({
      websiteId: site.id,
      eventId: event.id,
      eventName: event.eventName,
      eventProperties: byKey(event.data).map((property) => shownProperty(property, event.at)),
    })),
  }
}

export function toEventData(site: Site, eventId: string) {
  const event = site.events.find(({ id }) => id === eventId)
  if (!event) return []
  return byKey(event.data).map((property) => ({
    id: Bun.randomUUIDv5(`${eventId}/${property.key}`, 'url'),
    websiteEventId: eventId,
    websiteId: site.id,
    eventId,
    eventName: event.eventName,
    ...shownProperty(property, event.at),
  }))
}

export function eventDataEvents(site: Site, params: Params, now: number) {
  const groups = groupedBy(records(site, params, now), ({ event, property }) => ({
    eventName: event.eventName,
    propertyName: property.key,
    dataType: property.type,
    ...(params.event ? { propertyValue: property.text } : {}),
  })).map(({ key, rows }) => ({ ...key, total: rows.length }))
  return ordered(
    groups,
    ({ eventName }) => eventName,
    ({ propertyName }) => propertyName,
    ({ dataType }) => dataType,
    ({ total }) => -total,
    ({ propertyValue = '' }) => propertyValue,
  ).slice(0, 500)
}

export function eventDataFields(site: Site, params: Params, now: number) {
  const rows = records(site, params, now).filter(
    ({ event }) => !params.eventName || event.eventName === params.eventName,
  )
  const groups = groupedBy(rows, ({ property }) => ({
    propertyName: property.key,
    dataType: property.type,
    value: toLabel(property),
  })).map(({ key, rows: found }) => ({ ...key, total: found.length }))
  return ordered(
    groups,
    ({ total }) => -total,
    ({ propertyName }) => propertyName,
    ({ value }) => value,
    ({ dataType }) => dataType,
  ).slice(0, 100)
}

export function eventDataProperties(site: Site, params: Params, now: number) {
  const groups = groupedBy(records(site, params, now), ({ event, property }) => ({
    eventName: event.eventName,
    propertyName: property.key,
    dataType: property.type,
  })).map(({ key, rows }) => ({ ...key, total: rows.length }))
  return ordered(
    groups,
    ({ total }) => -total,
    ({ eventName }) => eventName,
    ({ propertyName }) => propertyName,
    ({ dataType }) => dataType,
  ).slice(0, 500)
}

export function eventDataValues(site: Site, params: Params, now: number) {
  // With a name of its own, `event` is a filter like any other.
  const { eventName = params.event, propertyName, dataType, ...filters } = params
  const { event: _name, ...withoutEvent } = filters
  const others = params.eventName === undefined ? withoutEvent : filters
  const labels = records(site, others, now)
    .filter((row) => row.event.eventType === 2 && row.event.eventName === eventName)
    .filter(({ property }) => property.key === propertyName)
    .filter(({ property }) => !dataType || property.type === toType(dataType))
    .flatMap(({ property }) => (dataType ? toLabels(property) : [toLabel(property)]))
  return valueCounts(labels.map((value) => ({ value })))
}

/** Labels with how often they occur, most first. */
export function valueCounts(labels: readonly { value: string }[]) {
  const groups = groupedBy(labels, ({ value }) => value)
  return ordered(
    groups.map(({ key, rows }) => ({ value: key, total: rows.length })),
    ({ total }) => -total,
    ({ value }) => value,
  ).slice(0, 100)
}

export function eventDataStats(site: Site, params: Params, now: number) {
  const rows = records(site, params, now)
  return {
    events: distinct(rows, ({ event }) => event.id),
    properties: distinct(rows, ({ property }) => property.key),
    records: rows.length,
  }
}

export function eventPivot(site: Site, params: Params, now: number) {
  const scope = readScope(site, params, now)
  const rows = toRows(scope, 'activity').filter(
    ({ data, eventType, eventName }) =>
      data.length > 0 &&
      eventType === 2 &&
      eventName === params.eventName &&
      passesAll(data, params, scope.zone),
  )
  const page = paged(newestFirst(rows), params)
  return {
    ...page,
    data: page.data.map(({ id, sessionId, eventName, urlPath, at, data }) => ({
      eventId: id,
      sessionId,
      eventName,
      urlPath,
      createdAt: instantText(at),
      propertyKeys: byKey(data).map(({ key }) => key),
      propertyValues: byKey(data).map((property) => toCell(property, scope.zone)),
    })),
  }
}
