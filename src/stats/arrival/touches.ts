// One row per session: what it did first, or last, within the range.

import { type Sql, sql } from '../../db/sql.ts'
import { isActivity } from '../../visits/event-kind.ts'
import { visitKey } from '../../visits/select-visits.ts'
import type { Scope } from '../query/scope.ts'
import { targetRows } from '../query/target-rows.ts'
import { visitRows } from '../query/visits.ts'

/**
 * The whole first row in the range of each session that `sessions` selects, whatever the filters.
 * `kind` is a condition on event_type.
 */
export const firstRows = (scope: Scope, sessions: Sql, kind: Sql): Sql =>
  rowsAt(
    scope,
    kind,
    sql`select session_id, min(created_at) as created_at from event
      where ${targetRows(scope)} and ${kind} and session_id in ${sessions}
      group by session_id`,
  )

/**
 * The last thing that sessions did in the range before an instant, as whole rows: `instants` is a
 * relation of session_id and before_at. A session that did nothing before has none.
 */
export const lastRowsBefore = (scope: Scope, instants: Sql): Sql =>
  rowsAt(
    scope,
    isActivity,
    sql`select session_id, max(created_at) as created_at
      from event join ${instants} as instants using (session_id)
      where ${targetRows(scope)} and ${isActivity} and created_at < before_at
      group by session_id`,
  )

/** The rows that the visits of some rows began with, whether or not the range has them. */
export const visitBeginnings = (scope: Scope, rows: Sql): Sql => sql`(
  select * from event where source_id = ${scope.target.number} and event_id in (
    select start_id from ${visitRows(scope)}
    where ${visitKey} in (select ${visitKey} from ${rows})))`

/** The row of each session at its instant; of several at the same one that with the lowest id. */
const rowsAt = (scope: Scope, kind: Sql, instants: Sql): Sql =>
  sql`(select * from event where ${targetRows(scope)} and event_id in (
    select min(event_id) from event join (${instants}) using (session_id, created_at)
    where ${targetRows(scope)} and ${kind}
    group by session_id))`
