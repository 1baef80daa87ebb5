// Breakdown: the main numbers by several dimensions at once.

import { Type as t } from '@sinclair/typebox'
import type { EventReader } from '../../db/duckdb/event-reader.ts'
import { join, Sql, sql } from '../../db/sql.ts'
import { nullable } from '../../http/input/fields.ts'
import { referrerHost } from '../../visits/arrival.ts'
import {
  type DimensionName,
  dimensionNames,
  dimensions,
  isVisitField,
  visitFields,
} from '../dimensions/dimensions.ts'
import { type Grouping, selectSummary } from '../query/counting.ts'
import { findValueScope, planBreakdown, planVisitSummary } from '../query/plan.ts'
import { customRows, pageRows } from '../query/relations.ts'
import { assertDimensionVisible, type Scope } from '../query/scope.ts'
import { totalsFields } from '../query/totals-columns.ts'
import { summaryOfRows } from '../whole-visits/visit-summary.ts'
import { countedVisits, summaryOfVisits } from '../whole-visits/whole-visits.ts'

export const breakdownFields = {
  fields: t.Array(
    t.Union(
      dimensionNames.map((name) => t.Literal(name)),
      { error: 'Invalid field', description: 'Name of a filter field.' },
    ),
    { minItems: 1, maxItems: 100, description: 'What to group by.' },
  ),
}

// The views of this answer have a name of their own.
const { pageviews: views, ...otherTotals } = totalsFields({
  bounces: 'Visits with a single row of the group.',
  totaltime: 'Seconds from the first to the last row of the group.',
})

export const breakdownAnswer = t.Array(
  t.Object({
    views,
    ...otherTotals,
    ...Object.fromEntries(dimensionNames.map((name) => [name, t.Optional(nullable(t.String()))])),
  }),
)

/** Names of result columns: the dimensions' own, and nothing else. */
const quoted = Object.fromEntries(
  dimensionNames.map((name) => [name, new Sql([`"${name}"`], [])]),
) as Record<DimensionName, Sql>

/** What a field groups by: navigation within the website is a group of its own, the own host's. */
const toColumn = (name: DimensionName): Sql =>
  name === 'referrer' ? referrerHost : dimensions[name].column

/**
 * Numbers by the combinations of the fields, most visitors first, at most 500. They count page
 * views; with a field or filter on events, which page views have not, they count custom events.
 */
export function listBreakdown(events: EventReader, scope: Scope, names: readonly DimensionName[]) {
  const fields = [...new Set(names)]
  for (const field of fields) assertDimensionVisible(scope.target, field)
  const isOfEvents =
    fields.includes('event') || scope.conditions.some(({ dimension }) => dimension === 'event')
  const rows = isOfEvents ? customRows(scope) : pageRows(scope)
  const plan = planBreakdown(scope, isOfEvents ? null : findValueScope(fields))
  const grouping = groupBy(fields, toColumn)
  const summary =
    scope.level === 'visit'
      ? summarizeVisits(scope, rows, fields, isOfEvents)
      : selectSummary(scope, rows, grouping, plan)
  return events.cached(sql`
    select * rename (pageviews as views)
    from ${summary}
    order by visitors desc, views desc, ${grouping.names}
    limit 500`)
}

const groupBy = (
  fields: readonly DimensionName[],
  column: (name: DimensionName) => Sql,
): Grouping => ({
  columns: join(fields.map((name) => sql`${column(name)} as ${quoted[name]}`)),
  names: join(fields.map((name) => quoted[name])),
})

const toVisitColumn = (name: DimensionName): Sql =>
  isVisitField(name) ? visitFields[name] : dimensions[name].column

/** At visit level: by fields of visits and sessions alone each visit is in one group. */
function summarizeVisits(
  scope: Scope,
  rows: Sql,
  fields: readonly DimensionName[],
  isOfEvents: boolean,
): Sql {
  const { ofVisits = [], ofRows = [] } = Object.groupBy(fields, (name) =>
    isVisitField(name) ? 'ofVisits' : 'ofRows',
  )
  const valueScope = isOfEvents ? null : findValueScope(ofRows)
  const plan = planVisitSummary(scope, valueScope, fields)
  if (plan.form === 'by visits') {
    return summaryOfVisits(countedVisits(scope, 'by visits'), groupBy(fields, toVisitColumn))
  }
  const groupings = {
    ofRows: ofRows.length === 0 ? null : groupBy(ofRows, toColumn),
    ofVisits: ofVisits.length === 0 ? null : groupBy(ofVisits, toVisitColumn),
  }
  return summaryOfRows(scope, rows, groupings, plan)
}
