// Ranges of time, and which buckets they can be shown in.

import { addMonths } from './calendar.ts'
import { dayMs, minuteMs } from './durations.ts'
import { type Unit, units } from './units.ts'
import { isDayStart, toDayWall, toWall, type Zone } from './zone.ts'

/** Both bounds are inclusive, in epoch milliseconds: clients send the last millisecond of a day. */
export interface Range {
  startAt: number
  endAt: number
}

/** Whether days begin with an instant and with the one that ends a range, not included. */
export const isWholeDays = (zone: Zone, startAt: number, endBefore: number): boolean =>
  isDayStart(zone, startAt) && isDayStart(zone, endBefore)

/** The wall times of both: midnights for whole days, also where clocks jump over one. */
export function toWalls(zone: Zone, startAt: number, endBefore: number): [number, number] {
  const read = isWholeDays(zone, startAt, endBefore) ? toDayWall : toWall
  return [read(zone, startAt), read(zone, endBefore)]
}

/**
 * Whether a range can be shown in buckets of a unit. Whole elapsed units are measured, so that a range
 * ending at 23:59:59.999 does not overflow.
 */
export const fits: Record<Unit, (range: Range, zone: Zone) => boolean> = {
  minute: ({ startAt, endAt }) => Math.floor((endAt - startAt) / minuteMs) <= 60,
  hour: ({ startAt, endAt }) => Math.floor((endAt - startAt) / dayMs) <= 30,
  day: ({ startAt, endAt }, zone) => endAt <= addMonths(zone, startAt, 6),
  month: () => true,
  year: () => true,
}

/** The unit asked for, or the next larger one whose maximum the range does not exceed. */
export function unitFor(range: Range, asked: Unit | undefined, zone: Zone): Unit {
  const from = asked === undefined ? 0 : units.indexOf(asked)
  const unit = units.slice(from).find((candidate) => fits[candidate](range, zone)) as Unit
  const isLong = asked === undefined && range.endAt > addMonths(zone, range.startAt, 24)
  return isLong ? 'year' : unit
}
