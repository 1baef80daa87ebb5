// What a statistic is asked about: the target, the range, the unit and zone, and the filters.

import { type TOptional, type TString, Type as t } from '@sinclair/typebox'
import type { EventReader } from '../../db/duckdb/event-reader.ts'
import type { Entities } from '../../db/sqlite/entities.ts'
import { badRequest, invalidField, unauthorized } from '../../errors.ts'
import { uuid } from '../../http/input/fields.ts'
import { wrongType } from '../../http/input/sentences.ts'
import type { Target } from '../../targets/store.ts'
import { type Range, unitFor } from '../../time/range.ts'
import type { Unit } from '../../time/units.ts'
import type { ZoneTable } from '../../time/zone-table.ts'
import { type FieldName, fieldNames, fields } from '../dimensions/dimensions.ts'
import { type Cohort, readCohort, readSegment } from '../filters/audience.ts'
import {
  type Condition,
  invalidPattern,
  type Match,
  parseCondition,
} from '../filters/conditions.ts'
import { type Predicate, patternCheck } from '../filters/predicate.ts'
import { showsPeople } from './people.ts'
import { parseRange } from './range-input.ts'
import { findZone } from './zones.ts'

/** What filters choose and lists count: rows one by one, or visits as a whole. */
export type Level = 'row' | 'visit'

export const levelField = {
  level: t.Optional(
    t.Union([t.Literal('row'), t.Literal('visit')], {
      error: 'Invalid level',
      description:
        'What is counted: `row`, each row by itself (default), or `visit`, whole visits. By visit a ' +
        'filter on referrer, channel, UTM, entry or exit chooses visits, each is in one group of such ' +
        'a list, and bounces and seconds are those of whole visits.',
    }),
  ),
}

export interface Scope extends Range {
  target: Target
  unit: Unit
  zone: ZoneTable
  /** Those of the query and those of the segment; both sorts hold, each joined by its own match. */
  conditions: readonly Condition[]
  match: Match
  segmentMatch: Match
  eventType: number | null
  cohort: Cohort | null
  excludesBounces: boolean
  level: Level
  /** Visits that began before this hour, in hours since the epoch, are rows of table `visit`. */
  closedHour: number
  /** Above the numbers of all sessions. */
  sessionLimit: number
}

/** What reading a scope needs: stored filters, the database that knows patterns, and the time. */
export interface ScopeServices {
  entities: Entities
  events: EventReader
  /** Epoch milliseconds. */
  now: () => number
}

/** Query fields of all filters. Numbered names, such as browser1, are taken besides. */
export const filterFields = {
  ...(Object.fromEntries(
    fieldNames.map((name) => [
      name,
      t.Optional(
        t.String({
          description: `${fields[name].label}: a value, a,b for any of several (\\, is a comma of a value), or an operator: eq. neq. c. dnc. re. nre.`,
        }),
      ),
    ]),
  ) as Record<FieldName, TOptional<TString>>),
  match: t.Optional(t.Union([t.Literal('all'), t.Literal('any')])),
  eventType: t.Optional(t.Integer({ minimum: 1, maximum: 5 })),
  excludeBounce: t.Optional(t.String({ description: 'Leaves out visits of a single page.' })),
  segment: t.Optional(uuid('Segment whose filters are added.')),
  cohort: t.Optional(uuid('Cohort whose sessions are kept.')),
}

const maxConditions = 100

/** What identifies people; what a session or an event says of itself may. */
const personal = ['distinctId', 'eventProperty', 'sessionProperty']

/** Throws 401 for a dimension that identifies people, where a share page does not show sessions. */
export function assertDimensionVisible(target: Target, dimension: string): void {
  if (personal.includes(dimension) && !showsPeople(target)) throw unauthorized()
}

/** Throws 400 for more filters, of all sorts together, than may be asked for at once. */
export function assertFilterCount(filters: number): void {
  if (filters > maxConditions) {
    throw badRequest(`Too many filters: at most ${maxConditions} are allowed.`)
  }
}

/** Whether something other than the filters by dimension keeps only a part of the rows. */
const hasOtherFilters = ({
  cohort,
  eventType,
  excludeBounce,
  search,
  containing,
}: ScopeInput): boolean => Boolean(cohort || eventType || excludeBounce || search || containing)

/** All that a cohort asks of a row. */
const listConditions = (cohort: Cohort | null): readonly Condition[] =>
  cohort ? [...(cohort.action ? [cohort.action] : []), ...cohort.conditions] : []

/** What a scope is made of: a query, or a report's parameters and filters. */
export interface ScopeInput {
  [name: string]: unknown
  startAt?: number
  endAt?: number
  startDate?: string | number
  endDate?: string | number
  period?: string
  unit?: Unit
  timezone?: string
  match?: Match
  eventType?: number
  excludeBounce?: string
  segment?: string
  cohort?: string
  level?: Level
}

/**
 * The scope of a request. Throws 400 for a bad range, zone or pattern, 404 for an unknown segment, and
 * 401 for filters where a share page allows none.
 */
export async function readScope(
  { entities, events, now }: ScopeServices,
  target: Target,
  input: ScopeInput,
): Promise<Scope> {
  const zone = findZone(input.timezone || undefined)
  const range = parseRange(input, zone, now())
  const segment = input.segment ? readSegment(entities, target.id, input.segment, zone) : null
  const own = Object.entries(input)
    .map(([key, value]) => parseCondition(key, value, zone))
    .filter((condition) => condition !== null)
  const conditions = [...own, ...(segment?.conditions ?? [])]
  const match = input.match ?? 'all'
  assertFilterCount(conditions.length)
  if (target.shared && !target.shared.allowsFilters) {
    if (conditions.length > 0 || hasOtherFilters(input)) throw unauthorized()
  }
  const cohort = input.cohort
    ? readCohort(entities, target.id, input.cohort, { zone, now: now() })
    : null
  for (const { dimension } of [...conditions, ...listConditions(cohort)]) {
    assertDimensionVisible(target, dimension)
  }
  await checkPatterns(events, [...conditions, ...listConditions(cohort)])
  return {
    ...range,
    target,
    unit: unitFor(range, input.unit, zone),
    zone,
    conditions,
    match,
    // Without own filters, `match` applies to a segment that stores none.
    segmentMatch: segment?.match ?? (own.length === 0 ? match : 'all'),
    eventType: input.eventType ?? null,
    cohort,
    excludesBounces: !['', '0', 'false'].includes(input.excludeBounce ?? ''),
    level: input.level ?? 'row',
    closedHour: events.closedHour,
    sessionLimit: events.sessionLimit,
  }
}

/**
 * Throws 400 for a bad pattern. Only the database knows which ones it takes, so it is asked before
 * the real query.
 */
export async function checkPatterns(
  events: EventReader,
  conditions: readonly Predicate[],
): Promise<void> {
  const check = patternCheck(conditions)
  if (!check) return
  try {
    await events.query(check)
  } catch (cause) {
    if (/invalid|regex|pattern|repetition|missing|unexpected/i.test(String(cause))) {
      throw invalidPattern()
    }
    throw cause
  }
}

/** Throws 400 unless the caller named a value. */
export function requireParam(name: string, value: string | undefined): string {
  if (!value) throw invalidField(name, wrongType('string', undefined))
  return value
}
