import { expect, test } from 'bun:test'
import { findOpenBucket } from '../../../src/dashboard/time/buckets.ts'
import { findZone } from '../../../src/dashboard/time/zone.ts'
import { listBuckets } from '../../../src/time/buckets.ts'
import type { Unit } from '../../../src/time/units.ts'

const zone = findZone('Europe/Berlin')
const at = (text: string) => Date.parse(text)

test.each<[string, Unit, string, string, string, number | undefined]>([
  // Noon of the third day.
  ['today is not over', 'day', '2026-06-01', '2026-06-03', '2026-06-03T10:00Z', 2],
  ['nor is it in a range that goes on', 'day', '2026-06-01', '2026-06-08', '2026-06-03T10:00Z', 2],
  ['yesterday is over', 'day', '2026-06-01', '2026-06-02', '2026-06-03T10:00Z', undefined],
  ['a day ends at midnight of its zone', 'day', '2026-06-01', '2026-06-02', '2026-06-02T21:59Z', 1],
  ['and not in another one', 'day', '2026-06-01', '2026-06-02', '2026-06-02T22:00Z', undefined],
  ['a month may have 31 days', 'month', '2026-01-01', '2026-03-31', '2026-03-31T21:00Z', 2],
  ['a year', 'year', '2025-01-01', '2026-02-01', '2026-02-01T12:00Z', 1],
  [
    'what is to come is no bucket',
    'day',
    '2026-06-05',
    '2026-06-06',
    '2026-06-03T10:00Z',
    undefined,
  ],
])('%s', (_, unit, first, last, now, index) => {
  // Berlin is two hours ahead in summer and one in winter.
  const range = { startAt: at(`${first}T00:00Z`), endAt: at(`${last}T12:00Z`) }
  const starts = listBuckets(range, unit, zone)
  expect(findOpenBucket(starts, unit, zone, at(now))).toBe(index)
})
