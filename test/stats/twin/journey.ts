// The journey report: section 8.6.

import { rowsOf } from './filters.ts'
import { grouped, groupedBy, ordered } from './order.ts'
import { type ReportBody, reportScope } from './report-body.ts'
import type { Site } from './rows.ts'

interface Body extends ReportBody {
  steps: number
  startStep?: string
  endStep?: string
  eventType?: number
}

export function journey(site: Site, body: Body, now: number) {
  const rows = ordered(
    rowsOf(reportScope(site, body, now), 'activity').filter(
      ({ eventType }) => body.eventType === undefined || eventType === body.eventType,
    ),
    ({ at }) => at,
    ({ order }) => order,
  )
  const chains = grouped(rows, ({ visitId }) => visitId)
    .map(([, visit]) =>
      visit.slice(0, body.steps).map(({ eventName, urlPath }) => eventName || urlPath),
    )
    .filter((chain) => !body.startStep || chain[0] === body.startStep)
    .filter((chain) => !body.endStep || chain.at(-1) === body.endStep)
    .map((chain) => chain.filter((item, index) => item !== chain[index - 1]))
  return ordered(
    groupedBy(chains, (chain) => chain).map(({ key, rows: same }) => ({
      items: key,
      count: same.length,
    })),
    ({ count }) => -count,
    ({ items }) => items.join('\0'),
  ).slice(0, 100)
}
