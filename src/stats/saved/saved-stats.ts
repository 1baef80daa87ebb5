// The numbers of saved funnels and goals: of all at once, of one, and of one that is not saved.

import { AppError } from '../../errors.ts'
import { isObject } from '../../lib/is-object.ts'
import { reportRow } from '../../saved-reports/row.ts'
import type { Report } from '../../saved-reports/store.ts'
import type { Target } from '../../targets/store.ts'
import type { StatsServices } from '../input/services.ts'
import { rangeFields, unitField, zoneField } from '../query/range-input.ts'
import { levelField, readScope, type ScopeInput } from '../query/scope.ts'
import type { SavedKind } from './kinds.ts'

type Query = Record<string, unknown>

/** What a report body takes next to its filters. */
const commonNames = Object.keys({ ...rangeFields, ...unitField, ...zoneField, ...levelField })

/** The report body that asks for parameters with a query's range and filters. */
function toReportBody(query: Query, parameters: Query, storedFilters: object = {}) {
  const isCommon = (name: string) => commonNames.includes(name)
  const members = Object.entries(query)
  return {
    ...Object.fromEntries(members.filter(([name]) => isCommon(name))),
    filters: {
      ...storedFilters,
      ...Object.fromEntries(members.filter(([name]) => !isCommon(name))),
    },
    parameters,
  }
}

/** The answer about parameters that a query gives. */
export const countGiven = (
  kind: SavedKind,
  app: StatsServices,
  target: Target,
  query: Query,
  parameters: Query,
) => kind.count(app, target, toReportBody(withoutNames(query, kind.questionNames), parameters))

/**
 * The answer about a saved one, in the query's range; filters that are saved with it hold too, those of
 * the query first. Throws 400 when what is saved asks for nothing that can be counted.
 */
export function countSaved(
  kind: SavedKind,
  app: StatsServices,
  target: Target,
  query: Query,
  report: Report,
) {
  const stored = JSON.parse(report.parameters) as Query
  const question = Object.fromEntries(
    Object.entries(stored).filter(([name]) => kind.questionNames.includes(name)),
  )
  const filters = isObject(stored.filters) ? stored.filters : {}
  return kind.count(app, target, toReportBody(query, question, filters))
}

/** Rows of saved ones with `stats`: `null` where what is saved asks for nothing that can be counted. */
export async function countAllSaved(
  kind: SavedKind,
  app: StatsServices,
  target: Target,
  query: Query,
  reports: readonly Report[],
) {
  // A bad range or a filter that is not allowed is refused, also where nothing is saved.
  await readScope(app, target, query as ScopeInput)
  const rows = []
  for (const report of reports) {
    const stats = await countReadable(() => countSaved(kind, app, target, query, report))
    rows.push({ ...reportRow(report), stats })
  }
  return rows
}

/** The other door of this store takes any parameters. */
async function countReadable(count: () => Promise<unknown>): Promise<unknown> {
  try {
    return await count()
  } catch (error) {
    if (error instanceof AppError && error.kind === 'bad-request') return null
    throw error
  }
}

export const withoutNames = (query: Query, names: readonly string[]): Query =>
  Object.fromEntries(Object.entries(query).filter(([name]) => !names.includes(name)))
