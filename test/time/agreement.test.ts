// Page and server are asked the same about time, in zones where it is difficult: the bounds of named
// ranges, the starts of buckets, and what a range is compared with. FOOTFALL_SEED repeats a run.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { comparedBuckets, defaultUnit, unitsFor } from '../../src/dashboard/time/buckets.ts'
import { comparedPeriod } from '../../src/dashboard/time/comparison.ts'
import {
  type ChosenRange,
  parseRange as parseChosen,
  rangeNames,
  rangeText,
} from '../../src/dashboard/time/range.ts'
import { findZone as findPageZone } from '../../src/dashboard/time/zone.ts'
import { parseRange } from '../../src/stats/query/range-input.ts'
import { findZone } from '../../src/stats/query/zones.ts'
import { listBuckets } from '../../src/time/buckets.ts'
import { addMonths } from '../../src/time/calendar.ts'
import { findWholeUnit } from '../../src/time/comparison.ts'
import { dayMs, hourMs } from '../../src/time/durations.ts'
import { type Range, unitFor } from '../../src/time/range.ts'
import type { Unit } from '../../src/time/units.ts'
import { toDayWall, toInstant } from '../../src/time/zone.ts'
import { openRandom } from '../stats/twin/data/random.ts'
import { startServer, type TestServer } from '../support/app.ts'
import { openSite, type Site } from '../support/statistics.ts'

const seed = Number(process.env.FOOTFALL_SEED ?? Math.floor(Math.random() * 2 ** 31))
console.log(`FOOTFALL_SEED=${seed}`)
const random = openRandom(seed)

const names = [
  'Pacific/Apia',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'America/Sao_Paulo',
  'Asia/Beirut',
  'Antarctica/Troll',
]
const [earliest, latest] = [Date.UTC(1985, 0, 1), Date.UTC(2025, 0, 1)]

/** Instants around changes of a zone's clocks, and anywhere. */
function drawInstants(name: string, count: number): number[] {
  const changes = findZone(name).stretches.flatMap(({ fromAt }) =>
    fromAt > earliest && fromAt < latest ? [fromAt] : [],
  )
  return Array.from({ length: count }, (_, index) => {
    const change = changes[random.below(changes.length)]
    return index % 4 === 0 || change === undefined
      ? earliest + random.below(latest - earliest)
      : change + random.below(4 * dayMs) - 2 * dayMs
  })
}

/** Around an instant: a day, some days, hours, and a time from any minute to any. */
function drawRanges(name: string, at: number): ChosenRange[] {
  const zone = findPageZone(name)
  const present = { now: latest, zone, firstDay: 1, firstAt: earliest }
  const day = (later: number) =>
    toInstant(zone, Math.floor(toDayWall(zone, at) / dayMs) * dayMs + later * dayMs)
  const hour = Math.floor(at / hourMs) * hourMs
  const bounds = [
    [day(0), day(1)],
    [day(-random.below(20)), day(1 + random.below(20))],
    [hour - random.below(30) * hourMs, hour + (1 + random.below(30)) * hourMs],
    [at - random.below(dayMs), at + random.below(dayMs) + hourMs],
  ] as const
  return bounds
    .filter(([start, end]) => start < end)
    .map(([start, end]) => parseChosen(rangeText(start, end, zone), present))
}

const shown = ({ startAt, endAt }: { startAt: number; endAt: number }) =>
  [startAt, endAt].map((at) => new Date(at).toISOString())

describe.each(names)('%s', (name) => {
  const [table, zone] = [findZone(name), findPageZone(name)]

  test('the table of offsets answers as the platform does', () => {
    for (const at of drawInstants(name, 200)) {
      expect([at, table.offsetAt(at)]).toEqual([at, zone.offsetAt(at)])
      expect([at, toInstant(table, at)]).toEqual([at, toInstant(zone, at)])
    }
  })

  test('a named range is the one of its dates', () => {
    for (const now of drawInstants(name, 40)) {
      const present = {
        now,
        zone,
        firstDay: random.below(7),
        firstAt: now - random.below(90 * dayMs),
      }
      for (const text of rangeNames.filter((known) => known !== '24h')) {
        const { startAt, endAt } = parseChosen(text, present)
        const toDate = (at: number) => new Date(toDayWall(zone, at)).toISOString().slice(0, -1)
        const asked = { startDate: toDate(startAt), endDate: toDate(endAt + 1) }
        const found = parseRange(asked, table, now)
        expect([now, text, found.startAt, found.endAt - 1]).toEqual([now, text, startAt, endAt])
      }
    }
  })
})

