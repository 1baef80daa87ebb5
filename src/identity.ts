// Who a hit belongs to: session and visit ids, computed from the hit and a secret alone.

import { getOrCreate, measureText, openCache } from './lib/byte-cache.ts'
import { dayMs, hourMs } from './time/durations.ts'

export type SaltRotation = 'day' | 'week' | 'month'

/** SHA-512, lower-case hex, of a text. */
export const sha512 = (text: string): string => Bun.SHA512.hash(text, 'hex')

// Secrets, periods and hours repeat for a long time, so their hashes are kept.
const knownSecrets = openCache<string>('secrets', measureText)
const knownSalts = openCache<string>('salts', measureText)

const hashSecret = (secret: string): string =>
  getOrCreate(knownSecrets, secret, () => sha512(secret))

/** Version 5 UUID in the DNS namespace of the hash of a text and the hashed secret. */
const deriveId = (secret: string, text: string): string =>
  Bun.randomUUIDv5(sha512(text + hashSecret(secret)), 'dns')

/** First millisecond, in UTC, of the period that `at` (epoch milliseconds) lies in. */
export function periodStart(at: number, rotation: SaltRotation): number {
  const day = Math.floor(at / dayMs)
  if (rotation === 'day') return day * dayMs
  // Weeks start on Sunday; the epoch was a Thursday.
  if (rotation === 'week') return (day - ((day + 4) % 7)) * dayMs
  const date = new Date(at)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth())
}

const periodSalt = (startAt: number): string =>
  getOrCreate(knownSalts, String(startAt), () => sha512(new Date(startAt).toUTCString()))

export interface Visitor {
  /** Id of the website, link or pixel. */
  targetId: string
  address: string | null
  userAgent: string
  /** What the page calls its user; decides the session alone when given. */
  distinctId: string | null
  /** Epoch milliseconds. */
  at: number
}

/**
 * The session of a hit: the named user, or else address and browser within one period of `rotation`.
 * `secret` is the text secret of the instance, here and below.
 */
export function deriveSessionId(visitor: Visitor, rotation: SaltRotation, secret: string): string {
  const { targetId, address, userAgent, distinctId, at } = visitor
  if (distinctId !== null) return deriveId(secret, targetId + distinctId)
  const salt = periodSalt(periodStart(at, rotation))
  return deriveId(secret, targetId + (address ?? '') + userAgent + salt)
}

/** Hours since the epoch of an instant in epoch milliseconds. */
export const toVisitHour = (at: number): number => Math.floor(at / hourMs)

/** The visit of a session that started in `visitHour` (hours since the epoch). */
export const deriveVisitId = (sessionId: string, visitHour: number, secret: string): string =>
  deriveId(secret, sessionId + periodSalt(visitHour * hourMs))
