// Revenue over time and in total, one currency at a time.

import { type Static, Type as t } from '@sinclair/typebox'
import type { EventReader } from '../../db/duckdb/event-reader.ts'
import { type Sql, sql } from '../../db/sql.ts'
import type { Compare } from '../../time/comparison.ts'
import { isPayerFrom } from '../arrival/origins.ts'
import { type ComparedInput, toComparedScope } from '../input/compared.ts'
import { bucketKey, bucketStart } from '../query/buckets.ts'
import { maxRows, wholeGroups } from '../query/capped.ts'
import { countSessions } from '../query/counting.ts'
import { planRevenue } from '../query/plan.ts'
import { activityRows } from '../query/relations.ts'
import type { Scope } from '../query/scope.ts'
import { targetRows } from '../query/target-rows.ts'

export const currencyField = {
  currency: t.String({ minLength: 1, description: 'Currency code, such as USD; any case.' }),
}

/**
 * Revenue rows of the currency, or of all; filters choose them by the event that was paid for, those on
 * origins by where the payer's session began, at visit level by where the event's visit came from.
 */
export function revenueRows(scope: Scope, currency: string | null): Sql {
  const kept =
    planRevenue(scope) === 'all'
      ? sql`true`
      : sql`event_id in (select event_id from ${activityRows(scope, (condition) => (scope.level === 'row' ? isPayerFrom(scope, condition) : null))})`
  const isOfIt = currency === null ? sql`true` : sql`currency = ${currency.trim().toUpperCase()}`
  return sql`(select * from revenue where ${targetRows(scope)} and ${isOfIt} and ${kept})`
}

export const currenciesAnswer = t.Array(
  t.Object({
    currency: t.String(),
    count: t.Integer({ description: 'Payments.' }),
    sum: t.Number(),
  }),
)

/** The currencies that were paid in, the one of most payments first. */
export const listCurrencies = (
  events: EventReader,
  scope: Scope,
): Promise<Static<typeof currenciesAnswer>> =>
  events.cached(sql`
    select currency, count(*) as count, sum(revenue) as sum
    from ${revenueRows(scope, null)}
    group by currency
    order by count desc, currency
    limit ${maxRows}`)

export const revenuePoints = t.Array(
  t.Object({
    x: t.String({ description: 'Name of the event.' }),
    t: t.String({ description: 'Start of the bucket.' }),
    y: t.Number({ description: 'Sum.' }),
    count: t.Integer({ description: 'Payments.' }),
  }),
)

/**
 * Sum and number of payments per event name and bucket, of the names that earned most as many as the
 * answer has room for; empty buckets are left out.
 */
export async function revenueOverTime(
  events: EventReader,
  scope: Scope,
  currency: string,
): Promise<Static<typeof revenuePoints>> {
  const rows = await events.cached<{ name: string; key: number; sum: number; count: number }>(
    sql`
    with paid as (
      select event_name as name, ${bucketKey(scope.unit, scope.zone, scope)} as key,
        sum(revenue) as sum, count(*) as count
      from ${revenueRows(scope, currency)}
      group by name, key),
    weighed as (select *, sum(sum) over (partition by name) as total from paid)
    select name, key, sum, count from ${wholeGroups(sql`weighed`, sql`total desc, name`)}
    order by key, name
    limit ${maxRows}`,
  )
  return rows.map(({ name, key, sum, count }) => ({
    x: name,
    t: bucketStart(scope.unit, scope.zone, key),
    y: sum,
    count,
  }))
}

const period = { startDate: t.String(), endDate: t.String() }

export const revenueChartAnswer = t.Object({
  chart: revenuePoints,
  compare: t.Optional(t.Object({ chart: revenuePoints, ...period })),
})

/** Revenue over time, with that of the compared period when one is asked for. */
export async function revenueChart(
  events: EventReader,
  scope: Scope,
  currency: string,
  compare?: Compare,
): Promise<Static<typeof revenueChartAnswer>> {
  if (!compare) return { chart: await revenueOverTime(events, scope, currency) }
  const before = toComparedScope(scope, { compare })
  const [chart, then] = await Promise.all([
    revenueOverTime(events, scope, currency),
    revenueOverTime(events, before, currency),
  ])
  const startDate = new Date(before.startAt).toISOString()
  const endDate = new Date(before.endAt).toISOString()
  return { chart, compare: { chart: then, startDate, endDate } }
}

const totals = {
  sum: t.Number(),
  count: t.Integer({ description: 'Events with revenue.' }),
  unique_count: t.Integer({ description: 'Visitors with revenue.' }),
  total_sessions: t.Integer({ description: 'All visitors of the range, whatever the filters.' }),
  average: t.Number({ description: 'Per event.' }),
  arpu: t.Number({ description: 'Per visitor.' }),
}
const totalsAnswer = t.Object(totals)
export const comparedRevenueAnswer = t.Object({ ...totals, comparison: totalsAnswer })

type Totals = Static<typeof totalsAnswer>

/** Totals of the range and of the period it is compared with. */
export async function comparedRevenue(
  events: EventReader,
  scope: Scope,
  currency: string,
  compared: ComparedInput,
): Promise<Static<typeof comparedRevenueAnswer>> {
  const before = toComparedScope(scope, compared)
  const [now, comparison] = await Promise.all([
    revenueTotals(events, scope, currency),
    revenueTotals(events, before, currency),
  ])
  return { ...now, comparison }
}

async function revenueTotals(events: EventReader, scope: Scope, currency: string): Promise<Totals> {
  const [row] = await events.cached<Omit<Totals, 'average' | 'arpu'>>(sql`
    select coalesce(sum(revenue), 0) as sum, count(distinct event_id) as count,
      count(distinct session_id) as unique_count,
      (select ${countSessions(scope)} from event where ${targetRows(scope)}) as total_sessions
    from ${revenueRows(scope, currency)}`)
  const found = row as Omit<Totals, 'average' | 'arpu'>
  const { sum, count, total_sessions: sessions } = found
  return {
    ...found,
    average: count === 0 ? 0 : sum / count,
    arpu: sessions === 0 ? 0 : sum / sessions,
  }
}
