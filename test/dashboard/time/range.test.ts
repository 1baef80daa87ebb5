import { describe, expect, test } from 'bun:test'
import {
  comparedBuckets,
  defaultUnit,
  fillBuckets,
  unitsFor,
} from '../../../src/dashboard/time/buckets.ts'
import { comparedPeriod, passedPart } from '../../../src/dashboard/time/comparison.ts'
import {
  type Present,
  parseRange,
  rangeText,
  stepRange,
} from '../../../src/dashboard/time/range.ts'
import { findZone } from '../../../src/dashboard/time/zone.ts'
import { listBuckets } from '../../../src/time/buckets.ts'
import { hourMs } from '../../../src/time/durations.ts'
import { toInstant, toWall } from '../../../src/time/zone.ts'

const at = (text: string) => Date.parse(text)
const toDates = ({ startAt, endAt }: { startAt: number; endAt: number }) =>
  [startAt, endAt].map((instant) => new Date(instant).toISOString())

/** First and last day of a period that consists of whole days, worked out with the platform's own calendar. */
function daysIn({ startAt, endAt }: { startAt: number; endAt: number }, zone: string): string[] {
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' })
  const [first, last] = [day.format(startAt), day.format(endAt)]
  // An instant earlier and later it is another day.
  expect(day.format(startAt - 1)).not.toBe(first)
  expect(day.format(endAt + 1)).not.toBe(last)
  return [first, last]
}

/** Wednesday in Berlin, 90 minutes before midnight; UTC is at 20:30. */
const present: Present = {
  now: at('2026-06-17T20:30:00Z'),
  zone: findZone('Europe/Berlin'),
  firstDay: 1,
  firstAt: at('2026-02-03T10:00:00Z'),
}

describe('named ranges in Berlin, two hours before UTC in summer', () => {
  test.each([
    ['today', '2026-06-16T22:00:00.000Z', '2026-06-17T21:59:59.999Z'],
    ['yesterday', '2026-06-15T22:00:00.000Z', '2026-06-16T21:59:59.999Z'],
    ['24h', '2026-06-16T21:00:00.000Z', '2026-06-17T20:59:59.999Z'],
    ['week', '2026-06-14T22:00:00.000Z', '2026-06-21T21:59:59.999Z'],
    ['7d', '2026-06-10T22:00:00.000Z', '2026-06-17T21:59:59.999Z'],
    ['30d', '2026-05-18T22:00:00.000Z', '2026-06-17T21:59:59.999Z'],
    // 90 days reach back before the clock change of 29 March.
    ['90d', '2026-03-19T23:00:00.000Z', '2026-06-17T21:59:59.999Z'],
    ['month', '2026-05-31T22:00:00.000Z', '2026-06-30T21:59:59.999Z'],
    ['year', '2025-12-31T23:00:00.000Z', '2026-12-31T22:59:59.999Z'],
    ['last-year', '2024-12-31T23:00:00.000Z', '2025-12-31T22:59:59.999Z'],
    ['all', '2026-02-02T23:00:00.000Z', '2026-06-17T21:59:59.999Z'],
  ])('%s', (name, startAt, endAt) => {
    expect(toDates(parseRange(name, present))).toEqual([startAt, endAt])
  })

  test('weeks start on Sunday where people think so', () => {
    expect(toDates(parseRange('week', { ...present, firstDay: 0 }))[0]).toBe(
      '2026-06-13T22:00:00.000Z',
    )
  })

  test('without a range, or with nonsense, the last 7 days are meant', () => {
    for (const text of [null, '', 'soon', '2026-13-01_x', '2026-02-02_2026-02-01']) {
      expect(parseRange(text, present).name).toBe('7d')
    }
  })
})

test('custom ranges include their last day, and exclude their last minute', () => {
  expect(toDates(parseRange('2026-03-28_2026-03-29', present))).toEqual([
    '2026-03-27T23:00:00.000Z',
    // The 29th of March has 23 hours.
    '2026-03-29T21:59:59.999Z',
  ])
  expect(toDates(parseRange('2026-03-28T08:00_2026-03-28T09:30', present))).toEqual([
    '2026-03-28T07:00:00.000Z',
    '2026-03-28T08:29:59.999Z',
  ])
})

