// Properties that can be filtered by.

import { type DataType, dataTypes } from '../../filters/property-filter.ts'
import type { Query } from '../../state/api.ts'

/** A property with one of the types that its values have. */
export interface TypedProperty {
  name: string
  type: DataType
}

/** Properties as the server lists them. */
export const typedProperties = (
  listed: readonly { propertyName: string; dataType: number }[],
): TypedProperty[] =>
  listed.map(({ propertyName, dataType }) => ({
    name: propertyName,
    type: dataTypes[dataType - 1] ?? 'string',
  }))

/** What the server lists the values of a property by. */
export interface ValueList {
  /** `null` where they are not listed. */
  path: string | null
  query: Query
}
