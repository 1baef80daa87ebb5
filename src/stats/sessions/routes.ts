// Sessions, their statistics and their data: the table of operations.

import { Type as t } from '@sinclair/typebox'
import { mayChange } from '../../access/api-key.ts'
import { may } from '../../access/permissions.ts'
import { readPaging } from '../../db/page.ts'
import type { Operation } from '../../http/endpoint.ts'
import { paging, search } from '../../http/input/fields.ts'
import { viewTarget } from '../../targets/access.ts'
import { dataTypeField, toDataType } from '../dimensions/data-types.ts'
import { readStatistic, type StatsServices } from '../input/services.ts'
import { declareStatistic } from '../input/statistic.ts'
import { readPropertyFilters } from '../properties/property-filters.ts'
import { declareSeries } from '../properties/series-routes.ts'
import { parseRange, rangeFields, zoneField } from '../query/range-input.ts'
import { requireParam } from '../query/scope.ts'
import { findZone } from '../query/zones.ts'
import {
  activityAnswer,
  findSession,
  listActivity,
  listSessionProperties,
  sessionAnswer,
  sessionPropertiesAnswer,
} from './session.ts'
import {
  listPropertyNames,
  listSessionValues,
  selectSessionValues,
  sessionPropertyNamesAnswer,
  sessionStatsByValue,
  sessionValuesAnswer,
  statsByValueAnswer,
} from './session-data.ts'
import { pivotSessions, sessionPivotAnswer } from './session-pivot.ts'
import {
  sessionStats,
  sessionStatsAnswer,
  sessionsByHourOfWeek,
  weekAnswer,
} from './session-stats.ts'
import { listSessions, sessionsAnswer } from './sessions.ts'

const statistic = declareStatistic('sessions')

const propertyName = t.Optional(t.String({ description: 'Name of a property.' }))

export const sessionOperations: readonly Operation<StatsServices>[] = [
  statistic('sessions', {
    summary: 'Sessions, the latest active first.',
    query: { ...search, ...paging },
    answer: sessionsAnswer,
    run: (events, scope, query) => listSessions(events, scope, readPaging(query), query.search),
  }),
  statistic('sessions/stats', {
    summary: 'Views, visitors, visits, countries and events.',
    answer: sessionStatsAnswer,
    run: sessionStats,
  }),
  statistic('sessions/weekly', {
    summary: 'Sessions by weekday and hour.',
    answer: weekAnswer,
    run: sessionsByHourOfWeek,
  }),
  readStatistic('/api/websites/:websiteId/sessions/:sessionId', {
    summary: 'A session, with the numbers of its whole life.',
    access: viewTarget('sessions'),
    answer: sessionAnswer,
    run: async ({ app, caller, subject, params }) => ({
      ...(await findSession(app.events, subject, params.sessionId as string)),
      canDelete:
        caller.user !== null &&
        mayChange(caller.key) &&
        may(app.entities, caller.user, 'delete', subject),
    }),
  }),
  readStatistic('/api/websites/:websiteId/sessions/:sessionId/activity', {
    summary: 'What a session did, newest first; at most 500 rows.',
    access: viewTarget('sessions'),
    query: { ...rangeFields, ...zoneField },
    answer: activityAnswer,
    run: ({ app, subject, params, query, now }) =>
      listActivity(
        app.events,
        subject,
        params.sessionId as string,
        parseRange(query, findZone(query.timezone || undefined), now),
        app.secret,
      ),
  }),
  readStatistic('/api/websites/:websiteId/sessions/:sessionId/properties', {
    summary: 'The properties of a session.',
    access: viewTarget('sessions'),
    answer: sessionPropertiesAnswer,
    run: ({ app, subject, params }) =>
      listSessionProperties(app.events, subject, params.sessionId as string),
  }),
  statistic('session-data/properties', {
    summary: 'Properties of sessions, the most frequent first.',
    query: { propertyName },
    answer: sessionPropertyNamesAnswer,
    run: async (events, scope, query) =>
      listPropertyNames(
        events,
        scope,
        await readPropertyFilters(events, scope, query),
        query.propertyName,
      ),
  }),
  statistic('session-data/values', {
    summary: 'Values of one property, by sessions, the most frequent first.',
    query: { propertyName, ...dataTypeField },
    answer: sessionValuesAnswer,
    run: (events, scope, query) =>
      listSessionValues(
        events,
        scope,
        requireParam('propertyName', query.propertyName),
        query.dataType ? toDataType(query.dataType) : null,
      ),
  }),
  statistic('session-data/stats', {
    summary: 'What sessions did by the value of one property, the most active first.',
    query: { propertyName },
    answer: statsByValueAnswer,
    run: async (events, scope, query) =>
      sessionStatsByValue(
        events,
        scope,
        requireParam('propertyName', query.propertyName),
        await readPropertyFilters(events, scope, query),
      ),
  }),
  statistic('session-data-pivot', {
    summary: 'Sessions that have a property, all their properties as parallel arrays.',
    query: { propertyName, ...paging },
    answer: sessionPivotAnswer,
    run: async (events, scope, query) =>
      pivotSessions(
        events,
        scope,
        requireParam('propertyName', query.propertyName),
        await readPropertyFilters(events, scope, query),
        readPaging(query),
      ),
  }),
  ...declareSeries(statistic, {
    path: 'session-data',
    noun: 'Sessions',
    query: { propertyName },
    select: async (events, scope, query) =>
      selectSessionValues(
        scope,
        requireParam('propertyName', query.propertyName as string | undefined),
        await readPropertyFilters(events, scope, query),
      ),
  }),
]
