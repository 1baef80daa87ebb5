// Which buckets a range is shown in, and the values of a series by bucket.

import { addUnits } from '../../time/calendar.ts'
import { dayMs, hourMs, minuteMs } from '../../time/constants.ts'
import type { Range } from '../../time/range.ts'
import { type Unit, units } from '../../time/units.ts'

/** The units that a range can be shown in, as the server would take them. */
export function unitsFor({ startAt, endAt }: Range): Unit[] {
  const lengthMs = endAt - startAt
  return units.filter((unit) => {
    if (unit === 'minute') return lengthMs <= hourMs + minuteMs
    if (unit === 'hour') return lengthMs <= 30 * dayMs && lengthMs > hourMs
    if (unit === 'day') return lengthMs > dayMs && endAt <= addUnits(startAt, 'month', 6)
    return unit === 'month' ? lengthMs > 31 * dayMs : lengthMs > 366 * dayMs
  })
}

/** The unit that shows a range best: neither three bars nor hundreds. */
export function defaultUnit(range: Range): Unit {
  const lengthMs = range.endAt - range.startAt
  if (lengthMs <= hourMs) return 'minute'
  if (lengthMs <= 3 * dayMs) return 'hour'
  if (range.endAt <= addUnits(range.startAt, 'month', 6)) return 'day'
  return lengthMs <= 5 * 366 * dayMs ? 'month' : 'year'
}

export interface Point {
  /** Start of the bucket, ISO 8601. */
  x: string
  y: number
}

/** The values of a series by bucket, zero where the server has none. */
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

/** The values of a series by bucket, `null` where the server has none. */
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
