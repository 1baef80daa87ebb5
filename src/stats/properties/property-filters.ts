// Filters on properties: `pf_plan=string.eq.pro`, `pf_price=number.gt.10`.

import type { DataType } from '../../db/data-type.ts'
import type { EventReader } from '../../db/duckdb/event-reader.ts'
import { all, type Sql, sql } from '../../db/sql.ts'
import { unauthorized } from '../../errors.ts'
import { asNumber } from '../../http/input/validate.ts'
import { parseInstant } from '../../time/date-text.ts'
import { dayMs } from '../../time/durations.ts'
import { toInstant, toMidnight, type Zone } from '../../time/zone.ts'
import {
  hasOperator,
  listTests,
  negated,
  numberTests,
  type Predicate,
  predicate,
  type TestsFor,
  textTests,
} from '../filters/predicate.ts'
import { sessionDataRows } from '../query/relations.ts'
import { assertFilterCount, checkPatterns, type Scope } from '../query/scope.ts'
import { targetRows } from '../query/target-rows.ts'
import { elements, toDataType } from './data-types.ts'

/** Dates: before or after an instant, or on the same day in the zone. */
const dateTests = (zone: Zone): TestsFor<'date', number> => ({
  bf: (date, at) => sql`${date} < ${at}`,
  af: (date, at) => sql`${date} > ${at}`,
  eq: (date, at) => {
    const day = toMidnight(zone, at)
    return sql`${date} >= ${toInstant(zone, day)} and ${date} < ${toInstant(zone, day + dayMs)}`
  },
})

export interface PropertyFilter extends Predicate {
  property: string
  type: DataType
  /** What the value is read as: a number, or the instant of a date; zero for other types. */
  number: number
}

/**
 * The property filters of a query; malformed ones are left out, except that a bad regular expression
 * throws 400, as do too many, those of other sorts among them. Throws 401 where a share page allows no
 * filters. A number ends the name of a further filter on the same property: `pf_plan1` is one on `plan`
 * when there is a `pf_plan`.
 */
export async function readPropertyFilters(
  events: EventReader,
  { target, conditions, zone }: Scope,
  query: Record<string, unknown>,
): Promise<PropertyFilter[]> {
  const filters = Object.entries(query).flatMap(([name, text]) => {
    if (!name.startsWith('pf_') || typeof text !== 'string') return []
    const first = name.replace(/\d+$/, '')
    const property = (Object.hasOwn(query, first) ? first : name).slice('pf_'.length)
    const filter = parseFilter(property, text, zone)
    return filter ? [filter] : []
  })
  if (filters.length > 0 && target.shared && !target.shared.allowsFilters) throw unauthorized()
  assertFilterCount(conditions.length + filters.length)
  await checkPatterns(events, filters)
  return filters
}

function parseFilter(property: string, text: string, zone: Zone): PropertyFilter | null {
  const [word = '', ...after] = text.split('.')
  const named = toDataType(word)
  const type = named ?? 1
  const [operator = '', ...rest] = named === null ? [word, ...after] : after
  const value = rest.join('.')
  if (property === '' || value === '' || !hasOperator(testsByType(zone)[type], operator))
    return null
  const number = type === 2 ? readNumber(value) : type === 3 ? parseInstant(value, zone) : 0
  return number === null ? null : { property, type, operator, value, number }
}

const testsByType = (zone: Zone) => ({
  1: textTests,
  2: numberTests,
  3: dateTests(zone),
  4: textTests,
  5: listTests,
})

function readNumber(text: string): number | null {
  const number = asNumber('number', text)
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

/** Which events' properties fulfil all filters, as a condition on event_id. */
export const isEventKeptBy = (filters: readonly PropertyFilter[], scope: Scope): Sql =>
  all(
    filters.map((filter) =>
      isKept(
        filter,
        (wanted) => sql`event_id in (
          select event_id from event_data
          where ${targetRows(scope)} and data_key = ${filter.property}
            and ${isMatch(wanted, scope.zone)})`,
      ),
    ),
  )

/** Which sessions' live properties fulfil all filters, as a condition on session_id. */
export const isSessionKeptBy = (filters: readonly PropertyFilter[], scope: Scope): Sql =>
  all(
    filters.map((filter) =>
      isKept(
        filter,
        (wanted) => sql`session_id in (
          select session_id from ${sessionDataRows(scope, sql`data_key = ${filter.property}`)}
          where ${isMatch(wanted, scope.zone)})`,
      ),
    ),
  )

/** A filter that negates another keeps what that one does not find, a missing property too. */
function isKept(filter: PropertyFilter, find: (wanted: PropertyFilter) => Sql): Sql {
  const negation = negated(filter)
  return negation ? sql`not ${find(negation)}` : find(filter)
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
