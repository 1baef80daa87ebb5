// Segments and cohorts as stored, made into conditions.

import type { Entities } from '../../db/sqlite/entities.ts'
import { notFound } from '../../errors.ts'
import { floorInstant } from '../../time/buckets.ts'
import { addUnits, floorWall, floorWeek } from '../../time/calendar.ts'
import { hourMs } from '../../time/constants.ts'
import type { Range } from '../../time/range.ts'
import type { Unit } from '../../time/units.ts'
import { toInstant, toWall, type Zone } from '../../time/zone.ts'
import { isField } from '../query/dimensions.ts'
import { type Condition, isOperator, type Match } from './conditions.ts'

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

interface Parameters {
  filters?: { name: string; operator: string; value: string }[]
  match?: Match
  dateRange?: string
  action?: { type: string; value: string }
}

/** The segment of this website. Throws 404 for any other id. */
export function findSegment(db: Entities, websiteId: string, id: string): Segment {
  const stored = readParameters(db, websiteId, id, 'segment')
  if (!stored) throw notFound('Segment not found.')
  return {
    conditions: toConditions(stored).map((condition) => ({ ...condition, isOfSegment: true })),
    match: stored.match ?? null,
  }
}

/** The cohort of this website, its range in the zone. Throws 404 for any other id. */
export function findCohort(
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
    conditions: toConditions(stored),
    match: stored.match ?? 'all',
  }
}

function readParameters(
  db: Entities,
  websiteId: string,
  id: string,
  type: 'segment' | 'cohort',
): Parameters | null {
  const row = db
    .query<{ parameters: string }, [string, string, string]>(
      'select parameters from segment where id = ? and website_id = ? and type = ?',
    )
    .get(id.toLowerCase(), websiteId, type)
  return row && (JSON.parse(row.parameters) as Parameters)
}

const toConditions = ({ filters = [] }: Parameters): Condition[] =>
  filters.flatMap(({ name, operator, value }) =>
    isField(name) && isOperator(operator) && value !== ''
      ? [{ dimension: name, operator, value }]
      : [],
  )

const allTime: Range = { startAt: 0, endAt: 8.64e15 }

type CohortUnit = Exclude<Unit, 'minute'> | 'week'

/**
 * `range:<startMs>:<endMs>`, or `<n><unit>`: from n units before the start of the current unit to the
 * current unit's end, by the clock and the calendar of the zone; weeks begin on Sunday. Anything else
 * is all time.
 */
function cohortRange(text: string, now: number, zone: Zone): Range {
  const fixed = /^range:(\d+):(\d+)$/.exec(text)
  if (fixed) return { startAt: Number(fixed[1]), endAt: Number(fixed[2]) }
  const relative = /^(\d{1,5})(hour|day|week|month|year)$/.exec(text)
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