test('custom ranges lie in times in which something can have been recorded', () => {
  for (const text of ['0001-01-01_9999-12-31', '1969-12-31_1970-01-05', '2100-12-31_2101-01-01']) {
    expect(parseRange(text, present).name).toBe('7d')
  }
  for (const text of ['1970-01-01_1970-01-05', '2100-12-01_2100-12-31']) {
    expect(parseRange(text, present).text).toBe(text)
  }
})

test('a range between two instants has an address that means the same', () => {
  const [startAt, endBefore] = [at('2026-06-09T22:00:00Z'), at('2026-06-12T22:00:00Z')]
  expect(rangeText(startAt, endBefore, present.zone)).toBe('2026-06-10_2026-06-12')
  expect(rangeText(startAt, endBefore - 3_600_000, present.zone)).toBe(
    '2026-06-10T00:00_2026-06-12T23:00',
  )
})

describe('stepping', () => {
  const step = (text: string, direction: -1 | 1) =>
    stepRange(parseRange(text, present), direction, present)

  test.each([
    ['today', 'yesterday'],
    ['yesterday', '2026-06-15_2026-06-15'],
    ['7d', '2026-06-04_2026-06-10'],
    ['month', '2026-05-01_2026-05-31'],
    ['year', 'last-year'],
    ['2026-02-01_2026-02-28', '2026-01-01_2026-01-31'],
    ['2026-06-10T08:00_2026-06-10T10:00', '2026-06-10T06:00_2026-06-10T08:00'],
  ])('back from %s is %s', (text, before) => expect(step(text, -1)).toBe(before))

  test.each([
    ['yesterday', 'today'],
    ['2026-05-01_2026-05-31', 'month'],
    ['2026-06-04_2026-06-10', '7d'],
    ['today', null],
    ['all', null],
  ])('on from %s is %s', (text, after) => expect(step(text, 1)).toBe(after))
})

describe('comparison', () => {
  const compared = (text: string, how: 'prev' | 'yoy' | 'none') =>
    comparedPeriod(parseRange(text, present), how, present)

  test('a month is compared with the one before, whatever its length', () => {
    expect(toDates(compared('2026-03-01_2026-03-31', 'prev') as never)).toEqual([
      '2026-01-31T23:00:00.000Z',
      '2026-02-28T22:59:59.999Z',
    ])
  })

  test('a year before keeps local days', () => {
    expect(toDates(compared('2026-04-01_2026-04-02', 'yoy') as never)).toEqual([
      '2025-03-31T22:00:00.000Z',
      '2025-04-02T21:59:59.999Z',
    ])
  })

  // 2024 is a leap year, 2023 and 2025 are none.
  test.each([
    ['2024-02-28_2024-02-28', '2023-02-28', '2023-02-28'],
    ['2024-02-22_2024-02-28', '2023-02-22', '2023-02-28'],
    ['2024-02-29_2024-02-29', '2023-02-28', '2023-02-28'],
    ['2024-02-28_2024-02-29', '2023-02-28', '2023-02-28'],
    ['2024-02-01_2024-02-29', '2023-02-01', '2023-02-28'],
    ['2024-02-29_2024-03-01', '2023-02-28', '2023-03-01'],
    ['2025-02-28_2025-02-28', '2024-02-28', '2024-02-28'],
    ['2025-02-22_2025-02-28', '2024-02-22', '2024-02-28'],
    ['2025-03-01_2025-03-01', '2024-03-01', '2024-03-01'],
    ['2024-03-01_2024-03-31', '2023-03-01', '2023-03-31'],
    ['2024-12-31_2024-12-31', '2023-12-31', '2023-12-31'],
  ])('a year before %s the last day of the range is the last one', (text, first, last) => {
    for (const zone of ['UTC', 'Europe/Berlin', 'America/Los_Angeles', 'Pacific/Auckland']) {
      const there = { ...present, zone: findZone(zone) }
      const { startAt, endAt } = comparedPeriod(parseRange(text, there), 'yoy', there) as never
      expect([zone, ...daysIn({ startAt, endAt }, zone)]).toEqual([zone, first, last])
    }
  })

  test('hours on 29 February are compared with as many a year before', () => {
    expect(toDates(compared('2024-02-28T13:00_2024-02-29T13:00', 'yoy') as never)).toEqual([
      '2023-02-28T12:00:00.000Z',
      '2023-03-01T11:59:59.999Z',
    ])
  })

  test('all time and "none" are compared with nothing', () => {
    expect(compared('all', 'prev')).toBeNull()
    expect(compared('7d', 'none')).toBeNull()
  })

  test('today is compared with as much of yesterday as has passed', () => {
    const today = parseRange('today', present)
    const yesterday = parseRange('yesterday', present)
    expect(toDates(passedPart(today, yesterday, present.now))).toEqual([
      '2026-06-15T22:00:00.000Z',
      '2026-06-16T20:30:00.000Z',
    ])
    expect(passedPart(yesterday, today, present.now)).toEqual(today)
  })
})

