// Filters that were saved under a name.

import type { Range } from '../../time/range.ts'
import { useAnswer } from '../state/answer.ts'
import { type Answer, ask } from '../state/api.ts'
import { statisticPath, type Target } from '../state/target.ts'
import type { Filter, Filters } from './filter.ts'
import { dataTypeNumber, toStoredName } from './property-filter.ts'

export type SegmentType = 'segment' | 'cohort'

export interface Segment {
  id: string
  type: SegmentType
  name: string
}

/** No more are listed. */
export const maxSegments = 200

/** Every saved segment or cohort of a target; only websites have them. */
export const useSegments = (target: Target, type: SegmentType) =>
  useAnswer<{ data: Segment[] }>(
    target.kind === 'website' && target.mayFilter ? statisticPath(target, 'segments') : null,
    { query: { type, pageSize: maxSegments } },
  )

/** What members of a cohort did. */
export interface CohortAction {
  type: 'path' | 'event'
  value: string
}

interface NewSegment {
  name: string
  filters: Filters
  /** Makes it a cohort: those who did this in the range. */
  cohort: { action: CohortAction; range: Range } | null
}

/** Saves filters under a name. */
export function saveSegment(
  target: Target,
  { name, filters, cohort }: NewSegment,
): Promise<Answer<Segment>> {
  const parameters = {
    filters: [
      ...filters.list.map(({ field, operator, value }: Filter) => ({
        name: field,
        operator,
        value,
      })),
      ...filters.properties.map(({ owner, property, type, operator, value }) => ({
        name: toStoredName(owner),
        property,
        dataType: dataTypeNumber(type),
        operator,
        value,
      })),
    ],
    match: filters.match,
    ...(cohort
      ? {
          dateRange: `range:${cohort.range.startAt}:${cohort.range.endAt}`,
          action: cohort.action,
        }
      : {}),
  }
  const body = { type: cohort ? 'cohort' : 'segment', name, parameters }
  return ask<Segment>(statisticPath(target, 'segments'), { body })
}

export const removeSegment = (target: Target, id: string): Promise<Answer<unknown>> =>
  ask(statisticPath(target, `segments/${id}`), { method: 'DELETE' })
