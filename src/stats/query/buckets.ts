// Buckets of a time series: a cheap key per row in SQL, and the bucket's start from that key here.

import { type Sql, sql } from '../../db/sql.ts'
import { dayMs, hourMs, minuteMs } from '../../time/durations.ts'
import type { Range } from '../../time/range.ts'
import type { Unit } from '../../time/units.ts'
import { toInstant, type Zone } from '../../time/zone.ts'
import { listStretches, type ZoneTable } from '../../time/zone-table.ts'

/** Local time of a row as milliseconds: UTC plus the zone's offset, a few comparisons per row. */
export function localTime(
  zone: ZoneTable,
  { startAt, endAt }: Range,
  instant: Sql = sql`created_at`,
): Sql {
  const [first, ...later] = listStretches(zone, startAt, endAt)
  if (later.length === 0) {
    return first?.offsetMs ? sql`(${instant} + ${first.offsetMs})` : instant
  }
  const cases = later
    .toReversed()
    .reduce(
      (text, { fromAt, offsetMs }) => sql`${text} when ${instant} >= ${fromAt} then ${offsetMs}`,
      sql`case`,
    )
  return sql`(${instant} + ${cases} else ${first?.offsetMs ?? 0} end)`
}

/** An expression that is the same for all rows of a bucket, and different between buckets. */
export function bucketKey(
  unit: Unit,
  zone: ZoneTable,
  range: Range,
  instant: Sql = sql`created_at`,
): Sql {
  const local = localTime(zone, range, instant)
  switch (unit) {
    case 'minute':
    case 'hour': {
      // The start as an instant, so that the two hours of a clock set back stay apart.
      const width = unit === 'hour' ? hourMs : minuteMs
      return sql`(${instant} - ${local} % ${width})`
    }
    case 'day':
      return sql`(${local} // ${dayMs})`
    case 'month':
      return sql`(year(make_timestamp_ms(${local})) * 12 + month(make_timestamp_ms(${local})) - 1)`
    case 'year':
      return sql`year(make_timestamp_ms(${local}))`
  }
}

/**
 * The first instant of the bucket that has this key, in SQL; `null` where that takes more than an
 * offset: in months and years, and where a change of the clock falls between two buckets.
 */
export function bucketBegin(unit: Unit, zone: ZoneTable, range: Range, key: Sql): Sql | null {
  if (unit === 'month' || unit === 'year') return null
  const [first, ...later] = listStretches(zone, range.startAt, range.endAt)
  let begin = unit === 'day' ? sql`(${key} * ${dayMs} - ${first?.offsetMs ?? 0})` : key
  let before = first?.offsetMs ?? 0
  for (const { fromAt, offsetMs } of later) {
    if (unit === 'day') {
      const day = Math.floor((fromAt + offsetMs) / dayMs)
      // The day goes on with the clock changed; those after it begin by the new one.
      if (Math.floor((fromAt - 1 + before) / dayMs) !== day) return null
      begin = sql`case when ${key} > ${day} then ${key} * ${dayMs} - ${offsetMs} else ${begin} end`
    } else if ((fromAt + offsetMs) % hourMs !== 0) return null
    before = offsetMs
  }
  return begin
}

/** The first instant of the bucket that has this key, as `YYYY-MM-DDTHH:MM:SSZ`. */
export function bucketStart(unit: Unit, zone: Zone, key: number): string {
  const at = bucketStartAt(unit, zone, key)
  return `${new Date(at).toISOString().slice(0, -5)}Z`
}

function bucketStartAt(unit: Unit, zone: Zone, key: number): number {
  switch (unit) {
    case 'minute':
    case 'hour':
      return key
    case 'day':
      return toInstant(zone, key * dayMs)
    case 'month':
      return toInstant(zone, Date.UTC(Math.floor(key / 12), key % 12, 1))
    case 'year':
      return toInstant(zone, Date.UTC(key, 0, 1))
  }
}
