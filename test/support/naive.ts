// What a second, naive count of statistics is made of: hits in a list, filters and buckets as their
// definitions say, without looking at how the server does it.

import type { Hit, Property } from '../../src/collect/hit.ts'

/** A hit with what the store adds to it: its number, and the session's first attributes. */
export interface Told {
  id: number
  hit: Hit
  fields: Record<string, string | null>
}

export type Query = Record<string, string>

export interface World {
  websiteId: string
  told: readonly Told[]
  startAt: number
  endAt: number
}

export function tell(hits: readonly Hit[]): Told[] {
  const first = new Map<string, Hit['attributes']>()
  return hits.map((hit, index) => {
    const attributes = first.get(hit.sessionId) ?? hit.attributes
    first.set(hit.sessionId, attributes)
    const { event } = hit
    const fields = {
      ...attributes,
      path: event?.urlPath ?? null,
      referrer: event?.referrerDomain ?? null,
      title: event?.pageTitle ?? null,
      query: event?.urlQuery ?? null,
      hostname: event?.hostname ?? null,
      tag: event?.tag ?? null,
      event: event?.eventName ?? null,
      utmSource: event?.utmSource ?? null,
      utmMedium: event?.utmMedium ?? null,
      utmCampaign: event?.utmCampaign ?? null,
      utmContent: event?.utmContent ?? null,
      utmTerm: event?.utmTerm ?? null,
    }
    return { id: index + 1, hit, fields }
  })
}

export const typeOf = ({ hit }: Told) => hit.event?.eventType ?? null
export const isActivity = (row: Told) => [1, 2, 3, 4].includes(typeOf(row) ?? 0)
export const isView = (row: Told) => [1, 3, 4].includes(typeOf(row) ?? 0)
export const isCustom = (row: Told) => typeOf(row) === 2
export const visitOf = ({ hit }: Told) => `${hit.sessionId} ${hit.visitHour}`

export const inRange = ({ told, startAt, endAt }: World) =>
  told.filter(({ hit }) => hit.at >= startAt && hit.at <= endAt)

function holds(name: string, field: string | null, text: string): boolean {
  const [, operator = 'eq', value = text] = /^(eq|neq|c|dnc|re|nre)\.(.*)$/.exec(text) ?? []
  const given = field ?? ''
  const equals = value
    .split(',')
    .some((one) =>
      name === 'language' && one.length === 2
        ? given.slice(0, 2).toLowerCase() === one.toLowerCase()
        : given === one,
    )
  const contains = given.toLowerCase().includes(value.toLowerCase())
  switch (operator) {
    case 'eq':
      return equals
    case 'neq':
      return !equals
    case 'c':
      return contains
    case 'dnc':
      return !contains
    default:
      return new RegExp(value, 'i').test(given) === (operator === 're')
  }
}

/** The rows of a kind that the query's filters keep. */
export function kept(world: World, query: Query, isOfKind: (row: Told) => boolean): Told[] {
  const range = inRange(world)
  const filters = Object.entries(query)
    .map(([key, text]) => ({ name: key.replace(/\d+$/, ''), text }))
    .filter(({ name }) => name in (world.told[0] as Told).fields)
  const eventful = (text: string) =>
    new Set(
      range
        .filter((row) => isCustom(row) && holds('event', row.fields.event ?? null, text))
        .map(visitOf),
    )
  const tests = filters.map(({ name, text }) => {
    if (name === 'event' && isOfKind === isView) {
      const visits = eventful(text)
      return (row: Told) => visits.has(visitOf(row))
    }
    return (row: Told) => holds(name, row.fields[name] ?? null, text)
  })
  const views = Map.groupBy(range.filter(isView), visitOf)
  return range.filter((row) => {
    if (!isOfKind(row)) return false
    const { referrer, hostname } = row.fields
    const isOwn = referrer && referrer === (hostname ?? '').replace(/^www\./, '')
    if (isOwn && filters.some(({ name }) => name === 'referrer')) return false
    if (query.eventType && typeOf(row) !== Number(query.eventType)) return false
    if (query.excludeBounce && isOfKind === isView && (views.get(visitOf(row))?.length ?? 0) < 2) {
      return false
    }
    if (tests.length === 0) return true
    return query.match === 'any'
      ? tests.some((test) => test(row))
      : tests.every((test) => test(row))
  })
}

// Time zones, by asking the platform quarter-hour by quarter-hour.

const quarterMs = 900_000
const formats = new Map<string, Intl.DateTimeFormat>()
const known = new Map<string, string>()

