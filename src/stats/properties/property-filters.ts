// Filters on the properties that a list is of: `pf_plan=string.eq.pro`, `pf_price=number.gt.10`.

import type { EventReader } from '../../db/duckdb/event-reader.ts'
import { all, type Sql } from '../../db/sql.ts'
import { unauthorized } from '../../errors.ts'
import { type PropertyFilter, parseFilterOn } from '../filters/property-filter.ts'
import { isEventKept, isSessionWithProperty } from '../query/property-rows.ts'
import { assertFilterCount, checkPatterns, type Scope } from '../query/scope.ts'

/**
 * The property filters of a query; malformed ones are left out, except that a bad regular expression
 * throws 400, as do too many, those of other sorts among them. Throws 401 where a share page allows no
 * filters. A number ends the name of a further filter on the same property: `pf_plan1` is one on `plan`
 * when there is a `pf_plan`.
 */
export async function readPropertyFilters(
  events: EventReader,
  { target, conditions, zone }: Scope,
  query: Record<string, unknown>,
): Promise<PropertyFilter[]> {
  const filters = Object.entries(query).flatMap(([name, text]) => {
    if (!name.startsWith('pf_') || typeof text !== 'string') return []
    const first = name.replace(/\d+$/, '')
    const property = (Object.hasOwn(query, first) ? first : name).slice('pf_'.length)
    const filter = parseFilterOn(property, text, zone)
    return filter ? [filter] : []
  })
  if (filters.length > 0 && target.shared && !target.shared.allowsFilters) throw unauthorized()
  assertFilterCount(conditions.length + filters.length)
  await checkPatterns(events, filters)
  return filters
}

/** Which events' properties fulfil all filters, as a condition on event_id. */
export const isEventKeptBy = (filters: readonly PropertyFilter[], scope: Scope): Sql =>
  all(filters.map((filter) => isEventKept(scope, filter)))

/** Which sessions' live properties fulfil all filters, as a condition on session_id. */
export const isSessionKeptBy = (filters: readonly PropertyFilter[], scope: Scope): Sql =>
  all(filters.map((filter) => isSessionWithProperty(scope, filter)))
