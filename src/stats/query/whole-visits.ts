// Numbers at visit level: whole visits, by values of their own, or by values of their rows.

import { asBuildSide } from '../../db/duckdb/planner-hint.ts'
import { all, empty, join, literal, type Sql, sql } from '../../db/sql.ts'
import { hourMs } from '../../time/durations.ts'
import {
  type VisitColumns,
  visitHoursAt,
  visitKey,
  visitLength,
} from '../../visits/select-visits.ts'
import { type Condition, joinConditions, joined } from '../filters/conditions.ts'
import { countSessions, distinctVisitors, type Grouping, predecessor } from './counting.ts'
import type { VisitForm, VisitSummaryPlan } from './plan.ts'
import { allPageRows, isInCohort, pageRows } from './relations.ts'
import type { Scope } from './scope.ts'
import { rangeBegin } from './target-rows.ts'
import { sumTotals, totalsOfWholeVisits } from './totals-columns.ts'
import { fulfilsSession, fulfilsVisit, isOnVisits, visitRows } from './visits.ts'

/** The scope's filters as a condition on a visit, where each is one on visits or sessions. */
function keepsVisit(scope: Scope): Sql {
  const isKept = (condition: Condition): Sql =>
    isOnVisits(scope, condition) ? fulfilsVisit(condition) : fulfilsSession(scope, condition)
  return all([
    joinConditions(scope, (conditions, match) => joined(conditions.map(isKept), match)),
    ...(scope.cohort ? [isInCohort(scope, scope.cohort)] : []),
    ...(scope.excludesBounces ? [sql`views > 1`] : []),
  ])
}

/** Visits with a page view in the range that the filters keep, by their rows of table `visit` alone. */
const visitsByThemselves = (scope: Scope, columns?: VisitColumns): Sql => sql`(
  select * from ${visitRows(scope, columns)}
  where started_at <= ${scope.endAt} and ended_at >= ${rangeBegin(scope)} and ${keepsVisit(scope)})`

/** Visits with a page view that the filters keep, by those page views. */
const visitsByRows = (scope: Scope, columns?: VisitColumns): Sql => sql`(
  select * from ${visitRows(scope, columns)}
  where ${visitKey} in (select ${visitKey} from ${pageRows(scope)}))`

/** Visits with a page view in the range that the filters keep; by default with what these need. */
export const keptVisits = (scope: Scope, form: VisitForm, columns?: VisitColumns): Sql =>
  form === 'by visits' ? visitsByThemselves(scope, columns) : visitsByRows(scope, columns)

/** The same with `kept_rows`, how many of its page views those are, and its `seconds`. */
export const countedVisits = (scope: Scope, form: VisitForm, columns?: VisitColumns): Sql =>
  form === 'by visits' ? countCutVisits(scope, columns) : joinVisits(scope, columns)

/** The page views of a visit are all in the range, unless the range cuts it. */
function countCutVisits(scope: Scope, columns?: VisitColumns): Sql {
  const begin = visitHoursAt(rangeBegin(scope))
  const end = visitHoursAt(scope.endAt)
  const isCut = sql`(started_at < ${rangeBegin(scope)} or ended_at > ${scope.endAt})`
  const ofCut = sql`(
    select ${visitKey} as key, count(*) as kept_rows from ${allPageRows(scope)}
    where visit_hour in (${begin.first}, ${begin.last}, ${end.first}, ${end.last})
    group by key)`
  const kept = visitsByThemselves(scope, columns)
  return sql`(
    select *, views as kept_rows, ${visitLength} as seconds from ${kept} where not ${isCut}
    union all
    select kept.*, cut.kept_rows, ${visitLength} as seconds
    from ${kept} as kept join ${ofCut} as cut on ${visitKey} = cut.key where ${isCut})`
}

const joinVisits = (scope: Scope, columns?: VisitColumns): Sql => sql`(
  select visit.*, counted.kept_rows, ${visitLength} as seconds
  from ${visitRows(scope, columns)} as visit
  join (select ${visitKey} as key, count(*) as kept_rows from ${pageRows(scope)} group by key) as counted
    on ${visitKey} = counted.key)`

/** Totals by values of counted visits; `visitors` is an aggregate, of their sessions. */
export const summaryOfVisits = (
  counted: Sql,
  { columns, names }: Grouping,
  visitors: Sql = distinctVisitors,
): Sql => sql`(
  select ${names}, ${totalsOfWholeVisits(visitors)}
  from (select ${columns}, session_id, views, kept_rows, seconds from ${counted})
  group by ${names})`

/** What a summary is grouped by: columns of rows, of their visits, or of both. */
export interface VisitGroupings {
  ofRows?: Grouping | null
  ofVisits?: Grouping | null
}

