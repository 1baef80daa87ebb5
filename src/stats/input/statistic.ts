// Operations on a scope: what nearly every statistic takes, declared once.

import type { TProperties, TSchema } from '@sinclair/typebox'
import type { Section } from '../../access/sections.ts'
import type { EventReader } from '../../db/duckdb/event-reader.ts'
import type { Operation, Values } from '../../http/endpoint.ts'
import { viewTarget } from '../../targets/access.ts'
import { compareField, rangeFields, unitField, zoneField } from '../query/range-input.ts'
import { filterFields, levelField, readScope, type Scope, type ScopeInput } from '../query/scope.ts'
import { readStatistic, type StatsServices } from './services.ts'

/** Range, filters, unit, zone and comparison. */
export const scopeFields = {
  ...rangeFields,
  ...filterFields,
  ...levelField,
  ...unitField,
  ...zoneField,
  ...compareField,
}

type StatisticQuery<Query extends TProperties> = Values<Query> &
  Values<typeof scopeFields> &
  ScopeInput

interface Spec<Query extends TProperties> {
  summary: string
  /** Fields in addition to `scopeFields`. */
  query?: Query
  answer: TSchema
  run: (
    events: EventReader,
    scope: Scope,
    query: StatisticQuery<Query>,
    app: StatsServices,
  ) => unknown
}

/** Declares GET /api/websites/:websiteId/`path`, open to those who may see `section`. */
export const declareStatistic =
  (section: Section | null) =>
  <Query extends TProperties = Record<never, never>>(
    path: string,
    { summary, query, answer, run }: Spec<Query>,
  ): Operation<StatsServices> =>
    readStatistic(`/api/websites/:websiteId/${path}`, {
      summary,
      access: viewTarget(section),
      query: { ...scopeFields, ...query },
      allowsExtraFields: true,
      answer,
      run: async (call) => {
        const input = call.query as StatisticQuery<Query>
        return run(call.app.events, await readScope(call.app, call.subject, input), input, call.app)
      },
    })
