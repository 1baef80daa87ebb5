// Operators of filters: what each asks of a value, and which ones negate another.

import { all, list, type Sql, sql } from '../../db/sql.ts'
import { negations, type operatorsByType, type TextOperator } from '../../lib/filter-operators.ts'
import { splitValues } from '../../lib/value-list.ts'

/** What a filter asks of a value. */
export interface Predicate {
  operator: string
  value: string
}

/** A condition on a column, by what the filter's value stands for. */
type Test<Wanted> = (column: Sql, wanted: Wanted) => Sql

/** The operators of one kind of value; those that negate one of them are implied. */
export type Tests<Wanted> = Readonly<Record<string, Test<Wanted>>>

/** Those that can be asked of a property's type. */
export type TestsFor<Type extends keyof typeof operatorsByType, Wanted> = Readonly<
  Record<Exclude<(typeof operatorsByType)[Type][number], keyof typeof negations>, Test<Wanted>>
>

/** Texts: equal to one of a list of values, contains in any case, matches a pattern in any case. */
export const textTests: TestsFor<'string', string> = {
  eq: (text: Sql, wanted: string) => isOneOf(text, splitValues(wanted)),
  c: (text: Sql, wanted: string) => sql`contains(lower(${text}), lower(${wanted}))`,
  re: (text: Sql, wanted: string) => sql`regexp_matches(${text}, ${wanted}, 'i')`,
}

export const numberTests: TestsFor<'number', number> = {
  eq: (number, wanted) => sql`${number} = ${wanted}`,
  gt: (number, wanted) => sql`${number} > ${wanted}`,
  lt: (number, wanted) => sql`${number} < ${wanted}`,
  gte: (number, wanted) => sql`${number} >= ${wanted}`,
  lte: (number, wanted) => sql`${number} <= ${wanted}`,
}

const hasElement: Test<string> = (elements, wanted) => sql`list_contains(${elements}, ${wanted})`

/** Lists of texts: has the element. */
export const listTests: Tests<string> = { eq: hasElement, c: hasElement }

/** The operator that this one negates; `null` for one that negates none. */
const findNegated = (operator: string): string | null =>
  Object.hasOwn(negations, operator) ? negations[operator as keyof typeof negations] : null

/** The filter that this one negates; `null` for one that negates none. */
export function negated<Filter extends Predicate>(filter: Filter): Filter | null {
  const operator = findNegated(filter.operator)
  return operator === null ? null : { ...filter, operator }
}

/** Whether it is one of the operators, or negates one. */
export const hasOperator = (tests: object, operator: string): boolean =>
  Object.hasOwn(tests, findNegated(operator) ?? operator)

export const isTextOperator = (operator: string): operator is TextOperator =>
  hasOperator(textTests, operator)

/**
 * The condition that a column passes the operator's test, or does not pass the one it negates. Throws
 * for an operator that is none of the tests'.
 *
 * @example predicate(textTests, sql`coalesce(url_path, '')`, 'dnc', '/admin')
 */
export function predicate<Wanted>(
  tests: Tests<Wanted>,
  column: Sql,
  operator: string,
  wanted: Wanted,
): Sql {
  const negatedOperator = findNegated(operator)
  const test = tests[negatedOperator ?? operator]
  if (!test) throw new RangeError(`${operator} is no operator here`)
  return negatedOperator === null ? test(column, wanted) : sql`not (${test(column, wanted)})`
}

/** Few values as constants, which the engine compares at once; many as one text, taken apart there. */
export const isOneOf = (text: Sql, values: readonly string[]): Sql =>
  values.length <= 20
    ? sql`${text} in (${list(values)})`
    : sql`${text} in (select unnest(from_json(${JSON.stringify(values)}, '["varchar"]')))`

/** A statement that fails when a pattern is no regular expression; `null` when there is none. */
export function patternCheck(filters: readonly Predicate[]): Sql | null {
  const patterns = filters.filter(({ operator }) => (findNegated(operator) ?? operator) === 're')
  if (patterns.length === 0) return null
  const tests = patterns.map(({ value }) => textTests.re(sql`''`, value))
  return sql`select ${all(tests)} as ok`
}
