// Attribution: what brought the visitors who converted.

import { type Static, Type as t } from '@sinclair/typebox'
import type { EventReader } from '../../db/duckdb/event-reader.ts'
import { join, type Sql, sql } from '../../db/sql.ts'
import { toRecord } from '../../lib/to-record.ts'
import { isForeignReferrer } from '../../visits/arrival.ts'
import { isActivity } from '../../visits/event-kind.ts'
import { campaignColumns, clickIds } from '../arrival/campaigns.ts'
import { topValues } from '../arrival/top-values.ts'
import { firstRows, lastRowsBefore, visitBeginnings } from '../arrival/touches.ts'
import { customRows, pageRows } from '../query/relations.ts'
import type { Level, Scope } from '../query/scope.ts'
import type { ConversionType } from './steps.ts'

export const attributionFields = {
  model: t.Union([t.Literal('first-click'), t.Literal('last-click')], {
    error: 'Invalid model',
    description: 'Which click gets the credit: the first, or the last before the conversion.',
  }),
  step: t.String({ minLength: 1, description: 'Path or event name of the conversion.' }),
  currency: t.Optional(t.String({ description: 'Taken for compatibility; without effect.' })),
}

const columns = {
  referrer: sql`case when ${isForeignReferrer} then referrer_domain end`,
  paidAds: sql`case ${join(
    clickIds.map(({ column, network }) => sql`when ${column} <> '' then ${network}`),
    sql` `,
  )} end`,
  ...campaignColumns,
}
const listNames = Object.keys(columns) as (keyof typeof columns)[]

/** What the lists are made of. */
const stored = join([
  sql`referrer_domain, hostname`,
  ...clickIds.map(({ column }) => column),
  ...Object.values(campaignColumns),
])

const credited = t.Array(t.Object({ name: t.String(), value: t.Integer() }))

export const attributionAnswer = t.Object({
  ...toRecord(listNames, () => credited),
  total: t.Object({ pageviews: t.Integer(), visitors: t.Integer(), visits: t.Integer() }),
})

interface AttributionInput {
  model: Static<typeof attributionFields.model>
  type: ConversionType
  step: string
}

/** The rows that are credited, one per visitor at most, by level and model. */
const selectClicks: Record<
  Level,
  Record<AttributionInput['model'], (scope: Scope, conversions: Sql) => Sql>
> = {
  row: {
    'first-click': (scope, conversions) =>
      firstRows(scope, sql`(select session_id from ${conversions})`, isActivity),
    'last-click': (scope, conversions) =>
      lastRowsBefore(
        scope,
        sql`(select session_id, max(created_at) as before_at
          from ${conversions} group by session_id)`,
      ),
  },
  // The row that a visit began with: of the first visit, or of the one of the last conversion.
  visit: {
    'first-click': (scope, conversions) =>
      visitBeginnings(
        scope,
        firstRows(scope, sql`(select session_id from ${conversions})`, isActivity),
      ),
    'last-click': (scope, conversions) =>
      visitBeginnings(
        scope,
        sql`(select session_id, visit_hour from ${conversions}
          qualify row_number() over (
            partition by session_id order by created_at desc, event_id) = 1)`,
      ),
  },
}

/**
 * Visitors who converted by what one click of theirs came from, at most 20 values per list, and the
 * total of conversions. Filters choose conversions; the click may be any row of the visitor.
 */
export async function attributeConversions(
  events: EventReader,
  scope: Scope,
  { model, type, step }: AttributionInput,
) {
  const conversions =
    type === 'path'
      ? sql`(select * from ${pageRows(scope)} where url_path = ${step})`
      : sql`(select * from ${customRows(scope)} where event_name = ${step})`
  const clicks = selectClicks[scope.level][model](scope, conversions)
  const lists = await topValues(events, {
    tables: sql`with click as materialized (
      select ${stored} from ${clicks})`,
    rows: sql`click`,
    columns,
    limit: 20,
  })
  const [total] = await events.cached<Static<typeof attributionAnswer>['total']>(sql`
    select count(*) as pageviews, count(distinct session_id) as visitors,
      count(distinct (session_id, visit_hour)) as visits
    from ${conversions}`)
  const shown = toRecord(listNames, (name) =>
    lists[name].map(({ value, count }) => ({ name: value, value: count })),
  )
  return { ...shown, total }
}
