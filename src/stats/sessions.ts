// The list of sessions.

import type { App } from '../app.ts'
import { sql } from '../db/sql.ts'
import { offsetOf, type Page, type Paging } from '../http/page.ts'
import { instant } from './ids.ts'
import { activityRows } from './relations.ts'
import type { Scope } from './scope.ts'

export interface SessionRow {
  id: string
  websiteId: string
  hostname: string | null
  browser: string | null
  os: string | null
  device: string | null
  screen: string | null
  language: string | null
  country: string | null
  region: string | null
  city: string | null
  distinctId: string | null
  firstAt: string
  lastAt: string
  visits: number
  views: number
  events: number
  createdAt: string
}

type Stored = Omit<SessionRow, 'firstAt' | 'lastAt' | 'createdAt'> & {
  first: number
  last: number
}

const searched = ['distinct_id', 'city', 'browser', 'os', 'device'] as const

/**
 * One page of the sessions that have a row in the scope, the latest active first. Times and counts
 * are of the rows in the scope. `search` looks in distinct id, city, browser, system and device.
 */
export async function listSessions(
  app: App,
  scope: Scope,
  paging: Paging,
  search?: string,
): Promise<Page<SessionRow>> {
  const columns = {
    distinct_id: sql`distinct_id`,
    city: sql`city`,
    browser: sql`browser`,
    os: sql`os`,
    device: sql`device`,
  } as const
  const found = search
    ? sql`(select * from ${activityRows(scope)} where ${searched
        .map((name) => sql`contains(lower(coalesce(${columns[name]}, '')), lower(${search}))`)
        .reduce((left, right) => sql`${left} or ${right}`)})`
    : activityRows(scope)
  const [count, rows] = await Promise.all([
    app.events.query<{ n: number }>(sql`select count(distinct session_id) as n from ${found}`),
    app.events.query<Stored>(sql`
      with page as (
        select session_id, min(created_at) as first, max(created_at) as last,
          count(distinct visit_hour) as visits,
          count(*) filter (event_type not in (2, 5)) as views,
          count(*) filter (event_type = 2) as events,
          arg_max(hostname, event_id) as hostname
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
