// Filters as conditions: parsed from `browser=neq.chrome`, and turned into SQL.

import { all, any, empty, list, type Sql, sql } from '../../db/sql.ts'
import { badRequest } from '../../errors.ts'
import { splitValues } from '../../lib/value-list.ts'
import { type FieldName, fields, isField, languageGroup } from '../query/dimensions.ts'

const operators = ['eq', 'neq', 'c', 'dnc', 're', 'nre'] as const
export type Operator = (typeof operators)[number]

/** What a condition asks of a value. */
export interface Predicate {
  operator: string
  value: string
}

export interface Condition extends Predicate {
  dimension: FieldName
  operator: Operator
  /** Of the segment, which joins its conditions by a match of its own. */
  isOfSegment?: true
}

/**
 * A parameter as a condition; `null` when it is none. Only the six operators above are prefixes:
 * `referrer=t.co` is a value, and `eq.` in front makes any text one.
 */
export function parseCondition(key: string, text: unknown): Condition | null {
  const dimension = key.replace(/\d+$/, '')
  // An empty value filters nothing: clients send `path=` for a filter that was cleared.
  if (!isField(dimension) || typeof text !== 'string' || text === '') return null
  const prefix = operators.find((operator) => text.startsWith(`${operator}.`))
  return prefix
    ? { dimension, operator: prefix, value: text.slice(prefix.length + 1) }
    : { dimension, operator: 'eq', value: text }
}

/** Operators that a segment or cohort may store. Others have no meaning for a filter. */
export const isOperator = (name: string): name is Operator =>
  operators.some((operator) => operator === name)

/** The condition on one row that has the field's column, or another one. A missing value is empty text. */
export function conditionSql(
  { dimension, operator, value }: Condition,
  column: Sql = fields[dimension].column,
): Sql {
  const text = sql`coalesce(${column}, '')`
  switch (operator) {
    case 'eq':
      return equalsAny(dimension, text, value)
    case 'neq':
      return sql`not ${equalsAny(dimension, text, value)}`
    case 'c':
      return sql`contains(lower(${text}), lower(${value}))`
    case 'dnc':
      return sql`not contains(lower(${text}), lower(${value}))`
    case 're':
      return sql`regexp_matches(${text}, ${value}, 'i')`
    case 'nre':
      return sql`not regexp_matches(${text}, ${value}, 'i')`
  }
}

/** Equals one of the comma-separated values. A language without a region stands for all of them. */
function equalsAny(dimension: FieldName, text: Sql, value: string): Sql {
  const { short = [], whole = [] } = Object.groupBy(splitValues(value), (one) =>
    dimension === 'language' && isLanguageGroup.test(one) ? 'short' : 'whole',
  )
  return any([
    ...(whole.length > 0 ? [isOneOf(text, whole)] : []),
    ...(short.length > 0
      ? [
          isOneOf(
            sql`coalesce(${languageGroup}, '')`,
            short.map((one) => one.toLowerCase()),
          ),
        ]
      : []),
  ])
}

/** What languages are grouped by: any two characters, or the three letters of a language. */
const isLanguageGroup = /^(.{1,2}|[a-z]{3})$/isu

/** Few values as constants, which the engine compares at once; many as one text, taken apart there. */
const isOneOf = (text: Sql, values: readonly string[]): Sql =>
  values.length <= 20
    ? sql`${text} in (${list(values)})`
    : sql`${text} in (select unnest(from_json(${JSON.stringify(values)}, '["varchar"]')))`

const contraries = new Map<string, Operator>([
  ['neq', 'eq'],
  ['dnc', 'c'],
  ['nre', 're'],
])

/** The condition that this one negates; `null` for one that negates none. */
export function negated<One extends Predicate>(
  condition: One,
): (One & { operator: Operator }) | null {
  const operator = contraries.get(condition.operator)
  return operator ? { ...condition, operator } : null
}

export type Match = 'all' | 'any'

/** Conditions joined; `true` for none. */
export const joined = (pieces: Sql[], match: Match): Sql =>
  pieces.length === 0 || match === 'all' ? all(pieces) : any(pieces)

/** A statement that fails when a pattern is no regular expression; `null` when there is none. */
export function patternCheck(conditions: readonly Predicate[]): Sql | null {
  const patterns = conditions.filter(({ operator }) => operator === 're' || operator === 'nre')
  if (patterns.length === 0) return null
  const tests = patterns.map(({ value }) => sql`regexp_matches('', ${value}, 'i')`)
  return sql`select ${all(tests)} as ok${empty}`
}

export const invalidPattern = () => badRequest('A filter is not a valid regular expression.')
