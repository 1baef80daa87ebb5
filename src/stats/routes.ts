// Statistics of a website, link or pixel: the table of operations.

import { Type as t } from '@sinclair/typebox'
import { read } from '../http/endpoint.ts'
import { paging, search } from '../http/fields.ts'
import { pagingOf } from '../http/page.ts'
import { viewSource } from '../sources/access.ts'
import { eventOperations } from './event-routes.ts'
import { listEvents } from './events.ts'
import { expandedMetric, type MetricType, metric, metricTypes } from './metrics.ts'
import { reportQueryOperations } from './reports/routes.ts'
import { revenueOperations } from './revenue-routes.ts'
import { type Asking, filterFields, scopeOf } from './scope.ts'
import { sessionOperations } from './session-routes.ts'
import { listSessions } from './sessions.ts'
import { compareField, rangeFields, unitField, zoneField } from './time.ts'
import { activeVisitors, comparedTotals, comparedViews, dateRange } from './website.ts'
import { furtherOperations } from './website-routes.ts'

/** What nearly every statistic takes. */
const asked = { ...rangeFields, ...filterFields, ...unitField, ...zoneField, ...compareField }

const metricFields = {
  ...asked,
  ...search,
  type: t.Union(
    metricTypes.map((type) => t.Literal(type)),
    { error: 'Invalid type', description: 'What to group by.' },
  ),
  limit: t.Integer({ minimum: 1, maximum: 1_000_000, default: 500 }),
  offset: t.Integer({ minimum: 0, maximum: 1_000_000_000, default: 0 }),
}

export const statsOperations = [
  read('/api/websites/:websiteId/active', {
    summary: 'Visitors of the last five minutes.',
    access: viewSource(null),
    run: ({ app, subject, now }) => activeVisitors(app, subject, now),
  }),
  read('/api/websites/:websiteId/daterange', {
    summary: 'First and last instant of data.',
    access: viewSource(null),
    run: ({ app, subject }) => dateRange(app, subject),
  }),
  read('/api/websites/:websiteId/stats', {
    summary: 'Views, visitors, visits, bounces and time, with those of the compared period.',
    access: viewSource(null),
    query: asked,
    isOpen: true,
    run: async ({ app, subject, query }) =>
      comparedTotals(app, await scopeOf(app, subject, query as Asking), query.compare),
  }),
  read('/api/websites/:websiteId/pageviews', {
    summary: 'Views and visitors over time.',
    access: viewSource(null),
    query: asked,
    isOpen: true,
    run: async ({ app, subject, query }) =>
      comparedViews(app, await scopeOf(app, subject, query as Asking), query.compare),
  }),
  read('/api/websites/:websiteId/metrics', {
    summary: 'Visitors by the values of one dimension.',
    access: viewSource(null),
    query: metricFields,
    isOpen: true,
    run: async ({ app, subject, query }) =>
      metric(app, await scopeOf(app, subject, query as Asking), query.type as MetricType, query),
  }),
  read('/api/websites/:websiteId/metrics/expanded', {
    summary: 'Views, visitors, visits, bounces and time by the values of one dimension.',
    access: viewSource(null),
    query: metricFields,
    isOpen: true,
    run: async ({ app, subject, query }) =>
      expandedMetric(
        app,
        await scopeOf(app, subject, query as Asking),
        query.type as MetricType,
        query,
      ),
  }),
  read('/api/websites/:websiteId/events', {
    summary: 'Events, newest first.',
    access: viewSource('events'),
    query: { ...asked, ...search, ...paging },
    isOpen: true,
    run: async ({ app, subject, query }) =>
      listEvents(app, await scopeOf(app, subject, query as Asking), pagingOf(query), query.search),
  }),
  read('/api/websites/:websiteId/sessions', {
    summary: 'Sessions, the latest active first.',
    access: viewSource('sessions'),
    query: { ...asked, ...search, ...paging },
    isOpen: true,
    run: async ({ app, subject, query }) =>
      listSessions(
        app,
        await scopeOf(app, subject, query as Asking),
        pagingOf(query),
        query.search,
      ),
  }),
  ...eventOperations,
  ...sessionOperations,
  ...furtherOperations,
  ...revenueOperations,
  ...reportQueryOperations,
]
