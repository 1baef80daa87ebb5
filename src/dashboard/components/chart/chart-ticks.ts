// Which buckets get a label below a chart, and which label.

import { dayMs, hourMs } from '../../../time/durations.ts'
import type { Unit } from '../../../time/units.ts'
import { isDayStart, toDayWall } from '../../../time/zone.ts'
import { zoneChoice } from '../../state/zone-choice.ts'
import { shortMonthName, tickName } from '../../text/dates.ts'
import { findZone } from '../../time/zone.ts'

const steps: Record<Unit, number[]> = {
  minute: [1, 5, 10, 15, 30],
  hour: [1, 2, 3, 4, 6, 12, 24, 48, 72, 168],
  day: [1, 2, 3, 7, 14, 28, 56],
  month: [1, 2, 3, 6, 12, 24, 60],
  year: [1, 2, 5, 10],
}

const labelWidth = 76

/** Indexes of the buckets that get a label, so that labels do not touch in so many pixels. */
export function tickIndexes(starts: readonly number[], unit: Unit, width: number): number[] {
  const room = Math.max(1, Math.floor(width / labelWidth))
  const step =
    steps[unit].find((size) => starts.length / size <= room) ?? Math.ceil(starts.length / room)
  const offset = unit === 'hour' ? hoursToMidnight(starts[0] ?? 0) % step : 0
  return starts.flatMap((_, index) => (index % step === offset ? [index] : []))
}

const hoursToMidnight = (at: number): number => {
  const hour = Math.floor((toDayWall(findZone(zoneChoice.read()), at) % dayMs) / hourMs)
  return (24 - hour) % 24
}

/**
 * The label of a bucket; the first of a day names the day, and a month its year where `before`, the
 * bucket with the label before it, was in another one.
 */
export function tickLabel(
  starts: readonly number[],
  index: number,
  unit: Unit,
  before: number | undefined,
): string {
  const at = starts[index]
  if (at === undefined) return ''
  const zone = findZone(zoneChoice.read())
  if (unit === 'month') {
    const lastAt = before === undefined ? undefined : starts[before]
    const isOfSameYear = lastAt !== undefined && tickName(lastAt, 'year') === tickName(at, 'year')
    return isOfSameYear ? shortMonthName(at) : tickName(at, 'month')
  }
  return tickName(at, unit === 'hour' && isDayStart(zone, at) ? 'day' : unit)
}
