// The named relations from which every statistic starts. What makes them fast belongs here.

import type { TargetKind } from '../../access/target-kind.ts'
import { all, type Sql, sql } from '../../db/sql.ts'
import { isNavigation } from '../../visits/arrival.ts'
import { withChannel } from '../../visits/channels.ts'
import {
  idInPlace,
  isActivity,
  isCustom,
  isOfType,
  isPage,
  placeInTime,
} from '../../visits/event-kind.ts'
import type { VisitEnd } from '../dimensions/dimensions.ts'
import {
  type Condition,
  conditionSql,
  type FieldCondition,
  joinConditions,
  joined,
  type Match,
} from '../filters/conditions.ts'
import { negated } from '../filters/predicate.ts'
import { eventTable } from './people.ts'
import { planEventData } from './plan.ts'
import { isEventKept, isSessionWithProperty, isVisitWithProperty } from './property-rows.ts'
import type { Scope } from './scope.ts'
import { rangeBegin, targetRows } from './target-rows.ts'
import { fulfilsVisit, isInVisits, isOnVisits, toVisitColumns } from './visits.ts'

/** Which of a target's rows: page views (with link and pixel hits), custom events, all but vitals. */
type Kind = 'page' | 'custom' | 'activity' | 'vitals'

/** What page views are to a target; one comparison is cheaper than two. */
const pageByKind: Record<TargetKind, Sql> = {
  website: isOfType('page'),
  link: isOfType('link'),
  pixel: isOfType('pixel'),
}

const kinds: Record<Exclude<Kind, 'page'>, Sql> = {
  custom: isCustom,
  activity: isActivity,
  vitals: isOfType('vitals'),
}

/** Page views in the range, whatever the filters. */
export const allPageRows = (scope: Scope): Sql =>
  sql`(select * from event where ${targetRows(scope)} and ${pageByKind[scope.target.kind]})`

/** Page views that the scope's filters keep. */
export const pageRows = (scope: Scope): Sql => rows(scope, 'page')

/** Custom events that the scope's filters keep. */
export const customRows = (scope: Scope): Sql => rows(scope, 'custom')

/** Everything visitors did that the filters keep: page views and custom events. */
export const activityRows = (scope: Scope, elsewhere?: Elsewhere): Sql =>
  rows(scope, 'activity', elsewhere)

/** Performance measurements that the filters keep. */
export const vitalRows = (scope: Scope): Sql => rows(scope, 'vitals')

/** A condition that a question tests elsewhere than on the row; `null` for one that the row fulfils. */
type Elsewhere = (condition: Condition) => Sql | null

function rows(scope: Scope, kind: Kind, elsewhere: Elsewhere = () => null): Sql {
  const ofKind = kind === 'page' ? pageByKind[scope.target.kind] : kinds[kind]
  const found = sql`select * from ${eventTable(scope.target)} where ${targetRows(scope)} and ${ofKind}`
  const kept = filters(scope, kind, elsewhere)
  const onRows = scope.conditions.filter(
    (condition) => !isOnVisits(scope, condition) && elsewhere(condition) === null,
  )
  return hasChannel(onRows)
    ? sql`(select * exclude (channel) from ${withChannel(sql`(${found})`)} where ${kept})`
    : sql`(${found} and ${kept})`
}

/** Whether conditions need the rows with their channel. */
const hasChannel = (conditions: readonly Condition[]): boolean =>
  conditions.some(({ dimension }) => dimension === 'channel')

/** The scope's filters as a condition on one row. */
function filters(scope: Scope, kind: Kind, elsewhere: Elsewhere = () => null): Sql {
  const { eventType, cohort, excludesBounces } = scope
  const isKept = (condition: Condition): Sql =>
    elsewhere(condition) ??
    (kind === 'page' || kind === 'vitals'
      ? isFulfilledByVisit(scope, condition, kind)
      : isFulfilled(scope, condition))
  return all([
    joinConditions(scope, (conditions, match) => joinKept(scope, conditions, match, isKept)),
    ...(eventType === null ? [] : [sql`event_type = ${eventType}`]),
    ...(cohort ? [isInCohort(scope, cohort)] : []),
    ...(excludesBounces && kind === 'page' ? [isNoBounce(scope)] : []),
  ])
}

/** Conditions joined; visits are chosen by all theirs at once. */
function joinKept(
  scope: Scope,
  conditions: readonly Condition[],
  match: Match,
  isKept: (condition: Condition) => Sql,
): Sql {
  const onVisits = conditions.filter((condition) => isOnVisits(scope, condition))
  const others = conditions.filter((condition) => !isOnVisits(scope, condition))
  return joined(
    [
      ...others.map(isKept),
      ...(onVisits.length === 0
        ? []
        : [isInVisits(scope, joined(onVisits.map(fulfilsVisit), match), toVisitColumns(onVisits))]),
    ],
    match,
  )
}

