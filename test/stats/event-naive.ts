// The statistics of events and sessions once more, counted naively over a list of hits, as their
// definitions say and without looking at how the server does it.

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

const typeOf = ({ hit }: Told) => hit.event?.eventType ?? null
const isActivity = (row: Told) => [1, 2, 3, 4].includes(typeOf(row) ?? 0)
const isView = (row: Told) => [1, 3, 4].includes(typeOf(row) ?? 0)
const isCustom = (row: Told) => typeOf(row) === 2
const visitOf = ({ hit }: Told) => `${hit.sessionId} ${hit.visitHour}`

const inRange = ({ told, startAt, endAt }: World) =>
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

function bucketStart(unit: string, at: number, zone: string): string {
  let start = Math.floor(at / quarterMs) * quarterMs
  while (bucketName(unit, start - quarterMs, zone) === bucketName(unit, at, zone)) {
    start -= quarterMs
  }
  return new Date(start).toISOString().replace('.000Z', 'Z')
}

const localHour = (at: number, zone: string) => Number(localText(at, zone).slice(11, 13))
const weekday = (at: number, zone: string) =>
  new Date(`${localText(at, zone).slice(0, 10)}T00:00:00Z`).getUTCDay()

// Grouping and sorting.

const distinct = (values: readonly unknown[]) => new Set(values).size
const count = <Row>(rows: readonly Row[], test: (row: Row) => boolean) => rows.filter(test).length

type Key = string | number | null
/** Compares lists of keys; nulls come last, numbers marked by `down` descend. */
const by =
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

function tally<Row, Shown extends object>(
  rows: readonly Row[],
  show: (row: Row) => Shown,
  total: (rows: readonly Row[]) => number = (group) => group.length,
): (Shown & { total: number })[] {
  const groups = Map.groupBy(rows, (row) => JSON.stringify(show(row)))
  return [...groups].map(([key, group]) => ({ ...(JSON.parse(key) as Shown), total: total(group) }))
}

// Properties.

const shortNumber = (property: Property) => String(property.number)

const elementsOf = (text: string | null): string[] =>
  text === null ? [] : (JSON.parse(text) as unknown[]).map(String)

function labelOf(property: Property): string | null {
  if (property.type === 2) return shortNumber(property)
  if (property.type === 3) return `${property.text?.slice(0, 13)}:00:00Z`
  return property.text
}

const labelsOf = (property: Property): (string | null)[] =>
  property.type === 5 ? elementsOf(property.text) : [labelOf(property)]

