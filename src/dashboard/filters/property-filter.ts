// Conditions on properties as the address bar and the server know them: pf_plan=string.eq.pro.

import { operatorsByType, type PropertyOperator } from '../../lib/filter-operators.ts'

/** In the order of the server's numbers, which begin at 1. */
export const dataTypes = ['string', 'number', 'date', 'boolean', 'array'] as const
export type DataType = (typeof dataTypes)[number]
export const dataTypeNumber = (type: DataType): number => dataTypes.indexOf(type) + 1

export interface PropertyFilter {
  property: string
  type: DataType
  operator: PropertyOperator
  value: string
}

/** What has the property. */
export const propertyOwners = ['event', 'session'] as const
export type PropertyOwner = (typeof propertyOwners)[number]

/** A condition that holds next to filters on fields, on every page. */
export interface OwnedFilter extends PropertyFilter {
  owner: PropertyOwner
}

/** How segments name conditions on a property of this owner. */
export const toStoredName = (owner: PropertyOwner) => `${owner}Property` as const

const ownerPrefixes: Record<PropertyOwner, string> = { event: 'epf', session: 'spf' }

/** Whether a query value is such a condition. */
export const isOwnedFilterName = (name: string): boolean => /^[es]pf\d*$/.test(name)

/** Those that a query holds, in its order: epf1=1.eq.plan.pro. */
export const parseOwnedFilters = (query: URLSearchParams): OwnedFilter[] =>
  [...query].flatMap(([name, text]) => {
    const owner = propertyOwners.find((one) => name.startsWith(ownerPrefixes[one]))
    if (!owner || !isOwnedFilterName(name)) return []
    const [number = '', operator = '', encoded = '', ...rest] = text.split('.')
    const type = dataTypes[Number(number) - 1]
    const property = decode(encoded)
    const filter =
      type && property ? parseFilter(property, [type, operator, ...rest].join('.')) : null
    return filter ? [{ ...filter, owner }] : []
  })

function decode(encoded: string): string {
  try {
    return decodeURIComponent(encoded)
  } catch {
    // Of an address that was cut short.
    return ''
  }
}

/** Such conditions as query values, numbered from 0. */
export function ownedFilterQuery(list: readonly OwnedFilter[]): Record<string, string> {
  const values = list.map(({ owner, property, type, operator, value }, index) => {
    const name = encodeURIComponent(property).replaceAll('.', '%2E')
    return [
      `${ownerPrefixes[owner]}${index}`,
      `${dataTypeNumber(type)}.${operator}.${name}.${value}`,
    ]
  })
  return Object.fromEntries(values)
}

const prefix = 'pf_'
const isPropertyFilterName = (name: string): boolean => name.startsWith(prefix)

/** The conditions that a query holds, in its order; what is none is left out. */
export const parsePropertyFilters = (query: URLSearchParams): PropertyFilter[] =>
  [...query].flatMap(([name, text]) => {
    if (!isPropertyFilterName(name)) return []
    // A number ends the name of a further condition on the same property.
    const first = name.replace(/\d+$/, '')
    const property = (query.has(first) ? first : name).slice(prefix.length)
    const filter = property === '' ? null : parseFilter(property, text)
    return filter ? [filter] : []
  })

function parseFilter(property: string, text: string): PropertyFilter | null {
  const [word, ...rest] = text.split('.')
  const type = dataTypes.find((one) => one === word)
  const [name, ...parts] = type ? rest : [word, ...rest]
  const known: readonly PropertyOperator[] = operatorsByType[type ?? 'string']
  const operator = known.find((one) => one === name)
  const value = parts.join('.')
  return operator && value !== '' ? { property, type: type ?? 'string', operator, value } : null
}

/** Conditions as query values. Several on one property are numbered: pf_plan, pf_plan1. */
export function propertyFilterQuery(list: readonly PropertyFilter[]): Record<string, string> {
  const counts = new Map<string, number>()
  const values = list.map(({ property, type, operator, value }) => {
    const count = counts.get(property) ?? 0
    counts.set(property, count + 1)
    return [`${prefix}${property}${count || ''}`, `${type}.${operator}.${value}`]
  })
  return Object.fromEntries(values)
}

/** Changes of a query that take all conditions out of it. */
export const withoutPropertyFilters = (query: URLSearchParams): Record<string, null> =>
  Object.fromEntries([...query.keys()].filter(isPropertyFilterName).map((name) => [name, null]))
