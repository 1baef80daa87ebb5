// A zone as a table of its offsets: answers many instants quickly, and can be written into SQL.

import { dayMs } from './durations.ts'
import { findChange, type Zone } from './zone.ts'

/** From `fromAt` on, wall time is UTC plus `offsetMs`. */
interface Stretch {
  fromAt: number
  offsetMs: number
}

export interface ZoneTable extends Zone {
  /** Ascending; the first one also holds for everything before it. */
  readonly stretches: readonly Stretch[]
}

// Rules are read this far; later instants keep the last offset.
const firstAt = Date.UTC(1970, 0, 1)
const lastAt = Date.UTC(2100, 0, 1)
const stepMs = 7 * dayMs

/** Reads all offsets of a zone from 1970 to 2100, which takes a while. */
export function readTable(zone: Zone): ZoneTable {
  let offsetMs = zone.offsetAt(firstAt)
  const stretches = [{ fromAt: firstAt, offsetMs }]
  for (let at = firstAt; at < lastAt; at += stepMs) {
    if (zone.offsetAt(at + stepMs) === offsetMs) continue
    const fromAt = findChange(zone, at, at + stepMs)
    offsetMs = zone.offsetAt(fromAt)
    stretches.push({ fromAt, offsetMs })
  }
  return {
    name: zone.name,
    stretches,
    offsetAt: (at) => (stretches[findStretch(stretches, at)] as Stretch).offsetMs,
  }
}

/** The index of the stretch that holds an instant. */
function findStretch(stretches: readonly Stretch[], at: number): number {
  let [low, high] = [0, stretches.length]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((stretches[middle] as Stretch).fromAt <= at) low = middle
    else high = middle
  }
  return low
}

/** The stretches that touch a range; the first one begins before or with it. */
export const listStretches = (
  { stretches }: ZoneTable,
  startAt: number,
  endAt: number,
): Stretch[] => stretches.slice(findStretch(stretches, startAt), findStretch(stretches, endAt) + 1)
