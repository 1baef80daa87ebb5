// The list of sessions.

import { type Static, Type as t } from '@sinclair/typebox'
import type { App } from '../app.ts'
import { any, type Sql, sql } from '../db/sql.ts'
import { idAnswer, instantAnswer, pageAnswer } from '../http/answers.ts'
import { nullable } from '../http/fields.ts'
import { offsetOf, type Page, type Paging } from '../http/page.ts'
import { instant } from './ids.ts'
import { activityRows } from './relations.ts'
import type { Scope } from './scope.ts'

const text = nullable(t.String())

const rowAnswer = t.Object({
  id: idAnswer,
  websiteId: idAnswer,
  hostname: text,
  browser: text,
  os: text,
  device: text,
  screen: text,
  language: text,
  country: text,
  region: text,
  city: text,
  distinctId: text,
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

const searched = {
  distinctId: sql`distinct_id`,
  city: sql`city`,
  browser: sql`browser`,
  os: sql`os`,
  device: sql`device`,
}

/** Whether one of a row's columns contains the text, in any case. */
export const hasText = (text: string, names: readonly (keyof typeof searched)[]): Sql =>
  any(names.map((name) => sql`contains(lower(coalesce(${searched[name]}, '')), lower(${text}))`))

/**
 * One page of the sessions that have a row in the scope, the latest active first. Times and counts
 * are of the rows in the scope. `search` looks in distinct id, city, browser, system and device.
 */
export function listSessions(
  app: App,
  scope: Scope,
  paging: Paging,
  search?: string,
): Promise<Page<SessionRow>> {
  const names = ['distinctId', 'city', 'browser', 'os', 'device'] as const
  const found = search
    ? sql`(select * from ${activityRows(scope)} where ${hasText(search, names)})`
    : activityRows(scope)
  return pageOfSessions(app, scope, found, paging)
}

/** One page of the sessions that `found`, a relation of event rows, has rows of. */
export async function pageOfSessions(
  app: App,
  scope: Scope,
  found: Sql,
  paging: Paging,
): Promise<Page<SessionRow>> {
  const [count, rows] = await Promise.all([
    app.events.query<{ n: number }>(sql`select count(distinct session_id) as n from ${found}`),
    app.events.query<Stored>(sql`
      with page as (
        select session_id, min(created_at) as first, max(created_at) as last,
          count(distinct visit_hour) as visits,
          count(*) filter (event_type not in (2, 5)) as views,
          count(*) filter (event_type = 2) as events,
          arg_max(hostname, created_at) as hostname
        from ${found}
        group by session_id
        order by last desc, session_id desc
        limit ${paging.pageSize} offset ${offsetOf(paging)}
      )
      select session.uuid::varchar as id, ${scope.source.id} as "websiteId", page.hostname,
        session.browser, session.os, session.device, session.screen, session.language,
        session.country, session.region, session.city, session.distinct_id as "distinctId",
        page.first, page.last, page.visits, page.views, page.events
      from page join session on session.session_id = page.session_id
        and session.source_id = ${scope.source.number}
      order by page.last desc, page.session_id desc`),
  ])
  const data = rows.map(({ first, last, ...row }) => ({
    ...row,
    firstAt: instant(first),
    lastAt: instant(last),
    createdAt: instant(last),
  }))
  return { data, count: count[0]?.n ?? 0, ...paging }
}