function pivotText(property: Property, zone: string): string {
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

const shown = (property: Property, at: number) => ({
  dataKey: property.key,
  stringValue: property.text,
  numberValue: property.number,
  dateValue: property.dateMs === null ? null : new Date(property.dateMs).toISOString(),
  dataType: property.type,
  createdAt: new Date(at).toISOString(),
})

interface Live {
  sessionId: string
  property: Property
  at: number
}

/** Of each session and key the property written last, at any time. */
function liveProperties({ told }: World): Live[] {
  const live = new Map<string, Live>()
  for (const { hit } of told) {
    for (const property of hit.sessionData) {
      const { sessionId, at } = hit
      live.set(`${sessionId} ${property.key}`, { sessionId, property, at })
    }
  }
  return [...live.values()]
}

const liveIn = (world: World, query: Query): Live[] => {
  const sessions = new Set(kept(world, query, isActivity).map(({ hit }) => hit.sessionId))
  return liveProperties(world).filter(({ sessionId }) => sessions.has(sessionId))
}

const eventId = (id: number) => `00000000-0000-8000-8000-${id.toString(16).padStart(12, '0')}`
const newest = by<Told>(
  ({ hit }) => -hit.at,
  ({ id }) => -id,
)
const dataRows = (world: World, query: Query) =>
  kept(world, query, isActivity).flatMap((row) =>
    row.hit.eventData.map((property) => ({ row, property })),
  )

/** Each statistic: the whole answer to a query. */
export const naive: Record<string, (world: World, query: Query) => unknown> = {
  'events/series': (world, query) => {
    const { unit = 'day', timezone = 'UTC' } = query
    return tally(kept(world, query, isCustom), ({ hit, fields }) => ({
      x: fields.event as string,
      t: bucketStart(unit, hit.at, timezone),
    }))
      .map(({ x, t, total }) => ({ x, t, y: total }))
      .sort(
        by(
          ({ t }) => t,
          ({ x }) => x,
        ),
      )
  },
  'events/stats': (world, query) => {
    const totals = (rows: Told[]) => ({
      events: rows.length,
      visitors: distinct(rows.map(({ hit }) => hit.sessionId)),
      visits: distinct(rows.map(visitOf)),
      uniqueEvents: distinct(rows.map(({ fields }) => fields.event)),
    })
    // The ranges asked for are whole days less a millisecond.
    const length = world.endAt + 1 - world.startAt
    const before = { ...world, startAt: world.startAt - length, endAt: world.endAt - length }
    return {
      data: {
        ...totals(kept(world, query, isCustom)),
        comparison: totals(kept(before, query, isCustom)),
      },
    }
  },
  'event-data': (world, query) => {
    const rows = kept(world, query, isActivity).filter(({ hit }) => hit.eventData.length > 0)
    const data = rows
      .sort(newest)
      .slice(0, 20)
      .map(({ id, hit, fields }) => ({
        websiteId: world.websiteId,
        eventId: eventId(id),
        eventName: fields.event,
        eventProperties: hit.eventData.map((property) => shown(property, hit.at)),
      }))
    return { data, count: rows.length, page: 1, pageSize: 20 }
  },
  'event-data/events': (world, query) =>
    tally(dataRows(world, query), ({ row, property }) => ({
      eventName: row.fields.event as string | null,
      propertyName: property.key,
      dataType: property.type,
      ...(query.event ? { propertyValue: property.text } : {}),
    })).sort(
      by(
        ({ eventName }) => eventName,
        ({ propertyName }) => propertyName,
        ({ dataType }) => dataType,
        ({ total }) => (query.event ? -total : 0),
        ({ propertyValue }) => propertyValue ?? null,
      ),
    ),
  'event-data/fields': (world, query) =>
    tally(dataRows(world, query), ({ property }) => ({
      propertyName: property.key,
      dataType: property.type,
      value: labelOf(property),
    }))
      .sort(
        by(
          ({ total }) => -total,
          ({ propertyName }) => propertyName,
          ({ value }) => value,
        ),
      )
      .slice(0, 100),
  'event-data/properties': (world, query) =>
    tally(dataRows(world, query), ({ row, property }) => ({
      eventName: row.fields.event as string | null,
      propertyName: property.key,
      dataType: property.type,
    })).sort(
      by(
        ({ total }) => -total,
        ({ eventName }) => eventName,
        ({ propertyName }) => propertyName,
      ),
    ),
  'event-data/values': (world, query) =>
    tally(
      dataRows(world, query)
        .filter(
          ({ row, property }) =>
            row.fields.event === query.eventName && property.key === query.propertyName,
        )
        .flatMap(({ property }) => labelsOf(property))
        .filter((value) => value !== null),
      (value) => ({ value }),
    )
      .sort(
        by(
          ({ total }) => -total,
          ({ value }) => value,
        ),
      )
      .slice(0, 100),
  'event-data/stats': (world, query) => {
    const rows = dataRows(world, query)
    return {
      events: distinct(rows.map(({ row }) => row.id)),
      properties: distinct(rows.map(({ property }) => property.key)),
      records: rows.length,
    }
  },
  'event-data-pivot': (world, query) => {
    const rows = kept(world, query, isActivity).filter(
      ({ hit, fields }) => fields.event === query.eventName && hit.eventData.length > 0,
    )
    const data = rows
      .sort(newest)
      .slice(0, 20)
      .map(({ id, hit, fields }) => ({
        eventId: eventId(id),
        sessionId: hit.sessionId,
        eventName: fields.event,
        urlPath: fields.path,
        createdAt: new Date(hit.at).toISOString(),
        propertyKeys: hit.eventData.map(({ key }) => key),
        propertyValues: hit.eventData.map((property) =>
          pivotText(property, query.timezone ?? 'UTC'),
        ),
      }))
    return { data, count: rows.length, page: 1, pageSize: 20 }
  },
  'sessions/stats': (world, query) => {
    const rows = kept(world, query, isActivity)
    return {
      pageviews: { value: count(rows, isView) },
      visitors: { value: distinct(rows.map(({ hit }) => hit.sessionId)) },
      visits: { value: distinct(rows.map(visitOf)) },
      countries: { value: distinct(rows.flatMap(({ fields }) => fields.country ?? [])) },
      events: { value: count(rows, isCustom) },
    }
  },
  'sessions/weekly': (world, query) => {
    const { timezone = 'UTC' } = query
    const rows = kept(world, query, isView)
    return Array.from({ length: 7 }, (_, day) =>
      Array.from({ length: 24 }, (_, hour) => {
        const cell = rows.filter(
          ({ hit }) => weekday(hit.at, timezone) === day && localHour(hit.at, timezone) === hour,
        )
        return distinct(cell.map(({ hit }) => hit.sessionId))
      }),
    )
  },
  'session-data/properties': (world, query) =>
    tally(liveIn(world, query), ({ property }) => ({
      propertyName: property.key,
      dataType: property.type,
    })).sort(
      by(
        ({ total }) => -total,
        ({ propertyName }) => propertyName,
      ),
    ),
  'session-data/values': (world, query) =>
    tally(
      liveIn(world, query)
        .filter(({ property }) => property.key === query.propertyName)
        .flatMap(({ property }) => [...new Set(labelsOf(property))])
        .filter((value) => value !== null),
      (value) => ({ value }),
    )
      .sort(
        by(
          ({ total }) => -total,
          ({ value }) => value,
        ),
      )
      .slice(0, 100),
  'session-data/stats': (world, query) => {
    const labelled = liveIn(world, query).filter(
      ({ property }) => property.key === query.propertyName && labelOf(property),
    )
    const groups = Map.groupBy(labelled, ({ property }) => labelOf(property) as string)
    return [...groups]
      .map(([label, group]) => {
        const sessions = new Set(group.map(({ sessionId }) => sessionId))
        const rows = inRange(world).filter(
          (row) => isActivity(row) && sessions.has(row.hit.sessionId),
        )
        return {
          label,
          activity: rows.length,
          sessions: sessions.size,
          visits: distinct(rows.map(visitOf)),
          views: count(rows, isView),
          events: count(rows, isCustom),
        }
      })
      .sort(
        by(
          ({ activity }) => -activity,
          ({ label }) => label,
        ),
      )
      .slice(0, 100)
  },
  'session-data-pivot': (world, query) => {
    const live = Map.groupBy(liveIn(world, query), ({ sessionId }) => sessionId)
    const rows = [...live]
      .flatMap(([sessionId, properties]) => {
        const own = properties.find(({ property }) => property.key === query.propertyName)
        return own ? { sessionId, given: own.at, properties } : []
      })
      .sort(
        by(
          ({ given }) => -given,
          ({ sessionId }) => sessionId,
        ),
      )
    const data = rows.slice(0, 20).map(({ sessionId, properties }) => {
      const sorted = properties.sort(by(({ property }) => property.key))
      const first = world.told.find(({ hit }) => hit.sessionId === sessionId)
      return {
        sessionId,
        distinctId: first?.fields.distinctId ?? '',
        createdAt: new Date(Math.max(...properties.map(({ at }) => at))).toISOString(),
        propertyKeys: sorted.map(({ property }) => property.key),
        propertyValues: sorted.map(({ property }) => pivotText(property, query.timezone ?? 'UTC')),
      }
    })
    return { data, count: rows.length, page: 1, pageSize: 20 }
  },
}
