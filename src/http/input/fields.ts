// Parts of query and body schemas that many operations share.

import { type TSchema, Type as t } from '@sinclair/typebox'
import { uuidPattern } from '../../lib/uuid.ts'
import { firstInstant, lastInstant } from '../../time/date-text.ts'
import { invalidUuid } from './sentences.ts'
import { plainPattern, visiblePattern } from './visible-text.ts'

export const uuid = (description: string) =>
  t.String({ pattern: uuidPattern, error: invalidUuid, description })

/** An address path segment of one's own choice: what every browser and mail program leaves as it is. */
export const slug = (minLength: number, maxLength: number, description: string) =>
  t.String({
    minLength,
    maxLength,
    pattern: slugPattern,
    error: slugProblem(minLength, maxLength),
    description,
  })

/** `.` and `..` are no names: browsers take them for folders. */
export const slugPattern = '^(?!\\.{1,2}$)[A-Za-z0-9._~-]+$'

const slugProblem = (min: number, max: number) =>
  `Invalid slug: expected ${min} to ${max} of the characters A-Z a-z 0-9 . _ ~ -`

/** An object with members of any kind, kept as it is. */
export const freeObject = (description: string) =>
  t.Unsafe<Record<string, unknown>>(
    // No t.Record: its pattern for names would not match one with a line break.
    t.Object({}, { additionalProperties: t.Unknown(), description }),
  )

export const nullable = <Schema extends TSchema>(schema: Schema) => t.Union([schema, t.Null()])

/** Text of 1 to `maxLength` characters of which one at least can be seen. */
export const name = (maxLength: number, description: string) =>
  t.String({ minLength: 1, maxLength, pattern: visiblePattern, description })

/** Likewise, without characters that cannot be seen: a name that must not pass for another. */
export const plainName = (maxLength: number, description: string) =>
  t.String({ minLength: 1, maxLength, pattern: plainPattern, description })

/** An optional instant in epoch milliseconds. */
export const instant = (description: string) =>
  t.Optional(t.Integer({ minimum: firstInstant, maximum: lastInstant, description }))

const maxPage = 1_000_000_000

export const paging = {
  page: t.Optional(
    t.Integer({ minimum: 1, maximum: maxPage, default: 1, description: 'Page, from 1.' }),
  ),
  pageSize: t.Optional(
    t.Integer({
      minimum: 1,
      default: 20,
      description: 'Rows per page, at most 1000.',
    }),
  ),
  maxResults: t.Optional(
    t.Integer({ minimum: 1, description: 'Rows of all pages together, at most.' }),
  ),
}

export const search = {
  search: t.Optional(t.String({ description: 'Keeps rows that contain this text.' })),
}

const sorting = {
  orderBy: t.Optional(t.String({ description: 'Field to sort by.' })),
  sortDescending: t.Optional(
    t.Union([t.Literal('true'), t.Literal('false')], { description: 'Sort downwards.' }),
  ),
}

/** The query of a list that can be searched and sorted. */
export const listing = { ...search, ...paging, ...sorting }

/** `true`, `1`, `false`, `0`. */
export const flag = (description: string) =>
  t.Optional(
    t.Union([t.Literal('true'), t.Literal('1'), t.Literal('false'), t.Literal('0')], {
      description,
    }),
  )

export const isOn = (value: string | undefined): boolean => value === 'true' || value === '1'
