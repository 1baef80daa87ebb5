// Counting visitors and visits among page views without a hash table, where that is exact.
//
// Each page view remembers when its session, its visit, and its session on the same path or title
// was last seen before (columns …previous_at). In a range, a visitor is counted once, at its first
// row: so visitors = rows − rows whose predecessor lies in the range too. It holds for any range; and
// under filters that keep all rows of a session or none.

import { literal, type Sql, sql } from '../../db/sql.ts'
import { bucketBegin, bucketKey } from './buckets.ts'
import { dimensions, type FieldName, isDimension } from './dimensions.ts'
import { rangeBegin, visitSeconds } from './relations.ts'
import type { Scope } from './scope.ts'

/** Within which rows a visitor must count once: all of a session, or those of one path or title. */
export type DistinctScope = 'session' | 'path' | 'title'

/**
 * An aggregate over any rows: distinct sessions, by setting the bit of each number. Several times
 * faster than hashing, but takes an eighth of a byte per session there is and group, so it is for few
 * groups only. `kept` is a condition on the rows that count.
 */
export const countSessions = ({ sessionLimit }: Scope, kept: Sql = sql`true`): Sql =>
  sql`coalesce(bit_count(
    bitstring_agg(session_id, 0, ${literal(sessionLimit)}) filter (${kept})), 0)`

/**
 * The same over rows of any kind of whole sessions: of page views, which are most, only the first of
 * each session in the range is looked at.
 */
export const countActiveSessions = (scope: Scope): Sql =>
  keepsWholeSessions(scope, 'session')
    ? countSessions(scope, sql`previous_at is null or previous_at < ${rangeBegin(scope)}`)
    : countSessions(scope)

const predecessor: Record<DistinctScope, Sql> = {
  session: sql`previous_at`,
  path: sql`path_previous_at`,
  title: sql`title_previous_at`,
}

/** Whether the filters keep, of the rows that count as one, all or none. */
export function keepsWholeSessions(scope: Scope, distinctScope: DistinctScope): boolean {
  if (scope.eventType !== null || scope.excludesBounces) return false
  return scope.conditions.every(
    ({ dimension }) => isOfSession(dimension) || dimension === distinctScope,
  )
}

const isOfSession = (name: FieldName): boolean =>
  isDimension(name) && dimensions[name].per === 'session'

/**
 * Of page views, the first of each visitor in the range. Two scans: of the second, whole stretches
 * are left out by the least value they have.
 */
const firstInRange = (scope: Scope, rows: Sql, distinctScope: DistinctScope): Sql => sql`(
  select * from ${rows} where ${predecessor[distinctScope]} is null
  union all
  select * from ${rows} where ${predecessor[distinctScope]} < ${rangeBegin(scope)})`

// count_if of nothing but nulls is null.
const countRepeats = (column: Sql, scope: Scope): Sql =>
  sql`coalesce(count_if(${column} >= ${rangeBegin(scope)}), 0)`

/**
 * An aggregate, distinct visitors, and the relation it is of: as many of these page views as it
 * needs. `null` stands for rows of no fixed kind.
 */
export function countVisitors(
  scope: Scope,
  rows: Sql,
  distinctScope: DistinctScope | null,
): { visitors: Sql; among: Sql } {
  if (distinctScope === null || !keepsWholeSessions(scope, distinctScope)) {
    return { visitors: sql`count(distinct session_id)`, among: rows }
  }
  return { visitors: sql`count(*)`, among: firstInRange(scope, rows, distinctScope) }
}

/**
 * The same within each bucket of time, of rows that carry their bucket's key in column `key`: a
 * session seen in two buckets counts in both.
 */
export function visitorsPerBucket(scope: Scope): Sql {
  if (!keepsWholeSessions(scope, 'session')) return sql`count(distinct session_id)`
  const begin = bucketBegin(scope.unit, scope.zone, scope, sql`key`)
  const isAgain = begin
    ? sql`previous_at >= greatest(${rangeBegin(scope)}, ${begin})`
    : sql`previous_at >= ${rangeBegin(scope)}
        and ${bucketKey(scope.unit, scope.zone, scope, sql`previous_at`)} = key`
  return sql`count(*) - coalesce(count_if(${isAgain}), 0)`
}

/** What rows are grouped by: columns with their names, and those names. */
export interface Grouping {
  columns: Sql
  names: Sql
}

/** One group of all rows. */
const nothing: Grouping = { columns: sql`null as value`, names: sql`value` }

/**
 * Views, visitors, visits, bounces and seconds of all page views of a relation. One scan per column:
 * where all rows of a stretch fulfil a condition on one column, its values need not be read.
 * Columns: pageviews, visitors, visits, bounces, totaltime.
 */
