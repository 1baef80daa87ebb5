import { expect, test } from 'bun:test'
import { findPeriod } from '../../src/time/period.ts'
import { openZone } from '../../src/time/zone.ts'

// A Wednesday, three days after clocks in Berlin went forward.
const now = Date.parse('2026-04-01T10:20:30.400Z')
const berlin = openZone('Europe/Berlin')
const utc = openZone('UTC')

const find = (text: string, zone = utc) => {
  const range = findPeriod(text, now, zone)
  return range && [range.startAt, range.endAt].map((at) => new Date(at).toISOString())
}
const here = '2026-04-01T10:20:30.400Z'

test.each([
  ['24h', '2026-03-31T10:20:30.400Z'],
  ['1h', '2026-04-01T09:20:30.400Z'],
  ['7d', '2026-03-25T10:20:30.400Z'],
  ['2w', '2026-03-18T10:20:30.400Z'],
  ['1m', '2026-03-01T10:20:30.400Z'],
  ['6m', '2025-10-01T10:20:30.400Z'],
  ['1y', '2025-04-01T10:20:30.400Z'],
  ['9999y', '0001-01-01T00:00:00.000Z'],
  ['today', '2026-04-01T00:00:00.000Z'],
  ['week', '2026-03-29T00:00:00.000Z'],
  ['month', '2026-04-01T00:00:00.000Z'],
  ['year', '2026-01-01T00:00:00.000Z'],
  ['all', '1970-01-01T00:00:00.000Z'],
])('%s ends now and begins at %s', (text, startAt) => {
  expect(find(text)).toEqual([startAt, here])
})

test('days, weeks, months and years are those of the zone; hours pass as they do', () => {
  expect(find('today', berlin)).toEqual(['2026-03-31T22:00:00.000Z', here])
  // 12:20 by the clock a week ago was an hour later in UTC.
  expect(find('7d', berlin)).toEqual(['2026-03-25T11:20:30.400Z', here])
  expect(find('168h', berlin)).toEqual(['2026-03-25T10:20:30.400Z', here])
  // Sunday began in winter time.
  expect(find('week', berlin)).toEqual(['2026-03-28T23:00:00.000Z', here])
  expect(find('year', berlin)).toEqual(['2025-12-31T23:00:00.000Z', here])
})

test('yesterday is that whole day', () => {
  expect(find('yesterday')).toEqual(['2026-03-31T00:00:00.000Z', '2026-03-31T23:59:59.999Z'])
  expect(find('yesterday', berlin)).toEqual([
    '2026-03-30T22:00:00.000Z',
    '2026-03-31T21:59:59.999Z',
  ])
})

test.each(['', '7', 'd', '7D', '-1d', '1.5d', '12345d', 'Today', 'weekly', '7d '])(
  '%j is no period',
  (text) => {
    expect(find(text)).toBeNull()
  },
)
