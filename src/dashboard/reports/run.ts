// Runs reports.

import type { ReportType } from '../../saved-reports/store.ts'
import { byVisit } from '../filters/level.ts'
import type { View } from '../filters/view.ts'
import { type Loaded, useAnswer } from '../state/answer.ts'
import { useTarget } from '../state/target.ts'

/** The answer of a report for the range and filters of a view; `path` where it has several. */
export function useReport<Value>(
  type: ReportType,
  view: View,
  parameters: object,
  path: string = type,
): Loaded<Value> {
  const target = useTarget()
  const { startAt, endAt } = view.range
  return useAnswer<Value>(`/api/reports/${path}`, {
    body: {
      websiteId: target.id,
      type,
      ...byVisit,
      filters: view.filterQuery,
      parameters: { ...parameters, startAt, endAt, unit: view.unit, timezone: view.zone.name },
    },
  })
}
