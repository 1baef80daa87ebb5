import { all, type Sql, sql } from '../../db/sql.ts'
import {
  type VisitColumns,
  visitHoursAt,
  visitKey,
  visitLength,
} from '../../visits/select-visits.ts'
import { type Condition, joinConditions, joined } from '../filters/conditions.ts'
import { countSessions, distinctVisitors, type Grouping } from '../query/counting.ts'
import type { VisitForm } from '../query/plan.ts'
import { allPageRows, isInCohort, pageRows } from '../query/relations.ts'
import type { Scope } from '../query/scope.ts'
import { rangeBegin } from '../query/target-rows.ts'
import { totalsOfWholeVisits } from '../query/totals-columns.ts'
import {
  fulfilsSession,
  fulfilsVisit,
  isOnVisits,
  visitRows,
  withVisitLength,
} from '../query/visits.ts'

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

/** The columns of totals of whole visits. */
export const selectVisitTotals = (scope: Scope, form: VisitForm): Sql => sql`(
  select ${totalsOfWholeVisits(countSessions(scope))}
  from ${form === 'by visits' ? countCutVisits(scope) : visitsOfRows(scope)})`

/** What totals need of visits with a page view that the filters keep, by those page views alone. */
const visitsOfRows = (scope: Scope): Sql => sql`(
  select session_id, any_value(visit_length) as visit_length, count(*) as kept_rows
  from ${withVisitLength(scope, pageRows(scope))} group by session_id, visit_hour)`
