// Names and values of event properties, counted.

import { type Static, Type as t } from '@sinclair/typebox'
import type { DataType } from '../../db/data-type.ts'
import type { EventReader } from '../../db/duckdb/event-reader.ts'
import { sql } from '../../db/sql.ts'
import { nullable } from '../../http/input/fields.ts'
import { label, toLabel } from '../dimensions/data-types.ts'
import type { PropertyFilter } from '../filters/property-filter.ts'
import { isEventKeptBy } from '../properties/property-filters.ts'
import type { PropertyValues } from '../properties/series.ts'
import { eventDataRows } from '../query/relations.ts'
import type { Scope } from '../query/scope.ts'

const maxNames = 500
const maxValues = 100

const name = nullable(t.String({ description: 'Null for page views.' }))
const dataType = t.Integer({ description: '1 string, 2 number, 3 date, 4 boolean, 5 array.' })
const total = t.Integer()

export const eventPropertyNamesAnswer = t.Array(
  t.Object({ eventName: name, propertyName: t.String(), dataType, total }),
)
export const eventPropertyTextsAnswer = t.Array(
  t.Object({
    eventName: name,
    propertyName: t.String(),
    dataType,
    propertyValue: t.Optional(nullable(t.String())),
    total,
  }),
)
export const eventFieldsAnswer = t.Array(
  t.Object({ propertyName: t.String(), dataType, value: nullable(t.String()), total }),
)
export const valuesAnswer = t.Array(t.Object({ value: t.String(), total }))
export const eventDataStatsAnswer = t.Object({
  events: t.Integer({ description: 'Events with properties.' }),
  properties: t.Integer({ description: 'Different property names.' }),
  records: t.Integer({ description: 'Properties of all events.' }),
})

/** Properties by event, name and type, sorted by name. */
export const listPropertiesByEvent = (events: EventReader, scope: Scope) =>
  events.cached<Static<typeof eventPropertyNamesAnswer>[number]>(sql`
    select event_name as "eventName", data_key as "propertyName", data_type as "dataType",
      count(*) as total
    from ${eventDataRows(scope)}
    group by event_name, data_key, data_type
    order by event_name, data_key, data_type
    limit ${maxNames}`)

/** The same with every value as it is stored, the most frequent value of a property first. */
export const listPropertyTextsByEvent = (events: EventReader, scope: Scope) =>
  events.cached<Static<typeof eventPropertyTextsAnswer>[number]>(sql`
    select event_name as "eventName", data_key as "propertyName", data_type as "dataType",
      string_value as "propertyValue", count(*) as total
    from ${eventDataRows(scope)}
    group by event_name, data_key, data_type, string_value
    order by event_name, data_key, data_type, total desc, string_value
    limit ${maxNames}`)

/** Properties by name, type and value, the most frequent first; of one event and name, or of all. */
export const listFields = (
  events: EventReader,
  scope: Scope,
  eventName?: string,
  propertyName?: string,
) =>
  events.cached<Static<typeof eventFieldsAnswer>[number]>(sql`
    select data_key as "propertyName", data_type as "dataType", ${label} as value,
      count(*) as total
    from ${eventDataRows(scope)}
    where ${eventName ? sql`event_name = ${eventName}` : sql`true`}
      and ${propertyName ? sql`data_key = ${propertyName}` : sql`true`}
    group by data_key, data_type, value
    order by total desc, data_key, value, data_type
    limit ${maxValues}`)

/** Properties by event, name and type, the most frequent first. */
export const listEventProperties = (events: EventReader, scope: Scope) =>
  events.cached<Static<typeof eventPropertyNamesAnswer>[number]>(sql`
    select event_name as "eventName", data_key as "propertyName", data_type as "dataType",
      count(*) as total
    from ${eventDataRows(scope)}
    group by event_name, data_key, data_type
    order by total desc, event_name, data_key, data_type
    limit ${maxNames}`)

/**
 * Values of one property of the custom event of this name. Lists, when they are asked for, count once
 * per element.
 */
export const listEventValues = (
  events: EventReader,
  scope: Scope,
  eventName: string,
  propertyName: string,
  type: DataType | null,
) =>
  events.cached<Static<typeof valuesAnswer>[number]>(sql`
    select value, count(*) as total
    from (
      select unnest(${toLabel(type)}) as value from ${eventDataRows(scope)}
      where event_name = ${eventName} and data_key = ${propertyName}
        and ${type === null ? sql`true` : sql`data_type = ${type}`})
    where value is not null
    group by value
    order by total desc, value
    limit ${maxValues}`)

/** How much event data there is. */
export async function eventDataStats(
  events: EventReader,
  scope: Scope,
): Promise<Static<typeof eventDataStatsAnswer>> {
  const [row] = await events.cached<Static<typeof eventDataStatsAnswer>>(sql`
    select count(distinct event_id) as events, count(distinct data_key) as properties,
      count(*) as records
    from ${eventDataRows(scope)}`)
  return row as Static<typeof eventDataStatsAnswer>
}

/** Values of one property of the custom events of this name that fulfil the filters. */
export const selectEventValues = (
  scope: Scope,
  eventName: string,
  propertyName: string,
  filters: readonly PropertyFilter[],
): PropertyValues => ({
  rows: sql`(
    select * from ${eventDataRows(scope)}
    where event_name = ${eventName} and data_key = ${propertyName}
      and ${isEventKeptBy(filters, scope)})`,
  count: sql`count(*)`,
})