/** Totals by values of rows and of their visits: each visit counts whole in every group it has rows in. */
export function summaryOfRows(
  scope: Scope,
  rows: Sql,
  groupings: VisitGroupings,
  plan: VisitSummaryPlan,
): Sql {
  const { ofRows = null, ofVisits = null } = groupings
  const names = join([ofRows, ofVisits].flatMap((grouping) => (grouping ? [grouping.names] : [])))
  const pieces = {
    names,
    rowColumns: ofRows ? sql`${ofRows.columns}, ` : empty,
    visitColumns: ofVisits ? sql`, ${ofVisits.columns}` : empty,
  }
  return plan.form === 'at first rows'
    ? summaryAtFirstRows(scope, rows, pieces, plan)
    : summaryByHash(scope, rows, pieces)
}

interface Pieces {
  names: Sql
  rowColumns: Sql
  visitColumns: Sql
}

const summaryByHash = (scope: Scope, rows: Sql, { names, rowColumns, visitColumns }: Pieces): Sql =>
  sql`(
    select ${names}, ${totalsOfWholeVisits(distinctVisitors)}
    from (
      select ${rowColumns}${visitKey} as key, session_id, count(*) as kept_rows
      from ${rows} group by all) as counted
    join (
      select ${visitKey} as key, views, ${visitLength} as seconds${visitColumns}
      from ${visitRows(scope)}) as visit using (key)
    group by ${names})`

/** The first instant of the hour that a row's visit began in. */
const hourBegin = sql`(visit_hour * ${literal(hourMs)}::bigint)`

/**
 * By path or title without a hash per visit. A row is its visit's first there when the session was on it
 * never before, before the range, or before the hour that the visit began in. Only where two visits of
 * a session overlap in time, as in two tabs, may the row before be one of the other visit: rows of such
 * visits are few, and are counted again by hashing.
 */
function summaryAtFirstRows(
  scope: Scope,
  rows: Sql,
  { names, rowColumns, visitColumns }: Pieces,
  { page, visitors }: VisitSummaryPlan & { form: 'at first rows' },
): Sql {
  const previous = predecessor[page]
  const isFirstOfVisitor = sql`(${previous} is null or ${previous} < ${rangeBegin(scope)})`
  const isFirst = sql`(${isFirstOfVisitor} or ${previous} < ${hourBegin})`
  // Visits that begin in the hour in which another one of their session goes on, and those others.
  const overlapping = sql`(
    select unnest([${visitKey} - 1, ${visitKey}]) as key from ${visitRows(scope)}
    where ${visitKey} in (
      select ${visitKey} + 1 from ${visitRows(scope)}
      where ended_at >= ${hourBegin} + ${hourMs}))`
  const seen = sql`(
    select ${rowColumns}${visitKey} as key, session_id, ${isFirst} as is_first,
      ${isFirstOfVisitor} as is_first_of_visitor
    from ${rows})`
  const missed = sql`(
    select ${rowColumns}key, 1 - count_if(is_first) as missed
    from (
      select *, ${visitKey} as key, ${isFirst} as is_first from ${rows}
      where ${visitKey} in (select key from ${overlapping}))
    group by all having ${asBuildSide(sql`count(*) > 0`)})`
  const visit = (kept: Sql) => sql`(
    select ${visitKey} as key, views, ${visitLength} as seconds${visitColumns}
    from ${visitRows(scope)} where ${kept}) as visit`
  const countVisitors =
    visitors === 'by hashing' ? distinctVisitors : sql`count_if(is_first_of_visitor)`
  // Most groups need nothing of a visit but whether it has more than one view, and how long it was; so
  // visits of one view, which have no length, are not joined.
  const parts =
    visitColumns === empty
      ? [
          sql`select ${names}, count(*) as pageviews, ${countVisitors} as visitors,
              count_if(is_first) as visits, count_if(is_first) as bounces, 0 as totaltime
            from ${seen} group by ${names}`,
          sql`select ${names}, 0, 0, 0, -count(*), sum(seconds)
            from ${seen} join ${visit(sql`views > 1`)} using (key)
            where is_first group by ${names}`,
        ]
      : [
          sql`select ${names}, count(*) as pageviews, ${countVisitors} as visitors,
              count_if(is_first) as visits, count_if(is_first and views = 1) as bounces,
              coalesce(sum(seconds) filter (is_first), 0) as totaltime
            from ${seen} join ${visit(sql`true`)} using (key) group by ${names}`,
        ]
  return sql`(
    select ${names}, ${sumTotals}
    from (
      ${join(parts, sql` union all `)}
      union all
      select ${names}, 0, 0, sum(missed), coalesce(sum(missed) filter (views = 1), 0),
        sum(missed * seconds)
      from ${missed} join ${visit(sql`true`)} using (key)
      where missed > 0 group by ${names})
    group by ${names})`
}

/** The columns of totals of whole visits. */
export const selectVisitTotals = (scope: Scope, form: VisitForm): Sql => sql`(
  select ${totalsOfWholeVisits(countSessions(scope))} from ${countedVisits(scope, form)})`
