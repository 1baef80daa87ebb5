// From a checked body to a stored hit. The list of steps below is the order that decides which
// answer wins; each step adds to the draft or drops it.

import type { TargetKind } from '../access/target-kind.ts'
import { type AppError, badRequest, forbidden } from '../errors.ts'
import { findVisitor, type Sender } from '../http/client/forwarding.ts'
import { tooBig } from '../http/input/sentences.ts'
import { toVisitHour } from '../identity.ts'
import { dayMs } from '../time/durations.ts'
import { longestVisitSeconds } from '../visits/select-visits.ts'
import type { Collector } from './collector.ts'
import { type Client, deviceWithScreen, readClient } from './enrich/client.ts'
import { nowhere, type Place, readPlaceFromHeaders } from './enrich/place.ts'
import {
  issueToken,
  type KnownVisitor,
  nobody,
  recognizeVisitor,
  resumeVisit,
  startInToken,
} from './enrich/visitors.ts'
import {
  type EventFields,
  emptyAttributes,
  type SessionAttributes,
  sessionColumns,
} from './shape/columns.ts'
import { performanceFields, viewFields } from './shape/event-fields.ts'
import type { Hit } from './shape/hit.ts'
import { type Payload, type SendBody, sentFiller } from './shape/payload.ts'
import { flattenProperties } from './shape/properties.ts'
import { readRevenue } from './shape/revenue.ts'

/** The answer to a stored hit. */
export interface Receipt {
  cache: string
  sessionId: string
  visitId: string
}

type DropReason = 'in the future' | 'no such target' | 'no user agent' | 'bot' | 'blocked'

/** A hit that is not stored. Without `error` the answer is 200. */
export class Dropped {
  constructor(
    readonly reason: DropReason,
    readonly error: AppError | null = null,
  ) {}
}

/** A hit on its way, with what the steps have found so far. */
interface Draft {
  readonly sender: Sender
  readonly type: SendBody['type']
  readonly payload: Payload
  readonly targetKind: TargetKind
  readonly targetId: string
  target: number
  /** Epoch milliseconds. */
  at: number
  userAgent: string
  client: Client | null
  /** As it goes into the session hash. */
  address: string | null
  place: Place
  visitor: KnownVisitor
  /** Epoch seconds. */
  visitStart: number
  /** Start of the visit that the answered token continues, epoch seconds. */
  tokenStart: number
}

type Step = (draft: Draft, collector: Collector) => Dropped | null

const steps: readonly Step[] = [
  checkTime,
  findTarget,
  findUserAgent,
  dropBots,
  findAddress,
  findPlace,
  identifySession,
  continueVisit,
]

/**
 * Records one checked body for its sender. Resolves when it is on disk, or with the reason why it
 * is not stored; rejects with the writer's AppError when it cannot be stored now.
 */
export async function collectHit(
  collector: Collector,
  sender: Sender,
  body: SendBody,
): Promise<Receipt | Dropped> {
  const prepared = prepareHit(collector, sender, body)
  if (prepared instanceof Dropped) return prepared
  await collector.writer.add(prepared.hit)
  return prepared.receipt
}

/** The part of `collectHit` before storing. */
export function prepareHit(
  collector: Collector,
  sender: Sender,
  body: SendBody,
): { hit: Hit; receipt: Receipt } | Dropped {
  const draft = createDraft(sender, body, collector.now())
  for (const step of steps) {
    const dropped = step(draft, collector)
    if (dropped) return dropped
  }
  const { targetKind, targetId, visitor, visitStart, tokenStart } = draft
  const websiteId = targetKind === 'website' ? targetId : null
  const receipt = {
    cache: issueToken(visitor, tokenStart, websiteId, collector),
    sessionId: visitor.sessionId,
    visitId: resumeVisit(visitor, visitStart, collector.secret),
  }
  return { hit: toHit(draft, collector), receipt }
}

function createDraft(sender: Sender, { type, payload }: SendBody, now: number): Draft {
  const targetKind = payload.link !== null ? 'link' : payload.pixel !== null ? 'pixel' : 'website'
  return {
    sender,
    type,
    payload,
    targetKind,
    targetId: payload[targetKind] ?? '',
    target: 0,
    at: payload.timestamp === null ? now : payload.timestamp * 1000,
    userAgent: '',
    client: null,
    address: null,
    place: nowhere,
    visitor: nobody,
    visitStart: 0,
    tokenStart: 0,
  }
}

/** Clocks may differ; a time further ahead would make every later hit of the session out of order. */
const maxAheadMs = dayMs

