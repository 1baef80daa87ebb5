// Filters in words.

import { type MessageKey, t } from '../text/messages.ts'
import { browserName, countryName, languageName, regionName } from '../text/names.ts'
import type { Filter, FilterField, Operator } from './filter.ts'

export const fieldName = (field: FilterField): string => t(`field.${field}`)

const operatorKeys: Record<Operator, MessageKey> = {
  eq: 'operator.eq',
  neq: 'operator.neq',
  c: 'operator.c',
  dnc: 'operator.dnc',
  re: 'operator.re',
  nre: 'operator.nre',
}

export const operatorName = (operator: Operator): string => t(operatorKeys[operator])

const valueNames: Partial<Record<FilterField, (value: string) => string>> = {
  browser: browserName,
  country: countryName,
  language: languageName,
  region: (value) => regionName(value, null),
}

/** A recorded value in words for people. */
export const valueName = (field: FilterField, value: string): string =>
  valueNames[field]?.(value) ?? value

/** The value of a filter; each of several for itself. */
export function filterValue({ field, operator, value }: Filter): string {
  if (operator !== 'eq' && operator !== 'neq') return value
  return value
    .split(',')
    .map((one) => valueName(field, one))
    .join(', ')
}