describe('zones where a day has no midnight', () => {
  /** In each, clocks show one o'clock where this day would begin. */
  const days = [
    ['Africa/Cairo', '2026-04-23', '2026-04-24', '2026-04-25', '2026-04-23T22:00:00.000Z'],
    ['Asia/Beirut', '2026-03-28', '2026-03-29', '2026-03-30', '2026-03-28T22:00:00.000Z'],
    ['America/Sao_Paulo', '2018-11-03', '2018-11-04', '2018-11-05', '2018-11-04T03:00:00.000Z'],
    ['America/Asuncion', '2023-09-30', '2023-10-01', '2023-10-02', '2023-10-01T04:00:00.000Z'],
  ] as const

  test.each(days)('%s: it and its neighbours are whole days', (zone, before, day, after, start) => {
    const there = { ...present, zone: findZone(zone) }
    const read = (text: string) => parseRange(`${text}_${text}`, there)
    const [first, own, next] = [read(before), read(day), read(after)]
    const startAt = at(start)
    expect([own.startAt, own.endAt]).toEqual([startAt, startAt + 23 * hourMs - 1])
    expect([first.startAt, first.endAt]).toEqual([startAt - 24 * hourMs, startAt - 1])
    expect([next.startAt, next.endAt]).toEqual([startAt + 23 * hourMs, startAt + 47 * hourMs - 1])
    expect(comparedPeriod(own, 'prev', there)).toEqual({
      startAt: first.startAt,
      endAt: first.endAt,
    })
    expect(comparedPeriod(next, 'prev', there)).toEqual({
      startAt: own.startAt,
      endAt: own.endAt,
    })
    expect(stepRange(own, -1, there)).toBe(first.text)
    expect(stepRange(own, 1, there)).toBe(next.text)
    expect(stepRange(first, 1, there)).toBe(own.text)
    expect(stepRange(next, -1, there)).toBe(own.text)
    expect(rangeText(own.startAt, own.endAt + 1, there.zone)).toBe(own.text)
    const week = { startAt: own.startAt, endAt: read(after).endAt }
    expect(listBuckets(week, 'day', there.zone)).toEqual([own.startAt, next.startAt])
    expect(listBuckets(own, 'hour', there.zone)).toHaveLength(23)
  })

  test.each(days)('%s: a year before and after it are whole days', (zone, _, day) => {
    const there = { ...present, zone: findZone(zone), now: at('2030-01-01') }
    const [year, ...rest] = day.split('-')
    const named = (offset: number) => [Number(year) + offset, ...rest].join('-')
    for (const text of [`${day}_${day}`, `${named(1)}_${named(1)}`]) {
      const range = parseRange(text, there)
      const found = comparedPeriod(range, 'yoy', there) as never
      const expected = text.startsWith(day) ? named(-1) : day
      expect(daysIn(found, zone)).toEqual([expected, expected])
    }
  })

  test('a week that begins with such a day is compared with the whole one before', () => {
    const there = { ...present, zone: findZone('Africa/Cairo') }
    const range = parseRange('2026-04-24_2026-04-30', there)
    const found = comparedPeriod(range, 'prev', there) as never
    expect(daysIn(found, there.zone.name)).toEqual(['2026-04-17', '2026-04-23'])
  })

  test('where midnight is shown twice, a day begins with the first', () => {
    const there = { ...present, zone: findZone('America/Havana') }
    const own = parseRange('2025-11-02_2025-11-02', there)
    expect(toDates(own)).toEqual(['2025-11-02T04:00:00.000Z', '2025-11-03T04:59:59.999Z'])
    expect(stepRange(own, -1, there)).toBe('2025-11-01_2025-11-01')
    expect(rangeText(own.startAt + 3_600_000, own.endAt + 1, there.zone)).toBe(
      '2025-11-02T00:00_2025-11-03T00:00',
    )
  })

  test('a day that a zone left out holds nothing', () => {
    const there = { ...present, zone: findZone('Pacific/Apia') }
    expect(parseRange('2011-12-30_2011-12-30', there).name).toBe('7d')
    const days = parseRange('2011-12-29_2011-12-31', there)
    expect(listBuckets(days, 'day', there.zone)).toHaveLength(2)
  })
})