describe.each([...names, 'Europe/Berlin', 'UTC'])('%s: units', (name) => {
  const [table, zone] = [findZone(name), findPageZone(name)]
  const answered = (range: Range, unit: Unit) => unitFor(range, unit, table)

  /** Days around the longest range that is shown in days, and lengths of any kind. */
  const ranges = drawInstants(name, 60).flatMap((at) => {
    const startAt = toInstant(zone, Math.floor(toDayWall(zone, at) / dayMs) * dayMs)
    const sixMonths = addMonths(zone, startAt, 6)
    const ends = [-dayMs, -hourMs, -1, 0, 1, hourMs, dayMs].map((more) => sixMonths + more)
    const lengths = [2 * hourMs, 4 * dayMs, 40 * dayMs, 300 * dayMs, 3000 * dayMs]
    return [...ends, ...lengths.map((length) => startAt + random.below(length))].map((endAt) => ({
      startAt,
      endAt,
    }))
  })

  test('every unit that the page offers or chooses is the one the server answers with', () => {
    for (const range of ranges) {
      for (const unit of [...unitsFor(range, zone), defaultUnit(range, zone)]) {
        expect([shown(range), answered(range, unit)]).toEqual([shown(range), unit])
      }
    }
  })

  test('series are compared in the unit that the server answers the compared period with', () => {
    const present = { now: latest, zone, firstDay: 1, firstAt: earliest }
    for (const range of ranges) {
      const text = rangeText(range.startAt, range.endAt + 1, zone)
      const compared = comparedPeriod({ ...range, text, name: null }, 'prev', present)
      if (compared === null) continue
      // Hours have no calendar, and listing those of months takes long.
      for (const unit of unitsFor(range, zone).filter((one) => one !== 'hour')) {
        const starts = comparedBuckets(compared, unit, zone)
        const isSame = answered(compared, unit) === unit
        expect([shown(range), unit, starts !== null]).toEqual([shown(range), unit, isSame])
      }
    }
  })

  test('the page offers days wherever the server has days', () => {
    for (const range of ranges.filter(({ startAt, endAt }) => endAt - startAt > dayMs)) {
      expect([shown(range), unitsFor(range, zone).includes('day')]).toEqual([
        shown(range),
        answered(range, 'day') === 'day',
      ])
    }
  })
})

describe('statistics of random instants', () => {
  const spots = names.flatMap((name) => drawInstants(name, 12).map((at) => ({ name, at })))
  const instants = spots.flatMap(({ at }) =>
    Array.from({ length: 6 }, () => at + random.below(3 * dayMs) - 1.5 * dayMs),
  )
  let server: TestServer
  let site: Site
  beforeAll(async () => {
    server = await startServer()
    site = await openSite(
      server,
      instants.map((at, index) => ({
        at: new Date(at).toISOString(),
        visitor: String(index),
        url: '/',
      })),
    )
  })
  afterAll(() => server.stop())

  interface Answer {
    pageviews: { x: string; y: number }[]
    compare: { startDate: string; endDate: string }
  }

  const ask = async (range: ChosenRange, fields: Record<string, string>) =>
    (await site.ask(
      `pageviews?${new URLSearchParams({ startAt: String(range.startAt), endAt: String(range.endAt), ...fields })}`,
    )) as Answer

  test.each(names)('%s: buckets start where the page draws them', async (timezone) => {
    const zone = findPageZone(timezone)
    for (const { at } of spots.filter(({ name }) => name === timezone)) {
      for (const range of drawRanges(timezone, at)) {
        for (const unit of [...unitsFor(range, zone), 'month', 'year'] as const) {
          expect(unitFor(range, unit, findZone(timezone))).toBe(unit)
          const { pageviews } = await ask(range, { unit, timezone })
          const starts = listBuckets(range, unit, zone)
          const unknown = pageviews.filter(({ x }) => !starts.includes(Date.parse(x)))
          expect([unit, shown(range), unknown]).toEqual([unit, shown(range), []])
          const within = instants.filter((one) => one >= range.startAt && one <= range.endAt)
          expect(pageviews.reduce((sum, { y }) => sum + y, 0)).toBe(within.length)
        }
      }
    }
  })

  test.each(names)('%s: ranges are compared with the same ones', async (timezone) => {
    const zone = findPageZone(timezone)
    const present = { now: latest, zone, firstDay: 1, firstAt: earliest }
    for (const { at } of spots.filter(({ name }) => name === timezone)) {
      for (const range of drawRanges(timezone, at)) {
        for (const compare of ['prev', 'yoy'] as const) {
          // The page alone compares a calendar month with the month before.
          if (compare === 'prev' && findWholeUnit(zone, range) !== null) continue
          const { startDate, endDate } = (await ask(range, { compare, timezone })).compare
          const compared = comparedPeriod(range, compare, present)
          if (compared === null) {
            // A day that the zone left out: the API compares with nothing, too.
            expect([shown(range), startDate > endDate]).toEqual([shown(range), true])
            continue
          }
          expect([compare, shown(range), startDate, endDate]).toEqual([
            compare,
            shown(range),
            ...shown(compared),
          ])
        }
      }
    }
  })
})
