// Ranges of time as the address bar, the picker and the server know them.

import { addUnits, floorWall, floorWeek } from '../../time/calendar.ts'
import { findWholeUnit } from '../../time/comparison.ts'
import { dayMs, hourMs } from '../../time/durations.ts'
import { isWholeDays, type Range, toWalls } from '../../time/range.ts'
import { toInstant, toWall, type Zone } from '../../time/zone.ts'

/** Ranges with a name, in the order of the menu. */
export const rangeNames = [
  'today',
  'yesterday',
  '24h',
  'week',
  '7d',
  '30d',
  '90d',
  'month',
  'year',
  'last-year',
  'all',
] as const
export type RangeName = (typeof rangeNames)[number]

export interface ChosenRange extends Range {
  /** What the address bar says: a name, or two wall times joined by `_`. */
  text: string
  name: RangeName | null
}

/** What a range is worked out from. */
export interface Present {
  now: number
  zone: Zone
  /** 0 for Sunday. */
  firstDay: number
  /** Start of the data, for all time. */
  firstAt: number
}

export const defaultRange: RangeName = '7d'

/** The range that an address names; the default for a text that is none. */
export function parseRange(text: string | null, present: Present): ChosenRange {
  const name = rangeNames.find((known) => known === (text ?? defaultRange))
  if (name) return namedRange(name, present)
  return customRange(text ?? '', present.zone) ?? namedRange(defaultRange, present)
}

function namedRange(name: RangeName, present: Present): ChosenRange {
  const { now, zone } = present
  const wall = toWall(zone, now)
  const today = floorWall(wall, 'day')
  const between = (start: number, end: number): ChosenRange => ({
    startAt: toInstant(zone, start),
    endAt: toInstant(zone, end) - 1,
    text: name,
    name,
  })
  const days = (count: number) => between(addUnits(today, 'day', 1 - count), today + dayMs)
  switch (name) {
    case 'today':
      return days(1)
    case 'yesterday':
      return between(addUnits(today, 'day', -1), today)
    case '24h': {
      // Whole hours, so that the bars do not move at every look.
      const end = Math.floor(now / hourMs) * hourMs + hourMs
      return { startAt: end - 24 * hourMs, endAt: end - 1, text: name, name }
    }
    case 'week': {
      const start = floorWeek(wall, present.firstDay)
      return between(start, addUnits(start, 'day', 7))
    }
    case '7d':
      return days(7)
    case '30d':
      return days(30)
    case '90d':
      return days(90)
    case 'month': {
      const start = floorWall(wall, 'month')
      return between(start, addUnits(start, 'month', 1))
    }
    case 'year': {
      const start = floorWall(wall, 'year')
      return between(start, addUnits(start, 'year', 1))
    }
    case 'last-year': {
      const end = floorWall(wall, 'year')
      return between(addUnits(end, 'year', -1), end)
    }
    case 'all': {
      const first = floorWall(toWall(zone, Math.min(present.firstAt, now)), 'day')
      return between(first, today + dayMs)
    }
  }
}

const bound = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d))?$/

/** Wall times outside of these are mistakes; nothing was recorded then. */
const [earliest, latest] = [Date.UTC(1970, 0, 1), Date.UTC(2101, 0, 1)]

/** `2026-01-01_2026-01-31` (both days included) or `2026-01-01T08:00_2026-01-01T09:30` (end excluded). */
function customRange(text: string, zone: Zone): ChosenRange | null {
  const [from, to] = text.split('_').map((part) => bound.exec(part))
  if (!from || !to) return null
  const start = readWall(from)
  const end = to[2] ? readWall(to) : addUnits(readWall(to), 'day', 1)
  if (!(earliest <= start && start < end && end <= latest)) return null
  const [startAt, endAt] = [toInstant(zone, start), toInstant(zone, end) - 1]
  // A day that the zone left out holds nothing.
  return startAt > endAt ? null : { startAt, endAt, text, name: null }
}

const readWall = ([, day, time]: RegExpExecArray): number =>
  Date.parse(`${day}T${time ?? '00:00'}Z`)

/** The address of a range between two instants, the second not included. */
export function rangeText(startAt: number, endBefore: number, zone: Zone): string {
  const [start, end] = toWalls(zone, startAt, endBefore)
  const isDays = isWholeDays(zone, startAt, endBefore)
  return [start, isDays ? end - dayMs : end]
    .map((wall) => new Date(wall).toISOString().slice(0, isDays ? 10 : 16))
    .join('_')
}

/** The range before (-1) or after (1) one; `null` when it would lie in the future. */
export function stepRange(range: ChosenRange, direction: -1 | 1, present: Present): string | null {
  if (range.name === 'all') return null
  const { zone, now } = present
  const [start, end] = toWalls(zone, range.startAt, range.endAt + 1)
  const unit = findWholeUnit(zone, range)
  const moved = (wall: number) =>
    unit ? addUnits(wall, unit, direction) : wall + direction * (end - start)
  const [nextStart, nextEnd] = [toInstant(zone, moved(start)), toInstant(zone, moved(end))]
  if (nextStart > now) return null
  const text = rangeText(nextStart, nextEnd, zone)
  // Coming back to the present gives the range its name again.
  const named = rangeNames.find((name) => {
    const candidate = namedRange(name, present)
    return candidate.startAt === nextStart && candidate.endAt === nextEnd - 1
  })
  return named ?? text
}
