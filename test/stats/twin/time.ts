// Ranges, units, zones and buckets. Zones are asked of the platform, a quarter of an hour at a time.

const quarterMs = 900_000
const minuteMs = 60_000
const hourMs = 3_600_000
const dayMs = 86_400_000

export type Unit = 'minute' | 'hour' | 'day' | 'month' | 'year'
const units: readonly Unit[] = ['minute', 'hour', 'day', 'month', 'year']

export interface Range {
  startAt: number
  endAt: number
}

/** The same instant some calendar months later, in UTC, kept within its month. */
export function monthsLater(at: number, months: number): number {
  const date = new Date(at)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months]
  const daysInMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const day = Math.min(date.getUTCDate(), daysInMonth)
  const midnight = Math.floor(at / dayMs) * dayMs
  return Date.UTC(year, month, day) + (at - midnight)
}

function isFit(unit: Unit, { startAt, endAt }: Range): boolean {
  if (unit === 'minute') return endAt - startAt < 61 * minuteMs
  if (unit === 'hour') return endAt - startAt < 31 * dayMs
  if (unit === 'day') return endAt <= monthsLater(startAt, 6)
  return true
}

export function unitOf(range: Range, asked: string | undefined): Unit {
  if (asked === undefined && range.endAt > monthsLater(range.startAt, 24)) return 'year'
  const wanted = asked === undefined ? units : units.slice(units.indexOf(asked as Unit))
  return wanted.find((unit) => isFit(unit, range)) as Unit
}

/** The period that a range is compared with. */
export function comparedTo({ startAt, endAt }: Range, compare: string): Range {
  if (compare === 'yoy') {
    return { startAt: monthsLater(startAt, -12), endAt: monthsLater(endAt, -12) }
  }
  const minutes = Math.max(1, Math.round((endAt - startAt) / minuteMs))
  return { startAt: startAt - minutes * minuteMs, endAt: endAt - minutes * minuteMs }
}

const formats = new Map<string, Intl.DateTimeFormat>()
const offsets = new Map<string, number>()

/** Local time as if it were UTC. */
export function localOf(at: number, zone: string): number {
  const quarter = Math.floor(at / quarterMs) * quarterMs
  const name = `${zone}/${quarter}`
  let offset = offsets.get(name)
  if (offset === undefined) {
    const format =
      formats.get(zone) ??
      new Intl.DateTimeFormat('sv-SE', {
        timeZone: zone,
        dateStyle: 'short',
        timeStyle: 'medium',
      })
    formats.set(zone, format)
    offset = Date.parse(`${format.format(quarter).replace(' ', 'T')}Z`) - quarter
    offsets.set(name, offset)
  }
  return at + offset
}

const widths = { day: 10, month: 7, year: 4 } as const
const starts = new Map<string, number>()

/** The first instant of the calendar unit that holds the instant. */
export function startOf(at: number, unit: Unit, zone: string): number {
  const local = localOf(at, zone)
  if (unit === 'minute') return at - (local % minuteMs)
  if (unit === 'hour') return at - (local % hourMs)
  const label = (instant: number) =>
    new Date(localOf(instant, zone)).toISOString().slice(0, widths[unit])
  const name = `${zone}/${unit}/${label(at)}`
  let start = starts.get(name)
  if (start === undefined) {
    start = Math.floor(at / quarterMs) * quarterMs
    while (label(start - quarterMs) === label(at)) start -= quarterMs
    starts.set(name, start)
  }
  return start
}

/** An instant to the second, as buckets are written. */
export const secondText = (at: number): string => `${new Date(at).toISOString().slice(0, 19)}Z`

export const bucketOf = (at: number, unit: Unit, zone: string): string =>
  secondText(startOf(at, unit, zone))

/** A stored instant. */
export const instantText = (at: number): string => new Date(at).toISOString()

/** Whole seconds of a visit: epoch seconds of its last row minus those of its first. */
export function secondsOf(rows: readonly { at: number }[]): number {
  const times = rows.map(({ at }) => at)
  return Math.floor(Math.max(...times) / 1000) - Math.floor(Math.min(...times) / 1000)
}

/** The range of a cohort: `range:<ms>:<ms>`, or so many units before the current one to its end. */
export function cohortRange(text: string, now: number): Range {
  const [word, first, last] = text.split(':')
  if (word === 'range') return { startAt: Number(first), endAt: Number(last) }
  const count = Number.parseInt(text, 10)
  const unit = text.replace(/^\d+/, '')
  if (unit === 'month' || unit === 'year') {
    const months = unit === 'year' ? 12 : 1
    const begin = startOf(now, unit, 'UTC')
    return { startAt: monthsLater(begin, -count * months), endAt: monthsLater(begin, months) - 1 }
  }
  const length = unit === 'hour' ? hourMs : unit === 'day' ? dayMs : 7 * dayMs
  let begin = startOf(now, unit === 'hour' ? 'hour' : 'day', 'UTC')
  if (unit === 'week') while (new Date(begin).getUTCDay() !== 0) begin -= dayMs
  return { startAt: begin - count * length, endAt: begin + length - 1 }
}
