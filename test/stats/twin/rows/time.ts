// Ranges, units, zones and buckets. Zones are asked of the platform, a quarter of an hour at a time.

import { dayMs, hourMs, minuteMs } from '../../../../src/time/durations.ts'

const quarterMs = 900_000

export type Unit = 'minute' | 'hour' | 'day' | 'month' | 'year'
const units: readonly Unit[] = ['minute', 'hour', 'day', 'month', 'year']

export interface Range {
  startAt: number
  endAt: number
}

/** The instant some calendar months later, at the same time by the clock, kept within its month. */
export function monthsLater(at: number, months: number, zone: string): number {
  const local = toLocal(at, zone)
  const date = new Date(local)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months]
  const daysInMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const day = Math.min(date.getUTCDate(), daysInMonth)
  const midnight = Math.floor(local / dayMs) * dayMs
  return instantAt(Date.UTC(year, month, day) + (local - midnight), zone)
}

/** The first instant at which clocks show a local time, or jump over it. */
export function instantAt(local: number, zone: string): number {
  let quarter = Math.floor((local - 15 * hourMs) / quarterMs) * quarterMs
  while (toLocal(quarter + quarterMs - 1, zone) < local) quarter += quarterMs
  return quarter + Math.max(0, local - toLocal(quarter, zone))
}

/** An instant as a text that names no offset, where that is unique in the zone; else in UTC. */
export function localText(at: number, zone: string): string {
  const local = toLocal(at, zone)
  const hasLocalText = instantAt(local, zone) === at && at > 0
  return hasLocalText ? new Date(local).toISOString().slice(0, -1) : new Date(at).toISOString()
}

function isFit(unit: Unit, { startAt, endAt }: Range, zone: string): boolean {
  if (unit === 'minute') return endAt - startAt < 61 * minuteMs
  if (unit === 'hour') return endAt - startAt < 31 * dayMs
  if (unit === 'day') return endAt <= monthsLater(startAt, 6, zone)
  return true
}

export function toUnit(range: Range, asked: string | undefined, zone: string): Unit {
  if (asked === undefined && range.endAt > monthsLater(range.startAt, 24, zone)) return 'year'
  const wanted = asked === undefined ? units : units.slice(units.indexOf(asked as Unit))
  return wanted.find((unit) => isFit(unit, range, zone)) as Unit
}

/** The period that a range is compared with. */
export function comparedTo(
  { startAt, endAt, zone }: Range & { zone: string },
  compare: string,
): Range {
  if (compare === 'yoy') return yearBefore(startAt, endAt, zone)
  const days = wholeDays(startAt, endAt, zone)
  if (days !== null) return { startAt: days.before, endAt: startAt + (endAt - days.end) }
  const minutes = Math.max(1, Math.round((endAt - startAt) / minuteMs))
  return { startAt: startAt - minutes * minuteMs, endAt: endAt - minutes * minuteMs }
}

/** The year before: a day's beginning stays one, and a day's end, by the dates at noon. */
function yearBefore(startAt: number, endAt: number, zone: string): Range {
  const dayBefore = (noon: number) => toStart(monthsLater(noon, -12, zone), 'day', zone)
  const isStart = toStart(startAt, 'day', zone) === startAt
  const start = isStart ? dayBefore(startAt + 12 * hourMs) : monthsLater(startAt, -12, zone)
  const end = toStart(endAt + minuteMs / 2, 'day', zone)
  const isEnd = end > startAt && endAt - end < minuteMs / 2
  const moved = isEnd
    ? startAfter(dayBefore(end - 12 * hourMs), 'day', zone) + (endAt - end)
    : monthsLater(endAt, -12, zone)
  return { startAt: start, endAt: moved < start ? start + endAt - startAt : moved }
}

