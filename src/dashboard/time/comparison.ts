// The period that a range is compared with.

import { addUnits } from './calendar.ts'
import { type Present, parseRange, type Range, stepRange } from './range.ts'
import { instantOf, wallAt } from './zone.ts'

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
  const yearBefore = (at: number) =>
    instantOf(addUnits(wallAt(at, present.zone), 'year', -1), present.zone)
  return { startAt: yearBefore(range.startAt), endAt: yearBefore(range.endAt + 1) - 1 }
}

/** As much of the compared period as has passed of the range: this morning against a morning. */
export function passedPart(range: Bounds, compared: Bounds, now: number): Bounds {
  if (now >= range.endAt || now <= range.startAt) return compared
  return { ...compared, endAt: Math.min(compared.endAt, compared.startAt + (now - range.startAt)) }
}
