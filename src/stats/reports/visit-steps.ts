// The first items of every visit, side by side: what journeys and their flows begin with.

import { asBuildSide } from '../../db/duckdb/planner-hint.ts'
import { any, join, literal, Sql, sql } from '../../db/sql.ts'
import { activityRows } from '../query/relations.ts'
import type { Scope } from '../query/scope.ts'

/** Above every hour since the epoch. */
const hourLimit = literal(2 ** 27)

/** The column of a step, counted from 1. */
export const stepColumn = (step: number): Sql => new Sql([`step${step}`], [])

/**
 * Common table expressions, for a `with` clause: `dictionary` (name, item) of all pages and events
 * in the scope, and `visits` with a column per step. Items are numbers in the order of their names:
 * narrow to sort by visit, and exact to compare.
 */
export const stepTables = (
  scope: Scope,
  eventType: number | undefined,
  columns: readonly Sql[],
): Sql => sql`
    done as not materialized (
      select session_id, visit_hour, created_at, event_id,
        coalesce(nullif(event_name, ''), url_path) as name
      from ${activityRows(scope)}
      where ${eventType === undefined ? sql`true` : sql`event_type = ${eventType}`}
    ),
    dictionary as materialized (
      select name, (row_number() over (order by name))::integer as item
      from (select distinct name from done)
    ),
    visits as not materialized (select * from ${visitSteps(columns)})`

/** The columns of `visits`, each under its own name, with an item that repeats the one before left out. */
export function withoutRepeats(columns: readonly Sql[]): Sql[] {
  const pairs = columns.slice(1).map((column, index) => [column, columns[index] as Sql] as const)
  const repeats = any(pairs.map(([column, before]) => sql`${column} = ${before}`))
  const changed = [
    columns[0] as Sql,
    ...pairs.map(([column, before]) => sql`nullif(${column}, ${before})`),
  ]
  // A list per visit costs more than all the rest, so only visits that repeat an item make one.
  return columns.map(
    (column, index) => sql`case when ${repeats}
      then list_filter([${join(changed)}], lambda item: item is not null)[${index + 1}]
      else ${column} end as ${column}`,
  )
}

/** Whether visits begin and end with the items of these names; without a name, with anything. */
export const isFromTo = (
  columns: readonly Sql[],
  start: string | undefined,
  end: string | undefined,
): Sql =>
  sql`${isItem(columns[0] as Sql, start)}
    and ${isItem(sql`coalesce(${join(columns.toReversed())})`, end)}`

const isItem = (item: Sql, name: string | undefined): Sql =>
  name ? sql`${item} = (select item from dictionary where name = ${name})` : sql`true`

/**
 * One row per visit with its first items in these columns, null where it has no more. Reads
 * the tables `done` (session_id, visit_hour, created_at, event_id, name) and `dictionary` (name, item).
 *
 * All rows are sorted once, and the rows after each are read by offset; windows by visit
 * would sort as well, and then cut, which takes twice as long.
 */
function visitSteps(columns: readonly Sql[]): Sql {
  const [first, ...later] = columns as [Sql, ...Sql[]]
  const following = later.map(
    (column, index) => sql`case when lead(visit, ${index + 1}) over () = visit
      then lead(item, ${index + 1}) over () end as ${column}`,
  )
  return sql`(
    select ${join(columns)}
    from (
      select visit, lag(visit) over () as visit_before, item as ${first}, ${join(following)}
      from (
        select session_id * ${hourLimit} + visit_hour as visit, item
        -- Every name is in the dictionary once, with a number from 1.
        from done join (
          select name, item from dictionary where ${asBuildSide(sql`item > 0`)}) using (name)
        order by visit, created_at, event_id))
    where visit_before is distinct from visit)`
}
