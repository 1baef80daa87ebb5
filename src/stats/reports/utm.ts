// UTM: page views by the campaign parameters of their address.

import { type Static, Type as t } from '@sinclair/typebox'
import type { EventReader } from '../../db/duckdb/event-reader.ts'
import { sql } from '../../db/sql.ts'
import { planVisits } from '../query/plan.ts'
import { pageRows } from '../query/relations.ts'
import type { Scope } from '../query/scope.ts'
import { countedVisits } from '../query/whole-visits.ts'
import { topValues } from './top-values.ts'

const columns = {
  utm_source: sql`utm_source`,
  utm_medium: sql`utm_medium`,
  utm_campaign: sql`utm_campaign`,
  utm_term: sql`utm_term`,
  utm_content: sql`utm_content`,
}

const values = t.Array(t.Object({ utm: t.String(), views: t.Integer() }))

export const utmAnswer = t.Object({
  utm_source: values,
  utm_medium: values,
  utm_campaign: values,
  utm_term: values,
  utm_content: values,
})

/**
 * Page views by each of the five parameters, at most 50 values of each: those of their address, at visit
 * level those of the address that their visit began with.
 */
export async function listCampaigns(
  events: EventReader,
  scope: Scope,
): Promise<Static<typeof utmAnswer>> {
  const counted =
    scope.level === 'visit'
      ? { rows: countedVisits(scope, planVisits(scope)), count: sql`sum(kept_rows)` }
      : { rows: pageRows(scope) }
  const found = await topValues(events, { ...counted, columns, limit: 50 })
  const list = (name: keyof typeof columns) =>
    found[name].map(({ value, count }) => ({ utm: value, views: count }))
  return {
    utm_source: list('utm_source'),
    utm_medium: list('utm_medium'),
    utm_campaign: list('utm_campaign'),
    utm_term: list('utm_term'),
    utm_content: list('utm_content'),
  }
}
