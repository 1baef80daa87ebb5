// Sessions that have a property, with all their properties as parallel arrays.

import { type Static, Type as t } from '@sinclair/typebox'
import type { EventReader } from '../../db/duckdb/event-reader.ts'
import { type Page, type Paging, toPage } from '../../db/page.ts'
import { sql } from '../../db/sql.ts'
import { idAnswer, instantAnswer, instantText, pageAnswer } from '../../http/answers.ts'
import type { PropertyFilter } from '../filters/property-filter.ts'
import { paged } from '../properties/paged.ts'
import { pivot, pivotFields } from '../properties/pivot.ts'
import { propertyColumns, type StoredProperty } from '../properties/property.ts'
import { isSessionKeptBy } from '../properties/property-filters.ts'
import { sessionTable } from '../query/people.ts'
import { sessionDataRows } from '../query/property-rows.ts'
import { isSessionKept } from '../query/relations.ts'
import type { Scope } from '../query/scope.ts'

const rowAnswer = t.Object({
  sessionId: idAnswer,
  distinctId: t.String({ description: 'Empty when the session has none.' }),
  createdAt: instantAnswer,
  ...pivotFields,
})
export const sessionPivotAnswer = pageAnswer(rowAnswer)

interface PivotRow {
  n: number
  id: string | null
  distinctId: string
}

/**
 * One page of the scope's sessions that have the property, those first that were given it last; with
 * all their properties, whose latest is `createdAt`.
 */
export async function pivotSessions(
  events: EventReader,
  scope: Scope,
  propertyName: string,
  filters: readonly PropertyFilter[],
  paging: Paging,
): Promise<Page<Static<typeof rowAnswer>>> {
  const having = sessionDataRows(
    scope,
    sql`data_key = ${propertyName} and ${isSessionKept(scope)}
      and ${isSessionKeptBy(filters, scope)}`,
    sql`created_at`,
  )
  const found = sql`(
    select session_id, given.created_at as given_at, uuid, session.distinct_id
    from ${having} as given join ${sessionTable(scope.target)} using (session_id)
    where source_id = ${scope.target.number})`
  const rows = await events.cached<PivotRow & StoredProperty>(sql`
    with ${paged(found, sql`given_at desc, uuid`, paging)}
    select total.n, uuid::varchar as id, coalesce(distinct_id, '') as "distinctId",
      ${propertyColumns}
    from total left join (
      select * from page
      join ${sessionDataRows(scope, sql`session_id in (select session_id from page)`)}
        using (session_id)) on true
    order by given_at desc, uuid, data_key`)
  const sessions = Map.groupBy(
    rows.filter(({ id }) => id !== null),
    ({ id }) => id as string,
  )
  const data = [...sessions].map(([sessionId, properties]) => ({
    sessionId,
    distinctId: properties[0]?.distinctId ?? '',
    createdAt: instantText(Math.max(...properties.map(({ at }) => at))),
    ...pivot(properties, scope.zone),
  }))
  return toPage(data, rows[0]?.n ?? 0, paging)
}
