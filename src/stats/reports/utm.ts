// UTM: page views by the campaign parameters of their address.

import { type Static, Type as t } from '@sinclair/typebox'
import type { EventReader } from '../../db/duckdb/event-reader.ts'
import { sql } from '../../db/sql.ts'
import { toRecord } from '../../lib/to-record.ts'
import {
  type CampaignParameter,
  campaignColumns,
  campaignParameters,
} from '../arrival/campaigns.ts'
import { topValues } from '../arrival/top-values.ts'
import { planVisits } from '../query/plan.ts'
import { pageRows } from '../query/relations.ts'
import type { Scope } from '../query/scope.ts'
import { countedVisits } from '../whole-visits/whole-visits.ts'

const values = t.Array(t.Object({ utm: t.String(), views: t.Integer() }))

export const campaignListAnswer = values
export const utmAnswer = t.Object(toRecord(campaignParameters, () => values))

/**
 * Page views by each of the parameters, at most 50 values of each: those of their address, at visit
 * level those of the address that their visit began with.
 */
export async function listCampaigns<Name extends CampaignParameter>(
  events: EventReader,
  scope: Scope,
  names: readonly Name[],
): Promise<Record<Name, Static<typeof campaignListAnswer>>> {
  const counted =
    scope.level === 'visit'
      ? { rows: countedVisits(scope, planVisits(scope)), count: sql`sum(kept_rows)` }
      : { rows: pageRows(scope) }
  const columns = toRecord(names, (name) => campaignColumns[name])
  const found = await topValues(events, { ...counted, columns, limit: 50 })
  return toRecord(names, (name) =>
    found[name].map(({ value, count }) => ({ utm: value, views: count })),
  )
}
