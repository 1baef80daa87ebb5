// The period that a range is compared with.

import { addMonths, addUnits, floorWall } from './calendar.ts'
import { dayMs, minuteMs } from './durations.ts'
import { type Range, toWalls } from './range.ts'
import type { Unit } from './units.ts'
import { toInstant, toMidnight, type Zone } from './zone.ts'

/** With the period before, or with the same one a year before. */
export type Compare = 'prev' | 'yoy'

/**
 * The period to compare a range with: moved back by its own length, or by one calendar year. Bounds
 * that are bounds of days of the zone stay such, however long a change of the clock makes a day and
 * whatever time it begins at. What is no whole days moves by its length in minutes, rounded, so that a
 * range ending at …59.999 does not overlap.
 */
export function comparedRange(
  { startAt, endAt, zone }: Range & { zone: Zone },
  compare: Compare,
): Range {
  const firstDay = toMidnight(zone, startAt)
  const dayAfter = toMidnight(zone, endAt + minuteMs / 2)
  const isFirst = toInstant(zone, firstDay) === startAt
  // By so much the range ends after its last day: …59.999 is one millisecond before it.
  const late = endAt - toInstant(zone, dayAfter)
  const isLast = late < minuteMs / 2 && endAt - late > startAt
  if (compare === 'yoy') {
    const start = isFirst
      ? toInstant(zone, addUnits(firstDay, 'year', -1))
      : addMonths(zone, startAt, -12)
    // The last day is moved and not the one after it, which the year before may not have.
    const end = isLast
      ? toInstant(zone, addUnits(dayAfter - dayMs, 'year', -1) + dayMs) + late
      : addMonths(zone, endAt, -12)
    // Where 29 February becomes the 28th, the end may come before the start.
    return { startAt: start, endAt: end < start ? start + (endAt - startAt) : end }
  }
  if (isFirst && isLast) {
    const before = firstDay - (dayAfter - firstDay)
    return { startAt: toInstant(zone, before), endAt: startAt + late }
  }
  const length = Math.max(1, Math.round((endAt - startAt) / minuteMs)) * minuteMs
  return { startAt: startAt - length, endAt: endAt - length }
}

/** The unit that a range is exactly one of: a calendar month or year. */
export function findWholeUnit(zone: Zone, { startAt, endAt }: Range): Unit | null {
  const [start, end] = toWalls(zone, startAt, endAt + 1)
  const isOne = (unit: Unit) => floorWall(start, unit) === start && addUnits(start, unit, 1) === end
  return isOne('year') ? 'year' : isOne('month') ? 'month' : null
}