describe('buckets', () => {
  test('the day that clocks go back has 25 hours', () => {
    const range = parseRange('2026-10-25_2026-10-25', present)
    const starts = listBuckets(range, 'hour', present.zone)
    expect(starts.length).toBe(25)
    expect(new Date(starts[0] as number).toISOString()).toBe('2026-10-24T22:00:00.000Z')
    expect(defaultUnit(range, present.zone)).toBe('hour')
  })

  test('hours of a zone with a half start at half past', () => {
    const range = { startAt: at('2026-01-01T00:00:00Z'), endAt: at('2026-01-01T02:59:59Z') }
    expect(
      listBuckets(range, 'hour', findZone('Asia/Kolkata')).map((start) =>
        new Date(start).toISOString(),
      ),
    ).toEqual([
      '2025-12-31T23:30:00.000Z',
      '2026-01-01T00:30:00.000Z',
      '2026-01-01T01:30:00.000Z',
      '2026-01-01T02:30:00.000Z',
    ])
  })

  test('days over a clock change are days', () => {
    const range = parseRange('2026-03-28_2026-03-30', present)
    expect(
      listBuckets(range, 'day', present.zone).map((start) => new Date(start).toISOString()),
    ).toEqual(['2026-03-27T23:00:00.000Z', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'])
  })

  test('the days before half a year are not compared when they are longer than six months', () => {
    const zone = findZone('Europe/Berlin')
    const half = parseRange('2025-07-01_2025-12-31', { ...present, zone })
    const before = { startAt: half.startAt - 184 * 86_400_000, endAt: half.startAt - 1 }
    expect(unitsFor(half, zone)).toContain('day')
    expect(comparedBuckets(before, 'day', zone)).toBeNull()
    expect(comparedBuckets(before, 'month', zone)).toHaveLength(7)
  })

  test('what the server does not send is zero', () => {
    const starts = [0, 1000, 2000, 3000]
    const points = [
      { x: '1970-01-01T00:00:01Z', y: 4 },
      { x: '1970-01-01T00:00:03Z', y: 2 },
    ]
    expect(fillBuckets(points, starts)).toEqual([0, 4, 0, 2])
    expect(fillBuckets(points, [])).toEqual([])
  })

  test.each([
    ['today', ['hour']],
    ['7d', ['hour', 'day']],
    ['90d', ['day', 'month']],
    ['last-year', ['month']],
  ])('%s can be shown by %j', (text, units) => {
    expect(unitsFor(parseRange(text, present), present.zone)).toEqual(units as never)
  })
})

test('clocks that jump over a time have the instant of the jump', () => {
  const jump = at('2026-03-29T01:00:00Z')
  expect(toInstant(findZone('Europe/Berlin'), Date.UTC(2026, 2, 29, 2, 30))).toBe(jump)
  // In Lebanon midnight itself is jumped over: the day starts at one o'clock.
  expect(toInstant(findZone('Asia/Beirut'), Date.UTC(2026, 2, 29))).toBe(at('2026-03-28T22:00:00Z'))
  expect(toWall(findZone('Europe/Berlin'), jump)).toBe(Date.UTC(2026, 2, 29, 3))
})

test('a time that clocks show twice is the first of both', () => {
  expect(toInstant(findZone('Europe/Berlin'), Date.UTC(2026, 9, 25, 2, 30))).toBe(
    at('2026-10-25T00:30:00Z'),
  )
})
