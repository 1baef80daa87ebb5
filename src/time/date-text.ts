// Dates that callers write as text: whatever the platform reads, but never in the server's own zone.

import { hourMs, minuteMs } from './durations.ts'
import { toInstant, type Zone } from './zone.ts'

/** Years 1 to 9999, so that a range compared with the one before still has dates. */
export const firstInstant = Date.parse('0001-01-01T00:00:00Z')
export const lastInstant = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/** A date: an instant, or the time that clocks somewhere show, as if they showed UTC. */
interface WrittenDate {
  at: number
  isInstant: boolean
}

/** Names that the platform knows, in hours from UTC. */
const namedOffsets: Record<string, number> = {
  z: 0,
  ut: 0,
  utc: 0,
  gmt: 0,
  est: -5,
  edt: -4,
  cst: -6,
  cdt: -5,
  mst: -7,
  mdt: -6,
  pst: -8,
  pdt: -7,
}

const isIso = /^[+-]?\d{4,6}(?:-\d\d){0,2}t/i
const isoOffset = /(?:z|[+-]\d\d:?\d\d)$/i
const named = /(?<=\d|\s)(z|utc?|gmt|[ecmp][sd]t)$/i
/** Digits after a sign are an offset behind a time or a name only: dates have dashes too. */
const signed =
  /(?<=:\d\d(?:\.\d*)?\s*(?:[ap]m\s*)?|(?:z|utc?|gmt)\s*)([+-])(?:(\d\d?)|(\d\d?):?(\d\d))$/i

/** The date that a text stands for; `null` for a text that is none. */
export function parseDateText(text: string): WrittenDate | null {
  const date = text.trim()
  if (Number.isNaN(Date.parse(date))) return null
  if (isIso.test(date)) {
    return isoOffset.test(date) ? written(date, true) : written(`${date}Z`, false)
  }
  // What is in brackets is a comment.
  const plain = date.replace(/\([^()]*\)/g, ' ').trim()
  const offsetMs = readOffset(plain)
  // Of several offsets the platform takes the last one.
  const wall = written(`${plain} UTC`, false)
  if (wall === null || offsetMs === null) return wall
  return { at: wall.at - offsetMs, isInstant: true }
}

function written(text: string, isInstant: boolean): WrittenDate | null {
  const at = Date.parse(text)
  return Number.isNaN(at) ? null : { at, isInstant }
}

/** The offset at the end of a text, in milliseconds; `null` without any. */
function readOffset(text: string): number | null {
  const name = named.exec(text)?.[1]
  if (name) return (namedOffsets[name.toLowerCase()] ?? 0) * hourMs
  const [, sign, hoursAlone, hours = hoursAlone, minutes = '0'] = signed.exec(text) ?? []
  if (sign === undefined) return null
  return Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * minuteMs
}

const writtenDay = /^(\d{4})[-/](\d\d?)[-/](\d\d?)/

/**
 * Whether the day at the beginning of a text exists, in the years 1 to 9999. The platform takes the
 * 30th of February for a day of March, and the year 0 for 2000. True of other texts.
 */
export function isRealDay(text: string): boolean {
  const [day, ...parts] = writtenDay.exec(text.trim()) ?? []
  if (day === undefined) return true
  const [year = 0, month = 0, date = 0] = parts.map(Number)
  // The calendar comes again every 400 years.
  const at = new Date(Date.UTC(2000 + (year % 400), month - 1, date))
  return year > 0 && at.getUTCMonth() === month - 1 && at.getUTCDate() === date
}

/** The instant of a date that a caller writes, a local one of the zone unless it names an offset. */
export function parseInstant(value: string | number, zone: Zone): number | null {
  const at = readInstant(value, zone)
  return at !== null && at >= firstInstant && at <= lastInstant ? at : null
}

/** Epoch milliseconds, a number or text of five digits and more, or any other text of a date. */
function readInstant(value: string | number, zone: Zone): number | null {
  if (typeof value === 'number' || /^-?\d{5,}(\.\d*)?$/.test(value))
    return Math.trunc(Number(value))
  const date = parseDateText(value)
  // Far-off dates have no zone; the caller refuses them.
  if (date === null || date.isInstant || Math.abs(date.at) > 8.6e15) return date?.at ?? null
  return toInstant(zone, date.at)
}
