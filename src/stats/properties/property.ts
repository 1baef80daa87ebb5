// One property of an event or a session, as rows show it.

import { type Static, Type as t } from '@sinclair/typebox'
import { type Sql, sql } from '../../db/sql.ts'
import { instantAnswer, instantText } from '../../http/answers.ts'
import { nullable } from '../../http/input/fields.ts'

export const propertyFields = {
  dataKey: t.String({ description: 'Name; nested objects are joined by dots.' }),
  stringValue: nullable(t.String()),
  numberValue: nullable(t.Number()),
  dateValue: nullable(instantAnswer),
  dataType: t.Integer({ description: '1 string, 2 number, 3 date, 4 boolean, 5 array.' }),
  createdAt: instantAnswer,
}
const propertyAnswer = t.Object(propertyFields)

export type ShownProperty = Static<typeof propertyAnswer>

/** A property's columns, as `propertyColumns` selects them. */
export interface StoredProperty {
  key: string
  type: number
  text: string | null
  number: number | null
  dateAt: number | null
  at: number
}

export const propertyColumns: Sql = sql`data_key as key, data_type as type, string_value as text,
  number_value as number, date_value as "dateAt", created_at as at`

export const toShownProperty = (stored: StoredProperty): ShownProperty => ({
  dataKey: stored.key,
  stringValue: stored.text,
  numberValue: stored.number,
  dateValue: stored.dateAt === null ? null : instantText(stored.dateAt),
  dataType: stored.type,
  createdAt: instantText(stored.at),
})
