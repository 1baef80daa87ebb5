// Local time. A wall time is what clocks of a zone show, as the instant at which clocks of UTC show it.

import { dayMs } from '../../time/constants.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

function findFormat(zone: string): Intl.DateTimeFormat {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  formats.set(zone, format)
  return format
}

/** What clocks of the zone show at an instant. */
export function wallAt(at: number, zone: string): number {
  const part: Record<string, number> = {}
  for (const { type, value } of findFormat(zone).formatToParts(at)) part[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
  const wholeSecond = Math.floor(at / 1000) * 1000
  return Date.UTC(year, month - 1, day, hour, minute, second) + (at - wholeSecond)
}

/**
 * What clocks of the zone show at an instant; where clocks jump over midnight, the first instant of
 * the day counts as its midnight, so that a day begins and ends with a whole one everywhere.
 */
export function dayWallAt(at: number, zone: string): number {
  return isDayStart(at, zone) ? midnightBefore(at, zone) : wallAt(at, zone)
}

/** Whether an instant is the first of a day. */
export const isDayStart = (at: number, zone: string): boolean =>
  toInstant(midnightBefore(at, zone), zone) === at

const midnightBefore = (at: number, zone: string): number =>
  Math.floor(wallAt(at, zone) / dayMs) * dayMs

/**
 * The first instant at which clocks of the zone show a wall time. Clocks that jump over it have the
 * instant of the jump.
 */
export function toInstant(wall: number, zone: string): number {
  const before = wallAt(wall - dayMs, zone) - (wall - dayMs)
  const after = wallAt(wall + dayMs, zone) - (wall + dayMs)
  const early = wall - Math.max(before, after)
  const late = wall - Math.min(before, after)
  if (wallAt(early, zone) === wall) return early
  if (wallAt(late, zone) === wall) return late
  return jumpBetween(early, late, zone)
}

/** The instant between two at which the offset from UTC changes. */
function jumpBetween(early: number, late: number, zone: string): number {
  const old = wallAt(early, zone) - early
  let [low, high] = [early, late]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (wallAt(middle, zone) - middle === old) low = middle
    else high = middle
  }
  return high
}