function checkTime(draft: Draft, { now }: Collector): Dropped | null {
  if (draft.at <= now() + maxAheadMs) return null
  const latest = Math.floor((now() + maxAheadMs) / 1000)
  const problem = `${tooBig('number', latest)}, a day ahead`
  const properties = { timestamp: { errors: [problem] } }
  const payload = { errors: [], properties }
  return new Dropped(
    'in the future',
    badRequest(undefined, { errors: [], properties: { payload } }),
  )
}

const unknownTarget: Record<TargetKind, string> = {
  website: 'Website not found.',
  link: 'Link not found.',
  pixel: 'Pixel not found.',
}

function findTarget(draft: Draft, { findTarget: find }: Collector): Dropped | null {
  const target = find(draft.targetKind, draft.targetId)
  if (target === null) {
    return new Dropped('no such target', badRequest(unknownTarget[draft.targetKind]))
  }
  draft.target = target
  return null
}

function findUserAgent(draft: Draft): Dropped | null {
  const sent = draft.payload.userAgent
  draft.userAgent = sent?.trim() ? sent : (draft.sender.headers.get('user-agent') ?? '')
  if (draft.userAgent.trim() === '') return new Dropped('no user agent')
  draft.client = readClient(draft.userAgent)
  return null
}

function dropBots(draft: Draft, { config }: Collector): Dropped | null {
  return draft.client?.isBot && !config.disableBotCheck ? new Dropped('bot') : null
}

function findAddress(draft: Draft, { addresses, config }: Collector): Dropped | null {
  const sent = draft.payload.ip
  const facts =
    sent === null ? findVisitor(draft.sender, addresses, config.clientIpHeader) : addresses(sent)
  draft.address = sent ?? facts.text
  return facts.isBlocked ? new Dropped('blocked', forbidden()) : null
}

function findPlace(draft: Draft, { addresses, config, locate }: Collector): null {
  const { address, sender, payload } = draft
  const facts = addresses(address)
  if (!facts.isPublic || facts.text === null) return null
  const readsHeaders =
    payload.ip === null && !config.skipLocationHeaders && addresses(sender.peerAddress).isTrusted
  const named = readsHeaders ? readPlaceFromHeaders(sender.headers) : null
  draft.place = named ?? locate(facts.text)
  return null
}

function identifySession(draft: Draft, { config, secret, visitors }: Collector): null {
  const { target, targetId, address, userAgent, payload, at } = draft
  const sent = { targetId, address, userAgent, distinctId: payload.id, at }
  draft.visitor = recognizeVisitor(visitors, target, sent, config.saltRotation, secret)
  return null
}

/**
 * A visit goes on while the sender echoes its token and the session is still the same one; half an
 * hour after its start a new one begins. For a hit with a time of its own (imports) that time counts, and
 * the token stays what it was, so that such a hit never renews a visit.
 */
function continueVisit(draft: Draft, { cacheKey: key }: Collector): null {
  const { payload, sender, targetKind, targetId, visitor } = draft
  const token = targetKind === 'website' ? sender.headers.get('x-umami-cache') : null
  const start = token ? startInToken(visitor, token, targetId, key) : null
  const second = Math.floor(draft.at / 1000)
  const goesOn = start !== null && second >= start && second - start <= longestVisitSeconds
  draft.visitStart = goesOn ? start : second
  draft.tokenStart = payload.timestamp !== null && start !== null ? start : draft.visitStart
  return null
}

function toHit(draft: Draft, { config }: Collector): Hit {
  const { type, payload, target, visitor, visitStart, at } = draft
  const { data } = payload
  return {
    target,
    sessionId: visitor.sessionId,
    visitHour: toVisitHour(visitStart * 1000),
    at,
    attributes: toAttributes(draft),
    event: toEventFields(draft, config.removeTrailingSlash),
    eventData: data && type === 'event' ? flattenProperties(data) : [],
    sessionData: data && type === 'identify' ? flattenProperties(data) : [],
    revenue: data && type === 'event' ? readRevenue(data) : null,
  }
}

function toEventFields(draft: Draft, removeTrailingSlash: boolean): EventFields | null {
  const { type, payload, targetKind } = draft
  if (type === 'identify') return null
  if (type === 'performance') return performanceFields(payload, removeTrailingSlash)
  return viewFields(payload, targetKind, removeTrailingSlash)
}

const fillAttributes = sentFiller(sessionColumns, 'event')

function toAttributes({ payload, client, place }: Draft): SessionAttributes {
  const attributes = { ...emptyAttributes }
  fillAttributes(attributes, payload)
  attributes.browser ??= client?.browser ?? null
  attributes.os ??= client?.os ?? null
  attributes.device ??= deviceWithScreen(client?.device ?? 'desktop', attributes.screen)
  attributes.country = place.country
  attributes.region = place.region
  attributes.city = place.city
  return attributes
}
