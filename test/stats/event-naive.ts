// Statistics of events, counted naively.

import {
  bucketStart,
  by,
  distinct,
  eventId,
  isActivity,
  isCustom,
  kept,
  labelOf,
  labelsOf,
  type Naive,
  newest,
  pivotText,
  type Query,
  shown,
  type Told,
  tally,
  visitOf,
  type World,
} from '../support/naive.ts'

const dataRows = (world: World, query: Query) =>
  kept(world, query, isActivity).flatMap((row) =>
    row.hit.eventData.map((property) => ({ row, property })),
  )

/** Statistics of events and their data. */
export const naiveEvents: Record<string, Naive> = {
  'events/series': (world, query) => {
    const { unit = 'hour', timezone = 'UTC' } = query
    return tally(kept(world, query, isCustom), ({ hit, fields }) => ({
      x: fields.event as string,
      t: bucketStart(unit, hit.at, timezone),
    }))
      .map(({ x, t, total }) => ({ x, t, y: total }))
      .sort(
        by(
          ({ t }) => t,
          ({ x }) => x,
        ),
      )
  },
  'events/stats': (world, query) => {
    const totals = (rows: Told[]) => ({
      events: rows.length,
      visitors: distinct(rows.map(({ hit }) => hit.sessionId)),
      visits: distinct(rows.map(visitOf)),
      uniqueEvents: distinct(rows.map(({ fields }) => fields.event)),
    })
    // The ranges asked for are whole days less a millisecond.
    const length = world.endAt + 1 - world.startAt
    const before = { ...world, startAt: world.startAt - length, endAt: world.endAt - length }
    return {
      data: {
        ...totals(kept(world, query, isCustom)),
        comparison: totals(kept(before, query, isCustom)),
      },
    }
  },
  'event-data': (world, query) => {
    const rows = kept(world, query, isActivity).filter(({ hit }) => hit.eventData.length > 0)
    const data = rows
      .sort(newest)
      .slice(0, 20)
      .map(({ id, hit, fields }) => ({
        websiteId: world.websiteId,
        eventId: eventId(id),
        eventName: fields.event,
        eventProperties: hit.eventData.map((property) => shown(property, hit.at)),
      }))
    return { data, count: rows.length, page: 1, pageSize: 20 }
  },
  'event-data/events': (world, query) =>
    tally(dataRows(world, query), ({ row, property }) => ({
      eventName: row.fields.event as string | null,
      propertyName: property.key,
      dataType: property.type,
      ...(query.event ? { propertyValue: property.text } : {}),
    })).sort(
      by(
        ({ eventName }) => eventName,
        ({ propertyName }) => propertyName,
        ({ dataType }) => dataType,
        ({ total }) => (query.event ? -total : 0),
        ({ propertyValue }) => propertyValue ?? null,
      ),
    ),
  'event-data/fields': (world, query) =>
    tally(dataRows(world, query), ({ property }) => ({
      propertyName: property.key,
      dataType: property.type,
      value: labelOf(property),
    }))
      .sort(
        by(
          ({ total }) => -total,
          ({ propertyName }) => propertyName,
          ({ value }) => value,
        ),
      )
      .slice(0, 100),
  'event-data/properties': (world, query) =>
    tally(dataRows(world, query), ({ row, property }) => ({
      eventName: row.fields.event as string | null,
      propertyName: property.key,
      dataType: property.type,
    })).sort(
      by(
        ({ total }) => -total,
        ({ eventName }) => eventName,
        ({ propertyName }) => propertyName,
      ),
    ),
  'event-data/values': (world, query) =>
    tally(
      dataRows(world, query)
        .filter(
          ({ row, property }) =>
            row.fields.event === query.eventName && property.key === query.propertyName,
        )
        .flatMap(({ property }) => labelsOf(property))
        .filter((value) => value !== null),
      (value) => ({ value }),
    )
      .sort(
        by(
          ({ total }) => -total,
          ({ value }) => value,
        ),
      )
      .slice(0, 100),
  'event-data/stats': (world, query) => {
    const rows = dataRows(world, query)
    return {
      events: distinct(rows.map(({ row }) => row.id)),
      properties: distinct(rows.map(({ property }) => property.key)),
      records: rows.length,
    }
  },
  'event-data-pivot': (world, query) => {
    const rows = kept(world, query, isActivity).filter(
      ({ hit, fields }) => fields.event === query.eventName && hit.eventData.length > 0,
    )
    const data = rows
      .sort(newest)
      .slice(0, 20)
      .map(({ id, hit, fields }) => ({
        eventId: eventId(id),
        sessionId: hit.sessionId,
        eventName: fields.event,
        urlPath: fields.path,
        createdAt: new Date(hit.at).toISOString(),
        propertyKeys: hit.eventData.map(({ key }) => key),
        propertyValues: hit.eventData.map((property) =>
          pivotText(property, query.timezone ?? 'UTC'),
        ),
      }))
    return { data, count: rows.length, page: 1, pageSize: 20 }
  },
}
