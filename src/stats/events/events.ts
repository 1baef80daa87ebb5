// The list of events.

import { type Static, Type as t } from '@sinclair/typebox'
import type { EventReader } from '../../db/duckdb/event-reader.ts'
import { type Page, type Paging, pageOffset, toPage } from '../../db/page.ts'
import { sql } from '../../db/sql.ts'
import { idAnswer, instantAnswer, instantText, pageAnswer } from '../../http/answers.ts'
import { nullable } from '../../http/input/fields.ts'
import { deriveVisitId } from '../../identity.ts'
import { isCustom } from '../../visits/event-kind.ts'
import { eventUuid } from '../query/ids.ts'
import { sessionTable } from '../query/people.ts'
import { activityRows } from '../query/relations.ts'
import type { Scope } from '../query/scope.ts'

const text = nullable(t.String())
const eventRow = t.Object({
  id: idAnswer,
  websiteId: idAnswer,
  sessionId: nullable(idAnswer),
  visitId: nullable(idAnswer),
  createdAt: instantAnswer,
  hostname: text,
  urlPath: t.String(),
  urlQuery: text,
  referrerPath: text,
  referrerQuery: text,
  referrerDomain: text,
  country: text,
  city: text,
  device: text,
  os: text,
  browser: text,
  distinctId: text,
  pageTitle: text,
  eventType: t.Integer({ description: '1 page view, 2 event, 3 link hit, 4 pixel hit.' }),
  eventName: text,
  hasData: t.Boolean({ description: 'Whether the event has properties.' }),
})
type EventRow = Static<typeof eventRow>
export const eventsAnswer = pageAnswer(eventRow)

type StoredRow = Omit<EventRow, 'id' | 'visitId' | 'createdAt'> & {
  number: number
  at: number
  hour: number
}

/**
 * One page of events, newest first. `search` looks in event names and in paths of page views; `secret`
 * is the text secret of the instance, of which ids of visits are made.
 */
export async function listEvents(
  events: EventReader,
  scope: Scope,
  paging: Paging,
  { search, secret }: { search: string | undefined; secret: string },
): Promise<Page<EventRow>> {
  const found = sql`(select * from ${activityRows(scope)} where ${
    search
      ? sql`(contains(lower(coalesce(event_name, '')), lower(${search})) and ${isCustom})
        or (contains(lower(url_path), lower(${search})) and not ${isCustom})`
      : sql`true`
  })`
  const [count, rows] = await Promise.all([
    events.cached<{ n: number }>(sql`select count(*) as n from ${found}`),
    events.cached<StoredRow>(sql`
      with page as (
        select * from ${found}
        order by created_at desc, event_id desc
        limit ${paging.pageSize} offset ${pageOffset(paging)}
      )
      select page.event_id as number, ${scope.target.id} as "websiteId",
        session.uuid::varchar as "sessionId", page.created_at as at,
        page.visit_hour as hour, hostname,
        url_path as "urlPath", url_query as "urlQuery", referrer_path as "referrerPath",
        referrer_query as "referrerQuery", referrer_domain as "referrerDomain", page.country,
        page.city, page.device, page.os, page.browser, page.distinct_id as "distinctId",
        page_title as "pageTitle", event_type as "eventType", event_name as "eventName",
        page.event_id in (
          select event_id from event_data
          where event_id between (select min(event_id) from page) and (select max(event_id) from page)
        ) as "hasData"
      from page join ${sessionTable(scope.target)} on session.session_id = page.session_id
        and session.source_id = page.source_id
      order by page.created_at desc, page.event_id desc`),
  ])
  const data = rows.map(({ number, at, hour, ...row }) => ({
    id: eventUuid(number),
    // Where people are hidden, what joins the rows of one visit is hidden too.
    visitId: row.sessionId === null ? null : deriveVisitId(row.sessionId, hour, secret),
    ...row,
    createdAt: instantText(at),
  }))
  return toPage(data, count[0]?.n ?? 0, paging)
}
