// The period that a range is compared with.

import { addUnits } from './calendar.ts'
import { isWholeDays, type Present, parseRange, type Range, stepRange, toWalls } from './range.ts'
import { toInstant } from './zone.ts'

export const comparisons = ['prev', 'yoy', 'none'] as const
export type Comparison = (typeof comparisons)[number]

interface Bounds {
  startAt: number
  endAt: number
}

/** The period before, or the same one a year before; `null` for none. */
export function comparedPeriod(
  range: Range,
  comparison: Comparison,
  present: Present,
): Bounds | null {
  if (comparison === 'none' || range.name === 'all') return null
  if (comparison === 'prev') {
    const text = stepRange(range, -1, present)
    if (text === null) return null
    const { startAt, endAt } = parseRange(text, present)
    return { startAt, endAt }
  }
  return yearBefore(range, present.zone)
}

/**
 * The same days of the year before. It is the last day of the range that is moved and not the day
 * after it: 28 February of a leap year is followed by a day that the year before does not have. What
 * is no whole days keeps its length.
 */
function yearBefore({ startAt, endAt }: Bounds, zone: string): Bounds {
  const [start, end] = toWalls(startAt, endAt + 1, zone)
  const isDays = isWholeDays(startAt, endAt + 1, zone)
  const before = (wall: number) => addUnits(wall, 'year', -1)
  const endBefore = isDays
    ? addUnits(before(addUnits(end, 'day', -1)), 'day', 1)
    : before(start) + (end - start)
  return { startAt: toInstant(before(start), zone), endAt: toInstant(endBefore, zone) - 1 }
}

/** As much of the compared period as has passed of the range: this morning against a morning. */
export function passedPart(range: Bounds, compared: Bounds, now: number): Bounds {
  if (now >= range.endAt || now <= range.startAt) return compared
  return { ...compared, endAt: Math.min(compared.endAt, compared.startAt + (now - range.startAt)) }
}
