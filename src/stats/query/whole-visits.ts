// Numbers at visit level: whole visits, by values of their own, or by values of their rows.

import { all, empty, join, type Sql, sql } from '../../db/sql.ts'
import { visitHoursAt, visitKey, visitLength } from '../../visits/select-visits.ts'
import { type Condition, conditionSql, joined } from '../filters/conditions.ts'
import type { Grouping } from './counting.ts'
import type { VisitForm } from './plan.ts'
import { allPageRows, isInCohort, pageRows } from './relations.ts'
import type { Scope } from './scope.ts'
import { rangeBegin } from './target-rows.ts'
import { totalsOfWholeVisits } from './totals-columns.ts'
import { isOnVisits, isVisitOf, visitRows } from './visits.ts'

/** The scope's filters as a condition on a visit, where each is one on visits or sessions. */
function keepsVisit(scope: Scope): Sql {
  const { own = [], added = [] } = Object.groupBy(scope.conditions, ({ isOfSegment }) =>
    isOfSegment ? 'added' : 'own',
  )
  const isKept = (condition: Condition): Sql =>
    isOnVisits(scope, condition) ? isVisitOf(condition) : conditionSql(condition)
  return all([
    joined(own.map(isKept), scope.match),
    joined(added.map(isKept), scope.segmentMatch),
    ...(scope.cohort ? [isInCohort(scope, scope.cohort)] : []),
    ...(scope.excludesBounces ? [sql`views > 1`] : []),
  ])
}

/** Visits with a page view in the range that the filters keep, by their rows of table `visit` alone. */
const visitsByThemselves = (scope: Scope): Sql => sql`(
  select * from ${visitRows(scope)}
  where started_at <= ${scope.endAt} and ended_at >= ${rangeBegin(scope)} and ${keepsVisit(scope)})`

/** Visits with a page view that the filters keep, by those page views. */
const visitsByRows = (scope: Scope): Sql => sql`(
  select * from ${visitRows(scope)}
  where ${visitKey} in (select ${visitKey} from ${pageRows(scope)}))`

/** Visits with a page view in the range that the filters keep. */
export const keptVisits = (scope: Scope, form: VisitForm): Sql =>
  form === 'by visits' ? visitsByThemselves(scope) : visitsByRows(scope)

/** The same with `kept_rows`, how many of its page views those are, and its `seconds`. */
export const countedVisits = (scope: Scope, form: VisitForm): Sql =>
  form === 'by visits' ? countCutVisits(scope) : joinVisits(scope, pageRows(scope))

/** The page views of a visit are all in the range, unless the range cuts it. */
function countCutVisits(scope: Scope): Sql {
  const begin = visitHoursAt(rangeBegin(scope))
  const end = visitHoursAt(scope.endAt)
  const isCut = sql`(started_at < ${rangeBegin(scope)} or ended_at > ${scope.endAt})`
  const ofCut = sql`(
    select ${visitKey} as key, count(*) as kept_rows from ${allPageRows(scope)}
    where visit_hour in (${begin.first}, ${begin.last}, ${end.first}, ${end.last})
    group by key)`
  const kept = visitsByThemselves(scope)
  return sql`(
    select *, views as kept_rows, ${visitLength} as seconds from ${kept} where not ${isCut}
    union all
    select kept.*, cut.kept_rows, ${visitLength} as seconds
    from ${kept} as kept join ${ofCut} as cut on ${visitKey} = cut.key where ${isCut})`
}

/** The whole visits of some rows, with how many these are. */
const joinVisits = (scope: Scope, rows: Sql): Sql => sql`(
  select visit.*, counted.kept_rows, ${visitLength} as seconds
  from ${visitRows(scope)} as visit
  join (select ${visitKey} as key, count(*) as kept_rows from ${rows} group by key) as counted
    on ${visitKey} = counted.key)`

/** Totals by values of counted visits. */
export const summaryOfVisits = (counted: Sql, { columns, names }: Grouping): Sql => sql`(
  select ${names}, ${totalsOfWholeVisits}
  from (select ${columns}, session_id, views, kept_rows, seconds from ${counted})
  group by ${names})`

/** Totals by values of rows and of their visits: each visit counts whole in every group it has rows in. */
export function summaryOfRows(
  scope: Scope,
  rows: Sql,
  { ofRows = null, ofVisits = null }: { ofRows?: Grouping | null; ofVisits?: Grouping | null },
): Sql {
  const names = join([ofRows, ofVisits].flatMap((grouping) => (grouping ? [grouping.names] : [])))
  const rowColumns = ofRows ? sql`${ofRows.columns}, ` : empty
  const visitColumns = ofVisits ? sql`, ${ofVisits.columns}` : empty
  return sql`(
    select ${names}, ${totalsOfWholeVisits}
    from (
      select ${rowColumns}${visitKey} as key, session_id, count(*) as kept_rows
      from ${rows} group by all) as counted
    join (
      select ${visitKey} as key, views, ${visitLength} as seconds${visitColumns}
      from ${visitRows(scope)}) as visit using (key)
    group by ${names})`
}

/** The columns of totals of whole visits. */
export const selectVisitTotals = (scope: Scope, form: VisitForm): Sql => sql`(
  select ${totalsOfWholeVisits} from ${countedVisits(scope, form)})`
