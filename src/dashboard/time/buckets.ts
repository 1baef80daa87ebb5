// Buckets of a series: the server tells only those that hold something.

import { dayMs, hourMs, minuteMs } from '../../time/constants.ts'
import { addUnits, floorWall } from './calendar.ts'
import { type Unit, units } from './units.ts'
import { toInstant, wallAt } from './zone.ts'

interface Bounds {
  startAt: number
  endAt: number
}

/** The units that a range can be shown in, as the server would take them. */
export function unitsFor({ startAt, endAt }: Bounds): Unit[] {
  const lengthMs = endAt - startAt
  return units.filter((unit) => {
    if (unit === 'minute') return lengthMs <= hourMs + minuteMs
    if (unit === 'hour') return lengthMs <= 30 * dayMs && lengthMs > hourMs
    if (unit === 'day') return lengthMs > dayMs && endAt <= addUnits(startAt, 'month', 6)
    return unit === 'month' ? lengthMs > 31 * dayMs : lengthMs > 366 * dayMs
  })
}

/** The unit that shows a range best: neither three bars nor hundreds. */
export function defaultUnit(range: Bounds): Unit {
  const lengthMs = range.endAt - range.startAt
  if (lengthMs <= hourMs) return 'minute'
  if (lengthMs <= 3 * dayMs) return 'hour'
  if (range.endAt <= addUnits(range.startAt, 'month', 6)) return 'day'
  return lengthMs <= 5 * 366 * dayMs ? 'month' : 'year'
}

/** The starts of all buckets of a range, ascending. */
export function bucketStarts({ startAt, endAt }: Bounds, unit: Unit, zone: string): number[] {
  if (unit === 'minute' || unit === 'hour') {
    // By instants: the hour that clocks repeat in autumn is two buckets.
    const stepMs = unit === 'minute' ? minuteMs : hourMs
    const wall = wallAt(startAt, zone)
    const first = startAt - (wall - floorWall(wall, unit))
    return Array.from(
      { length: Math.ceil((endAt - first + 1) / stepMs) },
      (_, i) => first + i * stepMs,
    )
  }
  const starts: number[] = []
  let wall = floorWall(wallAt(startAt, zone), unit)
  for (let at = toInstant(wall, zone); at <= endAt; at = toInstant(wall, zone)) {
    // A day that a zone left out (Apia, 30 December 2011) begins with the next one.
    if (at !== starts.at(-1)) starts.push(at)
    wall = addUnits(wall, unit, 1)
  }
  return starts
}

export interface Point {
  /** Start of the bucket, ISO 8601. */
  x: string
  y: number
}

/** The values of a series by bucket, zero where the server told none. */
export function fillBuckets(points: readonly Point[], starts: readonly number[]): number[] {
  const values = starts.map(() => 0)
  let index = 0
  for (const { x, y } of points) {
    const at = Date.parse(x)
    while (index + 1 < starts.length && (starts[index + 1] as number) <= at) index += 1
    if (values.length > 0) values[index] = (values[index] as number) + y
  }
  return values
}

/** The values of a series by bucket, `null` where the server told none. */
export function pointBuckets(
  points: readonly Point[],
  starts: readonly number[],
): (number | null)[] {
  const values: (number | null)[] = starts.map(() => null)
  let index = 0
  for (const { x, y } of points) {
    const at = Date.parse(x)
    while (index + 1 < starts.length && (starts[index + 1] as number) <= at) index += 1
    if (values.length > 0) values[index] = y
  }
  return values
}
