// What a segment or cohort says: filters, and for a cohort when its members did what.

import { type Static, Type as t } from '@sinclair/typebox'
import { badRequest } from '../errors.ts'
import { storedOperators } from '../lib/filter-operators.ts'
import type { SegmentType } from './store.ts'

/** `<n><unit>`, for example 30day: its count and its unit are the groups of the pattern. */
export const relativeRange = '(\\d{1,4})(hour|day|week|month|year)'

export const segmentParameters = t.Object(
  {
    filters: t.Optional(
      t.Array(
        t.Object({
          name: t.String({ minLength: 1, maxLength: 50, description: 'Name of a filter.' }),
          operator: t.Union(storedOperators.map((operator) => t.Literal(operator))),
          value: t.String({
            maxLength: 2000,
            description: 'Several with commas between them; \\, is a comma of one.',
          }),
          property: t.Optional(
            t.String({
              minLength: 1,
              maxLength: 500,
              description: 'Of `eventProperty` and `sessionProperty`: which one.',
            }),
          ),
          dataType: t.Optional(
            t.Union(
              ([1, 2, 3, 4, 5] as const).map((type) => t.Literal(type)),
              { description: 'Its type: 1 string, 2 number, 3 date, 4 boolean, 5 array; 1.' },
            ),
          ),
        }),
        { maxItems: 100 },
      ),
    ),
    match: t.Optional(t.Union([t.Literal('all'), t.Literal('any')])),
    dateRange: t.Optional(
      t.String({
        pattern: `^(${relativeRange}|range:\\d{1,15}:\\d{1,15})$`,
        error: 'Invalid date range: expected for example 30day, 0month or range:<ms>:<ms>',
        description: 'Such as 30day, 0month (the current one) or range:<startMs>:<endMs>.',
      }),
    ),
    action: t.Optional(
      t.Object({
        type: t.Union([t.Literal('path'), t.Literal('event')]),
        value: t.String({ minLength: 1, maxLength: 2000 }),
      }),
    ),
  },
  { description: 'A cohort needs dateRange and action.' },
)

export type SegmentParameters = Static<typeof segmentParameters>

/** Throws 400 when a cohort does not say when its members did what. */
export function checkParameters(type: SegmentType, parameters: SegmentParameters): void {
  if (type !== 'cohort') return
  const missing = (['dateRange', 'action'] as const).filter((name) => !parameters[name])
  if (missing.length === 0) return
  const problems = missing.map((name) => [name, { errors: ['Invalid input: a cohort needs it'] }])
  throw badRequest(undefined, {
    errors: [],
    properties: { parameters: { errors: [], properties: Object.fromEntries(problems) } },
  })
}
