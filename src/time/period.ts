// Periods that end now, or with the day before, by name: `7d`, `today`.

import { addUnits, floorWall, floorWeek } from './calendar.ts'
import { firstInstant } from './date-text.ts'
import { hourMs } from './durations.ts'
import type { Range } from './range.ts'
import type { Unit } from './units.ts'
import { toInstant, toWall, type Zone } from './zone.ts'

/** What a period may be, as sentences list it. */
export const periodWords =
  'today, yesterday, week, month, year, all, or a number and h, d, w, m or y, such as 7d'

/** Units by letter, each a number of others. */
const letters: Record<string, { unit: Unit; count: number }> = {
  d: { unit: 'day', count: 1 },
  w: { unit: 'day', count: 7 },
  m: { unit: 'month', count: 1 },
  y: { unit: 'year', count: 1 },
}

/**
 * The range of a period: up to now, from so many units before at the same time by the clock of the
 * zone, or from the start of its current day, week (Sunday), month or year; `null` for any other text.
 */
export function findPeriod(text: string, now: number, zone: Zone): Range | null {
  const wall = toWall(zone, now)
  const since = (start: number): Range => ({
    startAt: Math.max(firstInstant, toInstant(zone, start)),
    endAt: now,
  })
  const counted = /^(\d{1,4})([hdwmy])$/.exec(text)
  if (counted) {
    const count = Number(counted[1])
    const letter = letters[counted[2] as string]
    // Hours are counted as they pass, also when the clock is changed between.
    return letter
      ? since(addUnits(wall, letter.unit, -count * letter.count))
      : { startAt: now - count * hourMs, endAt: now }
  }
  switch (text) {
    case 'all':
      return { startAt: 0, endAt: now }
    case 'week':
      return since(floorWeek(wall, 0))
    case 'month':
    case 'year':
      return since(floorWall(wall, text))
    case 'today':
      return since(floorWall(wall, 'day'))
    case 'yesterday': {
      const today = floorWall(wall, 'day')
      const { startAt } = since(addUnits(today, 'day', -1))
      return { startAt, endAt: toInstant(zone, today) - 1 }
    }
    default:
      return null
  }
}
