// Events, their statistics and their data: the table of operations.

import { Type as t } from '@sinclair/typebox'
import { readPaging } from '../../db/page.ts'
import type { Operation } from '../../http/endpoint.ts'
import { paging, search } from '../../http/input/fields.ts'
import { viewTarget } from '../../targets/access.ts'
import { dataTypeField, toDataType } from '../dimensions/data-types.ts'
import { comparedFields } from '../input/compared.ts'
import { readStatistic, type StatsServices } from '../input/services.ts'
import { declareStatistic, scopeFields } from '../input/statistic.ts'
import { readPropertyFilters } from '../properties/property-filters.ts'
import { declareSeries } from '../properties/series-routes.ts'
import { readScope, requireParam, type ScopeInput } from '../query/scope.ts'
import {
  eventDataAnswer,
  eventPropertiesAnswer,
  findEventData,
  listEventData,
} from './event-data.ts'
import { eventPivotAnswer, pivotEvents } from './event-pivot.ts'
import {
  eventDataStats,
  eventDataStatsAnswer,
  eventFieldsAnswer,
  eventPropertyNamesAnswer,
  eventPropertyTextsAnswer,
  listEventProperties,
  listEventValues,
  listFields,
  listPropertiesByEvent,
  listPropertyTextsByEvent,
  selectEventValues,
  valuesAnswer,
} from './event-properties.ts'
import { eventSeries, eventSeriesAnswer, eventStats, eventStatsAnswer } from './event-series.ts'
import { eventsAnswer, listEvents } from './events.ts'

const statistic = declareStatistic('events')

const eventName = t.Optional(t.String({ description: 'Exact name of an event.' }))
const propertyName = t.Optional(t.String({ description: 'Name of a property.' }))

export const eventOperations: readonly Operation<StatsServices>[] = [
  statistic('events', {
    summary: 'Events, newest first.',
    query: { ...search, ...paging },
    answer: eventsAnswer,
    run: (events, scope, query, { secret }) =>
      listEvents(events, scope, readPaging(query), { search: query.search, secret }),
  }),
  statistic('events/series', {
    summary: 'Events over time, by name.',
    query: {
      limit: t.Optional(
        t.Integer({
          minimum: 1,
          maximum: 1_000_000,
          description: 'Only so many names, the most frequent ones.',
        }),
      ),
    },
    answer: eventSeriesAnswer,
    run: (events, scope, { limit }) => eventSeries(events, scope, limit),
  }),
  statistic('events/stats', {
    summary: 'Events, visitors, visits and names, with those of the compared period.',
    answer: eventStatsAnswer,
    query: comparedFields,
    run: eventStats,
  }),
  statistic('event-data', {
    summary: 'Events with their properties, newest first.',
    query: paging,
    answer: eventDataAnswer,
    run: (events, scope, query) => listEventData(events, scope, readPaging(query)),
  }),
  statistic('event-data/events', {
    summary: 'Properties by event and name; with an event filter, by value too.',
    answer: t.Union([eventPropertyNamesAnswer, eventPropertyTextsAnswer]),
    run: (events, scope, { event }) =>
      event ? listPropertyTextsByEvent(events, scope) : listPropertiesByEvent(events, scope),
  }),
  statistic('event-data/fields', {
    summary: 'Properties by name and value, the most frequent first.',
    query: { eventName, propertyName },
    answer: eventFieldsAnswer,
    run: (events, scope, query) => listFields(events, scope, query.eventName, query.propertyName),
  }),
  statistic('event-data/properties', {
    summary: 'Properties by event and name, the most frequent first.',
    answer: eventPropertyNamesAnswer,
    run: listEventProperties,
  }),
  readStatistic('/api/websites/:websiteId/event-data/values', {
    summary: 'Values of one property of one event, the most frequent first.',
    access: viewTarget('events'),
    query: { ...scopeFields, eventName, propertyName, ...dataTypeField },
    allowsExtraFields: true,
    answer: valuesAnswer,
    run: async ({ app, subject, query }) => {
      // Without eventName, `event` is the name as it is, not a filter with operators and lists.
      const { event, ...others } = query
      const input = (query.eventName ? query : others) as ScopeInput
      return listEventValues(
        app.events,
        await readScope(app, subject, input),
        requireParam('event', query.eventName || event),
        requireParam('propertyName', query.propertyName),
        query.dataType ? toDataType(query.dataType) : null,
      )
    },
  }),
  statistic('event-data/stats', {
    summary: 'How many events have properties, and how many properties there are.',
    answer: eventDataStatsAnswer,
    run: eventDataStats,
  }),
  readStatistic('/api/websites/:websiteId/event-data/:eventId', {
    summary: 'The properties of one event.',
    access: viewTarget('events'),
    answer: eventPropertiesAnswer,
    run: ({ app, subject, params }) => findEventData(app.events, subject, params.eventId as string),
  }),
  statistic('event-data-pivot', {
    summary: 'Events of one name, newest first, their properties as parallel arrays.',
    query: { eventName, ...paging },
    answer: eventPivotAnswer,
    run: async (events, scope, query) =>
      pivotEvents(
        events,
        scope,
        requireParam('eventName', query.eventName),
        await readPropertyFilters(events, scope, query),
        readPaging(query),
      ),
  }),
  ...declareSeries(statistic, {
    path: 'event-data-pivot',
    noun: 'Events',
    query: { eventName, propertyName },
    select: async (events, scope, query) =>
      selectEventValues(
        scope,
        requireParam('eventName', query.eventName as string | undefined),
        requireParam('propertyName', query.propertyName as string | undefined),
        await readPropertyFilters(events, scope, query),
      ),
  }),
]