export function selectTotals(scope: Scope, rows: Sql): Sql {
  const columns = sql`pageviews, visitors, visits, bounces, totaltime`
  // A cohort's sessions would be looked for once per scan.
  if (!keepsWholeSessions(scope, 'session') || scope.cohort) {
    return sql`(select ${columns} from ${selectSummary(scope, rows, nothing, 'session')})`
  }
  const begin = rangeBegin(scope)
  const beyond = (column: Sql) => sql`${rows} where ${column} >= ${begin}`
  const hasGap = sql`visit_gap >= 0`
  const gaps = sql`count(*) as gaps, coalesce(sum(visit_gap), 0) as seconds`
  // What other filters ask for is looked for in one scan, of all columns at once.
  const counted =
    scope.conditions.length > 0
      ? sql`(
          select count(*) as pageviews, ${countRepeats(sql`previous_at`, scope)} as again,
            count(*) filter (${hasGap}) as gaps,
            coalesce(sum(visit_gap) filter (${hasGap}), 0) as seconds,
            ${countRepeats(sql`visit_second_at`, scope)} as third
          from ${rows})`
      : sql`(select count(*) as pageviews from ${rows})
        cross join (select count(*) as again from ${beyond(sql`previous_at`)})
        cross join (select ${gaps} from ${rows} where ${hasGap})
        cross join (select count(*) as third from ${beyond(sql`visit_second_at`)})`
  // Nearly every visit lies whole in the range. So all gaps are counted, in their narrow column, and
  // those that reach back before it are taken off, for which few stretches need to be looked at.
  return sql`(
    select pageviews, pageviews - again as visitors, pageviews - second as visits,
      pageviews - second - (second - third) as bounces, totaltime
    from (
      select pageviews, again, third, counted.gaps - outside.gaps as second,
        counted.seconds - outside.seconds as totaltime
      from (select * from ${counted}) as counted
      cross join (
        select ${gaps} from ${rows} where visit_previous_at < ${begin}) as outside))`
}

/**
 * Views, visitors, visits, bounces and seconds of page views by values. `rows` is a relation of page
 * views; `distinctScope` says which of a session's rows always have the same values, as for visitors.
 * Columns: those of the grouping, pageviews, visitors, visits, bounces, totaltime.
 */
export function selectSummary(
  scope: Scope,
  rows: Sql,
  grouping: Grouping,
  distinctScope: DistinctScope | null,
): Sql {
  if (distinctScope === null || !keepsWholeSessions(scope, distinctScope))
    return countByHash(rows, grouping)
  if (distinctScope !== 'session') return countWithFewHashes(scope, rows, grouping, distinctScope)
  const second = countRepeats(sql`visit_previous_at`, scope)
  const third = countRepeats(sql`visit_second_at`, scope)
  return sql`(
    select ${grouping.columns}, count(*) as pageviews,
      count(*) - ${countRepeats(sql`previous_at`, scope)} as visitors,
      count(*) - ${second} as visits,
      -- Visits less those with a second row: rows that follow one in the range, but not two.
      count(*) - ${second} - (${second} - ${third}) as bounces,
      coalesce(sum(visit_gap) filter (visit_previous_at >= ${rangeBegin(scope)}), 0) as totaltime
    from ${rows}
    group by ${grouping.names})`
}

/** The summary by hashing every row. */
const countByHash = (rows: Sql, { columns, names }: Grouping): Sql =>
  sql`(
    select ${names}, ${ofVisits} from (
      select ${columns}, session_id, visit_hour, count(*) as views, ${visitSeconds} as seconds
      from ${rows} group by ${names}, session_id, visit_hour
    )
    group by ${names})`

/** The numbers of a summary, of one row per visit with its `views` and `seconds`. */
export const ofVisits = sql`coalesce(sum(views), 0) as pageviews,
  count(distinct session_id) as visitors, count(*) as visits, count_if(views = 1) as bounces,
  coalesce(sum(seconds), 0) as totaltime`

/**
 * The summary by path or title. Most visitors see a page once: such a row is a view, a visitor, a
 * visit and a bounce of its own. Only rows of pages that a session saw again are hashed.
 */
function countWithFewHashes(
  scope: Scope,
  rows: Sql,
  { columns, names }: Grouping,
  distinctScope: 'path' | 'title',
): Sql {
  // Two pages of the same hash are hashed for nothing, and still counted right.
  const key = sql`hash(session_id, ${dimensions[distinctScope].column})`
  const again = sql`(
    select distinct ${key} as key from ${rows} where ${predecessor[distinctScope]} >= ${rangeBegin(scope)})`
  const repeated = sql`(select * from ${rows} where ${key} in ${again})`
  const single = sql`(
    select ${names}, rows as pageviews, rows as visitors, rows as visits, rows as bounces,
      0 as totaltime
    from (
      select ${columns}, count(*) as rows
      from ${rows} as seen anti join ${again} as again on ${key} = again.key
      group by ${names}))`
  const repeatedly = countByHash(repeated, { columns, names })
  return sql`(
    select ${names}, sum(pageviews) as pageviews, sum(visitors) as visitors, sum(visits) as visits,
      sum(bounces) as bounces, sum(totaltime) as totaltime
    from (select * from ${single} union all select * from ${repeatedly})
    group by ${names})`
}
