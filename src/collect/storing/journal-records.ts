// Groups of hits as bytes of the journal, and back.
//
// A record is its payload's length, a checksum and the first hit's id (4, 4 and 8 bytes, little-endian),
// then the payload: a JSON array of the format's number and hits, whose ids follow each other. Hits are
// arrays by position, so that what is absent costs five bytes.

import type { EventFields, Hit, Property, SessionAttributes } from '../hit.ts'

const headBytes = 16
/** A change of what stands where in a hit takes the next number. */
const format = 1

/** The journal holds hits that another version of footfall has written. */
export class OtherJournalError extends Error {
  constructor() {
    super(
      'The journal in the data folder was written by another version of footfall. Start that ' +
        'version and stop it, so that the events in it are stored.',
    )
  }
}

/** A hit with the id that it, and the event it makes, will keep. */
export interface IdentifiedHit {
  id: number
  hit: Hit
}

type Value = string | number | null

const attributeKeys = [
  'browser',
  'os',
  'device',
  'screen',
  'language',
  'country',
  'region',
  'city',
  'distinctId',
] as const satisfies (keyof SessionAttributes)[]

const eventKeys = [
  'eventType',
  'eventName',
  'urlPath',
  'urlQuery',
  'hostname',
  'pageTitle',
  'tag',
  'referrerDomain',
  'referrerPath',
  'referrerQuery',
  'utmSource',
  'utmMedium',
  'utmCampaign',
  'utmContent',
  'utmTerm',
  'gclid',
  'fbclid',
  'msclkid',
  'ttclid',
  'liFatId',
  'twclid',
  'lcp',
  'inp',
  'cls',
  'fcp',
  'ttfb',
] as const satisfies (keyof EventFields)[]

const propertyKeys = [
  'key',
  'type',
  'text',
  'number',
  'dateMs',
] as const satisfies (keyof Property)[]

/** A hit as JSON, to be one of a record's. */
export function textOfHit(hit: Hit): string {
  const { source, sessionId, visitHour, at, attributes, event, revenue } = hit
  return JSON.stringify([
    source,
    sessionId,
    visitHour,
    at,
    valuesOf(attributes, attributeKeys),
    event && valuesOf(event, eventKeys),
    hit.eventData.map((property) => valuesOf(property, propertyKeys)),
    hit.sessionData.map((property) => valuesOf(property, propertyKeys)),
    revenue && [revenue.currency, revenue.amount],
  ])
}

/** The record of hits with these texts and the ids from `firstId` on. */
export function encodeRecord(firstId: number, texts: readonly string[]): Buffer {
  const payload = `[${format},${texts.join(',')}]`
  const bytes = Buffer.allocUnsafe(headBytes + Buffer.byteLength(payload))
  bytes.writeUInt32LE(bytes.length - headBytes, 0)
  bytes.writeDoubleLE(firstId, 8)
  bytes.write(payload, headBytes)
  bytes.writeUInt32LE(Bun.hash.crc32(bytes.subarray(8)), 4)
  return bytes
}

/**
 * The hits of all records that are whole, and where these end. Ids rise from record to record: a
 * lower one is left from what stood in the file before, and so is everything behind it.
 * Throws OtherJournalError for records of another format.
 */
export function decodeRecords(bytes: Buffer): { hits: IdentifiedHit[]; end: number } {
  const hits: IdentifiedHit[] = []
  let at = 0
  while (at + headBytes <= bytes.length) {
    const end = at + headBytes + bytes.readUInt32LE(at)
    const firstId = bytes.readDoubleLE(at + 8)
    if (end === at + headBytes || end > bytes.length) break
    if (firstId <= (hits.at(-1)?.id ?? 0)) break
    if (Bun.hash.crc32(bytes.subarray(at + 8, end)) !== bytes.readUInt32LE(at + 4)) break
    const [number, ...read] = JSON.parse(bytes.toString('utf8', at + headBytes, end)) as [
      number,
      ...HitValues[],
    ]
    if (number !== format) throw new OtherJournalError()
    read.forEach((values, index) => {
      hits.push({ id: firstId + index, hit: hitOf(values) })
    })
    at = end
  }
  return { hits, end: at }
}

type HitValues = [
  source: number,
  sessionId: string,
  visitHour: number,
  at: number,
  attributes: Value[],
  event: Value[] | null,
  eventData: Value[][],
  sessionData: Value[][],
  revenue: [currency: string, amount: number] | null,
]

function hitOf(values: HitValues): Hit {
  const [source, sessionId, visitHour, at, attributes, event, eventData, sessionData, revenue] =
    values
  return {
    source,
    sessionId,
    visitHour,
    at,
    attributes: objectOf(attributeKeys, attributes) as unknown as SessionAttributes,
    event: event && (objectOf(eventKeys, event) as unknown as EventFields),
    eventData: eventData.map(propertyOf),
    sessionData: sessionData.map(propertyOf),
    revenue: revenue && { currency: revenue[0], amount: revenue[1] },
  }
}

const propertyOf = (values: Value[]): Property =>
  objectOf(propertyKeys, values) as unknown as Property

function valuesOf<Key extends string>(of: Record<Key, Value>, keys: readonly Key[]): Value[] {
  const values: Value[] = []
  for (let index = 0; index < keys.length; index++) values.push(of[keys[index] as Key])
  return values
}

const objectOf = (keys: readonly string[], values: Value[]): Record<string, Value> =>
  Object.fromEntries(keys.map((key, index) => [key, values[index] ?? null]))
