// Time zones: offsets from UTC as a function of the instant, computed here so that no zone name and no
// per-row conversion reaches SQL.

import { invalidField } from '../errors.ts'
import { openCache, remember } from '../lib/byte-cache.ts'
import { dayMs } from './constants.ts'

/** From `fromAt` on, local time is UTC plus `offsetMs`. */
interface Stretch {
  fromAt: number
  offsetMs: number
}

export interface Zone {
  name: string
  /** Ascending; the first one also holds for everything before it. */
  stretches: readonly Stretch[]
}

// Rules are read this far; later instants keep the last offset.
const firstAt = Date.UTC(1970, 0, 1)
const lastAt = Date.UTC(2100, 0, 1)
const stepMs = 7 * dayMs

/** What a stretch takes in memory, about. */
const bytesPerStretch = 48

const zones = openCache<Zone>('zones', ({ stretches }) => stretches.length * bytesPerStretch)

/** The zone of an IANA name. Throws 400 for a name the platform does not know. */
export function findZone(name = 'UTC'): Zone {
  const format = formatIn(name)
  // A zone has many spellings; reading one takes a while, so it is kept by the name of its own.
  const own = format.resolvedOptions().timeZone
  return remember(zones, own, () => readZone(own, format))
}

export const utc: Zone = { name: 'UTC', stretches: [{ fromAt: firstAt, offsetMs: 0 }] }

function formatIn(name: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone: name,
      hourCycle: 'h23',
      era: 'short',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  } catch {
    throw invalidField('timezone', 'Invalid timezone')
  }
}

function readZone(name: string, format: Intl.DateTimeFormat): Zone {
  const offsetAt = (at: number) => zoneOffset(format, at)
  const stretches = [{ fromAt: firstAt, offsetMs: offsetAt(firstAt) }]
  for (let at = firstAt; at < lastAt; at += stepMs) {
    const known = (stretches.at(-1) as Stretch).offsetMs
    if (offsetAt(at + stepMs) !== known) {
      const fromAt = findChange(offsetAt, at, at + stepMs)
      stretches.push({ fromAt, offsetMs: offsetAt(fromAt) })
    }
  }
  return { name, stretches }
}

/** The first instant after `before` at which the offset is no longer the one of `before`. */
function findChange(offsetAt: (at: number) => number, before: number, after: number): number {
  const old = offsetAt(before)
  let [low, high] = [before, after]
  while (high - low > 1000) {
    const middle = Math.floor((low + high) / 2000) * 1000
    if (offsetAt(middle) === old) low = middle
    else high = middle
  }
  return high
}

function zoneOffset(format: Intl.DateTimeFormat, at: number): number {
  const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
  const local = Date.UTC(
    Number(part.year),
    Number(part.month) - 1,
    Number(part.day),
    Number(part.hour),
    Number(part.minute),
    Number(part.second),
  )
  return local - Math.floor(at / 1000) * 1000
}

/** The zone's stretches that touch a range; the first one begins before or with it. */
export function stretchesIn(zone: Zone, startAt: number, endAt: number): Stretch[] {
  const before = zone.stretches.filter((stretch) => stretch.fromAt <= startAt)
  const within = zone.stretches.filter(({ fromAt }) => fromAt > startAt && fromAt <= endAt)
  return [before.at(-1) ?? (zone.stretches[0] as Stretch), ...within]
}

/** Local time minus UTC at an instant, in milliseconds. */
export const offsetAt = (zone: Zone, at: number): number =>
  (stretchesIn(zone, at, at)[0] as Stretch).offsetMs

/**
 * The first instant whose local time is `local` or later (milliseconds as if local time were UTC):
 * where the clock skips that time, the instant of the skip; where it shows it twice, the first.
 */
export function toInstant(zone: Zone, local: number): number {
  const near = stretchesIn(zone, local - 2 * dayMs, local + 2 * dayMs)
  for (const [index, { fromAt, offsetMs }] of near.entries()) {
    const at = local - offsetMs
    const begin = index === 0 ? Number.NEGATIVE_INFINITY : fromAt
    const end = near[index + 1]?.fromAt ?? Number.POSITIVE_INFINITY
    if (at < end) return Math.max(at, begin)
  }
  throw new RangeError('a zone without an end has an instant for every local time')
}
