// The body of /api/send: checks it, and says everything that is wrong with it.

import { type AppError, badRequest, type Problems } from '../../errors.ts'
import { wrongOption, wrongType } from '../../http/input/sentences.ts'
import { isObject } from '../../lib/is-object.ts'
import { hitTypes, type Payload, type SendBody } from '../shape/payload.ts'
import { payloadFields, Refusal } from './payload-fields.ts'

type Member = keyof typeof payloadFields

const members = Object.entries(payloadFields) as [Member, (typeof payloadFields)[Member]][]

/** A payload without any member. */
export const emptyPayload: Payload = Object.fromEntries(
  members.map(([name]) => [name, null]),
) as Record<Member, null>

/** Newer trackers report errors of scripts with a type of their own; these are not collected. */
export const isErrorReport = (body: unknown): boolean => isObject(body) && body.type === 'error'

/** The answer to one: the tracker sends no more of them. */
export const errorsDisabled = { ok: false, reason: 'errors_disabled' } as const

/**
 * Checks a parsed body (`undefined` when it was no JSON). Unknown members are dropped, `null` counts
 * as absent, as does a referrer that is no address; over-long text is cut; a wrong type is refused, as
 * 400 with a tree of the problems.
 */
export function parseSendBody(body: unknown): SendBody | AppError {
  if (!isObject(body)) return badRequest(undefined, { errors: [wrongType('object', body)] })
  const properties: Record<string, Problems> = {}
  const type = hitTypes.find((known) => known === body.type)
  if (!type) {
    properties.type = { errors: [wrongOption(hitTypes.map((known) => JSON.stringify(known)))] }
  }
  const payload = parsePayload(body.payload)
  if ('errors' in payload) properties.payload = payload
  else if (type) return { type, payload }
  return badRequest(undefined, { errors: [], properties })
}

function parsePayload(sent: unknown): Payload | Problems {
  if (!isObject(sent)) return { errors: [wrongType('object', sent)] }
  const payload: Record<Member, unknown> = { ...emptyPayload }
  const properties: Record<string, Problems> = {}
  for (const [name, { read }] of members) {
    const value = sent[name]
    if (value === undefined || value === null) continue
    const found = read(value)
    if (found instanceof Refusal) properties[name] = { errors: [found.problem] }
    else payload[name] = found
  }
  const isRefused = Object.keys(properties).length > 0
  const targets = [payload.website, payload.link, payload.pixel].filter((id) => id !== null)
  if (!isRefused && targets.length !== 1) {
    const problem = 'Exactly one of website, link, or pixel must be provided'
    properties.website = { errors: [problem] }
  } else if (!isRefused) return payload as Payload
  return { errors: [], properties }
}

/** JSON Schema of the body, for the API document. */
export const sendSchema = {
  type: 'object',
  required: ['type', 'payload'],
  properties: {
    type: {
      enum: [...hitTypes, 'error'],
      description: 'Reports of errors are answered and not collected.',
    },
    payload: {
      type: 'object',
      description: 'Exactly one of website, link and pixel is needed.',
      properties: Object.fromEntries(members.map(([name, { schema }]) => [name, schema])),
    },
  },
}
