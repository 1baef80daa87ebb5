// The funnel and goal reports: sections 8.4 and 8.5.

import { dayMs } from '../../../../src/time/durations.ts'
import { isStep, type ReportBody, reportScope, type Step } from '../data/report-body.ts'
import { rowsBetween, toRows } from '../rows/filters.ts'
import { distinct } from '../rows/order.ts'
import type { Site, TwinEvent } from '../rows/rows.ts'

interface FunnelBody extends ReportBody {
  steps: Step[]
  window: number
}

export function funnel(site: Site, body: FunnelBody, now: number) {
  const scope = reportScope(site, body, now)
  const rows = rowsBetween(site, scope)
  const [first, ...later] = body.steps as [Step, ...Step[]]
  const kind = first.type === 'event' ? 'custom' : 'page'
  let level: TwinEvent[] = toRows(scope, kind).filter((row) => isStep(row, first))
  const reached = [toVisitors(level)]
  for (const step of later) {
    const before = level
    level = rows.filter(
      (row) =>
        isStep(row, step) &&
        before.some(
          (start) =>
            start.id !== row.id &&
            start.sessionId === row.sessionId &&
            start.at <= row.at &&
            row.at <= start.at + body.window * dayMs,
        ),
    )
    reached.push(toVisitors(level))
  }
  return body.steps.map(({ type, value }, index) => {
    const visitors = reached[index] ?? 0
    const previous = index === 0 ? 0 : (reached[index - 1] ?? 0)
    const all = reached[0] ?? 0
    return {
      type,
      value,
      visitors,
      previous,
      dropped: previous > 0 ? previous - visitors : 0,
      dropoff: previous > 0 ? 1 - visitors / previous : null,
      remaining: all > 0 ? visitors / all : null,
    }
  })
}

const toVisitors = (rows: TwinEvent[]): number => distinct(rows, ({ sessionId }) => sessionId)

/** A filter on events keeps page views by their visit and events by name, for both numbers alike. */
export function goal(site: Site, body: ReportBody & Step, now: number) {
  const scope = reportScope(site, body, now)
  const rows = [...toRows(scope, 'page'), ...toRows(scope, 'custom')]
  return { num: toVisitors(rows.filter((row) => isStep(row, body))), total: toVisitors(rows) }
}
