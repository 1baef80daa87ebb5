// Session, visit and token of the visitors seen lately: most hits come from one of them, and hashing
// and signing cost more than all the rest of a hit. Everything remembered follows from the key and
// the secrets alone, so nobody can put anything wrong here.

import {
  deriveSessionId,
  deriveVisitId,
  periodStart,
  type SaltRotation,
  toVisitHour,
  type Visitor,
} from '../../identity.ts'
import { type ByteCache, openCache } from '../../lib/byte-cache.ts'
import { createCacheToken, readCacheToken } from './cache-token.ts'

/** A visitor of one target, with the visit and the token that were made last. */
export interface KnownVisitor {
  readonly sessionId: string
  /** Hours since the epoch. */
  visitHour: number
  visitId: string
  /** Start of the visit in the token, epoch seconds. */
  tokenStart: number
  /** Empty before the first one. */
  token: string
}

/** Where no visitor has been recognized yet. */
export const nobody: KnownVisitor = Object.freeze({
  sessionId: '',
  visitHour: -1,
  visitId: '',
  tokenStart: -1,
  token: '',
})

export type KnownVisitors = ByteCache<KnownVisitor>

/** Two ids and a token, which is made later. */
const bytesPerVisitor = 700

export const openKnownVisitors = (): KnownVisitors => openCache('visitors', () => bytesPerVisitor)

// Addresses and browsers come nowhere near it.
const maxKey = 512

/** The visitor of a hit to the target of this number, which is that of `sent.targetId`. */
export function recognizeVisitor(
  known: KnownVisitors,
  target: number,
  sent: Visitor,
  rotation: SaltRotation,
  secret: string,
): KnownVisitor {
  const { address, userAgent, distinctId, at } = sent
  // What the session is a hash of, with numbers for target and salt.
  const key =
    distinctId === null
      ? `${target} ${periodStart(at, rotation)} ${address ?? ''}${userAgent}`
      : `${target} id ${distinctId}`
  const isShort = key.length <= maxKey
  const found = isShort ? known.get(key) : undefined
  if (found) return found
  const visitor = { ...nobody, sessionId: deriveSessionId(sent, rotation, secret) }
  if (isShort) known.set(key, visitor)
  return visitor
}

/** Start of the visit that a token continues, epoch seconds; `null` when it is not this visitor's. */
export function startInToken(
  visitor: KnownVisitor,
  token: string,
  websiteId: string,
  key: string,
): number | null {
  if (token === visitor.token) return visitor.tokenStart
  const claims = readCacheToken(token, websiteId, key)
  return claims?.sessionId === visitor.sessionId ? claims.iat : null
}

/** The visit of this visitor that started at `start` (epoch seconds). */
export function resumeVisit(visitor: KnownVisitor, start: number, secret: string): string {
  const hour = toVisitHour(start * 1000)
  if (visitor.visitHour !== hour) {
    visitor.visitId = deriveVisitId(visitor.sessionId, hour, secret)
    visitor.visitHour = hour
  }
  return visitor.visitId
}

/** The token of that visit; without website, as for links and pixels, it is good for nothing. */
export function issueToken(
  visitor: KnownVisitor,
  start: number,
  websiteId: string | null,
  { cacheKey, secret }: { cacheKey: string; secret: string },
): string {
  if (visitor.tokenStart !== start) {
    const visitId = resumeVisit(visitor, start, secret)
    const website = websiteId === null ? {} : { websiteId }
    const { sessionId } = visitor
    const claims = { type: 'cache' as const, ...website, sessionId, visitId, iat: start }
    visitor.token = createCacheToken(claims, cacheKey)
    visitor.tokenStart = start
  }
  return visitor.token
}
