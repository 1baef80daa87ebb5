// The list of sessions with revenue.

import type { EventReader } from '../../db/duckdb/event-reader.ts'
import type { Page, Paging } from '../../db/page.ts'
import { sql } from '../../db/sql.ts'
import { isActivity } from '../../visits/event-kind.ts'
import { eventTable } from '../query/people.ts'
import type { Scope } from '../query/scope.ts'
import { targetRows } from '../query/target-rows.ts'
import { hasText, pageOfSessions, type SessionRow } from '../sessions/sessions.ts'
import { revenueRows } from './revenue.ts'

/**
 * One page of the sessions that paid in the scope, the latest active first. Their times and counts
 * are of all they did in the range. `search` looks in browser, system, device and city.
 */
export function listPayingSessions(
  events: EventReader,
  scope: Scope,
  currency: string,
  paging: Paging,
  search?: string,
): Promise<Page<SessionRow>> {
  const isFound = search ? hasText(search, ['browser', 'os', 'device', 'city']) : sql`true`
  const found = sql`(select * from ${eventTable(scope.target)}
    where ${targetRows(scope)} and ${isActivity} and ${isFound}
      and session_id in (select session_id from ${revenueRows(scope, currency)}))`
  return pageOfSessions(events, scope, found, paging)
}
