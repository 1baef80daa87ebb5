// Operators of filters, as queries and stored filters write them: equal, contains, matches a pattern, the
// negations of these, greater, less, before and after.

/** Operators that keep exactly what another one does not. */
export const negations = { neq: 'eq', dnc: 'c', nre: 're' } as const

/** Of texts as they are. */
export const plainOperators = ['eq', 'neq', 'c', 'dnc'] as const
export type PlainOperator = (typeof plainOperators)[number]

export const textOperators = [...plainOperators, 're', 'nre'] as const
export type TextOperator = (typeof textOperators)[number]

/** What can be asked of a property of each type; the first is offered first. */
export const operatorsByType = {
  string: textOperators,
  number: ['eq', 'neq', 'gt', 'gte', 'lt', 'lte'],
  date: ['eq', 'neq', 'bf', 'af'],
  boolean: ['eq', 'neq'],
  array: ['c', 'dnc'],
} as const
export type PropertyOperator = (typeof operatorsByType)[keyof typeof operatorsByType][number]

/** Those that a stored filter may have: also is set, is not set, is true, is false. */
export const storedOperators = [
  ...new Set([...Object.values(operatorsByType).flat(), 's', 'ns', 't', 'f'] as const),
]
