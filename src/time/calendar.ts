// Calendar arithmetic on wall times (see zone.ts).

import { dayMs, hourMs, minuteMs } from './durations.ts'
import type { Unit } from './units.ts'
import { toInstant, toWall, type Zone } from './zone.ts'

/** The start of the minute, hour, day, month or year that holds a wall time. */
export function floorWall(wall: number, unit: Unit): number {
  const date = new Date(wall)
  if (unit === 'minute') return date.setUTCSeconds(0, 0)
  if (unit === 'hour') return date.setUTCMinutes(0, 0, 0)
  date.setUTCHours(0, 0, 0, 0)
  if (unit === 'month') date.setUTCDate(1)
  if (unit === 'year') date.setUTCMonth(0, 1)
  return date.getTime()
}

/** The start of the week that holds a wall time; weeks start on `firstDay`, 0 for Sunday. */
export function floorWeek(wall: number, firstDay: number): number {
  const midnight = floorWall(wall, 'day')
  return midnight - ((new Date(midnight).getUTCDay() - firstDay + 7) % 7) * dayMs
}

/** The same wall time so many units later; the 31st becomes the last of a shorter month. */
export function addUnits(wall: number, unit: Unit, count: number): number {
  if (unit === 'minute') return wall + count * minuteMs
  if (unit === 'hour') return wall + count * hourMs
  if (unit === 'day') return wall + count * dayMs
  const date = new Date(wall)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + (unit === 'month' ? count : 12 * count))
  const days = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  return date.setUTCDate(Math.min(day, days))
}

/** The instant so many calendar months later at which clocks show the same time. */
export const addMonths = (zone: Zone, at: number, months: number): number =>
  toInstant(zone, addUnits(toWall(zone, at), 'month', months))