/** Rows that are no events themselves fulfil a condition on events when one of their visit does. */
function isFulfilledByVisit(scope: Scope, condition: Condition, kind: 'page' | 'vitals'): Sql {
  if (condition.dimension === 'eventProperty') return isVisitWithProperty(scope, condition)
  return kind === 'page' && condition.dimension === 'event'
    ? isVisitWithEvent(scope, condition)
    : isFulfilled(scope, condition)
}

/** The condition on one row, on its visit, or on an end of its visit in the scope's range. */
function isFulfilled(scope: Scope, condition: Condition): Sql {
  if (isOnVisits(scope, condition)) {
    return isInVisits(scope, fulfilsVisit(condition), toVisitColumns([condition]))
  }
  switch (condition.dimension) {
    case 'eventProperty':
      return isEventKept(scope, condition)
    case 'sessionProperty':
      return isSessionWithProperty(scope, condition)
    case 'entry':
    case 'exit':
      return isVisitWithEnd(scope, condition.dimension, condition)
    case 'referrer':
    case 'channel':
      // Where visitors came from is a question about arrivals, also one that excludes an origin.
      return sql`(not ${isNavigation} and ${conditionSql(condition)})`
    default:
      return conditionSql(condition)
  }
}

/** Visits that begin or end on such a page. One without a page view fulfils only what negates. */
function isVisitWithEnd(scope: Scope, end: VisitEnd, condition: FieldCondition): Sql {
  const negation = negated(condition)
  const isFound = sql`(session_id, visit_hour) in (
    select (session_id, visit_hour) from event
    where ${targetRows(scope)} and ${isPage} and ${isVisitEnd[end](scope)}
      and ${conditionSql(negation ?? condition)})`
  return negation ? sql`not ${isFound}` : isFound
}

/** Page views carry no event name; a filter on it keeps those of visits that have such an event. */
const isVisitWithEvent = (scope: Scope, condition: FieldCondition): Sql =>
  sql`(session_id, visit_hour) in (
    select (session_id, visit_hour) from event
    where ${targetRows(scope)} and ${isCustom} and ${conditionSql(condition)})`

/** Sessions that did the cohort's action, all its conditions holding on that same row. */
export function isInCohort(scope: Scope, cohort: NonNullable<Scope['cohort']>): Sql {
  const range = { ...scope, startAt: cohort.startAt, endAt: cohort.endAt }
  const found = sql`(select * from event where ${targetRows(range)} and ${isActivity})`
  const pieces = cohort.conditions.map((condition) => isFulfilled(range, condition))
  const onRows = [...(cohort.action ? [cohort.action] : []), ...cohort.conditions].filter(
    (condition) => !isOnVisits(scope, condition),
  )
  return sql`session_id in (
    select session_id from ${hasChannel(onRows) ? withChannel(found) : found}
    where ${cohort.action ? isFulfilled(range, cohort.action) : sql`true`}
      and ${joined(pieces, cohort.match)})`
}

/** Visits with more than one page view, whatever the filters: in the range, or as a whole. */
const isNoBounce = (scope: Scope): Sql =>
  scope.level === 'visit'
    ? isInVisits(scope, sql`views > 1`, 'all but channel')
    : sql`(session_id, visit_hour) in (
    select (session_id, visit_hour) from event
    where ${targetRows(scope)} and ${isPage}
    group by session_id, visit_hour having count(*) > 1)`

/** Whether a page view is the first, or the last, of its visit in the range. */
export const isVisitEnd: Record<VisitEnd, (scope: Scope) => Sql> = {
  entry: (scope) => sql`(visit_previous_at is null or visit_previous_at < ${rangeBegin(scope)})`,
  exit: (scope) => sql`event_id in (
    select ${idInPlace(sql`last`)} from (
      select max(${placeInTime}) as last
      from event where ${targetRows(scope)} and ${isPage}
      group by session_id, visit_hour))`,
}

/** Whole seconds from the first to the last of the rows grouped: epoch seconds, subtracted. */
export const visitSeconds = sql`(max(created_at) // 1000 - min(created_at) // 1000)`

/** Properties of the events, page views included, that the filters keep: one row per property. */
export function eventDataRows(scope: Scope): Sql {
  const kept =
    planEventData(scope) === 'by own columns'
      ? filters(scope, 'activity')
      : sql`event_id in (select event_id from ${activityRows(scope)})`
  return sql`(select * from event_data where ${targetRows(scope)} and ${kept})`
}

/** On any row of a session: whether the session did something that the filters keep. */
export const isSessionKept = (scope: Scope): Sql =>
  sql`session_id in (select session_id from ${activityRows(scope)})`
