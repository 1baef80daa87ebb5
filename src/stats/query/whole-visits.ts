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
import { type Condition, conditionSql, joinConditions, joined } from '../filters/conditions.ts'
import { countSessions, distinctVisitors, type Grouping, predecessor } from './counting.ts'
import type { VisitForm, VisitSummaryPlan } from './plan.ts'
import { allPageRows, isInCohort, pageRows } from './relations.ts'
import type { Scope } from './scope.ts'
import { rangeBegin } from './target-rows.ts'
import { sumTotals, totalsOfWholeVisits } from './totals-columns.ts'
import { fulfilsVisit, isOnVisits, visitRows, withVisitLength } from './visits.ts'

/** The scope's filters as a condition on a visit, where each is one on visits or sessions. */
function keepsVisit(scope: Scope): Sql {
  const isKept = (condition: Condition): Sql =>
    isOnVisits(scope, condition) ? fulfilsVisit(condition) : conditionSql(condition)
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

/** The same with its `visit_length` and `kept_rows`, how many of its page views those are. */
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
    select *, views as kept_rows, ${visitLength} as visit_length from ${kept} where not ${isCut}
    union all
    select kept.*, cut.kept_rows, ${visitLength} as visit_length
    from ${kept} as kept join ${ofCut} as cut on ${visitKey} = cut.key where ${isCut})`
}

const joinVisits = (scope: Scope, columns?: VisitColumns): Sql => sql`(
  select visit.*, counted.kept_rows, ${visitLength} as visit_length
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
  from (select ${columns}, session_id, visit_length, kept_rows from ${counted})
  group by ${names})`

/** What a summary is grouped by: columns of rows, of their visits, or of both. */
export interface VisitGroupings {
  ofRows?: Grouping | null
  ofVisits?: Grouping | null
}

/**
 * Totals by values of rows and of their visits: each visit counts whole in every group it has rows in.
 * What visits are grouped by is a number to each of them, since texts of all visits take more memory than
 * small hosts have.
 */
export function summaryOfRows(
  scope: Scope,
  rows: Sql,
  { ofRows = null, ofVisits = null }: VisitGroupings,
  plan: VisitSummaryPlan,
): Sql {
  const columns = ofRows ? sql`${ofRows.columns}, ` : empty
  const names = ofRows ? [ofRows.names] : []
  const known = withVisitLength(scope, rows)
  const summary = (grouped: GroupedRows) =>
    plan.form === 'at first rows'
      ? summaryAtFirstRows(scope, grouped, plan)
      : summaryByHash(grouped)
  if (!ofVisits) return summary({ rows: known, columns, names: join(names) })
  const withValue = sql`(select * from ${known} as seen join visit_value on ${visitKey} = visit_key)`
  return sql`(
    with valued as materialized (
      select row_number() over () as value_number, *
      from (select distinct ${ofVisits.columns} from ${visitRows(scope)})),
    visit_value as (
      select visit_key, value_number
      from (
        select visit_key, row(${ofVisits.names}) as value
        from (select ${visitKey} as visit_key, ${ofVisits.columns} from ${visitRows(scope)})
      ) as visit
      join (select value_number, row(${ofVisits.names}) as value from valued) as numbered
        on visit.value is not distinct from numbered.value)
    select * exclude (value_number)
    from ${summary({
      rows: withValue,
      columns: sql`${columns}value_number, `,
      names: join([...names, sql`value_number`]),
    })}
    join valued using (value_number))`
}

/** Rows with their `visit_length`, and what they are grouped by. */
interface GroupedRows {
  rows: Sql
  columns: Sql
  names: Sql
}

const summaryByHash = ({ rows, columns, names }: GroupedRows): Sql => sql`(
  select ${names}, ${totalsOfWholeVisits(distinctVisitors)}
  from (
    select ${columns}${visitKey} as key, session_id, any_value(visit_length) as visit_length,
      count(*) as kept_rows
    from ${rows} group by ${names}, key, session_id)
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
  { rows, columns, names }: GroupedRows,
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
  const missed = sql`(
    select ${names}, any_value(visit_length) as visit_length, 1 - count_if(is_first) as visits
    from (
      select ${columns}${visitKey} as key, visit_length, ${isFirst} as is_first from ${rows}
      where ${visitKey} in (select key from ${overlapping}))
    group by ${names}, key having ${asBuildSide(sql`count(*) > 0`)})`
  const countVisitors =
    visitors === 'by hashing' ? distinctVisitors : sql`count_if(is_first_of_visitor)`
  return sql`(
    select ${names}, ${sumTotals}
    from (
      select ${names}, count(*) as pageviews, ${countVisitors} as visitors,
        count_if(is_first) as visits, count_if(is_first and visit_length = -1) as bounces,
        coalesce(sum(visit_length) filter (is_first and visit_length > 0), 0) as totaltime
      from (
        select ${columns}session_id, visit_length, ${isFirst} as is_first,
          ${isFirstOfVisitor} as is_first_of_visitor
        from ${rows})
      group by ${names}
      union all
      select ${names}, 0, 0, sum(visits), coalesce(sum(visits) filter (visit_length = -1), 0),
        coalesce(sum(visits * visit_length) filter (visit_length > 0), 0)
      from ${missed} where visits > 0 group by ${names})
    group by ${names})`
}

/** The columns of totals of whole visits. */
export const selectVisitTotals = (scope: Scope, form: VisitForm): Sql => sql`(
  select ${totalsOfWholeVisits(countSessions(scope))}
  from ${form === 'by visits' ? countCutVisits(scope) : visitsOfRows(scope)})`

/** What totals need of visits with a page view that the filters keep, by those page views alone. */
const visitsOfRows = (scope: Scope): Sql => sql`(
  select session_id, any_value(visit_length) as visit_length, count(*) as kept_rows
  from ${withVisitLength(scope, pageRows(scope))} group by session_id, visit_hour)`
