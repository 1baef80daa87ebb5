// Property values as text: labels of lists, cells of pivots, and filters on them.

import { isTrue } from './operators.ts'
import type { Property } from './rows.ts'
import { instantAt, toLocal, toStart } from './time.ts'

/** The label under which a value is counted. */
export function toLabel({ type, text, number, dateAt }: Property): string {
  if (type === 2) return String(number)
  if (type === 3) return `${new Date(dateAt ?? 0).toISOString().slice(0, 13)}:00:00Z`
  return text
}

/** One label, or one for each element of a list. */
export function toLabels(property: Property): string[] {
  if (property.type !== 5) return [toLabel(property)]
  const elements = JSON.parse(property.text) as unknown[]
  return elements
    .filter((element) => element !== null)
    .map((element) => (typeof element === 'string' ? element : JSON.stringify(element)))
}

/** The cell of a pivot. */
export function toCell(property: Property, zone: string): string {
  if (property.type !== 3) return property.type === 2 ? toLabel(property) : property.text
  const local = new Date(toLocal(property.dateAt ?? 0, zone)).toISOString().slice(0, 19)
  return zone === 'UTC' ? `${local}Z` : local
}

const typeNames = ['string', 'number', 'date', 'boolean', 'array']

/** The number of a data type by its name or number. */
export const toType = (word: string): number =>
  typeNames.includes(word) ? typeNames.indexOf(word) + 1 : Number(word)

/** Whether properties pass all `pf_` filters of a query; a missing one is unlike any value. */
export function passesAll(
  properties: readonly Property[],
  params: Record<string, string>,
  zone: string,
): boolean {
  return Object.entries(params).every(([name, text]) => {
    if (!name.startsWith('pf_')) return true
    const key = name.slice(3).replace(/\d+$/, '')
    const [word = '', ...rest] = text.split('.')
    const hasType = typeNames.includes(word)
    const [operator = '', ...parts] = hasType ? rest : [word, ...rest]
    const type = hasType ? toType(word) : 1
    if (!isReadable(type, parts.join('.'), zone)) return true
    const property = properties.find((each) => each.key === key && each.type === type)
    const isNegation = ['neq', 'dnc', 'nre'].includes(operator)
    return property ? isPassed(property, operator, parts.join('.'), zone) : isNegation
  })
}

/** Whether a filter's value is one of the type. */
export const isReadable = (type: number, text: string, zone: string): boolean =>
  !Number.isNaN(readValue(type, text, zone))

/** What a filter on a number or date asks for; not a number for what is none and filters nothing. */
function readValue(type: number, text: string, zone: string): number {
  if (type === 2) return /^\d+(\.\d+)?(e\d)?$/.test(text) ? Number(text) : Number.NaN
  if (type !== 3) return 0
  if (/(Z|\+\d\d:?\d\d)$/.test(text)) return Date.parse(text)
  const local = Date.parse(`${text} UTC`)
  return Number.isNaN(local) ? local : instantAt(local, zone)
}

/** Whether a property passes a test of its type. */
export function isPassed(
  property: Property,
  operator: string,
  value: string,
  zone: string,
): boolean {
  const { type, text, number, dateAt } = property
  if (type === 2) return isCompared(operator, number ?? 0, readValue(type, value, zone))
  if (type === 5) return toLabels(property).includes(value) === (operator === 'c')
  if (type !== 3) return isTrue(operator, text, value)
  const at = readValue(type, value, zone)
  if (operator === 'bf') return (dateAt ?? 0) < at
  if (operator === 'af') return (dateAt ?? 0) > at
  return (toStart(dateAt ?? 0, 'day', zone) === toStart(at, 'day', zone)) === (operator === 'eq')
}

function isCompared(operator: string, number: number, value: number): boolean {
  switch (operator) {
    case 'eq':
      return number === value
    case 'neq':
      return number !== value
    case 'gt':
      return number > value
    case 'lt':
      return number < value
    case 'gte':
      return number >= value
    default:
      return number <= value
  }
}
