// Performance: how fast pages were for their visitors.

import { Type as t } from '@sinclair/typebox'
import type { EventReader } from '../../db/duckdb/event-reader.ts'
import { join, type Sql, sql } from '../../db/sql.ts'
import { nullable } from '../../http/input/fields.ts'
import { toRecord } from '../../lib/to-record.ts'
import { bucketKey, bucketStart } from '../query/buckets.ts'
import { maxRows } from '../query/capped.ts'
import { vitalRows } from '../query/relations.ts'
import type { Scope } from '../query/scope.ts'

const metrics = { lcp: sql`lcp`, inp: sql`inp`, cls: sql`cls`, fcp: sql`fcp`, ttfb: sql`ttfb` }
type Metric = keyof typeof metrics
const names = Object.keys(metrics) as Metric[]

export const performanceFields = {
  metric: t.Optional(
    t.Union(
      names.map((name) => t.Literal(name)),
      { error: 'Invalid metric', description: 'Metric of the chart and the lists; lcp.' },
    ),
  ),
}

const percentileFields = { p50: t.Number(), p75: t.Number(), p95: t.Number() }
const percentiles = t.Object(percentileFields)
const chart = t.Array(t.Object({ t: t.String(), ...percentileFields }))
const groups = t.Array(
  t.Object({ name: nullable(t.String()), ...percentileFields, count: t.Integer() }),
)

export const vitalsSummaryAnswer = t.Object({
  lcp: percentiles,
  inp: percentiles,
  cls: percentiles,
  fcp: percentiles,
  ttfb: percentiles,
  count: t.Integer({ description: 'Measurements.' }),
})
export const vitalsChartAnswer = t.Object({ chart })
export const vitalsListAnswer = groups

export const performanceAnswer = t.Object({
  chart,
  summary: vitalsSummaryAnswer,
  pages: groups,
  pageTitles: groups,
  devices: groups,
  browsers: groups,
})

/** Percentiles between the closest ranks by linear interpolation, of the values there are. */
const selectPercentiles = (column: Sql): Sql => sql`quantile_cont(${column}, [0.5, 0.75, 0.95])`

const shown = (values: number[] | null) => {
  const [p50 = 0, p75 = 0, p95 = 0] = values ?? []
  return { p50, p75, p95 }
}

/** Chart, summary and lists of one metric. Buckets and groups without a value of it are missing. */
export async function readPerformance(events: EventReader, scope: Scope, metric: Metric = 'lcp') {
  const [chart, summary, lists] = await Promise.all([
    readVitalsChart(events, scope, metric),
    summarizeVitals(events, scope),
    listVitals(events, scope, vitalsLists, metric),
  ])
  return { chart, summary, ...lists }
}

/** Percentiles of one metric per bucket. */
export async function readVitalsChart(events: EventReader, scope: Scope, metric: Metric = 'lcp') {
  const column = metrics[metric]
  const rows = await events.cached<{ key: number; percentiles: number[] }>(sql`
    select ${bucketKey(scope.unit, scope.zone, scope)} as key,
      ${selectPercentiles(column)} as percentiles
    from ${vitalRows(scope)}
    where ${column} is not null
    group by key
    order by key
    limit ${maxRows}`)
  return rows.map(({ key, percentiles }) => ({
    t: bucketStart(scope.unit, scope.zone, key),
    ...shown(percentiles),
  }))
}

/** Percentiles of every metric, and the number of measurements. */
export async function summarizeVitals(events: EventReader, scope: Scope) {
  const columns = names.map((name) => sql`${selectPercentiles(metrics[name])} as ${metrics[name]}`)
  const [row] = await events.cached<Record<Metric, number[] | null> & { count: number }>(sql`
    select count(*) as count, ${join(columns)} from ${vitalRows(scope)}`)
  const toPercentiles = (name: Metric) => shown(row?.[name] ?? null)
  return {
    lcp: toPercentiles('lcp'),
    inp: toPercentiles('inp'),
    cls: toPercentiles('cls'),
    fcp: toPercentiles('fcp'),
    ttfb: toPercentiles('ttfb'),
    count: row?.count ?? 0,
  }
}

const groupings = {
  pages: { column: sql`url_path`, limit: 500 },
  pageTitles: { column: sql`page_title`, limit: 500 },
  devices: { column: sql`device`, limit: maxRows },
  browsers: { column: sql`browser`, limit: 500 },
}
export type VitalsList = keyof typeof groupings
const vitalsLists = Object.keys(groupings) as VitalsList[]

interface Group {
  list: VitalsList
  name: string | null
  percentiles: number[]
  count: number
}

/** Slowest first. `count` is the group's measurements, with those that lack this metric. */
export async function listVitals<List extends VitalsList>(
  events: EventReader,
  scope: Scope,
  lists: readonly List[],
  metric: Metric = 'lcp',
) {
  const column = metrics[metric]
  const parts = lists.map(
    (list) => sql`(
      select ${list} as list, ${groupings[list].column} as name, ${selectPercentiles(column)} as percentiles,
        count(*) as count
      from ${vitalRows(scope)}
      group by name
      having count(${column}) > 0
      order by percentiles[2] desc, name
      limit ${groupings[list].limit})`,
  )
  const rows = await events.cached<Group>(sql`
    select list, name, percentiles, count from (${join(parts, sql` union all `)})
    order by percentiles[2] desc, name`)
  return toRecord(lists, (wanted) =>
    rows
      .filter(({ list }) => list === wanted)
      .map(({ name, percentiles, count }) => ({ name, ...shown(percentiles), count })),
  )
}
