// The body of /api/send: what may be in it, and what is said when it is not so.

import { type AppError, badRequest, type Problems } from '../../errors.ts'
import { storableOrNull } from '../shape/text.ts'
import { isAddress } from '../shape/url.ts'

/** Why a value is refused, in words for the sender. */
class Refusal {
  constructor(readonly problem: string) {}
}

type Rule<Value> = (value: unknown) => Value | Refusal

/** Every member of `payload` with its rule. Lengths are those of the stored columns. */
const members = {
  website: uuid,
  link: uuid,
  pixel: uuid,
  hostname: text(100),
  language: text(35),
  screen: text(11),
  title: wholeText,
  url: address,
  referrer: addressOrNone,
  name: text(50),
  tag: text(50),
  data: plainObject,
  id: text(50),
  ip: text(500),
  userAgent: wholeText,
  timestamp: seconds,
  browser: text(20),
  os: text(20),
  device: text(20),
  lcp: measure(60_000),
  inp: measure(60_000),
  cls: measure(100),
  fcp: measure(60_000),
  ttfb: measure(60_000),
} satisfies Record<string, Rule<unknown>>

type Member = keyof typeof members

const memberNames = Object.keys(members) as Member[]

/** The known members, checked; `null` is absent, and so is empty text except for `url`. */
export type Payload = {
  [Name in Member]: Exclude<ReturnType<(typeof members)[Name]>, Refusal> | null
}

export const hitTypes = ['event', 'identify', 'performance'] as const

export interface SendBody {
  type: (typeof hitTypes)[number]
  payload: Payload
}

/** A payload without any member. */
export const emptyPayload = Object.fromEntries(memberNames.map((name) => [name, null])) as Payload

/**
 * Checks a parsed body (`undefined` when it was no JSON). Unknown members are dropped, `null` counts
 * as absent, as does a referrer that is no address; over-long text is cut; a wrong type is refused, as 400 with a tree of the problems.
 */
export function parseSendBody(body: unknown): SendBody | AppError {
  if (!isObject(body)) return badRequest(undefined, { errors: [expected('object', body)] })
  const properties: Record<string, Problems> = {}
  const type = hitTypes.find((known) => known === body.type)
  if (!type) {
    const options = hitTypes.map((known) => JSON.stringify(known)).join('|')
    properties.type = { errors: [`Invalid option: expected one of ${options}`] }
  }
  const payload = parsePayload(body.payload)
  if ('errors' in payload) properties.payload = payload
  else if (type) return { type, payload }
  return badRequest(undefined, { errors: [], properties })
}

function parsePayload(sent: unknown): Payload | Problems {
  if (!isObject(sent)) return { errors: [expected('object', sent)] }
  const payload: Record<Member, unknown> = { ...emptyPayload }
  const properties: Record<string, Problems> = {}
  for (const name of memberNames) {
    const value = sent[name]
    if (value === undefined || value === null) continue
    const checked = members[name](value)
    if (checked instanceof Refusal) properties[name] = { errors: [checked.problem] }
    else payload[name] = checked
  }
  const isRefused = Object.keys(properties).length > 0
  const targets = [payload.website, payload.link, payload.pixel].filter((id) => id !== null)
  if (!isRefused && targets.length !== 1) {
    const problem = 'Exactly one of website, link, or pixel must be provided'
    properties.website = { errors: [problem] }
  } else if (!isRefused) return payload as Payload
  return { errors: [], properties }
}

/** Whether a JSON value is an object, not a list. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The sentence about a value of the wrong type. */
export function expected(type: string, value: unknown): string {
  const received = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
  return `Invalid input: expected ${type}, received ${received}`
}

function text(max: number): Rule<string | null> {
  return (value) =>
    typeof value === 'string' ? storableOrNull(value, max) : new Refusal(expected('string', value))
}

function wholeText(value: unknown): string | null | Refusal {
  return typeof value === 'string' ? value || null : new Refusal(expected('string', value))
}

// RFC 9562: version 1 to 8 and the variant of that document, or all zeros, or all ones.
const uuidShape =
  /^(?:[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}|0{8}(?:-0{4}){3}-0{12}|f{8}(?:-f{4}){3}-f{12})$/i

function uuid(value: unknown): string | Refusal {
  if (typeof value !== 'string') return new Refusal(expected('string', value))
  return uuidShape.test(value) ? value.toLowerCase() : new Refusal('Invalid UUID')
}

function address(value: unknown): string | Refusal {
  if (typeof value !== 'string') return new Refusal(expected('string', value))
  return isAddress(value) ? value : new Refusal('Invalid URL.')
}

/** A visitor is not lost for an address that browsers and apps made up: it is as if none was sent. */
function addressOrNone(value: unknown): string | null | Refusal {
  if (typeof value !== 'string') return new Refusal(expected('string', value))
  return isAddress(value) ? value : null
}

function plainObject(value: unknown): Record<string, unknown> | Refusal {
  return isObject(value) ? value : new Refusal(expected('object', value))
}

// The last second of the year 9999, the last one that has an ISO date of usual length.
const lastSecond = 253_402_300_799

/** Epoch seconds; text with a number counts, and 0 is absent ("now"). */
function seconds(value: unknown): number | null | Refusal {
  const number = typeof value === 'string' ? Number(value) : value
  if (typeof number !== 'number' || Number.isNaN(number)) {
    return new Refusal(expected('number', value))
  }
  if (number < 0) return new Refusal('Too small: expected number to be >=0')
  if (number > lastSecond) return new Refusal(`Too big: expected number to be <=${lastSecond}`)
  if (!Number.isInteger(number)) return new Refusal(expected('int', value))
  return number || null
}

function measure(max: number): Rule<number> {
  return (value) => {
    if (typeof value !== 'number') return new Refusal(expected('number', value))
    if (value < 0) return new Refusal('Too small: expected number to be >=0')
    return value <= max ? value : new Refusal(`Too big: expected number to be <=${max}`)
  }
}
