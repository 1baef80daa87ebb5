// Steps of funnels and goals: a page or an event, by its whole name or by a part of it.

import { Type as t } from '@sinclair/typebox'
import { type Sql, sql } from '../../db/sql.ts'
import { isCustom, isPage } from '../../visits/event-kind.ts'

export type ConversionType = 'path' | 'event'

export interface Step {
  type: ConversionType
  value: string
}

export const stepFields = {
  type: t.Union([t.Literal('path'), t.Literal('event')], {
    error: 'Invalid type',
    description: 'A page, or a custom event.',
  }),
  value: t.String({
    minLength: 1,
    description: 'Path or event name; * at the start or the end stands for any text.',
  }),
}

/** What a conversion without a type is: paths begin with a slash, or with a wildcard. */
export const chooseConversionType = (
  type: ConversionType | undefined,
  value: string,
): ConversionType => type ?? (/^[/*]/.test(value) ? 'path' : 'event')

/** Whether a row is a page view (or custom event) of the step's name. */
export const isStep = ({ type, value }: Step): Sql =>
  type === 'path'
    ? sql`(${isPage} and ${matches(sql`url_path`, value)})`
    : sql`(${isCustom} and ${matches(sql`coalesce(event_name, '')`, value)})`

function matches(text: Sql, value: string): Sql {
  const isOpenAtStart = value.startsWith('*')
  const isOpenAtEnd = value.length > 1 && value.endsWith('*')
  const part = value.slice(isOpenAtStart ? 1 : 0, isOpenAtEnd ? -1 : undefined)
  if (isOpenAtStart && isOpenAtEnd) return sql`contains(${text}, ${part})`
  if (isOpenAtStart) return sql`ends_with(${text}, ${part})`
  if (isOpenAtEnd) return sql`starts_with(${text}, ${part})`
  return sql`${text} = ${part}`
}
