// Page views with the first or the last path of their visit in the range.

import { type Sql, sql } from '../db/sql.ts'
import { isSteady } from './counting.ts'
import { isPage, isVisitEnd, pageRows, sourceRows, type VisitEnd } from './relations.ts'
import type { Scope } from './scope.ts'

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
      from event where ${sourceRows(scope)} and ${isPage} and ${isVisitEnd[end](scope)}
    ) using (session_id, visit_hour))`

/** Enough of those rows to count visitors by: the chosen ones, where filters keep whole sessions. */
export const visitEnds =
  (end: VisitEnd) =>
  (scope: Scope): Sql =>
    isSteady(scope, 'session')
      ? sql`(select *, url_path as visit_path from ${pageRows(scope)} where ${isVisitEnd[end](scope)})`
      : withVisitPath(end)(scope)
