// Statistics of an overview: totals, series, metrics, values of filter fields, realtime, export. The
// table of operations.

import { Type as t } from '@sinclair/typebox'
import { type Access, signedIn, signedInOrBound } from '../../access/rule.ts'
import type { TargetKind } from '../../access/target-kind.ts'
import { unauthorized } from '../../errors.ts'
import type { Operation } from '../../http/endpoint.ts'
import { search } from '../../http/input/fields.ts'
import { viewTarget } from '../../targets/access.ts'
import type { Target } from '../../targets/store.ts'
import { type FieldName, fieldNames } from '../dimensions/dimensions.ts'
import { comparedFields } from '../input/compared.ts'
import { readStatistic, type StatsServices } from '../input/services.ts'
import { declareStatistic, scopeFields } from '../input/statistic.ts'
import { rangeFields, zoneField } from '../query/range-input.ts'
import { assertDimensionVisible, filterFields, readScope, type ScopeInput } from '../query/scope.ts'
import { exportAnswer, exportLists } from './export.ts'
import {
  expandedAnswer,
  listExpandedMetric,
  listMetric,
  type MetricType,
  metricAnswer,
  metricTypes,
} from './metrics.ts'
import { realtime, realtimeAnswer, realtimeRange } from './realtime.ts'
import { idsField, readSparklines, sparklinesAnswer } from './sparklines.ts'
import {
  activeAnswer,
  activeVisitors,
  comparedTotals,
  comparedViews,
  dateRange,
  dateRangeAnswer,
  totalsAnswer,
  viewsAnswer,
} from './totals.ts'
import { fieldValuesAnswer, listFieldValues } from './values.ts'

const metricFields = {
  ...search,
  containing: t.Optional(
    t.String({
      description: 'Lists only values that contain this text; entry and exit pages too.',
    }),
  ),
  type: t.Union(
    metricTypes.map((type) => t.Literal(type)),
    { error: 'Invalid type', description: 'What to group by.' },
  ),
  limit: t.Integer({
    minimum: 1,
    maximum: 1_000_000,
    default: 500,
    description: 'Rows, at most 10000.',
  }),
  offset: t.Integer({ minimum: 0, maximum: 1_000_000_000, default: 0 }),
}

const viewAny = viewTarget(null)

/** Only users: the visitor of a share page may read the statistics, and not download all of them. */
const viewAsUser: Access<Target, StatsServices> = {
  ...viewAny,
  audience: 'user',
  find: (asked) => viewAny.find({ ...asked, caller: { ...asked.caller, share: null } }),
}

const ofAnySection = declareStatistic(null)

const sparklines = (kind: TargetKind): Operation<StatsServices> =>
  readStatistic(`/api/${kind}s/charts`, {
    summary: `Visitors over time of several ${kind}s at once, for lists of them.`,
    access: kind === 'website' ? signedInOrBound : signedIn,
    query: { ...idsField, ...rangeFields, ...zoneField },
    answer: sparklinesAnswer,
    run: ({ app, caller, subject, query }) =>
      readSparklines(app, { user: subject, key: caller.key }, kind, query),
  })

export const overviewOperations: readonly Operation<StatsServices>[] = [
  readStatistic('/api/websites/:websiteId/active', {
    summary: 'Visitors of the last five minutes.',
    access: viewTarget(null),
    answer: activeAnswer,
    run: ({ app, subject, now }) => activeVisitors(app.events, subject, now),
  }),
  readStatistic('/api/websites/:websiteId/daterange', {
    summary: 'First and last instant of data.',
    access: viewTarget(null),
    answer: dateRangeAnswer,
    run: ({ app, subject }) => dateRange(app.events, subject),
  }),
  ofAnySection('stats', {
    summary: 'Views, visitors, visits, bounces and time, with those of the compared period.',
    answer: totalsAnswer,
    query: comparedFields,
    run: comparedTotals,
  }),
  ofAnySection('pageviews', {
    summary: 'Views and visitors over time.',
    answer: viewsAnswer,
    run: (events, scope, { compare }) => comparedViews(events, scope, compare),
  }),
  ofAnySection('metrics', {
    summary: 'Visitors by the values of one dimension.',
    query: metricFields,
    answer: metricAnswer,
    run: (events, scope, query) => {
      assertDimensionVisible(scope.target, query.type)
      return listMetric(events, scope, query.type as MetricType, query)
    },
  }),
  ofAnySection('metrics/expanded', {
    summary: 'Views, visitors, visits, bounces and time by the values of one dimension.',
    query: metricFields,
    answer: expandedAnswer,
    run: (events, scope, query) => {
      assertDimensionVisible(scope.target, query.type)
      return listExpandedMetric(events, scope, query.type as MetricType, query)
    },
  }),
  readStatistic('/api/websites/:websiteId/values', {
    summary: 'The most frequent values of a filter field.',
    access: viewTarget(null),
    query: {
      ...rangeFields,
      ...zoneField,
      ...search,
      type: t.Union(
        fieldNames.map((name) => t.Literal(name)),
        { error: 'Invalid type', description: 'The filter field.' },
      ),
    },
    answer: fieldValuesAnswer,
    run: async ({ app, subject, query: { type, search, ...range } }) => {
      // What this lists is there to be filtered by.
      if (subject.shared && !subject.shared.allowsFilters) throw unauthorized()
      assertDimensionVisible(subject, type)
      const scope = await readScope(app, subject, range)
      return listFieldValues(app.events, scope, type as FieldName, search)
    },
  }),
  readStatistic('/api/websites/:websiteId/export', {
    summary: 'The main lists as a ZIP of CSV files.',
    access: viewAsUser,
    query: scopeFields,
    allowsExtraFields: true,
    answer: exportAnswer,
    run: async ({ app, subject, query, now }) =>
      exportLists(app.events, await readScope(app, subject, query as ScopeInput), now),
  }),
  readStatistic('/api/realtime/:websiteId', {
    summary: 'The last half hour, view by view.',
    access: viewTarget('realtime'),
    query: { ...filterFields, ...zoneField },
    allowsExtraFields: true,
    answer: realtimeAnswer,
    run: async ({ app, subject, query, now }) =>
      realtime(
        app.events,
        await readScope(app, subject, { ...query, ...realtimeRange(now), unit: 'minute' }),
      ),
  }),
  sparklines('website'),
  sparklines('link'),
  sparklines('pixel'),
]
