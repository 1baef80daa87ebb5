// Revenue by the place or the origin of the visitors who paid.

import { type Static, Type as t } from '@sinclair/typebox'
import type { EventReader } from '../../db/duckdb/event-reader.ts'
import { join, type Sql, sql } from '../../db/sql.ts'
import { nullable } from '../../http/input/fields.ts'
import { withChannel } from '../../visits/channels.ts'
import { visitKey } from '../../visits/select-visits.ts'
import { originNames, originRows } from '../arrival/origins.ts'
import { maxRows } from '../query/capped.ts'
import { sessionTable } from '../query/people.ts'
import type { Scope } from '../query/scope.ts'
import { targetRows } from '../query/target-rows.ts'
import { visitRows } from '../query/visits.ts'
import { revenueRows } from './revenue.ts'

export const revenueTypes = ['country', 'region', 'referrer', 'channel'] as const
export type RevenueType = (typeof revenueTypes)[number]

const valueSchema = t.Object({
  name: nullable(t.String()),
  value: t.Number({ description: 'Sum.' }),
  country: t.Optional(nullable(t.String({ description: 'For regions.' }))),
})
export const revenueValuesAnswer = t.Array(valueSchema)

type Value = Static<typeof valueSchema>

const noCountry = sql`null`
const names: Record<RevenueType, { name: Sql; country: Sql }> = {
  country: { name: sql`country`, country: noCountry },
  region: { name: sql`region`, country: sql`country` },
  referrer: { name: sql`referrer`, country: noCountry },
  channel: { name: sql`channel`, country: noCountry },
}

/** What each payer's session began with in the range. */
const sessionOrigins = (scope: Scope): Sql => sql`
  with first_row as materialized (
    select payer.revenue, referrer_domain, referrer_path, hostname, url_query, utm_medium, utm_source
    from payer join ${originRows(scope, sql`(select session_id from payer)`)} using (session_id))
  select revenue, ${originNames.referrer} as referrer, ${originNames.channel} as channel
  from ${withChannel(sql`first_row`)}`

/** What the visit of each payment came from. */
const visitOrigins = (scope: Scope, currency: string): Sql => sql`
  select revenue, coalesce(referrer_domain, '') as referrer, channel
  from ${revenueRows(scope, currency)}
  join (
    select event_id, ${visitKey} as key from event
    where ${targetRows(scope)} and event_id in (select event_id from revenue where ${targetRows(scope)})
  ) using (event_id)
  join (select ${visitKey} as key, referrer_domain, channel from ${visitRows(scope, 'all')}) using (key)`

/**
 * Revenue by each of the types, highest first. All that a session paid in the range is credited to
 * its place, and to the referrer and channel of its first row in the range; at visit level each payment
 * to those of its visit.
 */
export async function revenueLists<Type extends RevenueType>(
  events: EventReader,
  scope: Scope,
  currency: string,
  types: readonly Type[],
): Promise<Record<Type, Value[]>> {
  const places = sql`(
    select revenue, country, region from payer join ${sessionTable(scope.target)} using (session_id)
    where session.source_id = ${scope.target.number})`
  const lists = types.map((type) => {
    const { name, country } = names[type]
    const isPlace = type === 'country' || type === 'region'
    return sql`(
      select ${type} as list, ${name} as name, ${country} as country, sum(revenue) as value
      from ${isPlace ? places : sql`origin`}
      group by all
      order by value desc, name, country
      limit ${maxRows})`
  })
  const rows = await events.cached<Required<Value> & { list: Type }>(sql`
    with payer as materialized (
      select session_id, sum(revenue) as revenue
      from ${revenueRows(scope, currency)} group by session_id
    ),
    origin as materialized (${scope.level === 'visit' ? visitOrigins(scope, currency) : sessionOrigins(scope)})
    select list, name, country, value from (${join(lists, sql` union all `)})
    order by value desc, name, country`)
  const toValues = (type: Type): Value[] =>
    rows
      .filter(({ list }) => list === type)
      .map(({ name, country, value }) =>
        type === 'region' ? { country, name, value } : { name, value },
      )
  return Object.fromEntries(types.map((type) => [type, toValues(type)])) as Record<Type, Value[]>
}
