// The members of a payload: what each may be, what becomes of it, and how the API document describes it.

import { invalidUuid, tooBig, tooSmall, wrongType } from '../../http/input/sentences.ts'
import { isObject } from '../../lib/is-object.ts'
import { isUuid } from '../../lib/uuid.ts'
import { eventColumns, type SentValues, sessionColumns, type Table } from '../shape/columns.ts'
import type { Payload } from '../shape/payload.ts'
import { storableOrNull } from '../shape/text.ts'
import { isAddress, readReferrer } from '../shape/url.ts'

/** Why a value is refused, in words for the sender. */
export class Refusal {
  constructor(readonly problem: string) {}
}

interface Field<Value> {
  /** The value that is worked with, `null` for one that counts as absent. */
  read: (value: unknown) => Value | Refusal
  /** JSON Schema. */
  schema: { type: string; format?: string; description: string }
}

/** Every member of a payload. Longer text is cut to the length of its column. */
export const payloadFields = {
  website: uuid('Id of a website.'),
  link: uuid('Id of a link.'),
  pixel: uuid('Id of a pixel.'),
  hostname: text(eventColumns.hostname, 'Host name.'),
  title: wholeText('Page title.'),
  url: address('Page address.'),
  referrer: textField('Address of the page before.', readReferrer),
  data: plainObject('Properties of the event or the session.'),
  ip: text({ maxLength: 500 }, 'Address of the visitor, for servers that send for others.'),
  userAgent: wholeText('User agent of the visitor, for servers that send for others.'),
  timestamp: seconds('Epoch seconds, for imports.'),
  ...sentFields(sessionColumns),
  ...sentFields(eventColumns),
} satisfies { [Member in keyof Payload]: Field<Payload[Member]> }

type SentFields<Columns extends Table> = {
  [Member in keyof SentValues<Columns>]: Field<SentValues<Columns>[Member]>
}

/** The members that fill columns as they are. */
function sentFields<Columns extends Table>(columns: Columns): SentFields<Columns> {
  const fields = Object.values<Table[string] & { maxLength?: number }>(columns).flatMap(
    ({ sent, maxLength }) => {
      if (!sent) return []
      const { member, description, max = Number.POSITIVE_INFINITY } = sent
      return [
        [member, maxLength ? text({ maxLength }, description) : measure(max, description)] as const,
      ]
    },
  )
  return Object.fromEntries(fields) as SentFields<Columns>
}

/** A field of text; anything else is refused. */
function textField<Value>(
  description: string,
  read: (text: string) => Value | Refusal,
  format?: string,
): Field<Value> {
  return {
    read: (value) =>
      typeof value === 'string' ? read(value) : new Refusal(wrongType('string', value)),
    schema: { type: 'string', ...(format !== undefined && { format }), description },
  }
}

function text({ maxLength }: { maxLength: number }, description: string): Field<string | null> {
  return textField(description, (value) => storableOrNull(value, maxLength))
}

function wholeText(description: string): Field<string | null> {
  return textField(description, (value) => value || null)
}

function uuid(description: string): Field<string> {
  return textField(
    description,
    (value) => (isUuid(value) ? value.toLowerCase() : new Refusal(invalidUuid)),
    'uuid',
  )
}

function address(description: string): Field<string> {
  return textField(description, (value) => (isAddress(value) ? value : new Refusal('Invalid URL.')))
}

function plainObject(description: string): Field<Record<string, unknown>> {
  return {
    read: (value) => (isObject(value) ? value : new Refusal(wrongType('object', value))),
    schema: { type: 'object', description },
  }
}

// The last second of the year 9999, the last one that has an ISO date of usual length.
const lastSecond = 253_402_300_799

/** Epoch seconds; text with a number counts, and 0 is absent ("now"). */
function seconds(description: string): Field<number | null> {
  const read = (value: unknown) => {
    const number = typeof value === 'string' ? Number(value) : value
    if (typeof number !== 'number' || Number.isNaN(number)) {
      return new Refusal(wrongType('number', value))
    }
    if (number < 0) return new Refusal(tooSmall('number', 0))
    if (number > lastSecond) return new Refusal(tooBig('number', lastSecond))
    if (!Number.isInteger(number)) return new Refusal(wrongType('int', value))
    return number || null
  }
  return { read, schema: { type: 'number', description } }
}

function measure(max: number, description: string): Field<number> {
  const read = (value: unknown) => {
    if (typeof value !== 'number') return new Refusal(wrongType('number', value))
    if (value < 0) return new Refusal(tooSmall('number', 0))
    return value <= max ? value : new Refusal(tooBig('number', max))
  }
  return { read, schema: { type: 'number', description } }
}