/** Local date and hour of a quarter-hour, such as 2026-10-25T02 and the offset. */
function localText(at: number, zone: string): string {
  const quarter = Math.floor(at / quarterMs) * quarterMs
  const key = `${zone} ${quarter}`
  const cached = known.get(key)
  if (cached) return cached
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('sv-SE', {
      timeZone: zone,
      dateStyle: 'short',
      timeStyle: 'long',
      hourCycle: 'h23',
    })
  formats.set(zone, format)
  const text = format.format(quarter)
  known.set(key, text)
  return text
}

/** 2026-10-25 02:15:00 GMT+2 → what tells one bucket from another. */
function bucketName(unit: string, at: number, zone: string): string {
  const text = localText(at, zone)
  if (unit === 'hour') return text.slice(0, 13) + text.slice(19)
  return text.slice(0, unit === 'day' ? 10 : unit === 'month' ? 7 : 4)
}

const starts = new Map<string, string>()

export function bucketStart(unit: string, at: number, zone: string): string {
  const key = `${unit} ${zone} ${bucketName(unit, at, zone)}`
  const found = starts.get(key) ?? findStart(unit, at, zone)
  starts.set(key, found)
  return found
}

function findStart(unit: string, at: number, zone: string): string {
  let start = Math.floor(at / quarterMs) * quarterMs
  while (bucketName(unit, start - quarterMs, zone) === bucketName(unit, at, zone)) {
    start -= quarterMs
  }
  return new Date(start).toISOString().replace('.000Z', 'Z')
}

export const localHour = (at: number, zone: string) => Number(localText(at, zone).slice(11, 13))
export const weekday = (at: number, zone: string) =>
  new Date(`${localText(at, zone).slice(0, 10)}T00:00:00Z`).getUTCDay()

// Grouping and sorting.

export const distinct = (values: readonly unknown[]) => new Set(values).size
export const count = <Row>(rows: readonly Row[], test: (row: Row) => boolean) =>
  rows.filter(test).length

type Key = string | number | null
/** Compares lists of keys; nulls come last, numbers marked by `down` descend. */
export const by =
  <Row>(...keys: ((row: Row) => Key)[]) =>
  (left: Row, right: Row): number => {
    for (const key of keys) {
      const [one, other] = [key(left), key(right)]
      if (one === other) continue
      if (one === null) return 1
      if (other === null) return -1
      return one < other ? -1 : 1
    }
    return 0
  }

export function tally<Row, Shown extends object>(
  rows: readonly Row[],
  show: (row: Row) => Shown,
  total: (rows: readonly Row[]) => number = (group) => group.length,
): (Shown & { total: number })[] {
  const groups = Map.groupBy(rows, (row) => JSON.stringify(show(row)))
  return [...groups].map(([key, group]) => ({ ...(JSON.parse(key) as Shown), total: total(group) }))
}

// Properties.

export const shortNumber = (property: Property) => String(property.number)

export const elementsOf = (text: string | null): string[] =>
  text === null ? [] : (JSON.parse(text) as unknown[]).map(String)

export function labelOf(property: Property): string | null {
  if (property.type === 2) return shortNumber(property)
  if (property.type === 3) return `${property.text?.slice(0, 13)}:00:00Z`
  return property.text
}

export const labelsOf = (property: Property): (string | null)[] =>
  property.type === 5 ? elementsOf(property.text) : [labelOf(property)]

export function pivotText(property: Property, zone: string): string {
  if (property.type === 2) return shortNumber(property)
  if (property.type !== 3) return property.text ?? ''
  const at = property.dateMs as number
  if (zone === 'UTC') return `${new Date(at).toISOString().slice(0, 19)}Z`
  const local = localText(at, zone).slice(0, 13)
  const minutes = Math.floor(at / 60_000) % 60
  const shift = Number(localText(Math.floor(at / 3_600_000) * 3_600_000, zone).slice(14, 16))
  const minute = String((minutes + shift) % 60).padStart(2, '0')
  return `${local.replace(' ', 'T')}:${minute}:${new Date(at).toISOString().slice(17, 19)}`
}

export const shown = (property: Property, at: number) => ({
  dataKey: property.key,
  stringValue: property.text,
  numberValue: property.number,
  dateValue: property.dateMs === null ? null : new Date(property.dateMs).toISOString(),
  dataType: property.type,
  createdAt: new Date(at).toISOString(),
})

export const eventId = (id: number) =>
  `00000000-0000-8000-8000-${id.toString(16).padStart(12, '0')}`
export const newest = by<Told>(
  ({ hit }) => -hit.at,
  ({ id }) => -id,
)

/** A statistic: its whole answer to a query. */
export type Naive = (world: World, query: Query) => unknown
