// Values of a filter field, for completion while typing.

import { Type as t } from '@sinclair/typebox'
import type { App } from '../app.ts'
import { any, sql } from '../db/sql.ts'
import { type DimensionName, dimensions, isForeignReferrer } from './dimensions.ts'
import { sourceRows } from './relations.ts'
import type { Scope } from './scope.ts'

const maxValues = 10
const maxTerms = 5

export const fieldValuesAnswer = t.Array(
  t.Object({ value: t.String(), count: t.Integer({ description: 'Rows of any kind.' }) }),
)

/**
 * The most frequent values of a field in the range, whatever the filters. `search` keeps those that
 * contain it, or one of up to five texts separated by commas.
 */
export function listFieldValues(app: App, scope: Scope, name: DimensionName, search = '') {
  const { column } = dimensions[name]
  const terms = search.split(',').filter((term) => term.trim() !== '')
  const tests = terms
    .slice(0, maxTerms)
    .map((term) => sql`contains(lower(${column}), lower(${term.trim()}))`)
  return app.events.recall<{ value: string; count: number }>(sql`
    select ${column} as value, count(*) as count
    from event
    where ${sourceRows(scope)} and ${column} <> ''
      and ${name === 'referrer' ? isForeignReferrer : sql`true`}
      and ${tests.length > 0 ? any(tests) : sql`true`}
    group by value
    order by count desc, value
    limit ${maxValues}`)
}
