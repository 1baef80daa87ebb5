// The operations on one property over time, which events and sessions both have.

import { type TProperties, type TSchema, Type as t } from '@sinclair/typebox'
import type { EventReader } from '../../db/duckdb/event-reader.ts'
import type { Operation } from '../../http/endpoint.ts'
import type { StatsServices } from '../input/services.ts'
import type { declareStatistic } from '../input/statistic.ts'
import type { Scope } from '../query/scope.ts'
import {
  arraySeries,
  dateSeries,
  dateSeriesAnswer,
  type NumericMetric,
  numericSeries,
  numericSeriesAnswer,
  numericStats,
  numericStatsAnswer,
  type PropertyValues,
  propertySeries,
  valueSeriesAnswer,
} from './series.ts'

interface SeriesSpec {
  /** Where they are, below the website. */
  path: string
  /** What summaries begin with: those that have the property. */
  noun: 'Events' | 'Sessions'
  /** What the query names the property by. */
  query: TProperties
  /** Throws 400 for a query that names none. */
  select: (
    events: EventReader,
    scope: Scope,
    query: Record<string, unknown>,
  ) => Promise<PropertyValues>
}

interface SeriesRead {
  name: string
  /** What it counts, for its summary. */
  what: string
  query?: TProperties
  answer: TSchema
  run: (
    events: EventReader,
    scope: Scope,
    values: PropertyValues,
    query: Record<string, unknown>,
  ) => unknown
}

const metric = t.Optional(
  t.Union(
    (['sum', 'avg', 'count'] as const).map((name) => t.Literal(name)),
    { error: 'Invalid metric', description: 'What to compute of the values; sum.' },
  ),
)

const reads: readonly SeriesRead[] = [
  {
    name: 'property-series',
    what: 'by the values of a property, over time',
    answer: valueSeriesAnswer,
    run: propertySeries,
  },
  {
    name: 'array-series',
    what: 'by the elements of a property that is a list, over time',
    answer: valueSeriesAnswer,
    run: arraySeries,
  },
  {
    name: 'date-series',
    what: 'by the day that a property is the date of',
    answer: dateSeriesAnswer,
    run: dateSeries,
  },
  {
    name: 'numeric-series',
    what: 'that have a number as property: its sum, average or count over time',
    query: { metric },
    answer: numericSeriesAnswer,
    run: (events, scope, values, query) =>
      numericSeries(events, scope, values, query.metric as NumericMetric | undefined),
  },
  {
    name: 'numeric-stats',
    what: 'that have a number as property: its sum, average, median and bounds',
    answer: numericStatsAnswer,
    run: numericStats,
  },
]

/** Declares five operations on a property at GET /api/websites/:websiteId/`path`/…. */
export const declareSeries = (
  statistic: ReturnType<typeof declareStatistic>,
  { path, noun, query, select }: SeriesSpec,
): Operation<StatsServices>[] =>
  reads.map(({ name, what, query: further, answer, run }) =>
    statistic(`${path}/${name}`, {
      summary: `${noun} ${what}.`,
      query: { ...query, ...further },
      answer,
      run: async (events, scope, asked) =>
        run(events, scope, await select(events, scope, asked), asked),
    }),
  )
