// Totals at visit level by values of rows: each visit counts whole in every group it has rows in.

import { asBuildSide } from '../../db/duckdb/planner-hint.ts'
import { empty, join, literal, type Sql, sql } from '../../db/sql.ts'
import { hourMs } from '../../time/durations.ts'
import { visitKey } from '../../visits/select-visits.ts'
import { dimensions } from '../dimensions/dimensions.ts'
import { type Grouping, predecessor } from '../query/counting.ts'
import type { VisitSummaryPlan } from '../query/plan.ts'
import type { Scope } from '../query/scope.ts'
import { rangeBegin } from '../query/target-rows.ts'
import { sumTotals, totalsColumns, totalsOfWholeVisits } from '../query/totals-columns.ts'
import { visitRows, withVisitLength } from '../query/visits.ts'

/** What a summary is grouped by: columns of rows, of their visits, or of both. */
export interface VisitGroupings {
  ofRows?: Grouping | null
  ofVisits?: Grouping | null
}

/** Those of some rows that fulfil a condition, as a relation. */
type RowsWhere = (kept: Sql) => Sql

interface GroupedRows {
  /** Rows with their `visit_length`. */
  known: RowsWhere
  /** The same, with what they are grouped by. */
  rows: RowsWhere
  /** Those for a condition that few rows fulfil. */
  fewRows: RowsWhere
  columns: Sql
  names: Sql
}

/** Totals by values of rows and of their visits. */
export function summaryOfRows(
  scope: Scope,
  rows: Sql,
  { ofRows = null, ofVisits = null }: VisitGroupings,
  plan: VisitSummaryPlan,
): Sql {
  const withLength = withVisitLength(scope, rows)
  const known: RowsWhere = (kept) => sql`(select * from ${withLength} where ${kept})`
  const own: GroupedRows = {
    known,
    rows: known,
    fewRows: known,
    columns: ofRows ? sql`${ofRows.columns}, ` : empty,
    names: ofRows?.names ?? empty,
  }
  const summarize = (grouped: GroupedRows) =>
    plan.form === 'at first rows'
      ? summarizeAtFirstRows(scope, grouped, plan)
      : summarizeByHash(grouped)
  return ofVisits ? summarizeByNumbers(scope, own, ofVisits, summarize) : summarize(own)
}

/**
 * The summary by what belongs to visits too. That is a number on each row, and none where the visit has
 * no value, as most have none: texts of all visits take more memory than small hosts have.
 */
function summarizeByNumbers(
  scope: Scope,
  { known, columns, names }: GroupedRows,
  ofVisits: Grouping,
  summarize: (grouped: GroupedRows) => Sql,
): Sql {
  const values = sql`(
    select * from (select ${visitKey} as visit_key, ${ofVisits.columns} from ${visitRows(scope)})
    where coalesce(${ofVisits.names}) is not null)`
  const toRow = sql`row(${ofVisits.names}) as value`
  const withValue = (some: Sql, isOfVisit: Sql) => sql`(
    select * from ${some} as seen
    left join (select * from visit_value where ${isOfVisit}) as visit_value
      on ${visitKey} = visit_key)`
  const grouped: GroupedRows = {
    known,
    rows: (kept) => withValue(known(kept), asBuildSide(sql`value_number > 0`)),
    fewRows: (kept) =>
      withValue(known(kept), sql`visit_key in (select ${visitKey} from ${known(kept)})`),
    columns: sql`${columns}value_number, `,
    names: join([...(names === empty ? [] : [names]), sql`value_number`]),
  }
  return sql`(
    with numbered as materialized (
      select row_number() over ()::integer as value_number, *
      from (select distinct ${ofVisits.names} from ${values})),
    visit_value as (
      select visit_key, value_number
      from (select visit_key, ${toRow} from ${values}) as visit
      join (select value_number, ${toRow} from numbered) as known
        on visit.value is not distinct from known.value)
    select summary.* exclude (value_number), numbered.* exclude (value_number)
    from ${summarize(grouped)} as summary
    left join numbered on summary.value_number = numbered.value_number)`
}

