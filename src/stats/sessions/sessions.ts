// The list of sessions.

import { type Static, Type as t } from '@sinclair/typebox'
import type { EventReader } from '../../db/duckdb/event-reader.ts'
import { type Page, type Paging, pageOffset, toPage } from '../../db/page.ts'
import { any, type Sql, sql } from '../../db/sql.ts'
import { idAnswer, instantAnswer, pageAnswer } from '../../http/answers.ts'
import { nullable } from '../../http/input/fields.ts'
import { isCustom, isPage } from '../../visits/event-kind.ts'
import { dimensions } from '../dimensions/dimensions.ts'
import { countActiveSessions } from '../query/counting.ts'
import { sessionInstant, sessionTable } from '../query/people.ts'
import { planActiveSessions, planSessionScans } from '../query/plan.ts'
import { activityRows } from '../query/relations.ts'
import type { Scope } from '../query/scope.ts'
import {
  type AttributeName,
  attributeFields,
  attributeNames,
  selectAttributes,
} from './attributes.ts'

const rowAnswer = t.Object({
  id: nullable(idAnswer),
  websiteId: idAnswer,
  hostname: nullable(t.String()),
  ...attributeFields(attributeNames),
  firstAt: instantAnswer,
  lastAt: instantAnswer,
  visits: t.Integer(),
  views: t.Integer(),
  events: t.Integer(),
  createdAt: instantAnswer,
})
export const sessionsAnswer = pageAnswer(rowAnswer)

export type SessionRow = Static<typeof rowAnswer>

type Stored = Omit<SessionRow, 'firstAt' | 'lastAt' | 'createdAt'> & {
  first: number
  last: number
}

/** Whether one of a row's columns contains the text, in any case. */
export const hasText = (text: string, names: readonly AttributeName[]): Sql =>
  any(
    names.map(
      (name) => sql`contains(lower(coalesce(${dimensions[name].column}, '')), lower(${text}))`,
    ),
  )

/**
 * One page of the sessions that have a row in the scope, the latest active first. Times and counts
 * are of the rows in the scope. `search` looks in distinct id, city, browser, system and device.
 */
export function listSessions(
  events: EventReader,
  scope: Scope,
  paging: Paging,
  search?: string,
): Promise<Page<SessionRow>> {
  const names = ['distinctId', 'city', 'browser', 'os', 'device'] as const
  const found = search
    ? sql`(select * from ${activityRows(scope)} where ${hasText(search, names)})`
    : activityRows(scope)
  return pageOfSessions(events, scope, found, paging)
}

/** One page of the sessions that `found`, a relation of event rows, has rows of. */
export async function pageOfSessions(
  events: EventReader,
  scope: Scope,
  found: Sql,
  paging: Paging,
): Promise<Page<SessionRow>> {
  const [counted] = await events.cached<{ sessions: number; rows: number }>(sql`
    select ${countActiveSessions(scope, planActiveSessions(scope))} as sessions, count(*) as rows
    from ${found}`)
  const { sessions, rows } = counted ?? { sessions: 0, rows: 0 }
  const wanted = Math.min(paging.pageSize, Math.max(0, sessions - pageOffset(paging)))
  let page: Stored[] = []
  for (const newestRows of planSessionScans(paging, rows)) {
    if (page.length >= wanted) break
    page = await lastActive(events, scope, found, paging, newestRows)
  }
  const data = page.map(({ first, last, ...row }) => ({
    ...row,
    firstAt: sessionInstant(scope.target, first),
    lastAt: sessionInstant(scope.target, last),
    createdAt: sessionInstant(scope.target, last),
  }))
  return toPage(data, sessions, paging)
}

/**
 * A page of the sessions active last, among the newest rows of this number (`null`: all rows).
 * A session's last row is the first one met from the end; so those found before the oldest of the
 * newest rows are surely the last active ones, and no other session needs to be read. The page is
 * short when too few are sure.
 */
function lastActive(
  events: EventReader,
  scope: Scope,
  found: Sql,
  paging: Paging,
  newestRows: number | null,
): Promise<Stored[]> {
  const newest =
    newestRows === null
      ? sql`select session_id, created_at from ${found}`
      : sql`select session_id, created_at from ${found} order by created_at desc limit ${newestRows}`
  const isSure = newestRows === null ? sql`true` : sql`last > (select min(created_at) from newest)`
  return events.cached<Stored>(sql`
    with newest as materialized (${newest}),
    page as materialized (
      select session_id, max(created_at) as last from newest
      group by session_id having ${isSure}
      order by last desc, session_id desc
      limit ${paging.pageSize} offset ${pageOffset(paging)}
    ),
    counted as (
      select session_id, min(created_at) as first, count(distinct visit_hour) as visits,
        count(*) filter (${isPage}) as views, count(*) filter (${isCustom}) as events,
        last(hostname order by created_at, event_id) as hostname
      from ${found}
      where session_id in (select session_id from page)
      group by session_id
    )
    select session.uuid::varchar as id, ${scope.target.id} as "websiteId", counted.hostname,
      ${selectAttributes(sql`session`, attributeNames)},
      counted.first, page.last, counted.visits, counted.views, counted.events
    from page
    join counted on counted.session_id = page.session_id
    join ${sessionTable(scope.target)} on session.session_id = page.session_id
      and session.source_id = ${scope.target.number}
    order by page.last desc, page.session_id desc`)
}
