// Page views with the first or the last path of their visit in the range.

import { type Sql, sql } from '../db/sql.ts'
import { beginOf, isSteady } from './counting.ts'
import { isPage, pageRows, sourceRows } from './relations.ts'
import type { Scope } from './scope.ts'

/** Above every event id. */
const idLimit = 2 ** 40

/** Whether a page view is the first of its visit in the range. */
const isFirst = (scope: Scope): Sql =>
  sql`(visit_previous_at is null or visit_previous_at < ${beginOf(scope)})`

// The latest instant, and of several rows at it the highest id: one number is narrower to keep per
// visit than the row itself.
const isLast = (scope: Scope): Sql => sql`event_id in (
  select (last % ${idLimit})::bigint from (
    select max(created_at::hugeint * ${idLimit} + event_id) as last
    from event where ${sourceRows(scope)} and ${isPage}
    group by session_id, visit_hour))`

export type VisitEnd = 'entry' | 'exit'

const ends: Record<VisitEnd, (scope: Scope) => Sql> = { entry: isFirst, exit: isLast }

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
      from event where ${sourceRows(scope)} and ${isPage} and ${ends[end](scope)}
    ) using (session_id, visit_hour))`

/** Enough of those rows to count visitors by: the chosen ones, where filters keep whole sessions. */
export const visitEnds =
  (end: VisitEnd) =>
  (scope: Scope): Sql =>
    isSteady(scope, 'session')
      ? sql`(select *, url_path as visit_path from ${pageRows(scope)} where ${ends[end](scope)})`
      : withVisitPath(end)(scope)
