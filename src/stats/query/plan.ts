// The plan: which form of a statement answers a question. Only this file chooses between forms; the
// builders (counting.ts, relations.ts, ../arrival/visit-paths.ts, …) each write the SQL of one form.
//
// All forms of a question give the same answer, which test/stats/twin checks on random data. The fast
// forms use what the store keeps with each page view: when its session, its visit, and its session on
// the same path or title were last seen before (the predecessor columns, explained in counting.ts).

import { type Paging, pageOffset } from '../../db/page.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { hourMs } from '../../time/durations.ts'
import { longestVisitSeconds } from '../../visits/select-visits.ts'
import {
  type DimensionName,
  dimensions,
  type FieldName,
  isInVisitTable,
  isOfSession,
  isVisitField,
  type VisitEnd,
} from '../dimensions/dimensions.ts'
import { bucketBegin } from './buckets.ts'
import type { Scope } from './scope.ts'
import { rangeBegin } from './target-rows.ts'

/** Rows within which a visitor counts once: all of a session, or those of one path or title. */
export type DistinctScope = 'session' | 'path' | 'title'

/**
 * Which page views of a session have the same value for sure: all, those of one path or title, those
 * of a visit (whose first or last page is the value); `null` when no column says.
 */
export type ValueScope = DistinctScope | VisitEnd | null

/** The value scope of one dimension, or of several together. */
export function findValueScope(names: readonly DimensionName[]): DistinctScope | null {
  const others = names.filter((name) => dimensions[name].per !== 'session')
  const [only] = others
  if (only === undefined) return 'session'
  return others.length === 1 && (only === 'path' || only === 'title') ? only : null
}

/**
 * Whether the filters keep, of the page views that count as one visitor, all or none. Only then does a
 * predecessor in the range count too. Filters on what changes within a session keep a part of it, as
 * do a kind of event and visits without bounces; a cohort keeps whole sessions.
 */
function keepsWholeSessions(scope: Scope, distinctScope: DistinctScope): boolean {
  if (scope.eventType !== null || scope.excludesBounces) return false
  return scope.conditions.every(
    ({ dimension }) => dimension === distinctScope || isOfSession(dimension),
  )
}

export type TotalsForm =
  | 'by predecessors, a scan per column'
  | 'by predecessors, in two scans'
  | 'by predecessors, in one scan'
  | 'by hashing'

/**
 * Totals of page views. Without filters each number has a scan of its own: where all rows of a stretch
 * fulfil a condition on one column, its values need not be read. With filters their columns would be
 * read by each of those scans, so nearly everything is counted in one. A cohort's sessions are
 * expensive to find, so there is exactly one scan.
 */
export function planTotals(scope: Scope): TotalsForm {
  if (!keepsWholeSessions(scope, 'session')) return 'by hashing'
  if (scope.cohort) return 'by predecessors, in one scan'
  return scope.conditions.length > 0
    ? 'by predecessors, in two scans'
    : 'by predecessors, a scan per column'
}

/** From the start of the hour that a visit began in to its last row. */
const longestVisitMs = hourMs + (longestVisitSeconds + 1) * 1000

export type VisitForm = 'by visits' | 'by rows'

/**
 * Visits at visit level, each whole. Without a filter on what changes within a visit, their own rows say
 * which are in the range, unless that is so short that a visit may begin before it and end after it
 * without a row in it.
 */
export function planVisits(scope: Scope): VisitForm {
  return scope.eventType === null &&
    scope.endAt - rangeBegin(scope) > longestVisitMs &&
    scope.conditions.every(({ dimension }) => isInVisitTable(dimension))
    ? 'by visits'
    : 'by rows'
}

/** Whether the filters keep, of the page views of a visit on one path or title, all or none. */
const keepsWholeVisits = (scope: Scope, page: 'path' | 'title'): boolean =>
  scope.eventType === null &&
  scope.conditions.every(
    ({ dimension }) => dimension === page || isVisitField(dimension) || isOfSession(dimension),
  )

export type VisitSummaryPlan =
  | { form: 'by visits' }
  | { form: 'at first rows'; page: 'path' | 'title'; visitors: 'at first rows' | 'by hashing' }
  | { form: 'by hashing' }

/**
 * Totals at visit level. By what all rows of a visit share, visits are counted by themselves. By path or
 * title a visit counts at its first row there, and a visitor at theirs; if the rows are grouped by what
 * belongs to visits too, or visits are chosen, a visitor may have one of each.
 */
export function planVisitSummary(
  scope: Scope,
  valueScope: ValueScope,
  fields: readonly FieldName[],
): VisitSummaryPlan {
  if (valueScope === 'session') {
    return planVisits(scope) === 'by visits' && fields.every(isInVisitTable)
      ? { form: 'by visits' }
      : { form: 'by hashing' }
  }
  if ((valueScope !== 'path' && valueScope !== 'title') || !keepsWholeVisits(scope, valueScope)) {
    return { form: 'by hashing' }
  }
  const countsFirst = !fields.some(isVisitField) && keepsWholeSessions(scope, valueScope)
  return {
    form: 'at first rows',
    page: valueScope,
    visitors: countsFirst ? 'at first rows' : 'by hashing',
  }
}

