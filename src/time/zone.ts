// Time zones: all arithmetic rests on the offset at an instant, which a zone answers in its own way.
// A wall time is what clocks of a zone show, as the instant at which clocks of UTC show it.

import { dayMs, secondMs } from './durations.ts'

export interface Zone {
  /** IANA name. */
  readonly name: string
  /** Wall time minus UTC at an instant, in milliseconds. */
  offsetAt(at: number): number
}

/** The zone of an IANA name by the platform's rules. Throws RangeError for a name it does not know. */
export function openZone(name: string): Zone {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: name,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  // A zone has many spellings; this is the platform's.
  const { timeZone } = format.resolvedOptions()
  return { name: timeZone, offsetAt: (at) => readOffset(format, at) }
}

function readOffset(format: Intl.DateTimeFormat, at: number): number {
  const part: Record<string, number> = {}
  for (const { type, value } of format.formatToParts(at)) part[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
  const wholeSecond = Math.floor(at / secondMs) * secondMs
  return Date.UTC(year, month - 1, day, hour, minute, second) - wholeSecond
}

/** What clocks of the zone show at an instant. */
export const toWall = (zone: Zone, at: number): number => at + zone.offsetAt(at)

/**
 * The first instant at which clocks of the zone show a wall time; where they jump over it, the instant
 * of the jump.
 */
export function toInstant(zone: Zone, wall: number): number {
  const before = zone.offsetAt(wall - dayMs)
  const after = zone.offsetAt(wall + dayMs)
  const early = wall - Math.max(before, after)
  const late = wall - Math.min(before, after)
  if (toWall(zone, early) === wall) return early
  if (toWall(zone, late) === wall) return late
  return findChange(zone, early, late)
}

/** The first instant after `early`, and `late` at most, at which the offset is no longer that of `early`. */
export function findChange(zone: Zone, early: number, late: number): number {
  const old = zone.offsetAt(early)
  // Clocks are changed at whole seconds.
  let [low, high] = [Math.floor(early / secondMs), Math.ceil(late / secondMs)]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (zone.offsetAt(middle * secondMs) === old) low = middle
    else high = middle
  }
  return high * secondMs
}

/** The midnight before an instant, as a wall time, which clocks may have jumped over. */
export const toMidnight = (zone: Zone, at: number): number =>
  Math.floor(toWall(zone, at) / dayMs) * dayMs

/** Whether an instant is the first of a day. */
export const isDayStart = (zone: Zone, at: number): boolean =>
  toInstant(zone, toMidnight(zone, at)) === at

/**
 * What clocks of the zone show at an instant; where they jump over midnight, the first instant of the
 * day counts as its midnight, so that a day begins and ends with a whole one everywhere.
 */
export const toDayWall = (zone: Zone, at: number): number =>
  isDayStart(zone, at) ? toMidnight(zone, at) : toWall(zone, at)
