// Counting visitors and visits among page views without a hash table.
//
// Each page view remembers when its session, its visit, and its session on the same path or title was
// last seen before (columns …previous_at). In a range a visitor counts at its first row, the one whose
// predecessor lies before the range. This is exact for any range, under filters that keep all rows of
// a session or none; plan.ts says when they do.
//
// Four rows of one visitor, in two visits (– is null, and -1 for visit_gap):
//
//        at     visit  path  previous_at  visit_previous_at  visit_second_at  visit_gap  path_previous_at
//   A  10:00    1      /     –            –                  –                –          –
//   B  10:05    1      /a    10:00        10:00              –                300        –
//   C  10:20    1      /     10:05        10:05              10:00            900        10:00
//   D  12:00    2      /a    10:20        –                  –                –          10:05
//
// In a range that begins at 10:02 there are B, C and D: 3 views.
//
//   repeat_views     previous_at       ≥ 10:02   C, D   visitors = 3 − 2 = 1
//   second_or_later  visit_previous_at ≥ 10:02   C      visits   = 3 − 1 = 2
//   third_or_later   visit_second_at   ≥ 10:02   none   visits with a second view = 1 − 0 = 1
//                                                       bounces  = 2 − 1 = 1, the visit of D
//   seconds          visit_gap of C              900    from 10:05 to 10:20
//   visitors of /a   B, D less path_previous_at ≥ 10:02: 2 − 1 = 1
//
// Identity: seconds(range) = Σ gap − Σ gap where previous < start; here (300 + 900) − 300. Nearly every
// visit lies whole in the range, so the second sum reads few stretches of the table.

import { literal, type Sql, sql } from '../../db/sql.ts'
import { dimensions } from '../dimensions/dimensions.ts'
import { bucketKey } from './buckets.ts'
import type {
  ActiveSessionsForm,
  BreakdownPlan,
  DistinctScope,
  SeriesPlan,
  TotalsForm,
} from './plan.ts'
import { visitSeconds } from './relations.ts'
import type { Scope } from './scope.ts'
import { rangeBegin } from './target-rows.ts'
import {
  sumTotals,
  totalsColumns,
  totalsOfRepeats,
  totalsOfSingles,
  totalsOfVisits,
} from './totals-columns.ts'

/**
 * An aggregate over any rows: distinct sessions, by setting the bit of each number. Several times
 * faster than hashing, but takes an eighth of a byte per session there is and group, so it is for few
 * groups only. `kept` is a condition on the rows that count.
 */
export const countSessions = ({ sessionLimit }: Scope, kept: Sql = sql`true`): Sql =>
  sql`coalesce(bit_count(
    bitstring_agg(session_id, 0, ${literal(sessionLimit)}) filter (${kept})), 0)`

/** An aggregate over rows of any kind: distinct sessions. */
export const countActiveSessions = (scope: Scope, form: ActiveSessionsForm): Sql =>
  form === 'at every row'
    ? countSessions(scope)
    : countSessions(scope, sql`previous_at is null or previous_at < ${rangeBegin(scope)}`)

/** An aggregate over any rows: distinct visitors, by hashing. */
export const distinctVisitors = sql`count(distinct session_id)`

export const predecessor: Record<DistinctScope, Sql> = {
  session: sql`previous_at`,
  path: sql`path_previous_at`,
  title: sql`title_previous_at`,
}

/**
 * Of page views, the first of each visitor in the range. Two scans: of the second, whole stretches
 * are left out by the least value they have.
 */
export const firstInRange = (scope: Scope, rows: Sql, distinctScope: DistinctScope): Sql => sql`(
  select * from ${rows} where ${predecessor[distinctScope]} is null
  union all
  select * from ${rows} where ${predecessor[distinctScope]} < ${rangeBegin(scope)})`

// count_if of nothing but nulls is null.
const countRepeats = (column: Sql, scope: Scope): Sql =>
  sql`coalesce(count_if(${column} >= ${rangeBegin(scope)}), 0)`

/**
 * An aggregate over the page views of a bucket of time: visitors, each once per bucket. The rows carry
 * their bucket's key in column `key`.
 */
export function visitorsPerBucket(scope: Scope, plan: SeriesPlan): Sql {
  switch (plan.form) {
    case 'by hashing':
      return distinctVisitors
    case 'by predecessors since':
      return countWithout(sql`previous_at >= greatest(${rangeBegin(scope)}, ${plan.bucketBegin})`)
    case 'by predecessors of the same bucket':
      return countWithout(sql`previous_at >= ${rangeBegin(scope)}
        and ${bucketKey(scope.unit, scope.zone, scope, sql`previous_at`)} = key`)
  }
}

const countWithout = (isRepeat: Sql): Sql => sql`count(*) - coalesce(count_if(${isRepeat}), 0)`

/** What rows are grouped by: columns with their names, and those names. */
export interface Grouping {
  columns: Sql
  names: Sql
}

/** One group of all rows. */
const nothing: Grouping = { columns: sql`null as value`, names: sql`value` }

