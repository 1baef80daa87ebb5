// The first items of every visit, side by side.

import { join, literal, type Sql, sql } from '../../db/sql.ts'

/** Above every hour since the epoch. */
const hourLimit = literal(2 ** 27)

/**
 * One row per visit with its first items in the columns `places`, null where it has no more. Reads
 * the tables `done` (session_id, visit_hour, created_at, event_id, name) and `dictionary` (name, item).
 *
 * All rows are sorted once, and the following ones are looked up where they stand; windows by visit
 * would sort as well, and then cut, which takes twice as long.
 */
export function visitSteps(places: readonly Sql[]): Sql {
  const [first, ...later] = places as [Sql, ...Sql[]]
  const following = later.map(
    (place, index) => sql`case when lead(visit, ${index + 1}) over () = visit
      then lead(item, ${index + 1}) over () end as ${place}`,
  )
  return sql`(
    select ${join(places)}
    from (
      select visit, lag(visit) over () as visit_before, item as ${first}, ${join(following)}
      from (
        select session_id * ${hourLimit} + visit_hour as visit, item
        -- Every name is in the dictionary once; the condition, which always holds, tells the planner
        -- which side is shorter, and to be hashed.
        from done join (select name, item from dictionary where item > 0) using (name)
        order by visit, created_at, event_id))
    where visit_before is distinct from visit)`
}
