// Events of one name with their properties as parallel arrays.

import { type Static, Type as t } from '@sinclair/typebox'
import type { EventReader } from '../../db/duckdb/event-reader.ts'
import { type Page, type Paging, toPage } from '../../db/page.ts'
import { sql } from '../../db/sql.ts'
import { idAnswer, instantAnswer, instantText, pageAnswer } from '../../http/answers.ts'
import { nullable } from '../../http/input/fields.ts'
import type { PropertyFilter } from '../filters/property-filter.ts'
import { paged } from '../properties/paged.ts'
import { pivot, pivotFields } from '../properties/pivot.ts'
import { propertyColumns, type StoredProperty } from '../properties/property.ts'
import { isEventKeptBy } from '../properties/property-filters.ts'
import { eventUuid } from '../query/ids.ts'
import { sessionTable } from '../query/people.ts'
import type { Scope } from '../query/scope.ts'
import { eventsWithData, newestFirst, propertiesOfPage } from './event-data.ts'

const rowAnswer = t.Object({
  eventId: idAnswer,
  sessionId: nullable(idAnswer),
  eventName: t.String(),
  urlPath: t.String(),
  createdAt: instantAnswer,
  ...pivotFields,
})
export const eventPivotAnswer = pageAnswer(rowAnswer)

interface PivotRow {
  n: number
  event: number
  sessionId: string | null
  urlPath: string
}

/** One page of the custom events of this name that have properties, newest first. */
export async function pivotEvents(
  events: EventReader,
  scope: Scope,
  eventName: string,
  filters: readonly PropertyFilter[],
  paging: Paging,
): Promise<Page<Static<typeof rowAnswer>>> {
  const { target } = scope
  const condition = sql`event_name = ${eventName} and ${isEventKeptBy(filters, scope)}`
  const rows = await events.cached<PivotRow & StoredProperty>(sql`
    with ${paged(eventsWithData(scope, condition), newestFirst, paging)},
    place as (
      select event_id, url_path from page join event using (event_id)
      where source_id = ${target.number}),
    visitor as (
      select event_id, uuid from page join ${sessionTable(target)} using (session_id)
      where source_id = ${target.number})
    select total.n, event_id as event, uuid::varchar as "sessionId",
      url_path as "urlPath", ${propertyColumns}
    from total left join (
      ${propertiesOfPage(scope)} join place using (event_id) join visitor using (event_id)) on true
    order by created_at desc, event_id desc, data_key`)
  const byEvent = Map.groupBy(
    rows.filter(({ event }) => event !== null),
    ({ event }) => event,
  )
  const data = [...byEvent].flatMap(([event, properties]) => {
    const [first] = properties
    if (!first) return []
    return {
      eventId: eventUuid(event),
      sessionId: first.sessionId,
      eventName,
      urlPath: first.urlPath,
      createdAt: instantText(first.at),
      ...pivot(properties, scope.zone),
    }
  })
  return toPage(data, rows[0]?.n ?? 0, paging)
}
