// Filters on properties: their forms in queries, `string.eq.pro` and `1.eq.plan.pro`, and what they ask of
// one row of a property.

import type { DataType } from '../../db/data-type.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { asNumber } from '../../http/input/validate.ts'
import { parseInstant } from '../../time/date-text.ts'
import { dayMs } from '../../time/durations.ts'
import { toInstant, toMidnight, type Zone } from '../../time/zone.ts'
import { elements, toDataType } from '../dimensions/data-types.ts'
import {
  hasOperator,
  listTests,
  negated,
  numberTests,
  type Predicate,
  predicate,
  type TestsFor,
  textTests,
} from './predicate.ts'

export interface PropertyFilter extends Predicate {
  property: string
  type: DataType
  /** What the value is read as: a number, or the instant of a date; zero for other types. */
  number: number
}

/** What a filter says, before its value is read. */
interface WrittenFilter {
  property: string
  type: DataType
  operator: string
  value: string
}

/** Dates: before or after an instant, or on the same day in the zone. */
const dateTests = (zone: Zone): TestsFor<'date', number> => ({
  bf: (date, at) => sql`${date} < ${at}`,
  af: (date, at) => sql`${date} > ${at}`,
  eq: (date, at) => {
    const day = toMidnight(zone, at)
    return sql`${date} >= ${toInstant(zone, day)} and ${date} < ${toInstant(zone, day + dayMs)}`
  },
})

const testsByType = (zone: Zone) => ({
  1: textTests,
  2: numberTests,
  3: dateTests(zone),
  4: textTests,
  5: listTests,
})

/** The filter on a property of this name that `string.eq.pro` or `eq.pro` is; `null` for other texts. */
export function parseFilterOn(property: string, text: string, zone: Zone): PropertyFilter | null {
  const [word = '', ...after] = text.split('.')
  const named = toDataType(word)
  const [operator = '', ...rest] = named === null ? [word, ...after] : after
  return readFilter({ property, type: named ?? 1, operator, value: rest.join('.') }, zone)
}

/** The filter that `1.eq.plan.pro` is: its property is URL-encoded, dots too; `null` for other texts. */
export function parseWholeFilter(text: string, zone: Zone): PropertyFilter | null {
  const [word = '', operator = '', encoded = '', ...rest] = text.split('.')
  const type = toDataType(word)
  const property = decode(encoded)
  return type === null || property === null
    ? null
    : readFilter({ property, type, operator, value: rest.join('.') }, zone)
}

function decode(encoded: string): string | null {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return null
  }
}

/** The filter with its value read; `null` where the type has no such operator or value. */
export function readFilter(written: WrittenFilter, zone: Zone): PropertyFilter | null {
  const { property, type, operator, value } = written
  if (property === '' || value === '' || !hasOperator(testsByType(zone)[type], operator)) {
    return null
  }
  const number = type === 2 ? readNumber(value) : type === 3 ? parseInstant(value, zone) : 0
  return number === null ? null : { property, type, operator, value, number }
}

function readNumber(text: string): number | null {
  const number = asNumber('number', text)
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

/**
 * The condition that something has a property which the filter keeps; `find` gives the one that it has
 * a row of the property that fulfils a condition. A filter that negates another keeps what that one
 * does not find, a missing property too.
 */
export function isPropertyKept(
  filter: PropertyFilter,
  zone: Zone,
  find: (isMatch: Sql) => Sql,
): Sql {
  const negation = negated(filter)
  return negation ? sql`not ${find(isMatch(negation, zone))}` : find(isMatch(filter, zone))
}

/** The condition on one row of the property. */
const isMatch = (filter: PropertyFilter, zone: Zone): Sql =>
  sql`data_type = ${filter.type} and ${valueTest(filter, zone)}`

function valueTest({ type, operator, value, number }: PropertyFilter, zone: Zone): Sql {
  switch (type) {
    case 2:
      return predicate(numberTests, sql`number_value`, operator, number)
    case 3:
      return predicate(dateTests(zone), sql`date_value`, operator, number)
    case 5:
      return predicate(listTests, elements, operator, value)
    case 1:
    case 4:
      return predicate(textTests, sql`coalesce(string_value, '')`, operator, value)
  }
}
