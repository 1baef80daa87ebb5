// The period that the page compares a range with.

import { addUnits } from '../../time/calendar.ts'
import { type Compare, comparedRange, findWholeUnit } from '../../time/comparison.ts'
import type { Range } from '../../time/range.ts'
import { toDayWall, toInstant } from '../../time/zone.ts'
import type { ChosenRange, Present } from './range.ts'

export const comparisons = ['prev', 'yoy', 'none'] as const satisfies (Compare | 'none')[]
export type Comparison = (typeof comparisons)[number]

/**
 * The period before, or the same one a year before, as the server chooses it; but the period before a
 * calendar month or year is the whole one before. `null` for none.
 */
export function comparedPeriod(
  range: ChosenRange,
  comparison: Comparison,
  { zone, now }: Present,
): Range | null {
  if (comparison === 'none' || range.name === 'all') return null
  const unit = comparison === 'prev' ? findWholeUnit(zone, range) : null
  const { startAt, endAt } = range
  const compared = unit
    ? {
        startAt: toInstant(zone, addUnits(toDayWall(zone, startAt), unit, -1)),
        endAt: startAt - 1,
      }
    : comparedRange({ startAt, endAt, zone }, comparison)
  // Nothing is known of the future, and a day that the zone left out holds nothing.
  return compared.startAt > now || compared.endAt < compared.startAt ? null : compared
}

/** As much of the compared period as has passed of the range: this morning against a morning. */
export function passedPart(range: Range, compared: Range, now: number): Range {
  if (now >= range.endAt || now <= range.startAt) return compared
  return { ...compared, endAt: Math.min(compared.endAt, compared.startAt + (now - range.startAt)) }
}
