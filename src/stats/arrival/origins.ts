// Where payers came from: what lists of revenue credit, and what filters of it judge.

import { type Sql, sql } from '../../db/sql.ts'
import { referrerHost } from '../../visits/arrival.ts'
import { withChannel } from '../../visits/channels.ts'
import { type Condition, conditionSql, type FieldCondition } from '../filters/conditions.ts'
import type { Scope } from '../query/scope.ts'
import { targetRows } from '../query/target-rows.ts'
import { firstRows } from './touches.ts'

type Origin = 'referrer' | 'channel'

/** The names by which origins are listed. */
export const originNames: Record<Origin, Sql> = {
  referrer: sql`coalesce(${referrerHost}, '')`,
  channel: sql`coalesce(channel, 'Unknown')`,
}

const isOnOrigin = (condition: Condition): condition is FieldCondition & { dimension: Origin } =>
  Object.hasOwn(originNames, condition.dimension)

/** What a session did first may be a page view, an event or a measurement. */
const anyKind = sql`true`

/** The first row in the range of each session that `payers` selects. */
export const originRows = (scope: Scope, payers: Sql): Sql => firstRows(scope, payers, anyKind)

/**
 * A condition on an origin as one on the payer's first row in the range, under the name that lists give
 * it: who pays on an inner page came from where the session began. `null` for any other condition.
 */
export function isPayerFrom(scope: Scope, condition: Condition): Sql | null {
  if (!isOnOrigin(condition)) return null
  const { dimension } = condition
  const payers = sql`(select session_id from revenue where ${targetRows(scope)})`
  const first = sql`first_row`
  return sql`session_id in (
    with ${first} as materialized (select * from ${originRows(scope, payers)})
    select session_id from ${dimension === 'channel' ? withChannel(first) : first}
    where ${conditionSql(condition, originNames[dimension])})`
}
