// Ranges, units, zones and comparisons as requests name them.

import { Type as t } from '@sinclair/typebox'
import { badRequest, invalidField } from '../../errors.ts'
import { instant } from '../../http/input/fields.ts'
import { parseInstant } from '../../time/date-text.ts'
import { findPeriod, periodWords } from '../../time/period.ts'
import type { Range } from '../../time/range.ts'
import { units } from '../../time/units.ts'
import type { Zone } from '../../time/zone.ts'

/** Query fields of a range: either pair, or a period; `startAt` and `endAt` win, then the dates. */
export const rangeFields = {
  startAt: instant('Start, epoch milliseconds.'),
  endAt: instant('End, epoch milliseconds, inclusive.'),
  startDate: t.Optional(
    t.String({
      description: 'Start as a date, instead of startAt; in `timezone` unless it names an offset.',
    }),
  ),
  endDate: t.Optional(t.String({ description: 'End as a date, likewise, instead of endAt.' })),
  period: t.Optional(
    t.String({ description: `A range that ends now, instead of both: ${periodWords}.` }),
  ),
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
  period?: string
}

/**
 * The range a caller asks for, dates without an offset and days of a period being local ones of the zone.
 * Throws 400 without a complete pair or a period, or when it ends before it starts.
 */
export function parseRange(query: RangeQuery, zone: Zone, now: number): Range {
  const { startAt, endAt, startDate, endDate, period } = query
  const range =
    startAt !== undefined && endAt !== undefined
      ? { startAt, endAt }
      : startDate !== undefined && endDate !== undefined
        ? {
            startAt: parseDate('startDate', startDate, zone),
            endAt: parseDate('endDate', endDate, zone),
          }
        : period
          ? parsePeriod(period, zone, now)
          : null
  if (!range) {
    throw badRequest('Either startAt+endAt or startDate+endDate must be provided')
  }
  assertOrder(range)
  return range
}

function parsePeriod(text: string, zone: Zone, now: number): Range {
  const range = findPeriod(text, now, zone)
  if (!range) throw invalidField('period', `Invalid period: expected ${periodWords}`)
  return range
}

/** Throws 400 for a range that ends before it starts. */
export function assertOrder({ startAt, endAt }: Range): void {
  if (endAt < startAt) throw badRequest('The range ends before it starts.')
}

function parseDate(field: string, value: string | number, zone: Zone): number {
  const at = parseInstant(value, zone)
  if (at === null) throw invalidField(field, 'Invalid date')
  return at
}
