// Statistics of an overview: totals, series, metrics, lists of events and sessions.

import { Type as t } from '@sinclair/typebox'
import { readPaging } from '../../db/page.ts'
import type { Operation } from '../../http/endpoint.ts'
import { paging, search } from '../../http/input/fields.ts'
import { viewTarget } from '../../targets/access.ts'
import { eventsAnswer, listEvents } from '../events/events.ts'
import { comparedFields } from '../input/compared.ts'
import { readStatistic, type StatsServices } from '../input/services.ts'
import { declareStatistic } from '../input/statistic.ts'
import { assertDimensionVisible } from '../query/scope.ts'
import { listSessions, sessionsAnswer } from '../sessions/sessions.ts'
import {
  expandedAnswer,
  expandedMetric,
  type MetricType,
  metric,
  metricAnswer,
  metricTypes,
} from './metrics.ts'
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

const ofAnySection = declareStatistic(null)

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
      return metric(events, scope, query.type as MetricType, query)
    },
  }),
  ofAnySection('metrics/expanded', {
    summary: 'Views, visitors, visits, bounces and time by the values of one dimension.',
    query: metricFields,
    answer: expandedAnswer,
    run: (events, scope, query) => {
      assertDimensionVisible(scope.target, query.type)
      return expandedMetric(events, scope, query.type as MetricType, query)
    },
  }),
  declareStatistic('events')('events', {
    summary: 'Events, newest first.',
    query: { ...search, ...paging },
    answer: eventsAnswer,
    run: (events, scope, query) => listEvents(events, scope, readPaging(query), query.search),
  }),
  declareStatistic('sessions')('sessions', {
    summary: 'Sessions, the latest active first.',
    query: { ...search, ...paging },
    answer: sessionsAnswer,
    run: (events, scope, query) => listSessions(events, scope, readPaging(query), query.search),
  }),
]
