// Values of a filter field, for completion while typing.

import { Type as t } from '@sinclair/typebox'
import type { EventReader } from '../../db/duckdb/event-reader.ts'
import { any, sql } from '../../db/sql.ts'
import { splitValues } from '../../lib/value-list.ts'
import { isForeignReferrer } from '../../visits/arrival.ts'
import { withChannel } from '../../visits/channels.ts'
import { type FieldName, fields } from '../dimensions/dimensions.ts'
import { eventTable } from '../query/people.ts'
import type { Scope } from '../query/scope.ts'
import { targetRows } from '../query/target-rows.ts'

const maxValues = 10
const maxTerms = 5

export const fieldValuesAnswer = t.Array(
  t.Object({ value: t.String(), count: t.Integer({ description: 'Rows of any kind.' }) }),
)

/**
 * The most frequent values of a field in the range, whatever the filters. `search` keeps those that
 * contain it, or one of up to five texts: it is a list of values as filters have them, blanks at their
 * ends aside. For `entry` and `exit` any path is one.
 */
export function listFieldValues(events: EventReader, scope: Scope, name: FieldName, search = '') {
  const { column } = fields[name]
  const rows = sql`(select * from ${eventTable(scope.target)} where ${targetRows(scope)})`
  const terms = splitValues(search).filter((term) => term.trim() !== '')
  const tests = terms
    .slice(0, maxTerms)
    .map((term) => sql`contains(lower(${column}), lower(${term.trim()}))`)
  return events.cached<{ value: string; count: number }>(sql`
    select ${column} as value, count(*) as count
    from ${name === 'channel' ? withChannel(rows) : rows}
    where ${column} <> ''
      and ${name === 'referrer' ? isForeignReferrer : sql`true`}
      and ${tests.length > 0 ? any(tests) : sql`true`}
    group by value
    order by count desc, value
    limit ${maxValues}`)
}
