// Types of event and session properties, as the store numbers them, and the text a value is shown as.

import { Type as t } from '@sinclair/typebox'
import type { DataType } from '../../db/data-type.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { toWall } from '../../time/zone.ts'
import type { ZoneTable } from '../../time/zone-table.ts'

export const dataTypes = { string: 1, number: 2, date: 3, boolean: 4, array: 5 } as const

export type DataTypeName = keyof typeof dataTypes

/** The number of a type that is named `2` or `number`; `null` for any other text. */
export function toDataType(text: string): DataType | null {
  if (Object.hasOwn(dataTypes, text)) return dataTypes[text as DataTypeName]
  return Object.values(dataTypes).find((type) => String(type) === text) ?? null
}

/**
 * The label of a property's row: numbers without trailing zeros, dates as their hour in UTC, anything
 * else as stored; null for a list that was too long to keep.
 */
export const label: Sql = sql`case data_type
  when 2 then rtrim(rtrim(string_value, '0'), '.')
  when 3 then split_part(string_value, ':', 1) || ':00:00Z'
  else string_value end`

/** Texts of a list's elements. JSON that the database refuses (half a character) has none. */
export const elements: Sql = sql`case when data_type = 5 and json_valid(string_value)
  then string_value ->> '$[*]' else [] end`

/** Query field of a type. */
export const dataTypeField = {
  dataType: t.Optional(
    t.Union(
      [...Object.values(dataTypes).map(String), ...Object.keys(dataTypes)].map((word) =>
        t.Literal(word),
      ),
      {
        error: 'Invalid data type',
        description:
          '1 string, 2 number, 3 date, 4 boolean, 5 array, counted by element; or its name.',
      },
    ),
  ),
}

/**
 * All labels of a property's row, where a type is asked for: lists have one per element, when they are
 * what is asked for, else one like any other value, which is their JSON.
 */
export const toLabel = (type: DataType | null): Sql =>
  type === dataTypes.array ? elements : sql`[${label}]`

/** A number's stored text, which has four decimals, without trailing zeros. */
export const formatNumber = (text: string): string => text.replace(/\.?0+$/, '')

/** A date to the second: UTC with `Z`, or the local time of another zone without an offset. */
export function formatDate(at: number, zone: ZoneTable): string {
  const isUtc = zone.stretches.every(({ offsetMs }) => offsetMs === 0)
  const text = new Date(toWall(zone, at)).toISOString().slice(0, -5)
  return isUtc ? `${text}Z` : text
}
