// Which buckets a range is shown in, and the values of a series by bucket.

import { listBuckets } from '../../time/buckets.ts'
import { dayMs, hourMs, minuteMs } from '../../time/durations.ts'
import { fits, type Range } from '../../time/range.ts'
import { type Unit, units } from '../../time/units.ts'
import type { Zone } from '../../time/zone.ts'

/** A range of no more than this is one bar, or a few, so the page does not offer the unit. */
const shortestMs: Record<Unit, number> = {
  minute: -1,
  hour: hourMs,
  day: dayMs,
  month: 31 * dayMs,
  year: 366 * dayMs,
}

/** The units that a range can be shown in; the server answers with each of them when asked for it. */
export const unitsFor = (range: Range, zone: Zone): Unit[] =>
  units.filter((unit) => range.endAt - range.startAt > shortestMs[unit] && fits[unit](range, zone))

/** The unit that shows a range best: neither three bars nor hundreds. */
export function defaultUnit(range: Range, zone: Zone): Unit {
  const lengthMs = range.endAt - range.startAt
  if (lengthMs <= hourMs) return 'minute'
  if (lengthMs <= 3 * dayMs) return 'hour'
  if (fits.day(range, zone)) return 'day'
  return lengthMs <= 5 * 366 * dayMs ? 'month' : 'year'
}

/**
 * Starts of the buckets of a compared period; `null` when the server does not answer it in this unit:
 * half a year may have 184 days, and the 184 days before it may be longer than six months.
 */
export const comparedBuckets = (compared: Range, unit: Unit, zone: Zone): number[] | null =>
  fits[unit](compared, zone) ? listBuckets(compared, unit, zone) : null

/** More than the longest bucket of a unit. */
const spanMs: Record<Unit, number> = {
  minute: 2 * minuteMs,
  hour: 2 * hourMs,
  day: 2 * dayMs,
  month: 62 * dayMs,
  year: 732 * dayMs,
}

/** The index of the bucket that an instant is in; `undefined` when it is in none. */
export function findOpenBucket(
  starts: readonly number[],
  unit: Unit,
  zone: Zone,
  now: number,
): number | undefined {
  const index = starts.findLastIndex((start) => start <= now)
  const startAt = starts[index]
  if (startAt === undefined) return undefined
  const [, next = now] = listBuckets({ startAt, endAt: startAt + spanMs[unit] }, unit, zone)
  return now < next ? index : undefined
}

export interface Point {
  /** Start of the bucket, ISO 8601. */
  x: string
  y: number
}

/** The values of a series by bucket, zero where the server has none. */
export function fillBuckets(points: readonly Point[], starts: readonly number[]): number[] {
  const values = starts.map(() => 0)
  for (const [index, y] of placePoints(points, starts)) values[index] = (values[index] ?? 0) + y
  return values
}

/** The values of a series by bucket, `null` where the server has none. */
export function pointBuckets(
  points: readonly Point[],
  starts: readonly number[],
): (number | null)[] {
  const values: (number | null)[] = starts.map(() => null)
  for (const [index, y] of placePoints(points, starts)) values[index] = y
  return values
}

/** The position of each point's bucket, and its value; points and starts are ascending. */
function placePoints(points: readonly Point[], starts: readonly number[]): [number, number][] {
  if (starts.length === 0) return []
  let index = 0
  return points.map(({ x, y }) => {
    const at = Date.parse(x)
    while (index + 1 < starts.length && (starts[index + 1] as number) <= at) index += 1
    return [index, y]
  })
}