/** What a list of values is made of. */
export interface ListQuestion {
  valueScope: ValueScope
  /** There are only some values, whatever visitors do. */
  isFew?: boolean
  /** Only rows that contain a text are listed, which may be a part of a session or visit. */
  isSearched?: boolean
}

export type VisitorsPlan =
  | { form: 'by bitmap' }
  | { form: 'at first rows'; distinctScope: DistinctScope }
  | { form: 'at the ends of visits'; end: VisitEnd }
  | { form: 'by hashing' }

/**
 * Visitors by value. A bitmap is the fastest way to count any rows, but each value takes a bit per
 * session that exists, so values must be few. A visitor counts at the first row in the range of those
 * that share the value. Entry and exit pages need the row at that end of each visit and no other,
 * where a visit is kept whole.
 */
export function planVisitors(scope: Scope, question: ListQuestion): VisitorsPlan {
  const { valueScope } = question
  if (question.isFew) return { form: 'by bitmap' }
  if (valueScope === 'entry' || valueScope === 'exit') {
    return needsVisitEndsOnly(scope, question)
      ? { form: 'at the ends of visits', end: valueScope }
      : { form: 'by hashing' }
  }
  return valueScope !== null && keepsWholeSessions(scope, valueScope)
    ? { form: 'at first rows', distinctScope: valueScope }
    : { form: 'by hashing' }
}

export type BreakdownPlan =
  | { form: 'by predecessors' }
  | { form: 'by hashing repeated pages'; page: 'path' | 'title' }
  | { form: 'by hashing' }

/**
 * Views, visitors, visits, bounces and seconds by dimensions. What all rows of a session share needs no
 * hashing. By path or title most visitors see a page once, and only the others are hashed.
 */
export function planBreakdown(scope: Scope, valueScope: DistinctScope | null): BreakdownPlan {
  if (valueScope === null || !keepsWholeSessions(scope, valueScope)) return { form: 'by hashing' }
  return valueScope === 'session'
    ? { form: 'by predecessors' }
    : { form: 'by hashing repeated pages', page: valueScope }
}

export type SummaryPlan = BreakdownPlan | { form: 'by numbered visits'; end: VisitEnd }

/**
 * The same numbers by the values of one list. By entry or exit page a visit is hashed as numbers alone:
 * with a text each it takes more memory than small hosts have.
 */
export function planSummary(scope: Scope, question: ListQuestion): SummaryPlan {
  const { valueScope } = question
  if (valueScope !== 'entry' && valueScope !== 'exit') return planBreakdown(scope, valueScope)
  return needsVisitEndsOnly(scope, question)
    ? { form: 'by numbered visits', end: valueScope }
    : { form: 'by hashing' }
}

const needsVisitEndsOnly = (scope: Scope, { isSearched }: ListQuestion): boolean =>
  !isSearched && keepsWholeSessions(scope, 'session')

export type SeriesPlan =
  | { form: 'by predecessors since'; bucketBegin: Sql }
  | { form: 'by predecessors of the same bucket' }
  | { form: 'by hashing' }

/**
 * Visitors per bucket of time, each once per bucket. A row is a repeat when its predecessor lies in its
 * bucket. Where the bucket's first instant follows from its key (column `key`), one comparison says so;
 * in months, years and across some clock changes the predecessor's own bucket is computed.
 */
export function planSeries(scope: Scope): SeriesPlan {
  if (!keepsWholeSessions(scope, 'session')) return { form: 'by hashing' }
  const begin = bucketBegin(scope.unit, scope.zone, scope, sql`key`)
  return begin
    ? { form: 'by predecessors since', bucketBegin: begin }
    : { form: 'by predecessors of the same bucket' }
}

export type ActiveSessionsForm = 'at first rows' | 'at every row'

/**
 * Sessions among rows of every kind, counted by bitmap. Events have no predecessors; of page views,
 * which are most rows, the first of each session in the range is enough where sessions are kept whole.
 */
export const planActiveSessions = (scope: Scope): ActiveSessionsForm =>
  keepsWholeSessions(scope, 'session') ? 'at first rows' : 'at every row'

export type EventDataForm = 'by own columns' | 'by event'

/**
 * Properties of the events that the filters keep. A property repeats its event's target, session, time
 * and name: filters on those (a cohort is one on sessions) need no look at the event.
 */
export const planEventData = (scope: Scope): EventDataForm =>
  scope.eventType === null && scope.conditions.every(({ dimension }) => dimension === 'event')
    ? 'by own columns'
    : 'by event'

export type RevenueForm = 'all' | 'by event'

/** Payments of the events that the filters keep; without filters no event needs to be looked at. */
export const planRevenue = ({ conditions, cohort, eventType }: Scope): RevenueForm =>
  conditions.length > 0 || cohort || eventType !== null ? 'by event' : 'all'

const scanFactor = 16

/**
 * A page of the sessions that were active last: how many of the newest rows to scan, one scan after
 * another until the page is full; `null` is all of them. Rows scanned = page size × 16 (with the pages
 * before it), then × 16 again while too few sessions were found: the last page of many is found too,
 * and the first one, which is nearly always asked for, at the cost of some hundred rows.
 */
export function planSessionScans(paging: Paging, rows: number): (number | null)[] {
  const scans: (number | null)[] = []
  let limit = (pageOffset(paging) + paging.pageSize) * scanFactor
  for (; limit < rows; limit *= scanFactor) scans.push(limit)
  return [...scans, null]
}
