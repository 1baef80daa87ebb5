// The last half hour: who is here, what they look at, view by view.

import { type Static, Type as t } from '@sinclair/typebox'
import type { EventReader } from '../../db/duckdb/event-reader.ts'
import { sql } from '../../db/sql.ts'
import { idAnswer, instantAnswer, instantText } from '../../http/answers.ts'
import { nullable } from '../../http/input/fields.ts'
import { minuteMs } from '../../time/durations.ts'
import type { Range } from '../../time/range.ts'
import { sessionTable, showsPeople } from '../query/people.ts'
import { activityRows } from '../query/relations.ts'
import type { Scope } from '../query/scope.ts'
import { attributeFields, selectAttributes } from '../sessions/attributes.ts'
import { viewsOverTime } from './totals.ts'

const minutes = 30
const maxActs = 100
const attributes = ['browser', 'os', 'device', 'country'] as const

const text = nullable(t.String())

const actAnswer = t.Object({
  __type: t.Union([t.Literal('session'), t.Literal('event'), t.Literal('pageview')]),
  sessionId: nullable(idAnswer),
  eventName: text,
  createdAt: instantAnswer,
  ...attributeFields(attributes),
  urlPath: t.String(),
  referrerDomain: text,
  hostname: text,
})
type Act = Static<typeof actAnswer>
/** With the number of its session, which never leaves the server. */
type StoredAct = Act & { session: number }

const counts = (description: string) => t.Record(t.String(), t.Integer(), { description })
const series = t.Array(
  t.Object({
    x: t.String(),
    t: t.String({ description: 'The same as `x`, as other series call it.' }),
    y: t.Integer(),
  }),
)

export const realtimeAnswer = t.Object({
  countries: counts('Sessions by country.'),
  urls: counts('Rows by path.'),
  referrers: counts('Rows by referring host.'),
  events: t.Array(actAnswer, { description: 'The latest rows, newest first.' }),
  series: t.Object({ views: series, visitors: series }),
  totals: t.Object({
    views: t.Integer(),
    visitors: t.Integer(),
    events: t.Integer(),
    countries: t.Integer(),
  }),
  timestamp: t.Integer({ description: 'Now, epoch milliseconds.' }),
})

/** From 30 minutes before the current minute until now. */
export const realtimeRange = (now: number): Range => ({
  startAt: (Math.floor(now / minuteMs) - minutes) * minuteMs,
  endAt: now,
})

/** What is going on in a scope, whose range ends now: its latest hundred rows, and views by minute. */
export async function realtime(
  events: EventReader,
  scope: Scope,
): Promise<Static<typeof realtimeAnswer>> {
  const [acts, { pageviews, sessions }] = await Promise.all([
    latestActs(events, scope),
    viewsOverTime(events, scope),
  ])
  const firsts = [...new Map(acts.map((act) => [act.session, act])).values()]
  // Where people are hidden, no element of type session says which rows are the first of one.
  const begins = (act: StoredAct) => showsPeople(scope.target) && firsts.includes(act)
  const countries = tally(firsts.map(({ country }) => country))
  const sum = (points: { y: number }[]) => points.reduce((total, { y }) => total + y, 0)
  return {
    countries,
    urls: tally(acts.map(({ urlPath }) => urlPath)),
    referrers: tally(acts.map(({ referrerDomain }) => referrerDomain)),
    // Newest first, so the row that began a session comes before its element of type session.
    events: acts.flatMap((act): Act[] => {
      const { session, ...shown } = act
      return begins(act) ? [shown, { ...shown, __type: 'session' }] : [shown]
    }),
    series: { views: withTime(pageviews), visitors: withTime(sessions) },
    totals: {
      views: sum(pageviews),
      visitors: sum(sessions),
      events: acts.filter(({ eventName }) => eventName).length,
      countries: Object.keys(countries).length,
    },
    timestamp: scope.endAt,
  }
}

const withTime = (points: { x: string; y: number }[]) => points.map(({ x, y }) => ({ x, t: x, y }))

async function latestActs(events: EventReader, scope: Scope): Promise<StoredAct[]> {
  const rows = await events.query<Omit<StoredAct, '__type' | 'createdAt'> & { at: number }>(sql`
    with act as (
      select * from ${activityRows(scope)}
      order by created_at desc, event_id desc limit ${maxActs})
    select session_id as session, uuid::varchar as "sessionId", event_name as "eventName", act.created_at as at,
      ${selectAttributes(sql`act`, attributes)}, url_path as "urlPath",
      referrer_domain as "referrerDomain", hostname
    from act join ${sessionTable(scope.target)} using (session_id, source_id)
    order by act.created_at desc, event_id desc`)
  return rows.map(({ sessionId, eventName, at, ...row }) => ({
    __type: eventName ? 'event' : 'pageview',
    sessionId,
    eventName,
    createdAt: instantText(at),
    ...row,
  }))
}

/** How often each text occurs, in order of first sight; missing and empty ones are skipped. */
function tally(texts: readonly (string | null)[]): Record<string, number> {
  const counted = new Map<string, number>()
  for (const each of texts) if (each) counted.set(each, (counted.get(each) ?? 0) + 1)
  return Object.fromEntries(counted)
}
