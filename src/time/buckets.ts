// Buckets of a series: where they begin.

import { addUnits, floorWall } from './calendar.ts'
import { hourMs, minuteMs } from './durations.ts'
import type { Range } from './range.ts'
import type { Unit } from './units.ts'
import { toInstant, toWall, type Zone } from './zone.ts'

/** The start of the minute or hour of the zone's clocks that holds an instant, counted in elapsed time. */
export function floorInstant(zone: Zone, at: number, unit: 'minute' | 'hour'): number {
  const wall = toWall(zone, at)
  return at - (wall - floorWall(wall, unit))
}

/** The starts of all buckets of a range, ascending. */
export function listBuckets({ startAt, endAt }: Range, unit: Unit, zone: Zone): number[] {
  const starts: number[] = []
  if (unit === 'minute' || unit === 'hour') {
    // By instants: the hour that clocks repeat in autumn is two buckets.
    const stepMs = unit === 'minute' ? minuteMs : hourMs
    let at = floorInstant(zone, startAt, unit)
    // After a change by half an hour, buckets begin at other minutes.
    for (; at <= endAt; at = floorInstant(zone, at + stepMs, unit)) starts.push(at)
    return starts
  }
  let wall = floorWall(toWall(zone, startAt), unit)
  for (let at = toInstant(zone, wall); at <= endAt; at = toInstant(zone, wall)) {
    // A day that a zone left out (Apia, 30 December 2011) begins with the next one.
    if (at !== starts.at(-1)) starts.push(at)
    wall = addUnits(wall, unit, 1)
  }
  return starts
}
