// Who a hit belongs to: session and visit ids, computed from the hit and a secret alone.

import { bytesOfText, openCache, remember } from '../../lib/byte-cache.ts'

export type SaltRotation = 'day' | 'week' | 'month'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** SHA-512, lower-case hex, of a text. */
export const hashOf = (text: string): string => Bun.SHA512.hash(text, 'hex')

// Secrets, periods and hours repeat for a long time, so their hashes are kept.
const knownSecrets = openCache<string>('secrets', bytesOfText)
const knownSalts = openCache<string>('salts', bytesOfText)

const hashOfSecret = (secret: string): string =>
  remember(knownSecrets, secret, () => hashOf(secret))

/** Version 5 UUID in the DNS namespace of the hash of a text and the hashed secret. */
const idOf = (secret: string, text: string): string =>
  Bun.randomUUIDv5(hashOf(text + hashOfSecret(secret)), 'dns')

/** First millisecond, in UTC, of the period that `at` (epoch milliseconds) lies in. */
export function periodStart(at: number, rotation: SaltRotation): number {
  const day = Math.floor(at / dayMs)
  if (rotation === 'day') return day * dayMs
  // Weeks start on Sunday; the epoch was a Thursday.
  if (rotation === 'week') return (day - ((day + 4) % 7)) * dayMs
  const date = new Date(at)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth())
}

const saltOf = (startAt: number): string =>
  remember(knownSalts, String(startAt), () => hashOf(new Date(startAt).toUTCString()))

export interface Visitor {
  /** Id of the website, link or pixel. */
  sourceId: string
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
export function sessionIdOf(visitor: Visitor, rotation: SaltRotation, secret: string): string {
  const { sourceId, address, userAgent, distinctId, at } = visitor
  if (distinctId !== null) return idOf(secret, sourceId + distinctId)
  const salt = saltOf(periodStart(at, rotation))
  return idOf(secret, sourceId + (address ?? '') + userAgent + salt)
}

/** Hours since the epoch of an instant in epoch milliseconds. */
export const visitHourOf = (at: number): number => Math.floor(at / hourMs)

/** The visit of a session that started in `visitHour` (hours since the epoch). */
export const visitIdOf = (sessionId: string, visitHour: number, secret: string): string =>
  idOf(secret, sessionId + saltOf(visitHour * hourMs))
