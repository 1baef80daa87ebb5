// Further statistics of a whole website: values of filter fields, realtime, export.

import { Type as t } from '@sinclair/typebox'
import type { Access } from '../../access/rule.ts'
import { unauthorized } from '../../errors.ts'
import type { Operation } from '../../http/endpoint.ts'
import { search } from '../../http/input/fields.ts'
import { viewTarget } from '../../targets/access.ts'
import type { Target } from '../../targets/store.ts'
import { type FieldName, fieldNames } from '../dimensions/dimensions.ts'
import { readStatistic, type StatsServices } from '../input/services.ts'
import { scopeFields } from '../input/statistic.ts'
import { rangeFields, zoneField } from '../query/range-input.ts'
import { assertDimensionVisible, filterFields, readScope, type ScopeInput } from '../query/scope.ts'
import { exportAnswer, exportLists } from './export.ts'
import { realtime, realtimeAnswer, realtimeRange } from './realtime.ts'
import { fieldValuesAnswer, listFieldValues } from './values.ts'

const viewAny = viewTarget(null)

/** Only users: the visitor of a share page may read the statistics, and not download all of them. */
const viewAsUser: Access<Target, StatsServices> = {
  permission: viewAny.permission,
  audience: 'user',
  find: (asked) => viewAny.find({ ...asked, caller: { ...asked.caller, share: null } }),
}

export const siteOperations: readonly Operation<StatsServices>[] = [
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
]
