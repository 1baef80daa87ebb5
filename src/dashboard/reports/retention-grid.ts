// Who came back, arranged by first day and by days later.

import { addUnits } from '../../time/calendar.ts'
import { toInstant, toMidnight, type Zone } from '../../time/zone.ts'

export interface ReturnRow {
  /** Start of the local day of the first visit, ISO 8601. */
  date: string
  /** Calendar days later. */
  day: number
  visitors: number
  returnVisitors: number
}

export interface Cohort {
  /** Start of the first day. */
  at: number
  visitors: number
  /** How many came on each later day, from day 0; as long as there are days until now. */
  returned: number[]
}

const lastDay = 31

/** Cohorts, the earliest first, each until the day of `endAt` or the last that the server sends. */
export function groupCohorts(rows: readonly ReturnRow[], zone: Zone, endAt: number): Cohort[] {
  const today = toMidnight(zone, endAt)
  return [...Map.groupBy(rows, ({ date }) => Date.parse(date))]
    .sort(([one], [other]) => one - other)
    .map(([at, dayRows]) => {
      const first = toMidnight(zone, at)
      const returned: number[] = []
      for (let day = 0; day <= lastDay && addUnits(first, 'day', day) <= today; day += 1) {
        returned.push(dayRows.find((row) => row.day === day)?.returnVisitors ?? 0)
      }
      return { at: toInstant(zone, first), visitors: dayRows[0]?.visitors ?? 0, returned }
    })
}

/** Part of all visitors for whom that later day has come who did come; `null` when it is for none. */
export function shareReturned(cohorts: readonly Cohort[], day: number): number | null {
  const old = cohorts.filter(({ returned }) => returned.length > day)
  const visitors = old.reduce((sum, cohort) => sum + cohort.visitors, 0)
  if (visitors === 0) return null
  return old.reduce((sum, { returned }) => sum + (returned[day] ?? 0), 0) / visitors
}