/** Where whole days end, to half a minute, and where as many days before them began. */
function wholeDays(startAt: number, endAt: number, zone: string) {
  const end = toStart(endAt + minuteMs / 2, 'day', zone)
  if (toStart(startAt, 'day', zone) !== startAt || end <= startAt) return null
  if (endAt - end >= minuteMs / 2 || endAt - end < -minuteMs / 2) return null
  // By the date at noon, whatever the clock shows when a day begins.
  const toDate = (at: number) => Math.floor(toLocal(at + 12 * hourMs, zone) / dayMs)
  const count = toDate(end) - toDate(startAt)
  return { end, before: instantAt((toDate(startAt) - count) * dayMs, zone) }
}

const formats = new Map<string, Intl.DateTimeFormat>()
const offsets = new Map<string, number>()

/** Local time as if it were UTC. */
export function toLocal(at: number, zone: string): number {
  const quarter = Math.floor(at / quarterMs) * quarterMs
  const name = `${zone}/${quarter}`
  let offset = offsets.get(name)
  if (offset === undefined) {
    const format =
      formats.get(zone) ??
      new Intl.DateTimeFormat('sv-SE', {
        timeZone: zone,
        dateStyle: 'short',
        timeStyle: 'medium',
      })
    formats.set(zone, format)
    offset = Date.parse(`${format.format(quarter).replace(' ', 'T')}Z`) - quarter
    offsets.set(name, offset)
  }
  return at + offset
}

const starts = new Map<string, number>()

/** The first instant of the calendar unit that holds the instant. */
export function toStart(at: number, unit: Unit, zone: string): number {
  const local = toLocal(at, zone)
  if (unit === 'minute') return at - (local % minuteMs)
  if (unit === 'hour') return at - (local % hourMs)
  const [year = 0, month = 1, day = 1] = new Date(local).toISOString().split(/[-T]/).map(Number)
  const first = { day: [month, day], month: [month, 1], year: [1, 1] } as const
  const midnight = Date.UTC(year, first[unit][0] - 1, first[unit][1])
  const name = `${zone}/${midnight}`
  const start = starts.get(name) ?? instantAt(midnight, zone)
  starts.set(name, start)
  return start
}

/** An instant to the second, as buckets are written. */
export const secondText = (at: number): string => `${new Date(at).toISOString().slice(0, 19)}Z`

export const toBucket = (at: number, unit: Unit, zone: string): string =>
  secondText(toStart(at, unit, zone))

/** A stored instant. */
export const instantText = (at: number): string => new Date(at).toISOString()

/** Whole seconds of a visit: epoch seconds of its last row minus those of its first. */
export function visitSeconds(rows: readonly { at: number }[]): number {
  const times = rows.map(({ at }) => at)
  return Math.floor(Math.max(...times) / 1000) - Math.floor(Math.min(...times) / 1000)
}

const longest = { hour: hourMs, day: 36 * hourMs, month: 45 * dayMs, year: 400 * dayMs } as const

/** The start of the calendar unit after one that starts here. */
const startAfter = (start: number, unit: keyof typeof longest, zone: string): number =>
  toStart(start + longest[unit], unit, zone)

/** The range of a cohort: `range:<ms>:<ms>`, or so many units before the current one to its end. */
export function cohortRange(text: string, now: number, zone: string): Range {
  const [word, first, last] = text.split(':')
  if (word === 'range') return { startAt: Number(first), endAt: Number(last) }
  const name = text.replace(/^\d+/, '')
  const unit = name === 'week' ? 'day' : (name as keyof typeof longest)
  const isFirst = (at: number) =>
    name !== 'week' || new Date(toLocal(at, zone) + hourMs).getUTCDay() === 0
  let startAt = toStart(now, unit, zone)
  while (!isFirst(startAt)) startAt = toStart(startAt - 1, unit, zone)
  let end = startAfter(startAt, unit, zone)
  while (!isFirst(end)) end = startAfter(end, unit, zone)
  for (let count = Number.parseInt(text, 10); count > 0; count--) {
    do startAt = toStart(startAt - 1, unit, zone)
    while (!isFirst(startAt))
  }
  return { startAt, endAt: end - 1 }
}
