import { expect, test } from 'bun:test'
import { groupCohorts, shareReturned } from '../../../src/dashboard/reports/retention-grid.ts'
import { openZone } from '../../../src/time/zone.ts'

const day = (date: string, later: number, visitors: number, returnVisitors: number) => ({
  date: `${date}T00:00:00.000Z`,
  day: later,
  visitors,
  returnVisitors,
})

const rows = [
  day('2026-06-01', 0, 10, 10),
  day('2026-06-01', 2, 10, 4),
  day('2026-06-02', 0, 5, 5),
  day('2026-06-02', 1, 5, 2),
]

test('cohorts reach until today, with zeros where nobody came', () => {
  expect(groupCohorts(rows, openZone('UTC'), Date.parse('2026-06-03T15:00:00Z'))).toEqual([
    { at: Date.parse('2026-06-01T00:00:00Z'), visitors: 10, returned: [10, 0, 4] },
    { at: Date.parse('2026-06-02T00:00:00Z'), visitors: 5, returned: [5, 2] },
  ])
})

test('shares of a later day are of those for whom it has come', () => {
  const cohorts = groupCohorts(rows, openZone('UTC'), Date.parse('2026-06-03T15:00:00Z'))
  expect([1, 2, 3].map((later) => shareReturned(cohorts, later))).toEqual([2 / 15, 0.4, null])
})

test('an hour that clocks skip loses no day', () => {
  // Berlin, 29 March 2026: the day has 23 hours.
  const [cohort] = groupCohorts(
    [{ date: '2026-03-27T23:00:00.000Z', day: 0, visitors: 1, returnVisitors: 1 }],
    openZone('Europe/Berlin'),
    Date.parse('2026-03-30T10:00:00Z'),
  )
  expect(cohort?.returned).toEqual([1, 0, 0])
})
