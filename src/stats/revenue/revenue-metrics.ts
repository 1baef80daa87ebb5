// Revenue by the place or the origin of the visitors who paid.

import { type Static, Type as t } from '@sinclair/typebox'
import type { EventReader } from '../../db/duckdb/event-reader.ts'
import { join, type Sql, sql } from '../../db/sql.ts'
import { nullable } from '../../http/input/fields.ts'
import { originNames, originRows } from '../arrival/origins.ts'
import { withChannel } from '../dimensions/channels.ts'
import { maxRows } from '../query/capped.ts'
import { sessionTable } from '../query/people.ts'
import type { Scope } from '../query/scope.ts'
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
  referrer: { name: originNames.referrer, country: noCountry },
  channel: { name: originNames.channel, country: noCountry },
}

/**
 * Revenue by each of the types, highest first. All that a session paid in the range is credited to
 * its place, and to the referrer and channel of its first row in the range.
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
      from ${isPlace ? places : withChannel(sql`origin`)}
      group by all
      order by value desc, name, country
      limit ${maxRows})`
  })
  const rows = await events.cached<Required<Value> & { list: Type }>(sql`
    with payer as materialized (
      select session_id, sum(revenue) as revenue
      from ${revenueRows(scope, currency)} group by session_id
    ),
    origin as materialized (
      select payer.revenue, referrer_domain, referrer_path, hostname, url_query, utm_medium,
        utm_source
      from payer
      join ${originRows(scope, sql`(select session_id from payer)`)} using (session_id)
    )
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