/** The columns of totals, of all page views of a relation, by each form. */
export const selectTotals: Record<TotalsForm, (scope: Scope, rows: Sql) => Sql> = {
  'by hashing': (_, rows) => asTotals(countByHash(rows, nothing)),
  'by predecessors, in one scan': (scope, rows) =>
    asTotals(countByPredecessors(scope, rows, nothing)),
  'by predecessors, in two scans': (scope, rows) => totalsFrom(scope, rows, countInOneScan),
  'by predecessors, a scan per column': (scope, rows) =>
    totalsFrom(scope, rows, countColumnByColumn),
}

const asTotals = (summary: Sql): Sql => sql`(select ${totalsColumns} from ${summary})`

const hasGap = sql`visit_gap >= 0`
const sumGaps = sql`count(*) as gaps, coalesce(sum(visit_gap), 0) as seconds`

/** `count` gives: views, repeat_views, third_or_later, and gaps and seconds of all gaps. */
const totalsFrom = (scope: Scope, rows: Sql, count: (scope: Scope, rows: Sql) => Sql): Sql => sql`(
    select ${totalsOfRepeats}
    from (
      select views, repeat_views, third_or_later,
        counted.gaps - outside.gaps as second_or_later,
        counted.seconds - outside.seconds as seconds
      from (select * from ${count(scope, rows)}) as counted
      cross join (
        select ${sumGaps} from ${rows} where visit_previous_at < ${rangeBegin(scope)}) as outside))`

const countInOneScan = (scope: Scope, rows: Sql): Sql => sql`(
          select count(*) as views, ${countRepeats(sql`previous_at`, scope)} as repeat_views,
            count(*) filter (${hasGap}) as gaps,
            coalesce(sum(visit_gap) filter (${hasGap}), 0) as seconds,
            ${countRepeats(sql`visit_second_at`, scope)} as third_or_later
          from ${rows})`

function countColumnByColumn(scope: Scope, rows: Sql): Sql {
  const repeats = (column: Sql) => sql`${rows} where ${column} >= ${rangeBegin(scope)}`
  return sql`(select count(*) as views from ${rows})
        cross join (select count(*) as repeat_views from ${repeats(sql`previous_at`)})
        cross join (select ${sumGaps} from ${rows} where ${hasGap})
        cross join (select count(*) as third_or_later from ${repeats(sql`visit_second_at`)})`
}

/**
 * The totals of page views by values. `rows` is a relation of page views. Columns: those of the
 * grouping and those of totals.
 */
export function selectSummary(
  scope: Scope,
  rows: Sql,
  grouping: Grouping,
  plan: BreakdownPlan,
): Sql {
  switch (plan.form) {
    case 'by hashing':
      return countByHash(rows, grouping)
    case 'by predecessors':
      return countByPredecessors(scope, rows, grouping)
    case 'by hashing repeated pages':
      return countWithFewHashes(scope, rows, grouping, plan.page)
  }
}

/** The summary by values that all rows of a session share. */
const countByPredecessors = (scope: Scope, rows: Sql, { columns, names }: Grouping): Sql => sql`(
    select ${names}, ${totalsOfRepeats} from (
      select ${columns}, count(*) as views,
        ${countRepeats(sql`previous_at`, scope)} as repeat_views,
        ${countRepeats(sql`visit_previous_at`, scope)} as second_or_later,
        ${countRepeats(sql`visit_second_at`, scope)} as third_or_later,
        coalesce(sum(visit_gap) filter (visit_previous_at >= ${rangeBegin(scope)}), 0) as seconds
      from ${rows}
      group by ${names}))`

/** The summary by hashing every row. */
const countByHash = (rows: Sql, { columns, names }: Grouping): Sql =>
  sql`(
    select ${names}, ${totalsOfVisits} from (
      select ${columns}, session_id, visit_hour, count(*) as views, ${visitSeconds} as seconds
      from ${rows} group by ${names}, session_id, visit_hour
    )
    group by ${names})`

/**
 * The summary by path or title. Most visitors see a page once: such a row is a view, a visitor, a
 * visit and a bounce of its own. Only rows of pages that a session saw again are hashed.
 */
function countWithFewHashes(
  scope: Scope,
  rows: Sql,
  { columns, names }: Grouping,
  page: 'path' | 'title',
): Sql {
  // Two pages of the same hash are hashed for nothing, and still counted right.
  const key = sql`hash(session_id, ${dimensions[page].column})`
  const repeatedKeys = sql`(
    select distinct ${key} as key from ${rows} where ${predecessor[page]} >= ${rangeBegin(scope)})`
  const repeatedRows = sql`(select * from ${rows} where ${key} in ${repeatedKeys})`
  const single = sql`(
    select ${names}, ${totalsOfSingles}
    from (
      select ${columns}, count(*) as views
      from ${rows} as seen anti join ${repeatedKeys} as repeated on ${key} = repeated.key
      group by ${names}))`
  const repeated = countByHash(repeatedRows, { columns, names })
  return sql`(
    select ${names}, ${sumTotals}
    from (select * from ${single} union all select * from ${repeated})
    group by ${names})`
}
