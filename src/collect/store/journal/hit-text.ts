// Hits as JSON text in the journal, and back. Hits are arrays by position, so that what is absent costs
// five bytes.

import { compileReader } from '../../../lib/compile-reader.ts'
import {
  type EventFields,
  eventColumns,
  type Property,
  propertyColumns,
  type SessionAttributes,
  sessionColumns,
} from '../../shape/columns.ts'
import type { Hit } from '../../shape/hit.ts'

/** A change of the order of values in a hit takes the next number. */
const format = 1

/** The journal holds hits in a format that this version does not know. */
class ForeignJournalError extends Error {
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
  /** Length of its text, as a measure of what it takes in memory. */
  size: number
}

type Value = string | number | null

const attributeNames = Object.keys(sessionColumns)
const eventNames = Object.keys(eventColumns)
const propertyNames = Object.keys(propertyColumns)
const readAttributes = compileReader<SessionAttributes, Value>(attributeNames)
const readEvent = compileReader<EventFields, Value>(eventNames)
const readProperty = compileReader<Property, Value>(propertyNames)

/** A hit as JSON, to be one of a record's. */
export function toText(hit: Hit): string {
  const { target, sessionId, visitHour, at, attributes, event, revenue } = hit
  return JSON.stringify([
    target,
    sessionId,
    visitHour,
    at,
    readAttributes(attributes),
    event && readEvent(event),
    hit.eventData.map(readProperty),
    hit.sessionData.map(readProperty),
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
    attributes: toObject<SessionAttributes>(attributeNames, attributes),
    event: event && toObject<EventFields>(eventNames, event),
    eventData: eventData.map(toProperty),
    sessionData: sessionData.map(toProperty),
    revenue: revenue && { currency: revenue[0], amount: revenue[1] },
  }
}

const toProperty = (values: Value[]): Property => toObject<Property>(propertyNames, values)

/** Columns that a hit of an older version lacks are absent. */
const toObject = <Fields>(names: readonly string[], values: readonly Value[]): Fields =>
  Object.fromEntries(names.map((name, index) => [name, values[index] ?? null])) as Fields
