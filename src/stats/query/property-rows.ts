// Properties as filters see them: which events and sessions have one that a filter keeps, and the live
// properties of sessions.

import { reading, type Sql, sql } from '../../db/sql.ts'
import { isPropertyKept, type PropertyFilter } from '../filters/property-filter.ts'
import type { Scope } from './scope.ts'
import { targetRows } from './target-rows.ts'

const propertyColumns = sql`data_type, string_value, number_value, date_value, created_at`

/**
 * The live properties of the target's sessions: of each session and key the value written last, at
 * any time. `kept` is a condition on session_id and data_key; fewer `columns` are faster.
 */
export const sessionDataRows = (
  { target }: Pick<Scope, 'target'>,
  kept: Sql,
  columns: Sql = propertyColumns,
): Sql =>
  reading(
    { target: target.number, startAt: 0, endAt: Number.POSITIVE_INFINITY },
    sql`(select session_id, data_key, unnest(live) from (
      select session_id, data_key, arg_max(struct_pack(${columns}), written_id) as live
      from session_data
      where source_id = ${target.number} and created_at >= ${target.resetAt ?? 0} and ${kept}
      group by session_id, data_key))`,
  )

const eventsWith = (scope: Scope, property: string, isMatch: Sql): Sql => sql`(
  select event_id from event_data
  where ${targetRows(scope)} and data_key = ${property} and ${isMatch})`

/** On any row of an event: whether the filter keeps the event. */
export const isEventKept = (scope: Scope, filter: PropertyFilter): Sql =>
  isPropertyKept(
    filter,
    scope.zone,
    (isMatch) => sql`event_id in ${eventsWith(scope, filter.property, isMatch)}`,
  )

/** On any row of a visit: whether the filter keeps one of its events; what negates, whether none is found. */
export const isVisitWithProperty = (scope: Scope, filter: PropertyFilter): Sql =>
  isPropertyKept(
    filter,
    scope.zone,
    (isMatch) => sql`(session_id, visit_hour) in (
      select (session_id, visit_hour) from event
      where ${targetRows(scope)} and event_id in ${eventsWith(scope, filter.property, isMatch)})`,
  )

/** On any row of a session: whether its live properties fulfil the filter. */
export const isSessionWithProperty = (
  scope: Pick<Scope, 'target' | 'zone'>,
  filter: PropertyFilter,
): Sql =>
  isPropertyKept(
    filter,
    scope.zone,
    (isMatch) => sql`session_id in (
      select session_id from ${sessionDataRows(scope, sql`data_key = ${filter.property}`)}
      where ${isMatch})`,
  )
