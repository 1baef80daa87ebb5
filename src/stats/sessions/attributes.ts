// Attributes of a session as answers have them: the dimensions that are the same on all its rows.

import { Type as t } from '@sinclair/typebox'
import { join, Sql, sql } from '../../db/sql.ts'
import { nullable } from '../../http/input/fields.ts'
import { toRecord } from '../../lib/to-record.ts'
import { type DimensionName, dimensionNames, dimensions } from '../dimensions/dimensions.ts'

export type AttributeName = {
  [Name in DimensionName]: (typeof dimensions)[Name]['per'] extends 'session' ? Name : never
}[DimensionName]

const isAttribute = (name: DimensionName): name is AttributeName =>
  dimensions[name].per === 'session'

export const attributeNames = dimensionNames.filter(isAttribute)

/** The fields of an answer. */
export const attributeFields = <Name extends AttributeName>(names: readonly Name[]) =>
  toRecord(names, () => nullable(t.String()))

/** The columns of `table` that these are, each under its name in answers. */
export const selectAttributes = (table: Sql, names: readonly AttributeName[]): Sql =>
  join(
    names.map((name) => sql`${table}.${dimensions[name].column} as ${new Sql([`"${name}"`], [])}`),
  )
