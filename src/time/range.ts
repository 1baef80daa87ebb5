// Ranges and units of time: parsing, unit conversion, periods to compare with.

import { Type as t } from '@sinclair/typebox'
import { badRequest, invalidField } from '../errors.ts'
import { dayMs, minuteMs } from './constants.ts'
import { parseDateText } from './date-text.ts'
import { offsetAt, toInstant, type Zone } from './zone.ts'

/** Years 1 to 9999, so that a range compared with the one before still has dates. */
const firstInstant = Date.parse('0001-01-01T00:00:00Z')
const lastInstant = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

export const units = ['minute', 'hour', 'day', 'month', 'year'] as const
export type Unit = (typeof units)[number]

/** Both bounds are inclusive, in epoch milliseconds: clients send the last millisecond of a day. */
export interface Range {
  startAt: number
  endAt: number
}

const instant = (description: string) =>
  t.Optional(t.Integer({ minimum: firstInstant, maximum: lastInstant, description }))

/** Query fields of a range: either pair; `startAt` and `endAt` win. */
export const rangeFields = {
  startAt: instant('Start, epoch milliseconds.'),
  endAt: instant('End, epoch milliseconds, inclusive.'),
  startDate: t.Optional(
    t.String({
      description: 'Start as a date, instead of startAt; in `timezone` unless it names an offset.',
    }),
  ),
  endDate: t.Optional(t.String({ description: 'End as a date, likewise, instead of endAt.' })),
}

const oneOf = <Word extends string>(words: readonly Word[], error: string, description: string) =>
  t.Optional(
    t.Union(
      words.map((word) => t.Literal(word)),
      { error, description },
    ),
  )

export const unitField = {
  unit: oneOf(units, 'Invalid unit', 'Width of a bucket; widened when the range is too long.'),
}
export const zoneField = {
  timezone: t.Optional(
    t.String({ description: 'IANA time zone of buckets and dates; UTC when left out.' }),
  ),
}
export const compareField = {
  compare: oneOf(['prev', 'yoy'], 'Invalid compare', 'Previous period, or the year before.'),
}

interface RangeQuery {
  startAt?: number
  endAt?: number
  startDate?: string | number
  endDate?: string | number
}

/**
 * The range a caller asks for, dates without an offset being local ones of the zone. Throws 400 without
 * a complete pair, or when it ends before it starts.
 */
export function parseRange(query: RangeQuery, zone: Zone): Range {
  const range =
    query.startAt !== undefined && query.endAt !== undefined
      ? { startAt: query.startAt, endAt: query.endAt }
      : query.startDate !== undefined && query.endDate !== undefined
        ? {
            startAt: parseDate('startDate', query.startDate, zone),
            endAt: parseDate('endDate', query.endDate, zone),
          }
        : null
  if (!range) {
    throw badRequest('Either startAt+endAt or startDate+endDate must be provided')
  }
  if (range.endAt < range.startAt) throw badRequest('The range ends before it starts.')
  return range
}

function parseDate(field: string, value: string | number, zone: Zone): number {
  const at = parseInstant(value, zone)
  if (at === null) throw invalidField(field, 'Invalid date')
  return at
}

/** The instant of a date that a caller tells, a local one of the zone unless it names an offset. */
export function parseInstant(value: string | number, zone: Zone): number | null {
  const at = instantOfDate(value, zone)
  return at !== null && at >= firstInstant && at <= lastInstant ? at : null
}

/** Epoch milliseconds, a number or text of five digits and more, or any other text of a date. */
function instantOfDate(value: string | number, zone: Zone): number | null {
  if (typeof value === 'number' || /^-?\d{5,}(\.\d*)?$/.test(value))
    return Math.trunc(Number(value))
  const date = parseDateText(value)
  // Far-off dates have no zone; the caller refuses them.
  if (date === null || date.isInstant || Math.abs(date.at) > 8.6e15) return date?.at ?? null
  return toInstant(zone, date.at)
}

/** The same instant so many calendar months later, UTC; the 31st becomes the last of the month. */
function addMonths(at: number, months: number): number {
  const date = new Date(at)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  const days = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(day, days))
  return date.getTime()
}

/** The same in a zone: the clock shows the same time, of another month. */
const monthsLater = (zone: Zone, at: number, months: number): number =>
  toInstant(zone, addMonths(at + offsetAt(zone, at), months))

// Whole elapsed units are measured, so that a range ending at 23:59:59.999 does not overflow.
const fits: Record<Unit, (range: Range, zone: Zone) => boolean> = {
  minute: ({ startAt, endAt }) => Math.floor((endAt - startAt) / minuteMs) <= 60,
  hour: ({ startAt, endAt }) => Math.floor((endAt - startAt) / dayMs) <= 30,
  day: ({ startAt, endAt }, zone) => endAt <= monthsLater(zone, startAt, 6),
  month: () => true,
  year: () => true,
}

/** The unit asked for, or the next larger one whose maximum the range does not exceed. */
export function unitFor(range: Range, asked: Unit | undefined, zone: Zone): Unit {
  const from = asked === undefined ? 0 : units.indexOf(asked)
  const unit = units.slice(from).find((candidate) => fits[candidate](range, zone)) as Unit
  const isLong = asked === undefined && range.endAt > monthsLater(zone, range.startAt, 24)
  return isLong ? 'year' : unit
}

export type Compare = 'prev' | 'yoy'

/**
 * The period to compare a range with: moved back by its own length, or by one calendar year. Bounds
 * that are bounds of days of the zone stay such, however long a change of the clock makes a day and
 * whatever time it begins at. What is no whole days moves by its length in minutes, rounded, so that a
 * range ending at …59.999 does not overlap.
 */
export function comparedRange(
  { startAt, endAt, zone }: Range & { zone: Zone },
  compare: Compare,
): Range {
  const firstDay = localMidnight(zone, startAt)
  const dayAfter = localMidnight(zone, endAt + minuteMs / 2)
  const isFirst = toInstant(zone, firstDay) === startAt
  // By so much the range ends after its last day: …59.999 is one millisecond before it.
  const late = endAt - toInstant(zone, dayAfter)
  const isLast = late < minuteMs / 2 && endAt - late > startAt
  if (compare === 'yoy') {
    const start = isFirst
      ? toInstant(zone, addMonths(firstDay, -12))
      : monthsLater(zone, startAt, -12)
    // The last day is moved and not the one after it, which the year before may not have.
    const end = isLast
      ? toInstant(zone, addMonths(dayAfter - dayMs, -12) + dayMs) + late
      : monthsLater(zone, endAt, -12)
    // Where 29 February becomes the 28th, the end may come before the start.
    return { startAt: start, endAt: end < start ? start + (endAt - startAt) : end }
  }
  if (isFirst && isLast) {
    const before = firstDay - (dayAfter - firstDay)
    return { startAt: toInstant(zone, before), endAt: startAt + late }
  }
  const length = Math.max(1, Math.round((endAt - startAt) / minuteMs)) * minuteMs
  return { startAt: startAt - length, endAt: endAt - length }
}

/** The midnight of an instant's day in the zone, as if local time were UTC. */
const localMidnight = (zone: Zone, at: number): number =>
  Math.floor((at + offsetAt(zone, at)) / dayMs) * dayMs
