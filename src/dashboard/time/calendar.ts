// Calendar arithmetic on wall times (see zone.ts).

import type { Unit } from './units.ts'

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
  const date = new Date(floorWall(wall, 'day'))
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() - firstDay + 7) % 7))
  return date.getTime()
}

/** The same wall time so many units later; the 31st becomes the last of a shorter month. */
export function addUnits(wall: number, unit: Unit, count: number): number {
  const date = new Date(wall)
  if (unit === 'minute') return wall + count * 60_000
  if (unit === 'hour') return wall + count * 3_600_000
  if (unit === 'day') return date.setUTCDate(date.getUTCDate() + count)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + (unit === 'month' ? count : 12 * count))
  const days = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  return date.setUTCDate(Math.min(day, days))
}
