// Sessions in total, and by hour of the week.

import { Type as t } from '@sinclair/typebox'
import type { EventReader } from '../../db/duckdb/event-reader.ts'
import { sql } from '../../db/sql.ts'
import { hourMs } from '../../time/durations.ts'
import { isCustom, isPage } from '../../visits/event-kind.ts'
import { localTime } from '../query/buckets.ts'
import { countActiveSessions } from '../query/counting.ts'
import { planActiveSessions } from '../query/plan.ts'
import { activityRows, pageRows } from '../query/relations.ts'
import type { Scope } from '../query/scope.ts'

const counted = (description: string) => t.Object({ value: t.Integer({ description }) })

export const sessionStatsAnswer = t.Object({
  pageviews: counted('Page views.'),
  visitors: counted('Sessions.'),
  visits: counted('Visits.'),
  countries: counted('Different countries.'),
  events: counted('Custom events.'),
})
const names = ['pageviews', 'visitors', 'visits', 'countries', 'events'] as const

/** Totals of everything that sessions did in the scope. */
export async function sessionStats(events: EventReader, scope: Scope) {
  const [row] = await events.cached<Record<(typeof names)[number], number>>(sql`
    select count(*) filter (${isPage}) as pageviews,
      ${countActiveSessions(scope, planActiveSessions(scope))} as visitors,
      (select count(*) from (
        select 1 from ${activityRows(scope)} group by session_id, visit_hour)) as visits,
      (select count(nullif(country, '')) from (
        select country from ${activityRows(scope)} group by country)) as countries,
      count(*) filter (${isCustom}) as events
    from ${activityRows(scope)}`)
  return Object.fromEntries(names.map((name) => [name, { value: row?.[name] ?? 0 }]))
}

export const weekAnswer = t.Array(t.Array(t.Integer()), {
  description: 'Seven weekdays from Sunday, each with 24 hours.',
})

const hoursOfWeek = 168
// The epoch was a Thursday: four days into the week.
const epochHour = 96

/** Sessions with a page view by local weekday, Sunday first, and local hour. */
export async function sessionsByHourOfWeek(events: EventReader, scope: Scope): Promise<number[][]> {
  const rows = await events.cached<{ cell: number; sessions: number }>(sql`
    select (${localTime(scope.zone, scope)} // ${hourMs} + ${epochHour}) % ${hoursOfWeek} as cell,
      count(distinct session_id) as sessions
    from ${pageRows(scope)}
    group by cell`)
  const sessions = new Map(rows.map((row) => [row.cell, row.sessions]))
  return Array.from({ length: 7 }, (_, weekday) =>
    Array.from({ length: 24 }, (_, hour) => sessions.get(weekday * 24 + hour) ?? 0),
  )
}
