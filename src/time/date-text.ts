// Dates that callers write as text: whatever the platform reads, but never in the server's own zone.

import { minuteMs } from './constants.ts'

/** A date: an instant, or the time that clocks somewhere show, as if they showed UTC. */
export interface WrittenDate {
  at: number
  isInstant: boolean
}

/** Names that the platform knows, in hours from UTC. */
const namedOffsets: Record<string, number> = {
  z: 0,
  ut: 0,
  utc: 0,
  gmt: 0,
  est: -5,
  edt: -4,
  cst: -6,
  cdt: -5,
  mst: -7,
  mdt: -6,
  pst: -8,
  pdt: -7,
}

const isIso = /^[+-]?\d{4,6}(?:-\d\d){0,2}t/i
const isoOffset = /(?:z|[+-]\d\d:?\d\d)$/i
const named = /(?<=\d|\s)(z|utc?|gmt|[ecmp][sd]t)$/i
/** Digits after a sign are an offset behind a time or a name only: dates have dashes too. */
const signed =
  /(?<=:\d\d(?:\.\d*)?\s*(?:[ap]m\s*)?|(?:z|utc?|gmt)\s*)([+-])(?:(\d\d?)|(\d\d?):?(\d\d))$/i

/** The date that a text stands for; `null` for a text that is none. */
export function parseDateText(text: string): WrittenDate | null {
  const date = text.trim()
  if (Number.isNaN(Date.parse(date))) return null
  if (isIso.test(date)) {
    return isoOffset.test(date) ? written(date, true) : written(`${date}Z`, false)
  }
  // What stands in brackets is a comment.
  const plain = date.replace(/\([^()]*\)/g, ' ').trim()
  const offsetMs = readOffset(plain)
  // Of several offsets the platform takes the last one.
  const wall = written(`${plain} UTC`, false)
  if (wall === null || offsetMs === null) return wall
  return { at: wall.at - offsetMs, isInstant: true }
}

function written(text: string, isInstant: boolean): WrittenDate | null {
  const at = Date.parse(text)
  return Number.isNaN(at) ? null : { at, isInstant }
}

/** The offset at the end of a text, in milliseconds; `null` without any. */
function readOffset(text: string): number | null {
  const name = named.exec(text)?.[1]
  if (name) return (namedOffsets[name.toLowerCase()] ?? 0) * 60 * minuteMs
  const [, sign, hoursAlone, hours = hoursAlone, minutes = '0'] = signed.exec(text) ?? []
  if (sign === undefined) return null
  return Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * minuteMs
}
