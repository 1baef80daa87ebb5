import { expect, test } from 'bun:test'
import { findZone } from '../../src/stats/query/zones.ts'
import { hourMs } from '../../src/time/durations.ts'
import { toInstant } from '../../src/time/zone.ts'

test('a zone is the same one in any spelling of its name', () => {
  expect(findZone('europe/BERLIN')).toBe(findZone('Europe/Berlin'))
  expect(findZone('Asia/Calcutta')).toEqual(findZone('asia/calcutta'))
})

test('offsets change when the clocks do', () => {
  const berlin = findZone('Europe/Berlin')
  // 29 March 2026, 01:00Z, from one hour to two.
  const change = Date.parse('2026-03-29T01:00:00Z')
  expect(berlin.offsetAt(change - 1)).toBe(hourMs)
  expect(berlin.offsetAt(change)).toBe(2 * hourMs)
})

test('a local time that is skipped is the instant of the skip, one shown twice its first', () => {
  const local = (text: string) => Date.parse(`${text}Z`)
  const iso = (zone: string, text: string) =>
    new Date(toInstant(findZone(zone), local(text))).toISOString()
  // Cairo's clocks went from 24:00 on 25 April 2024 to 01:00: the 26th began at 22:00Z.
  expect(iso('Africa/Cairo', '2024-04-26T00:00:00')).toBe('2024-04-25T22:00:00.000Z')
  // Berlin, 25 October 2026: 02:30 is first 00:30Z, then 01:30Z.
  expect(iso('Europe/Berlin', '2026-10-25T02:30:00')).toBe('2026-10-25T00:30:00.000Z')
  expect(iso('Pacific/Chatham', '2026-01-05T00:00:00')).toBe('2026-01-04T10:15:00.000Z')
})
