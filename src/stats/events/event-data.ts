// Events with their properties.

import { type Static, Type as t } from '@sinclair/typebox'
import type { EventReader } from '../../db/duckdb/event-reader.ts'
import { type Page, type Paging, toPage } from '../../db/page.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { idAnswer, pageAnswer } from '../../http/answers.ts'
import { nullable } from '../../http/input/fields.ts'
import type { Target } from '../../targets/store.ts'
import { paged } from '../properties/paged.ts'
import {
  propertyColumns,
  propertyFields,
  type StoredProperty,
  toShownProperty,
} from '../properties/property.ts'
import { eventNumber, eventUuid, propertyUuid } from '../query/ids.ts'
import { eventDataRows } from '../query/relations.ts'
import type { Scope } from '../query/scope.ts'

const eventFields = {
  websiteId: idAnswer,
  eventId: idAnswer,
  eventName: nullable(t.String({ description: 'Null for a page view.' })),
}
const eventAnswer = t.Object({
  ...eventFields,
  eventProperties: t.Array(t.Object(propertyFields)),
})
export const eventDataAnswer = pageAnswer(eventAnswer)

export const eventPropertiesAnswer = t.Array(
  t.Object({
    id: idAnswer,
    websiteEventId: t.String({ description: 'The same as `eventId`.' }),
    ...eventFields,
    ...propertyFields,
  }),
)

type Stored = StoredProperty & { event: number; name: string | null }

/** Events that have properties, with their sessions, each once, for `paged`. */
export const eventsWithData = (scope: Scope, condition: Sql): Sql => sql`(
  select distinct event_id, created_at as event_at, session_id
  from ${eventDataRows(scope)} where ${condition})`

/** The order of those events: newest first. */
export const newestFirst: Sql = sql`event_at desc, event_id desc`

/** Properties of the events of the table `page`. */
export const propertiesOfPage = ({ target }: Scope): Sql => sql`(
  select event_data.* from page join event_data using (event_id)
  where source_id = ${target.number})`

/** One page of the events that have properties, newest first; properties sorted by name. */
export async function listEventData(
  events: EventReader,
  scope: Scope,
  paging: Paging,
): Promise<Page<Static<typeof eventAnswer>>> {
  const rows = await events.cached<Stored & { n: number }>(sql`
    with ${paged(eventsWithData(scope, sql`true`), newestFirst, paging)}
    select total.n, event_id as event, event_name as name, ${propertyColumns}
    from total left join ${propertiesOfPage(scope)} on true
    order by created_at desc, event_id desc, data_key`)
  const byEvent = Map.groupBy(
    rows.filter(({ event }) => event !== null),
    ({ event }) => event,
  )
  const data = [...byEvent].map(([event, properties]) => ({
    websiteId: scope.target.id,
    eventId: eventUuid(event),
    eventName: properties[0]?.name ?? null,
    eventProperties: properties.map(toShownProperty),
  }))
  return toPage(data, rows[0]?.n ?? 0, paging)
}

/** The properties of one event, sorted by name; none for an id that is no event's. */
export async function findEventData(
  events: EventReader,
  target: Target,
  id: string,
): Promise<Static<typeof eventPropertiesAnswer>> {
  const number = eventNumber(id)
  if (number === null) return []
  const rows = await events.query<Stored>(sql`
    select event_id as event, event_name as name, ${propertyColumns}
    from event_data
    where source_id = ${target.number} and event_id = ${number}
      and created_at >= ${target.resetAt ?? 0}
    order by data_key`)
  const eventId = eventUuid(number)
  return rows.map((row) => ({
    id: propertyUuid(eventId, row.key),
    websiteEventId: eventId,
    websiteId: target.id,
    eventId,
    eventName: row.name,
    ...toShownProperty(row),
  }))
}
