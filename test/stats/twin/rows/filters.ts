// Filters as section 2.6 and 2.7 of the contract define them, one row at a time.

import type { DimensionName } from '../../../../src/stats/dimensions/dimensions.ts'
import { toChannel } from './channels.ts'
import { isTrue } from './operators.ts'
import { ordered } from './order.ts'
import {
  isAskable,
  isNegation,
  isOnProperty,
  isPropertyPassed,
  liveProperties,
  type PropertyCondition,
  toPropertyCondition,
} from './property-conditions.ts'
import {
  isActivity,
  isCustom,
  isPage,
  isView,
  isVital,
  type Site,
  type StoredFilters,
  type TwinEvent,
} from './rows.ts'
import { cohortRange, type Range, toUnit, type Unit } from './time.ts'
import { isVisitAttribute, type Visits, wholeVisits } from './visits.ts'

export type Params = Record<string, string>

/** Filter names and the columns they test. */
export const filterColumns = {
  path: 'urlPath',
  referrer: 'referrerDomain',
  title: 'pageTitle',
  query: 'urlQuery',
  hostname: 'hostname',
  tag: 'tag',
  event: 'eventName',
  utmSource: 'utmSource',
  utmMedium: 'utmMedium',
  utmCampaign: 'utmCampaign',
  utmContent: 'utmContent',
  utmTerm: 'utmTerm',
  browser: 'browser',
  os: 'os',
  device: 'device',
  screen: 'screen',
  country: 'country',
  region: 'region',
  city: 'city',
  language: 'language',
  distinctId: 'distinctId',
} as const satisfies Record<DimensionName, keyof TwinEvent>

export type ColumnName = keyof typeof filterColumns
/** The first and last path of a row's visit in the range, and the row's channel, are filters too. */
export type FilterName = ColumnName | 'entry' | 'exit' | 'channel'
export const columnNames = Object.keys(filterColumns) as ColumnName[]
export const filterNames = [...columnNames, 'entry', 'exit', 'channel'] as const
const isFilterName = (name: string): name is FilterName => filterNames.some((one) => one === name)

export interface FieldCondition {
  name: FilterName
  operator: string
  value: string
}

export type Condition = FieldCondition | PropertyCondition

export interface Scope extends Range {
  site: Site
  unit: Unit
  zone: string
  /** Sets of conditions, each with its own match; a row passes every set. */
  asked: { conditions: Condition[]; match: string }[]
  eventType: number | null
  cohort: Set<string> | null
  excludesBounces: boolean
  /** The site's whole visits where they are what is counted; null where rows are. */
  visits: Visits | null
}

const operators = ['eq', 'neq', 'c', 'dnc', 're', 'nre']

/** What is asked of a site: the parameters of a query, or the filters of a report with its range. */
export function readScope(site: Site, params: Params, now: number): Scope {
  const range = { startAt: Number(params.startAt), endAt: Number(params.endAt) }
  const segment = params.segment ? site.stored.get(params.segment) : undefined
  const zone = params.timezone || 'UTC'
  const isAsked = (condition: Condition) => !isOnProperty(condition) || isAskable(condition, zone)
  const own = Object.entries(params)
    .map(([key, text]) => toPropertyCondition(key, text) ?? toCondition(key, text))
    .filter((condition) => condition !== null)
    .filter(isAsked)
  // A segment that says nothing of how it is joined listens to a query that asks nothing else.
  const left = own.length > 0 ? 'all' : params.match
  const asked = [{ conditions: own, match: params.match ?? 'all' }]
  if (segment) {
    const match = segment.parameters.match ?? left ?? 'all'
    asked.push({ conditions: storedConditions(segment).filter(isAsked), match })
  }
  const cohort = params.cohort ? site.stored.get(params.cohort) : undefined
  const visits = params.level === 'visit' ? wholeVisits(site) : null
  return {
    ...range,
    site,
    unit: toUnit(range, params.unit, zone),
    zone,
    asked,
    eventType: params.eventType ? Number(params.eventType) : null,
    cohort: cohort ? toMembers(site, cohort, { now, zone, visits }) : null,
    excludesBounces: !['', '0', 'false'].includes(params.excludeBounce ?? ''),
    visits,
  }
}

function toCondition(key: string, text: string): FieldCondition | null {
  const name = key.replace(/\d+$/, '')
  if (!isFilterName(name) || text === '') return null
  const dot = text.indexOf('.')
  const operator = dot < 0 ? '' : text.slice(0, dot)
  return operators.includes(operator)
    ? { name, operator, value: text.slice(dot + 1) }
    : { name, operator: 'eq', value: text }
}

const storedConditions = ({ parameters }: StoredFilters): Condition[] =>
  parameters.filters.flatMap(({ name, operator, value, property, dataType }): Condition[] => {
    if (name === 'eventProperty' || name === 'sessionProperty') {
      return [{ name, operator, value, property: property ?? '', type: dataType ?? 1 }]
    }
    return isFilterName(name) ? [{ name, operator, value }] : []
  })

/** Sessions with a row in the cohort's range on which its action and its filters hold. */
function toMembers(
  site: Site,
  cohort: StoredFilters,
  { now, zone, visits }: { now: number; zone: string; visits: Visits | null },
): Set<string> {
  const { action, dateRange = '', match } = cohort.parameters
  const conditions = storedConditions(cohort)
  const seen = rowsBetween(site, cohortRange(dateRange, now, zone))
  const holds = toTest(site, seen, zone, visits)
  const rows = seen.filter(
    (row) =>
      isActivity(row) &&
      (action === undefined ||
        holds({ name: action.type, operator: 'eq', value: action.value }, row)) &&
      isJoined(
        conditions.map((condition) => holds(condition, row)),
        match ?? 'all',
      ),
  )
  return new Set(rows.map(({ sessionId }) => sessionId))
}

