// Goal: how many visitors reached a page or did an event.

import { Type as t } from '@sinclair/typebox'
import type { EventReader } from '../../db/duckdb/event-reader.ts'
import { sql } from '../../db/sql.ts'
import { countSessions } from '../query/counting.ts'
import { customRows, pageRows } from '../query/relations.ts'
import type { Scope } from '../query/scope.ts'
import { isStep, type Step, stepFields } from './steps.ts'

export const goalFields = { value: stepFields.value }

export const goalAnswer = t.Object({
  num: t.Integer({ description: 'Visitors who reached the goal.' }),
  total: t.Integer({ description: 'All visitors.' }),
})

/** Visitors with a row of the goal, and all visitors, both of the rows that the filters keep. */
export async function countGoal(events: EventReader, scope: Scope, step: Step) {
  // Two relations, because a filter on events keeps page views by their visit and events by name.
  const [row] = await events.cached<{ num: number; total: number }>(sql`
    select ${countSessions(scope, sql`is_goal`)} as num, ${countSessions(scope)} as total
    from (
      select session_id, ${isStep(step)} as is_goal from ${pageRows(scope)}
      union all
      select session_id, ${isStep(step)} as is_goal from ${customRows(scope)}
    )`)
  return { num: row?.num ?? 0, total: row?.total ?? 0 }
}
