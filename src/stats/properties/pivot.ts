// Pivots: a row per event or session, its properties as parallel arrays.

import { type Static, Type as t } from '@sinclair/typebox'
import type { ZoneTable } from '../../time/zone-table.ts'
import { formatDate, formatNumber } from '../dimensions/data-types.ts'
import type { StoredProperty } from './property.ts'

export const pivotFields = {
  propertyKeys: t.Array(t.String(), { description: 'Names, sorted.' }),
  propertyValues: t.Array(t.String(), {
    description: 'Values as text, in the order of the names.',
  }),
}
const pivotAnswer = t.Object(pivotFields)

/** Names and values of properties that come sorted by name. */
export const pivot = (
  properties: readonly StoredProperty[],
  zone: ZoneTable,
): Static<typeof pivotAnswer> => ({
  propertyKeys: properties.map(({ key }) => key),
  propertyValues: properties.map((property) => formatValue(property, zone)),
})

function formatValue({ type, text, dateAt }: StoredProperty, zone: ZoneTable): string {
  if (type === 3 && dateAt !== null) return formatDate(dateAt, zone)
  if (type === 2 && text !== null) return formatNumber(text)
  return text ?? ''
}
