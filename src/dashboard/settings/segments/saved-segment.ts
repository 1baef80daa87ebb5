// Segments and cohorts as they are stored.

import { operatorsByType, textOperators } from '../../../lib/filter-operators.ts'
import { type Filter, filterFields } from '../../filters/filter.ts'
import { checkPatterns } from '../../filters/patterns.ts'
import {
  dataTypes,
  type OwnedFilter,
  propertyOwners,
  toStoredName,
} from '../../filters/property-filter.ts'
import type { SegmentType } from '../../filters/segment.ts'
import { type Answer, ask } from '../../state/api.ts'

export interface SavedFilter {
  /** A filter's name. */
  name: string
  /** One of the server's operators; the page offers those it knows. */
  operator: string
  /** Several with commas between them. */
  value: string
  /** Of a filter on a property: which one, and the number of its type. */
  property?: string
  dataType?: number
}

/** What a saved filter on a property says; `null` for any other one. */
export function savedProperty({ name, operator, value, ...of }: SavedFilter): OwnedFilter | null {
  const owner = propertyOwners.find((one) => name === toStoredName(one))
  const type = dataTypes[(of.dataType ?? 1) - 1]
  const known = type && operatorsByType[type].find((one) => one === operator)
  return owner && type && known && of.property
    ? { owner, property: of.property, type, operator: known, value }
    : null
}

export interface SavedSegment {
  id: string
  type: SegmentType
  name: string
  parameters: {
    filters?: SavedFilter[]
    match?: 'all' | 'any'
    /** When members of a cohort did something: 30day, 0month, range:<ms>:<ms>. */
    dateRange?: string
    action?: { type: 'path' | 'event'; value: string }
  }
}

export const newFilter: SavedFilter = { name: 'path', operator: 'eq', value: '' }

/** Those of saved filters that the page knows. */
export const knownFilters = (saved: readonly SavedFilter[]): Filter[] =>
  saved.flatMap(({ name, operator, value }) => {
    const field = filterFields.find((known) => known === name)
    const known = textOperators.find((one) => one === operator)
    return field && known ? [{ field, operator: known, value }] : []
  })

/** Stores a segment: a new one, or in place of the one with this id. */
export async function storeSegment(
  websiteId: string,
  id: string | null,
  segment: Omit<SavedSegment, 'id'>,
): Promise<Answer<unknown>> {
  const checked = await checkPatterns(websiteId, knownFilters(segment.parameters.filters ?? []))
  if (!checked.ok) return checked
  const path = `/api/websites/${websiteId}/segments`
  return ask(id === null ? path : `${path}/${id}`, { body: segment })
}
