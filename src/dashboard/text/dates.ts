// Instants as people read them, in the zone that was chosen.

import { dayMs, hourMs } from '../../time/durations.ts'
import type { Unit } from '../../time/units.ts'
import { zoneChoice } from '../state/zone-choice.ts'
import { languageInUse } from './messages.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

function findFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const { locale } = languageInUse.read()
  const zone = options.timeZone ?? zoneChoice.read()
  const key = `${locale} ${zone} ${JSON.stringify(options)}`
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, { timeZone: zone, ...options })
  formats.set(key, format)
  return format
}

/** Parts of a date that name a bucket of a unit. */
const bucketParts: Record<Unit, Intl.DateTimeFormatOptions> = {
  minute: { hour: 'numeric', minute: '2-digit' },
  hour: { weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' },
  day: { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
  month: { month: 'long', year: 'numeric' },
  year: { year: 'numeric' },
}

const tickParts: Record<Unit, Intl.DateTimeFormatOptions> = {
  minute: { hour: 'numeric', minute: '2-digit' },
  hour: { hour: 'numeric', minute: '2-digit' },
  day: { day: 'numeric', month: 'short' },
  month: { month: 'short', year: 'numeric' },
  year: { year: 'numeric' },
}

/** A bucket by its start, in full. */
export const bucketName = (at: number, unit: Unit): string =>
  findFormat(bucketParts[unit]).format(at)

/** A bucket by its start, short enough for an axis. */
export const tickName = (at: number, unit: Unit): string => findFormat(tickParts[unit]).format(at)

/** A month without its year: Jan. */
export const shortMonthName = (at: number): string => findFormat({ month: 'short' }).format(at)

/** Day, month and year: 5 Jan 2026. */
export const dayName = (at: number): string => findFormat({ dateStyle: 'medium' }).format(at)

/** Weekday, day, month and year in full. */
export const longDayName = (at: number): string => findFormat({ dateStyle: 'full' }).format(at)

/** Date and time to the minute. */
export const momentName = (at: number): string =>
  findFormat({ dateStyle: 'medium', timeStyle: 'short' }).format(at)

/** Time of day to the second. */
export const timeName = (at: number): string => findFormat({ timeStyle: 'medium' }).format(at)

/** From one day to another, both included: 1 – 7 Jan 2026. */
export const daysName = (startAt: number, endAt: number): string =>
  findFormat({ dateStyle: 'medium' }).formatRange(startAt, endAt)

/** From one minute to another. */
export const momentsName = (startAt: number, endAt: number): string =>
  findFormat({
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  }).formatRange(startAt, endAt)

// 4 January 1970 was a Sunday.
const sundayAt = Date.UTC(1970, 0, 4, 12)

/** A weekday by its number, 0 for Sunday. */
export const weekdayName = (weekday: number, width: 'short' | 'long'): string =>
  findFormat({ weekday: width, timeZone: 'UTC' }).format(sundayAt + weekday * dayMs)

/** An hour of the day, 0 to 23. */
export const hourName = (hour: number): string =>
  findFormat({ hour: 'numeric', timeZone: 'UTC' })
    .formatToParts(sundayAt + (hour - 12) * hourMs)
    // Without the word for it that some languages add.
    .filter(({ type }) => type === 'hour' || type === 'dayPeriod')
    .map(({ value }) => value)
    .join(' ')