const isJoined = (results: boolean[], match: string): boolean =>
  results.length === 0 || (match === 'any' ? results.some(Boolean) : results.every(Boolean))

/** The first or last path of each visit among rows of any kind, whatever the filters. */
export function edgePaths(rows: TwinEvent[], end: 'entry' | 'exit'): Map<string, string> {
  const sorted = ordered(
    rows.filter(isPage),
    ({ at }) => (end === 'entry' ? -at : at),
    ({ order }) => (end === 'entry' ? -order : order),
  )
  // The last one set stays.
  return new Map(sorted.map(({ visitId, urlPath }) => [visitId, urlPath]))
}

/** Whether the row's event, or its session, has a property that passes. */
const isPropertyHeld = (
  site: Site,
  row: TwinEvent,
  condition: PropertyCondition,
  zone: string,
): boolean =>
  isPropertyPassed(
    condition.name === 'eventProperty' ? row.data : liveProperties(site, row.sessionId),
    condition,
    zone,
  )

/** The test whether a condition holds on a row, of all the rows in a range, or on its whole visit. */
function toTest(site: Site, rows: TwinEvent[], zone: string, visits: Visits | null) {
  const edges = { entry: edgePaths(rows, 'entry'), exit: edgePaths(rows, 'exit') }
  return (condition: Condition, row: TwinEvent): boolean => {
    if (isOnProperty(condition)) return isPropertyHeld(site, row, condition, zone)
    const { name, operator, value } = condition
    const visit = visits?.get(row.visitId)
    if (name === 'entry' || name === 'exit') {
      const path = visit ? visit[name] : (edges[name].get(row.visitId) ?? null)
      // A visit without a page begins and ends nowhere, which is no text at all.
      return path === null
        ? operator.startsWith('n') || operator === 'dnc'
        : isTrue(operator, path, value)
    }
    if (visit && isVisitAttribute(name)) return isTrue(operator, visit[name] ?? '', value)
    // Filters on origins ask for arrivals.
    if ((name === 'referrer' || name === 'channel') && row.isInside) return false
    // A missing value is empty text.
    const text = name === 'channel' ? toChannel(row) : row[filterColumns[name]]
    return isTrue(operator, text ?? '', value, name === 'language')
  }
}

/** Rows of the site in a range; nothing before a reset. */
export const rowsBetween = ({ events, resetAt }: Site, { startAt, endAt }: Range): TwinEvent[] =>
  events.filter(({ at }) => at >= startAt && at >= (resetAt ?? at) && at <= endAt)

const kinds = {
  page: isPage,
  view: isView,
  custom: isCustom,
  activity: isActivity,
  vital: isVital,
} as const

export type Kind = keyof typeof kinds

/** What another row of the same session gives a condition; undefined where it is the row itself. */
type Verdict = (condition: Condition, row: TwinEvent) => boolean | undefined

/** Rows of a kind that the scope's filters keep. */
export function toRows(scope: Scope, kind: Kind, verdict: Verdict = () => undefined): TwinEvent[] {
  const { asked, eventType, cohort, visits } = scope
  const rows = rowsBetween(scope.site, scope)
  const holds = toTest(scope.site, rows, scope.zone, visits)
  const isAboutPages = kind === 'page' || kind === 'view'
  const visitsWith = new Map(
    asked
      .flatMap(({ conditions }) => conditions)
      .filter(({ name }) => isAboutPages && name === 'event')
      .map((condition) => [
        condition,
        new Set(
          rows
            .filter((row) => isCustom(row) && holds(condition, row))
            .map(({ visitId }) => visitId),
        ),
      ]),
  )
  // What negates keeps the visits in which no event has what it negates.
  const visitPasses = (condition: PropertyCondition, { visitId }: TwinEvent) => {
    const ofVisit = rows.filter((row) => row.visitId === visitId)
    const test = (row: TwinEvent) => isPropertyPassed(row.data, condition, scope.zone)
    return isNegation(condition) ? ofVisit.every(test) : ofVisit.some(test)
  }
  const passes = (condition: Condition, row: TwinEvent) =>
    verdict(condition, row) ??
    visitsWith.get(condition)?.has(row.visitId) ??
    (condition.name === 'eventProperty' && (isAboutPages || kind === 'vital')
      ? visitPasses(condition, row)
      : holds(condition, row))
  const counts = new Map<string, number>()
  for (const row of rows.filter(isPage)) {
    counts.set(row.visitId, (counts.get(row.visitId) ?? 0) + 1)
  }
  const viewCount = ({ visitId }: TwinEvent) =>
    (visits ? visits.get(visitId)?.views : counts.get(visitId)) ?? 0
  return rows.filter(
    (row) =>
      kinds[kind](row) &&
      asked.every(({ conditions, match }) =>
        isJoined(
          conditions.map((condition) => passes(condition, row)),
          match,
        ),
      ) &&
      (eventType === null || row.eventType === eventType) &&
      (cohort === null || cohort.has(row.sessionId)) &&
      !(scope.excludesBounces && isAboutPages && viewCount(row) <= 1),
  )
}
