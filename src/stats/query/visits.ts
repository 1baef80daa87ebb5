// Visits as a whole, for statistics at visit level: what they came from, where they began and ended, how
// long they were, whatever part of them a range or filters see.

import { all, any, join, reading, type Sql, sql } from '../../db/sql.ts'
import { hourMs } from '../../time/durations.ts'
import {
  longestVisitSeconds,
  selectVisits,
  type VisitColumns,
  visitHoursAt,
  visitKey,
  visitLength,
} from '../../visits/select-visits.ts'
import { isVisitField, type VisitField, visitFields } from '../dimensions/dimensions.ts'
import { type Condition, conditionSql, type FieldCondition } from '../filters/conditions.ts'
import { negated } from '../filters/predicate.ts'
import { isSessionWithProperty } from './property-rows.ts'
import type { Scope } from './scope.ts'
import { rangeBegin } from './target-rows.ts'

interface Hours {
  first: number
  last: number
}

/** A filter on what belongs to a visit as a whole. */
export type VisitCondition = FieldCondition & { dimension: VisitField }

/** Whether the scope's level has this filter choose visits. */
export const isOnVisits = (
  { level }: Pick<Scope, 'level'>,
  condition: Condition,
): condition is VisitCondition => level === 'visit' && isVisitField(condition.dimension)

/** The condition on a visit. One without a page view begins and ends nowhere, which is no text. */
export function fulfilsVisit(condition: VisitCondition): Sql {
  const column = visitFields[condition.dimension]
  if (condition.dimension !== 'entry' && condition.dimension !== 'exit') {
    return conditionSql(condition, column)
  }
  const negation = negated(condition)
  const isFound = sql`(${column} is not null and ${conditionSql(negation ?? condition, column)})`
  return negation ? sql`not ${isFound}` : isFound
}

/** The condition on what all rows of a session share. Throws RangeError for one on its events. */
export function fulfilsSession(scope: Scope, condition: Condition): Sql {
  switch (condition.dimension) {
    case 'eventProperty':
      throw new RangeError('a property of events is none of their session')
    case 'sessionProperty':
      return isSessionWithProperty(scope, condition)
    default:
      return conditionSql(condition)
  }
}

/** On any row: whether its visit fulfils a condition on visits. */
export const isInVisits = (scope: Scope, kept: Sql, columns: VisitColumns): Sql =>
  sql`${visitKey} in (select ${visitKey} from ${visitRows(scope, columns)} where ${kept})`

/** What conditions need of visits. */
export const toVisitColumns = (conditions: readonly Condition[]): VisitColumns =>
  conditions.some(({ dimension }) => dimension === 'channel') ? 'all' : 'all but channel'

/** Hours in which visits began that may have a row in the range: those whose visits are rows, and others. */
function splitHours({ target, startAt, endAt, closedHour }: Scope) {
  const span = {
    first: visitHoursAt(rangeBegin({ target, startAt })).first,
    last: visitHoursAt(endAt).last,
  }
  // Visits that a reset cuts have only the rows after it.
  const cut = target.resetAt === null ? null : visitHoursAt(target.resetAt)
  const stored = {
    first: Math.max(span.first, cut ? cut.last + 1 : span.first),
    last: Math.min(span.last, closedHour - 1),
  }
  const made = [
    ...(cut
      ? [{ first: Math.max(span.first, cut.first), last: Math.min(span.last, cut.last) }]
      : []),
    { first: Math.max(stored.first, closedHour), last: span.last },
  ].filter(({ first, last }) => first <= last)
  return { span, stored, made }
}

/**
 * Rows in the range, each with the `visit_length` of its whole visit, also of visits that are not rows of
 * their own yet.
 */
export function withVisitLength(scope: Scope, rows: Sql): Sql {
  const { made } = splitHours(scope)
  if (made.length === 0) return rows
  const isMade = sql`(${any(made.map(isBegunIn))})`
  return sql`(
    select * from ${rows} where not ${isMade}
    union all
    select seen.* replace (whole.visit_length as visit_length)
    from ${rows} as seen
    join (
      select ${visitKey} as visit_key, ${visitLength} as visit_length
      from ${selectVisits(visitEventRows(scope, made), 'all but channel')}) as whole
      on ${visitKey} = visit_key
    where ${isMade})`
}

/**
 * The target's visits that have a row in the range, and some others that began in the same hours: each
 * as one row with the columns of table `visit`; by default those that the scope's filters need.
 */
export function visitRows(
  scope: Scope,
  columns: VisitColumns = toVisitColumns(scope.conditions),
): Sql {
  const { target } = scope
  const { span, stored, made } = splitHours(scope)
  const readAt = {
    target: target.number,
    startAt: span.first * hourMs,
    endAt: (span.last + 1) * hourMs + (longestVisitSeconds + 1) * 1000,
  }
  const selected = columns === 'all' ? sql`*` : sql`* exclude (channel)`
  const parts = [
    ...(stored.first <= stored.last || made.length === 0
      ? [
          sql`select ${selected} from visit where source_id = ${target.number} and ${isBegunIn(stored)}`,
        ]
      : []),
    ...(made.length === 0 ? [] : [sql`from ${selectVisits(visitEventRows(scope, made), columns)}`]),
  ]
  return reading(readAt, sql`(${join(parts, sql` union all by name `)})`)
}

/** Rows of the visits that began in these hours. Nothing before a reset is ever seen. */
const visitEventRows = ({ target }: Scope, hours: readonly Hours[]): Sql => sql`(
  select * from event
  where source_id = ${target.number} and ${any(hours.map(isBegunIn))}
    and created_at >= ${target.resetAt ?? 0})`

const isBegunIn = ({ first, last }: Hours): Sql =>
  all([sql`visit_hour >= ${first}`, sql`visit_hour <= ${last}`])
