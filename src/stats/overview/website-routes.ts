// Further statistics of a whole website: values of filter fields, realtime, export.

import { Type as t } from '@sinclair/typebox'
import type { Access } from '../../access/caller.ts'
import { unauthorized } from '../../errors.ts'
import { type Operation, read } from '../../http/endpoint.ts'
import { search } from '../../http/input/fields.ts'
import { viewSource } from '../../targets/access.ts'
import type { Source } from '../../targets/store.ts'
import { rangeFields, zoneField } from '../../time/range.ts'
import { type FieldName, fieldNames } from '../query/dimensions.ts'
import { type Asking, checkShown, filterFields, scopeOf } from '../query/scope.ts'
import { scopeFields } from '../query/statistic.ts'
import { exportAnswer, exportLists } from './export.ts'
import { realtime, realtimeAnswer, realtimeRange } from './realtime.ts'
import { fieldValuesAnswer, listFieldValues } from './values.ts'

const viewAny = viewSource(null)

/** Whoever was sent a share page may look, not take everything home. */
const viewAsUser: Access<Source> = {
  permission: viewAny.permission,
  audience: 'user',
  find: (asked) => viewAny.find({ ...asked, caller: { ...asked.caller, share: null } }),
}

export const furtherOperations: readonly Operation[] = [
  read('/api/websites/:websiteId/values', {
    summary: 'The most frequent values of a filter field.',
    access: viewSource(null),
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
      checkShown(subject, type)
      const scope = await scopeOf(app, subject, range)
      return listFieldValues(app, scope, type as FieldName, search)
    },
  }),
  read('/api/websites/:websiteId/export', {
    summary: 'The main lists as a ZIP of CSV files.',
    access: viewAsUser,
    query: scopeFields,
    isOpen: true,
    answer: exportAnswer,
    run: async ({ app, subject, query, now }) =>
      exportLists(app, await scopeOf(app, subject, query as Asking), now),
  }),
  read('/api/realtime/:websiteId', {
    summary: 'The last half hour, view by view.',
    access: viewSource('realtime'),
    query: { ...filterFields, ...zoneField },
    isOpen: true,
    answer: realtimeAnswer,
    run: async ({ app, subject, query, now }) =>
      realtime(
        app,
        await scopeOf(app, subject, { ...query, ...realtimeRange(now), unit: 'minute' }),
      ),
  }),
]
