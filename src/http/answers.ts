// Parts of answers, and of the schemas that describe them.

import { type TSchema, Type as t } from '@sinclair/typebox'
import { uuidPattern } from '../lib/uuid.ts'
import { nullable } from './input/fields.ts'

/** An instant as in answers: ISO 8601, UTC, milliseconds. */
export const instantText = (at: number): string => new Date(at).toISOString()

export const idAnswer = t.String({ pattern: uuidPattern, description: 'UUID.' })

export const instantAnswer = t.String({
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$',
  description: 'Instant, ISO 8601 in UTC.',
})

/** Nothing is kept of deleted things, so the member that other versions fill is always null. */
export const deletedAtAnswer = nullable(instantAnswer)

export const okAnswer = t.Object({ ok: t.Literal(true) })

export const personAnswer = t.Object({ id: idAnswer, username: t.String() })

/** The envelope of a list. */
export const pageAnswer = <Row extends TSchema>(row: Row) =>
  t.Object({
    data: t.Array(row),
    count: t.Integer({ description: 'Rows of all pages.' }),
    page: t.Integer(),
    pageSize: t.Integer(),
    isCapped: t.Boolean({ description: 'There are more rows than `maxResults`.' }),
    orderBy: t.Optional(t.String()),
    sortDescending: t.Optional(t.Boolean()),
    search: t.Optional(t.String()),
  })
