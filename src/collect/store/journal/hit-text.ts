// Hits as JSON text in the journal, and back. Hits are arrays by position, so that what is absent costs
// five bytes.

import type { EventFields, Hit, Property, SessionAttributes } from '../../shape/hit.ts'

/** A change of what stands where in a hit takes the next number. */
const format = 1

/** The journal holds hits in a format that this version does not know. */
export class ForeignJournalError extends Error {
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
  /** Length of its text, which stands for what it takes in memory. */
  size: number
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
export function toText(hit: Hit): string {
  const { target, sessionId, visitHour, at, attributes, event, revenue } = hit
  return JSON.stringify([
    target,
    sessionId,
    visitHour,
    at,
    toValues(attributes, attributeKeys),
    event && toValues(event, eventKeys),
    hit.eventData.map((property) => toValues(property, propertyKeys)),
    hit.sessionData.map((property) => toValues(property, propertyKeys)),
    revenue && [revenue.currency, revenue.amount],
  ])
}

/** The payload of a record: a JSON array of the format's number and the hits. */
export const toPayload = (texts: readonly string[]): string => `[${format},${texts.join(',')}]`

/** The hits of a payload, with ids from `firstId` on. Throws ForeignJournalError. */
export function readPayload(payload: string, firstId: number): IdentifiedHit[] {
  const [number, ...hits] = JSON.parse(payload) as [number, ...HitValues[]]
  if (number !== format) throw new ForeignJournalError()
  const size = Math.ceil(payload.length / Math.max(1, hits.length))
  return hits.map((values, index) => ({ id: firstId + index, hit: toHit(values), size }))
}

type HitValues = [
  target: number,
  sessionId: string,
  visitHour: number,
  at: number,
  attributes: Value[],
  event: Value[] | null,
  eventData: Value[][],
  sessionData: Value[][],
  revenue: [currency: string, amount: number] | null,
]

function toHit(values: HitValues): Hit {
  const [target, sessionId, visitHour, at, attributes, event, eventData, sessionData, revenue] =
    values
  return {
    target,
    sessionId,
    visitHour,
    at,
    attributes: toObject(attributeKeys, attributes) as unknown as SessionAttributes,
    event: event && (toObject(eventKeys, event) as unknown as EventFields),
    eventData: eventData.map(toProperty),
    sessionData: sessionData.map(toProperty),
    revenue: revenue && { currency: revenue[0], amount: revenue[1] },
  }
}

const toProperty = (values: Value[]): Property =>
  toObject(propertyKeys, values) as unknown as Property

function toValues<Key extends string>(fields: Record<Key, Value>, keys: readonly Key[]): Value[] {
  const values: Value[] = []
  for (let index = 0; index < keys.length; index++) values.push(fields[keys[index] as Key])
  return values
}

const toObject = (keys: readonly string[], values: Value[]): Record<string, Value> =>
  Object.fromEntries(keys.map((key, index) => [key, values[index] ?? null]))
