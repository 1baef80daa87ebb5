// Filters on properties: `pf_plan=string.eq.pro`, `pf_price=number.gt.10`.

import type { App } from '../../app.ts'
import type { DataType } from '../../collect/shape/columns.ts'
import { all, list, type Sql, sql } from '../../db/sql.ts'
import { unauthorized } from '../../errors.ts'
import { asNumber } from '../../http/input/validate.ts'
import { splitValues } from '../../lib/value-list.ts'
import { parseInstant } from '../../time/range.ts'
import { offsetAt, toInstant, type Zone } from '../../time/zone.ts'
import { elements, toDataType } from '../events/data-types.ts'
import { sessionDataRows, targetRows } from '../query/relations.ts'
import { checkCount, checkPatterns, type Scope } from '../query/scope.ts'
import { negated } from './conditions.ts'

const dayMs = 86_400_000

const textOperators = ['eq', 'neq', 'c', 'dnc', 're', 'nre'] as const
/** The operators of each type of property. */
const operatorsByType: Record<DataType, readonly string[]> = {
  1: textOperators,
  2: ['eq', 'neq', 'gt', 'lt', 'gte', 'lte'],
  3: ['bf', 'af', 'eq', 'neq'],
  4: textOperators,
  5: ['c', 'dnc', 'eq', 'neq'],
}

const comparisons: Record<string, Sql> = {
  eq: sql`=`,
  gt: sql`>`,
  lt: sql`<`,
  gte: sql`>=`,
  lte: sql`<=`,
}

export interface PropertyFilter {
  property: string
  type: DataType
  operator: string
  value: string
  /** What the value is read as: a number, or the instant of a date; zero for other types. */
  number: number
}

/**
 * The property filters of a query; malformed ones are left out, except that a bad regular expression
 * throws 400, as do too many, those of other sorts among them. Throws 401 where a share page allows no filters. A number ends the name of a further
 * filter on the same property: `pf_plan1` is one on `plan` when there is a `pf_plan`.
 */
export async function readPropertyFilters(
  app: App,
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
  checkCount(conditions.length + filters.length)
  await checkPatterns(app, filters)
  return filters
}

function parseFilter(property: string, text: string, zone: Zone): PropertyFilter | null {
  const [word = '', ...after] = text.split('.')
  const named = toDataType(word)
  const type = named ?? 1
  const [operator = '', ...rest] = named === null ? [word, ...after] : after
  const value = rest.join('.')
  if (property === '' || value === '' || !operatorsByType[type].includes(operator)) return null
  const number = type === 2 ? readNumber(value) : type === 3 ? parseInstant(value, zone) : 0
  return number === null ? null : { property, type, operator, value, number }
}

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
  if (type === 2) return sql`number_value ${comparisons[operator] as Sql} ${number}`
  if (type === 3) return dateTest(operator, number, zone)
  if (type === 5) return sql`list_contains(${elements}, ${value})`
  const text = sql`coalesce(string_value, '')`
  if (operator === 'eq') return sql`${text} in (${list(splitValues(value))})`
  if (operator === 'c') return sql`contains(lower(${text}), lower(${value}))`
  return sql`regexp_matches(${text}, ${value}, 'i')`
}

/** Before or after an instant, or on the same day in the zone. */
function dateTest(operator: string, at: number, zone: Zone): Sql {
  if (operator === 'bf') return sql`date_value < ${at}`
  if (operator === 'af') return sql`date_value > ${at}`
  const day = Math.floor((at + offsetAt(zone, at)) / dayMs) * dayMs
  return sql`date_value >= ${toInstant(zone, day)} and date_value < ${toInstant(zone, day + dayMs)}`
}
