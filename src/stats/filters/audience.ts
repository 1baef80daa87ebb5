// Segments and cohorts as stored, made into conditions.

import type { Entities } from '../../db/sqlite/entities.ts'
import { notFound } from '../../errors.ts'
import { relativeRange, type SegmentParameters } from '../../segments/parameters.ts'
import { findSegment, type SegmentType } from '../../segments/store.ts'
import { floorInstant } from '../../time/buckets.ts'
import { addUnits, floorWall, floorWeek } from '../../time/calendar.ts'
import { hourMs } from '../../time/durations.ts'
import type { Range } from '../../time/range.ts'
import type { Unit } from '../../time/units.ts'
import { toInstant, toWall, type Zone } from '../../time/zone.ts'
import { isField, isPropertyKind } from '../dimensions/dimensions.ts'
import type { Condition, Match } from './conditions.ts'
import { isTextOperator } from './predicate.ts'
import { readFilter } from './property-filter.ts'

export interface Segment {
  conditions: readonly Condition[]
  match: Match | null
}

/** Sessions that did an action, under conditions, within a range of their own. */
export interface Cohort extends Range {
  action: Condition | null
  conditions: readonly Condition[]
  match: Match
}

/** The segment of this website. Throws 404 for any other id. */
export function readSegment(db: Entities, websiteId: string, id: string, zone: Zone): Segment {
  const stored = readParameters(db, websiteId, id, 'segment')
  if (!stored) throw notFound('Segment not found.')
  return {
    conditions: toConditions(stored, zone).map((condition) => ({
      ...condition,
      isOfSegment: true,
    })),
    match: stored.match ?? null,
  }
}

/** The cohort of this website, its range in the zone. Throws 404 for any other id. */
export function readCohort(
  db: Entities,
  websiteId: string,
  id: string,
  { zone, now }: { zone: Zone; now: number },
): Cohort {
  const stored = readParameters(db, websiteId, id, 'cohort')
  if (!stored) throw notFound('Cohort not found.')
  const { action } = stored
  return {
    ...cohortRange(stored.dateRange ?? '', now, zone),
    action:
      action && isField(action.type)
        ? { dimension: action.type, operator: 'eq', value: action.value }
        : null,
    conditions: toConditions(stored, zone),
    match: stored.match ?? 'all',
  }
}

/** The stored parameters; `null` unless the website has such a segment or cohort. */
function readParameters(
  db: Entities,
  websiteId: string,
  id: string,
  type: SegmentType,
): SegmentParameters | null {
  const stored = findSegment(db, websiteId, id)
  return stored?.type === type ? (JSON.parse(stored.parameters) as SegmentParameters) : null
}

const toConditions = ({ filters = [] }: SegmentParameters, zone: Zone): Condition[] =>
  filters.flatMap(({ name, operator, value, property, dataType }): Condition[] => {
    if (isPropertyKind(name)) {
      const filter = readFilter(
        { property: property ?? '', type: dataType ?? 1, operator, value },
        zone,
      )
      return filter ? [{ ...filter, dimension: name }] : []
    }
    return isField(name) && isTextOperator(operator) && value !== ''
      ? [{ dimension: name, operator, value }]
      : []
  })

const allTime: Range = { startAt: 0, endAt: 8.64e15 }

const relativePattern = new RegExp(`^${relativeRange}$`)

type CohortUnit = Exclude<Unit, 'minute'> | 'week'

/**
 * `range:<startMs>:<endMs>`, or `<n><unit>`: from n units before the start of the current unit to the
 * current unit's end, by the clock and the calendar of the zone; weeks begin on Sunday. Anything else
 * is all time.
 */
function cohortRange(text: string, now: number, zone: Zone): Range {
  const fixed = /^range:(\d+):(\d+)$/.exec(text)
  if (fixed) return { startAt: Number(fixed[1]), endAt: Number(fixed[2]) }
  const relative = relativePattern.exec(text)
  if (!relative) return allTime
  const count = Number(relative[1])
  const unit = relative[2] as CohortUnit
  if (unit === 'hour') {
    // Hours are counted as they pass, also when the clock is changed between.
    const begin = floorInstant(zone, now, 'hour')
    return { startAt: begin - count * hourMs, endAt: begin + hourMs - 1 }
  }
  const wall = toWall(zone, now)
  return {
    startAt: toInstant(zone, unitStart(unit, wall, -count)),
    endAt: toInstant(zone, unitStart(unit, wall, 1)) - 1,
  }
}

/** Start of the unit that holds a wall time, or of one so many units later. */
const unitStart = (unit: Exclude<CohortUnit, 'hour'>, wall: number, later: number): number =>
  unit === 'week'
    ? addUnits(floorWeek(wall, 0), 'day', 7 * later)
    : addUnits(floorWall(wall, unit), unit, later)