const summarizeByHash = ({ rows, columns, names }: GroupedRows): Sql =>
  sumVisitors(
    names,
    sql`(
      select ${names}, session_id, ${totalsOfWholeVisits(sql`1`)}
      from (
        select ${columns}session_id, any_value(visit_length) as visit_length, count(*) as kept_rows
        from ${rows(sql`true`)} group by ${names}, session_id, visit_hour)
      group by ${names}, session_id)`,
  )

/**
 * Totals of visitors, each with `visitors` of 1, summed. Two hash tables in turn may go to disk, and that of
 * `count(distinct …)` may not.
 */
const sumVisitors = (names: Sql, byVisitor: Sql): Sql =>
  sql`(select ${names}, ${sumTotals} from ${byVisitor} group by ${names})`

/** The first instant of the hour that a row's visit began in. */
const hourBegin = sql`(visit_hour * ${literal(hourMs)}::bigint)`

/** Whether a visit begins in the hour in which another one of its session goes on, or is that other. */
const isOverlapping = (scope: Scope): Sql => sql`${visitKey} in (
  select unnest([${visitKey} - 1, ${visitKey}]) from ${visitRows(scope)}
  where ${visitKey} in (
    select ${visitKey} + 1 from ${visitRows(scope)} where ended_at >= ${hourBegin} + ${hourMs}))`

/**
 * By path or title without a hash per visit. A row is its visit's first there when the session was on it
 * never before, before the range, or before the hour that the visit began in. Only where two visits of
 * a session overlap in time, as in two tabs, may the row before be one of the other visit: rows of such
 * visits are few, and are counted again by hashing.
 */
function summarizeAtFirstRows(
  scope: Scope,
  { known, rows, fewRows, columns, names }: GroupedRows,
  { page, visitors }: VisitSummaryPlan & { form: 'at first rows' },
): Sql {
  const previous = predecessor[page]
  const isFirstOfVisitor = sql`(${previous} is null or ${previous} < ${rangeBegin(scope)})`
  const isFirst = sql`(${isFirstOfVisitor} or ${previous} < ${hourBegin})`
  // Who was on the page in one visit alone is one visitor in one group; the others are hashed.
  const key = sql`hash(session_id, ${dimensions[page].column})`
  const isOfSeveral = sql`${key} in (
    select distinct ${key}
    from ${known(sql`not ${isFirstOfVisitor} and (${isFirst} or ${isOverlapping(scope)})`)})`
  const hashed =
    visitors === 'by hashing' ? sql`case when ${isOfSeveral} then session_id end` : null
  const totalNames = hashed ? sql`${names}, hashed` : names
  const total = sql`(
    select ${totalNames}, count(*) as pageviews,
      count_if(${hashed ? sql`is_first` : sql`is_first_of_visitor`}) as visitors,
      count_if(is_first) as visits, count_if(is_first and visit_length = -1) as bounces,
      coalesce(sum(visit_length) filter (is_first and visit_length > 0), 0) as totaltime
    from (
      select ${columns}visit_length, ${isFirst} as is_first,
        ${isFirstOfVisitor} as is_first_of_visitor${hashed ? sql`, ${hashed} as hashed` : empty}
      from ${rows(sql`true`)})
    group by ${totalNames})`
  const counted = hashed
    ? sql`(select * replace (case when hashed is null then visitors else 1 end as visitors) from ${total})`
    : total
  const missed = sql`(
    select ${names}, any_value(visit_length) as visit_length, 1 - count_if(is_first) as visits
    from (
      select ${columns}${visitKey} as key, visit_length, ${isFirst} as is_first
      from ${fewRows(isOverlapping(scope))})
    group by ${names}, key having ${asBuildSide(sql`count(*) > 0`)})`
  return sql`(
    select ${names}, ${sumTotals}
    from (
      select ${names}, ${totalsColumns} from ${counted}
      union all
      select ${names}, 0, 0, sum(visits), coalesce(sum(visits) filter (visit_length = -1), 0),
        coalesce(sum(visits * visit_length) filter (visit_length > 0), 0)
      from ${missed} where visits > 0 group by ${names})
    group by ${names})`
}
