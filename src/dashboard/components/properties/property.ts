// Properties of events and sessions as the server sends them.

import { momentName } from '../../text/dates.ts'
import { preciseNumber } from '../../text/numbers.ts'

export interface Property {
  dataKey: string
  stringValue: string | null
  numberValue: number | null
  /** ISO 8601. */
  dateValue: string | null
  dataType: number
}

/** The value of a property as people read it. */
export function propertyText({ stringValue, numberValue, dateValue }: Property): string {
  if (dateValue !== null) return momentName(Date.parse(dateValue))
  if (numberValue !== null) return preciseNumber(numberValue)
  return stringValue ?? '–'
}
