// The retention and utm reports: sections 8.8 and 8.10.

import { dayMs } from '../../../../src/time/durations.ts'
import { type ReportBody, reportScope } from '../data/report-body.ts'
import { rowsBetween, toRows } from '../rows/filters.ts'
import { grouped, ordered } from '../rows/order.ts'
import { isActivity, type Site } from '../rows/rows.ts'
import { secondText, toLocal, toStart } from '../rows/time.ts'

export function retention(site: Site, body: ReportBody, now: number) {
  const scope = reportScope(site, body, now)
  const toDay = (at: number) => Math.floor(toLocal(at, scope.zone) / dayMs)
  const rows = rowsBetween(site, scope).filter(isActivity)
  const members = grouped(toRows(scope, 'activity'), ({ sessionId }) => sessionId).map(
    ([id, kept]) => {
      const firstAt = Math.min(...kept.map(({ at }) => at))
      const days = rows
        .filter(({ sessionId }) => sessionId === id)
        .map(({ at }) => toDay(at) - toDay(firstAt))
      return { date: secondText(toStart(firstAt, 'day', scope.zone)), days: new Set(days) }
    },
  )
  return ordered(
    grouped(members, ({ date }) => date),
    ([date]) => date,
  ).flatMap(([date, cohort]) =>
    Array.from({ length: 32 }, (_, day) => {
      const returned = cohort.filter(({ days }) => days.has(day)).length
      const percentage = (100 * returned) / cohort.length
      return { date, day, visitors: cohort.length, returnVisitors: returned, percentage }
    }).filter(({ returnVisitors }) => returnVisitors > 0),
  )
}

const columns = {
  utm_source: 'utmSource',
  utm_medium: 'utmMedium',
  utm_campaign: 'utmCampaign',
  utm_term: 'utmTerm',
  utm_content: 'utmContent',
} as const

export function utm(site: Site, body: ReportBody, now: number) {
  const scope = reportScope(site, body, now)
  const rows = toRows(scope, 'page').map((row) => scope.visits?.get(row.visitId) ?? row)
  return Object.fromEntries(
    Object.entries(columns).map(([name, column]) => {
      const groups = grouped(
        rows.filter((row) => row[column]),
        (row) => row[column],
      ).map(([value, found]) => ({ utm: value, views: found.length }))
      const sorted = ordered(
        groups,
        ({ views }) => -views,
        (group) => group.utm,
      )
      return [name, sorted.slice(0, 50)]
    }),
  )
}
