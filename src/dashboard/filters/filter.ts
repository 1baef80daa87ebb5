// Filters as the address bar and the server know them: browser1=neq.chrome.

import { type TextOperator, textOperators } from '../../lib/filter-operators.ts'
import { isUuid } from '../../lib/uuid.ts'
import { joinValues } from '../../lib/value-list.ts'
import {
  isOwnedFilterName,
  type OwnedFilter,
  ownedFilterQuery,
  parseOwnedFilters,
} from './property-filter.ts'

/** What can be filtered by, in the order of the menu. */
export const filterFields = [
  'path',
  'entry',
  'exit',
  'title',
  'query',
  'hostname',
  'referrer',
  'channel',
  'utmSource',
  'utmMedium',
  'utmCampaign',
  'utmContent',
  'utmTerm',
  'browser',
  'os',
  'device',
  'screen',
  'language',
  'country',
  'region',
  'city',
  'event',
  'tag',
  'distinctId',
] as const
export type FilterField = (typeof filterFields)[number]

/** Those of the fields that the reader of a target may use. */
export const fieldsFor = (fields: readonly FilterField[], showsPeople: boolean): FilterField[] =>
  fields.filter((field) => showsPeople || field !== 'distinctId')

/** Attributes of a visit, which cannot be columns of a breakdown. */
const visitFields: readonly FilterField[] = ['entry', 'exit', 'channel']
export const columnFields = filterFields.filter((field) => !visitFields.includes(field))

export interface Filter {
  field: FilterField
  operator: TextOperator
  value: string
}

export interface Filters {
  list: Filter[]
  /** Conditions on properties of events and sessions. */
  properties: OwnedFilter[]
  match: 'all' | 'any'
  segment: string | null
  cohort: string | null
}

export const noFilters: Filters = {
  list: [],
  properties: [],
  match: 'all',
  segment: null,
  cohort: null,
}

/** How many filters there are of those that `match` joins. */
export const countFilters = ({ list, properties }: Filters): number =>
  list.length + properties.length

const isField = (name: string): name is FilterField => filterFields.some((field) => field === name)

/** The filters that a query holds, in its order. */
export function parseFilters(query: URLSearchParams): Filters {
  const list = [...query].flatMap(([name, text]): Filter[] => {
    const field = name.replace(/\d+$/, '')
    if (!isField(field) || text === '') return []
    const operator = textOperators.find((known) => text.startsWith(`${known}.`))
    return operator
      ? [{ field, operator, value: text.slice(operator.length + 1) }]
      : [{ field, operator: 'eq', value: text }]
  })
  return {
    list,
    properties: parseOwnedFilters(query),
    match: query.get('match') === 'any' ? 'any' : 'all',
    segment: idIn(query, 'segment'),
    cohort: idIn(query, 'cohort'),
  }
}

/** A saved filter's id; an address that was cut short or mistyped names none. */
function idIn(query: URLSearchParams, name: string): string | null {
  const text = query.get(name)
  return text !== null && isUuid(text) ? text : null
}

/** Filters as query values. Several of one field are numbered: browser, browser1, browser2. */
export function filterQuery(filters: Filters): Record<string, string> {
  const { list, properties, match, segment, cohort } = filters
  const counts = new Map<FilterField, number>()
  const values = list.map(({ field, operator, value }) => {
    const count = counts.get(field) ?? 0
    counts.set(field, count + 1)
    return [count === 0 ? field : `${field}${count}`, `${operator}.${value}`]
  })
  return {
    ...Object.fromEntries(values),
    ...ownedFilterQuery(properties),
    ...(match === 'any' && countFilters(filters) > 1 ? { match } : {}),
    ...(segment ? { segment } : {}),
    ...(cohort ? { cohort } : {}),
  }
}

/** Whether a query value belongs to the filters. */
export const isFilterName = (name: string): boolean =>
  isField(name.replace(/\d+$/, '')) ||
  isOwnedFilterName(name) ||
  ['match', 'segment', 'cohort'].includes(name)

/** A row of a list, which filters by itself when it is clicked. */
export interface FilteringRow {
  field: FilterField
  value: string
  /** Of a place; `null` where it is not known. Places of one name lie in several countries. */
  country?: string | null | undefined
}

const isSame = (one: Filter, other: Filter): boolean =>
  one.field === other.field && one.operator === other.operator && one.value === other.value

const equals = (field: FilterField, value: string): Filter => ({
  field,
  operator: 'eq',
  value: joinValues([value]),
})

/** The filters that leave exactly what a row counts. */
function toFilters({ field, value, country }: FilteringRow, filters: Filters): Filter[] {
  const own = equals(field, value)
  // Where one filter is enough, a country would let in all of it.
  const isAlternative = filters.match === 'any' && countFilters(filters) > 1
  return country === undefined || isAlternative ? [own] : [own, equals('country', country ?? '')]
}

/** Whether the filters of a row are in force. */
export const isRowOn = (filters: Filters, row: FilteringRow): boolean =>
  toFilters(row, filters).every((one) => filters.list.some((other) => isSame(one, other)))

/** The filters with those of a row; a second click on it takes them away. */
export function toggleRow(filters: Filters, row: FilteringRow): Filters {
  const own = toFilters(row, filters)
  const { list } = filters
  if (!isRowOn(filters, row)) {
    const added = own.filter((one) => !list.some((other) => isSame(one, other)))
    return {
      ...filters,
      list: [...list, ...added],
      match: countFilters(filters) > 1 ? filters.match : 'all',
    }
  }
  // The country goes too where it came with the place: then it follows it.
  const at = list.findIndex((other) => isSame(other, own[0] as Filter))
  const next = list[at + 1]
  const isWithCountry = own[1] !== undefined && next !== undefined && isSame(next, own[1])
  return { ...filters, list: list.toSpliced(at, isWithCountry ? 2 : 1) }
}
