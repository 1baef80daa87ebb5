// Names and values of session properties, counted. A session has one live value per name; when it
// was given does not matter, the range and the filters choose sessions by what they did.

import { type Static, Type as t } from '@sinclair/typebox'
import type { DataType } from '../../db/data-type.ts'
import type { EventReader } from '../../db/duckdb/event-reader.ts'
import { sql } from '../../db/sql.ts'
import { isActivity, isCustom, isPage } from '../../visits/event-kind.ts'
import { label, toLabel } from '../dimensions/data-types.ts'
import type { PropertyFilter } from '../filters/property-filter.ts'
import { isSessionKeptBy } from '../properties/property-filters.ts'
import type { PropertyValues } from '../properties/series.ts'
import { sessionDataRows } from '../query/property-rows.ts'
import { activityRows, isSessionKept } from '../query/relations.ts'
import type { Scope } from '../query/scope.ts'
import { targetRows } from '../query/target-rows.ts'

const maxNames = 500
const maxValues = 100
/** What labels are made of. */
const valueColumns = sql`data_type, string_value`

const sessions = t.Integer({ description: 'Sessions.' })

export const sessionPropertyNamesAnswer = t.Array(
  t.Object({
    propertyName: t.String(),
    dataType: t.Integer({ description: '1 string, 2 number, 3 date, 4 boolean, 5 array.' }),
    total: sessions,
  }),
)
export const sessionValuesAnswer = t.Array(t.Object({ value: t.String(), total: sessions }))

/** Properties of the scope's sessions, the most frequent first; only one when it is named. */
export const listPropertyNames = (
  events: EventReader,
  scope: Scope,
  filters: readonly PropertyFilter[],
  propertyName?: string,
) =>
  events.cached<Static<typeof sessionPropertyNamesAnswer>[number]>(sql`
    select data_key as "propertyName", data_type as "dataType", count(*) as total
    from ${sessionDataRows(
      scope,
      sql`${propertyName ? sql`data_key = ${propertyName}` : sql`true`}
        and ${isSessionKept(scope)} and ${isSessionKeptBy(filters, scope)}`,
      sql`data_type`,
    )}
    group by data_key, data_type
    order by total desc, data_key, data_type
    limit ${maxNames}`)

/** Values of one property, by sessions that have them; of lists, when asked for, their elements. */
export const listSessionValues = (
  events: EventReader,
  scope: Scope,
  propertyName: string,
  type: DataType | null,
) =>
  events.cached<Static<typeof sessionValuesAnswer>[number]>(sql`
    select value, count(distinct session_id) as total
    from (
      select session_id, unnest(${toLabel(type)}) as value
      from ${sessionDataRows(
        scope,
        sql`data_key = ${propertyName} and ${isSessionKept(scope)}`,
        valueColumns,
      )}
      where ${type === null ? sql`true` : sql`data_type = ${type}`})
    where value is not null
    group by value
    order by total desc, value
    limit ${maxValues}`)

export const statsByValueAnswer = t.Array(
  t.Object({
    label: t.String({ description: "The property's value." }),
    activity: t.Integer({ description: 'Views and events.' }),
    sessions: t.Integer(),
    visits: t.Integer(),
    views: t.Integer({ description: 'Page views.' }),
    events: t.Integer({ description: 'Custom events.' }),
  }),
)

/**
 * What the sessions with each value of a property did in the range, the most active first. The
 * filters choose the sessions; of those everything counts.
 */
export const sessionStatsByValue = (
  events: EventReader,
  scope: Scope,
  propertyName: string,
  filters: readonly PropertyFilter[],
) =>
  events.cached<Static<typeof statsByValueAnswer>[number]>(sql`
    with labelled as materialized (
      select session_id, ${label} as label
      from ${sessionDataRows(
        scope,
        sql`data_key = ${propertyName} and ${isSessionKept(scope)}
          and ${isSessionKeptBy(filters, scope)}`,
        valueColumns,
      )}
      where ${label} <> ''),
    visit as (
      select session_id, count(*) as activity, count(*) filter (${isPage}) as views,
        count(*) filter (${isCustom}) as events
      from event
      where ${targetRows(scope)} and ${isActivity}
        and session_id in (select session_id from labelled)
      group by session_id, visit_hour)
    select label, sum(activity) as activity, count(distinct session_id) as sessions,
      count(*) as visits, sum(views) as views, sum(events) as events
    from visit join labelled using (session_id)
    group by label
    order by activity desc, label
    limit ${maxValues}`)

/**
 * Values of one property of the scope's sessions. Each session counts once, at its first row in the
 * range that the filters keep: what a series adds up to are the numbers of the whole range.
 */
export const selectSessionValues = (
  scope: Scope,
  propertyName: string,
  filters: readonly PropertyFilter[],
): PropertyValues => ({
  rows: sql`(
    select * from ${sessionDataRows(
      scope,
      sql`data_key = ${propertyName} and ${isSessionKeptBy(filters, scope)}`,
      sql`data_type, string_value, number_value, date_value`,
    )}
    join (
      select session_id, min(created_at) as created_at
      from ${activityRows(scope)} group by session_id) using (session_id))`,
  count: sql`count(distinct session_id)`,
})
