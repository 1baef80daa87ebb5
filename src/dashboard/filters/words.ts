// Filters in words.

import type { PropertyOperator } from '../../lib/filter-operators.ts'
import { hostName } from '../../lib/host-name.ts'
import { splitValues } from '../../lib/value-list.ts'
import { channelName } from '../text/channels.ts'
import { deviceName } from '../text/devices.ts'
import { t } from '../text/messages.ts'
import { browserName, countryName, languageName, regionName } from '../text/names.ts'
import type { Filter, FilterField } from './filter.ts'
import {
  type DataType,
  type PropertyFilter,
  type PropertyOwner,
  toStoredName,
} from './property-filter.ts'

export const fieldName = (field: FilterField): string => t(`field.${field}`)

/** A property of what has it, as something to filter by. */
export const ownerName = (owner: PropertyOwner): string => t(`field.${toStoredName(owner)}`)

export const operatorName = (operator: PropertyOperator): string => t(`operator.${operator}`)

const valueNames: Partial<Record<FilterField, (value: string) => string>> = {
  browser: browserName,
  channel: channelName,
  country: countryName,
  device: deviceName,
  language: languageName,
  referrer: hostName,
  region: (value) => regionName(value, null),
}

/** A recorded value in words for people. */
export const valueName = (field: FilterField, value: string): string =>
  valueNames[field]?.(value) ?? value

/** The value of a filter; each of several for itself. */
export function filterValue({ field, operator, value }: Filter): string {
  return isWhole(operator) ? listed(value, (one) => valueName(field, one)) : value
}

/** Whether an operator compares with whole values, of which there may be several. */
export const isWhole = (operator: string): boolean => operator === 'eq' || operator === 'neq'

/** Each value of a list in words, once; quoted where it could be read as several, or as another. */
export function listed(text: string, name: (value: string) => string): string {
  const values = [...new Set(splitValues(text))]
  return values
    .map((one) => {
      if (one === '') return t('unknown')
      const words = name(one)
      const isUnclear = /[,،]|^\s|\s$/.test(one) || (values.length > 1 && /[,،]/.test(words))
      return isUnclear ? t('filters.quoted', { value: words }) : words
    })
    .join(', ')
}

export const typeName = (type: DataType): string => t(`type.${type}`)

/** The value of a property that is true or false. */
export const booleanName = (value: string): string =>
  value === 'true' ? t('value.true') : value === 'false' ? t('value.false') : value

/** The value of a condition on a property. */
export function propertyValue({ type, operator, value }: PropertyFilter): string {
  if (type === 'boolean') return booleanName(value)
  return type === 'string' && isWhole(operator) ? listed(value, (one) => one) : value
}
