// Page views with the first or the last path of their visit in the range.

import { type Sql, sql } from '../../db/sql.ts'
import { isPage, placeInTime } from '../../visits/event-kind.ts'
import type { VisitEnd } from '../dimensions/dimensions.ts'
import { isVisitEnd, pageRows, visitSeconds } from '../query/relations.ts'
import type { Scope } from '../query/scope.ts'
import { targetRows } from '../query/target-rows.ts'
import { totalsColumns, totalsOfVisits } from '../query/totals-columns.ts'

/**
 * Page views that the filters keep, with `visit_path`: the path of their visit's first (or last) page
 * view in the range, chosen before any filter.
 */
export const withVisitPath =
  (end: VisitEnd) =>
  (scope: Scope): Sql =>
    sql`(
    select page.*, visit_path
    from ${pageRows(scope)} as page
    join (
      select session_id, visit_hour, url_path as visit_path
      from event where ${targetRows(scope)} and ${isPage} and ${isVisitEnd[end](scope)}
    ) using (session_id, visit_hour))`

/** Of those rows the chosen ones, one per visit, where filters keep whole sessions. */
export const visitEnds = (scope: Scope, end: VisitEnd): Sql =>
  sql`(select *, url_path as visit_path from ${pageRows(scope)} where ${isVisitEnd[end](scope)})`

/** The number of the path at the end of a visit, of all its page views. */
const pathNumberAt: Record<VisitEnd, (scope: Scope) => Sql> = {
  entry: (scope) => sql`max(number) filter (${isVisitEnd.entry(scope)})`,
  exit: () => sql`arg_max(number, ${placeInTime})`,
}

/**
 * The summary by that path, where filters keep whole sessions. Each visit is a row of numbers, its
 * path one of them. Columns: name and those of totals.
 */
export const summaryByVisitPath = (scope: Scope, end: VisitEnd): Sql => sql`(
    with path as materialized (
      select url_path as name, min(event_id) as number from ${pageRows(scope)} group by url_path)
    select name, ${totalsColumns}
    from (
      select number, ${totalsOfVisits} from (
        select session_id, visit_hour, count(*) as views, ${visitSeconds} as seconds,
          ${pathNumberAt[end](scope)} as number
        from ${pageRows(scope)} as page join path on url_path = name
        group by session_id, visit_hour)
      group by number)
    join path using (number))`
