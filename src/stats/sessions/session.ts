// One session: its numbers, what it did, its properties.

import { type Static, Type as t } from '@sinclair/typebox'
import type { EventReader } from '../../db/duckdb/event-reader.ts'
import { sql } from '../../db/sql.ts'
import { notFound } from '../../errors.ts'
import { idAnswer, instantAnswer, instantText } from '../../http/answers.ts'
import { nullable } from '../../http/input/fields.ts'
import { deriveVisitId } from '../../identity.ts'
import { isUuid } from '../../lib/uuid.ts'
import type { Target } from '../../targets/store.ts'
import type { Range } from '../../time/range.ts'
import { isActivity, isCustom, isPage } from '../../visits/event-kind.ts'
import { formatNumber } from '../dimensions/data-types.ts'
import {
  propertyColumns,
  propertyFields,
  type StoredProperty,
  toShownProperty,
} from '../properties/property.ts'
import { maxRows } from '../query/capped.ts'
import { eventUuid } from '../query/ids.ts'
import { sessionTable } from '../query/people.ts'
import { sessionDataRows } from '../query/property-rows.ts'
import { visitSeconds } from '../query/relations.ts'
import { targetRows } from '../query/target-rows.ts'
import {
  type AttributeName,
  attributeFields,
  attributeNames,
  selectAttributes,
} from './attributes.ts'

const text = nullable(t.String())

export const sessionAnswer = t.Object({
  id: idAnswer,
  websiteId: idAnswer,
  ...attributeFields(attributeNames),
  firstAt: instantAnswer,
  lastAt: instantAnswer,
  visits: t.Integer(),
  views: t.Integer({ description: 'Page views.' }),
  events: t.Integer({ description: 'Custom events.' }),
  totaltime: t.Integer({ description: 'Seconds of all visits together.' }),
  stitchedSessionCount: t.Literal(1, {
    description:
      'Sessions of this person: one, since all visits with the same `id` are one session.',
  }),
  canDelete: t.Boolean({ description: 'The caller may delete it.' }),
})

interface StoredSession {
  number: number
  id: string
  createdAt: number
}

/** The session of a public id. Throws 404 unless the target has it. */
export async function findStoredSession(
  events: EventReader,
  target: Target,
  id: string,
): Promise<StoredSession> {
  const [found] = isUuid(id)
    ? await events.query<StoredSession>(sql`
        select session_id as number, uuid::varchar as id, created_at as "createdAt"
        from ${sessionTable(target)} where source_id = ${target.number} and uuid = ${id}::uuid`)
    : []
  if (!found) throw notFound('Session not found.')
  return found
}

interface Visited {
  first: number | null
  last: number | null
  visits: number
  views: number
  events: number
  totaltime: number
}

type SessionAnswer = Static<typeof sessionAnswer>
type Attributes = Pick<SessionAnswer, AttributeName>

/** A session with the numbers of its whole life. Throws 404 for one that the target does not have. */
export async function findSession(
  reader: EventReader,
  target: Target,
  id: string,
): Promise<Omit<SessionAnswer, 'canDelete'>> {
  const session = await findStoredSession(reader, target, id)
  const since = target.resetAt ?? 0
  const [row] = await reader.query<Attributes & Visited>(sql`
    select ${selectAttributes(sql`session`, attributeNames)}, first, last, visits, views, events, totaltime
    from ${sessionTable(target)}, (
      select min(first) as first, max(last) as last, count(*) as visits,
        coalesce(sum(views), 0) as views, coalesce(sum(events), 0) as events,
        coalesce(sum(seconds), 0) as totaltime
      from (
        select min(created_at) as first, max(created_at) as last,
          count(*) filter (${isPage}) as views, count(*) filter (${isCustom}) as events,
          ${visitSeconds} as seconds
        from event
        where source_id = ${target.number} and session_id = ${session.number}
          and created_at >= ${since} and ${isActivity}
        group by visit_hour))
    where source_id = ${target.number} and session_id = ${session.number}`)
  // A session that only identified itself has no rows; one of before a reset is gone.
  if (!row || (row.first === null && session.createdAt < since)) {
    throw notFound('Session not found.')
  }
  const { first, last, visits, views, events, totaltime, ...attributes } = row
  return {
    id: session.id,
    websiteId: target.id,
    ...attributes,
    firstAt: instantText(first ?? session.createdAt),
    lastAt: instantText(last ?? session.createdAt),
    visits,
    views,
    events,
    totaltime,
    stitchedSessionCount: 1,
  }
}

export const activityAnswer = t.Array(
  t.Object({
    createdAt: instantAnswer,
    urlPath: t.String(),
    urlQuery: text,
    referrerDomain: text,
    eventId: idAnswer,
    eventType: t.Integer({ description: '1 page view, 2 custom event, 3 link, 4 pixel.' }),
    eventName: text,
    visitId: idAnswer,
    hostname: text,
    hasData: t.Boolean({ description: 'The event has properties.' }),
  }),
)
type Act = Static<typeof activityAnswer>[number]

const maxActs = 500

/** What a session did in the range, newest first. Throws 404 for an unknown session. */
export async function listActivity(
  events: EventReader,
  target: Target,
  id: string,
  range: Range,
  /** Text secret of the instance, of which ids of visits are made. */
  secret: string,
): Promise<Act[]> {
  const session = await findStoredSession(events, target, id)
  const own = sql`${targetRows({ target, ...range })} and session_id = ${session.number}`
  const rows = await events.query<
    Omit<Act, 'createdAt' | 'eventId' | 'visitId'> & { number: number; at: number; hour: number }
  >(sql`
    select event_id as number, created_at as at, visit_hour as hour, url_path as "urlPath",
      url_query as "urlQuery", referrer_domain as "referrerDomain", event_type as "eventType",
      event_name as "eventName", hostname,
      event_id in (select event_id from event_data where ${own}) as "hasData"
    from event
    where ${own} and ${isActivity}
    order by created_at desc, event_id desc
    limit ${maxActs}`)
  return rows.map(({ number, at, hour, ...act }) => ({
    createdAt: instantText(at),
    ...act,
    eventId: eventUuid(number),
    visitId: deriveVisitId(session.id, hour, secret),
  }))
}

export const sessionPropertiesAnswer = t.Array(
  t.Object({ websiteId: idAnswer, sessionId: idAnswer, ...propertyFields }),
)

/** The live properties of a session, sorted by name. Throws 404 for an unknown session. */
export async function listSessionProperties(
  events: EventReader,
  target: Target,
  id: string,
): Promise<Static<typeof sessionPropertiesAnswer>> {
  const session = await findStoredSession(events, target, id)
  const rows = await events.query<StoredProperty>(sql`
    select ${propertyColumns}
    from ${sessionDataRows({ target }, sql`session_id = ${session.number}`)}
    order by data_key
    limit ${maxRows}`)
  return rows.map((row) => {
    const property = toShownProperty(row)
    const stringValue =
      row.type === 2 && row.text !== null ? formatNumber(row.text) : property.stringValue
    return { websiteId: target.id, sessionId: session.id, ...property, stringValue }
  })
}
