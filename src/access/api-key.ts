// API keys: a program that sends one is the key's user, within the limits of the key.

import { type AppError, unauthorized } from '../errors.ts'
import type { User } from './user.ts'

export const keyScopes = ['full', 'read-only'] as const
export type KeyScope = (typeof keyScopes)[number]

export interface ApiKey {
  id: string
  name: string
  scope: KeyScope
  /** The websites that the key is bound to; `null` for a key that is not bound. */
  websiteIds: readonly string[] | null
}

/** An API key that is bound to websites. */
export interface BoundKey extends ApiKey {
  websiteIds: readonly string[]
}

/** What a text that looks like an API key is at this moment: a key of a user, or why it opens nothing. */
export type KeyCheck = { key: ApiKey; user: User } | { refusal: string }

/** Every key begins with it, and no login token does. */
export const keyPrefix = 'footfall_'

export const unknownKey = 'This API key is unknown or was revoked.'
export const expiredKey = 'This API key has expired.'

/** Passwords, keys, log-ins, users and administration: a key that leaked must not spread. */
const closedToKeys = /^\/api\/(me\/(password|api-keys)|2fa|auth|users|admin)(\/|$)/

interface KeyedOperation<Subject> {
  method: string
  path: string
  access: {
    isQuestion?: true
    admitsKey?(key: BoundKey, subject: Subject): boolean
  }
}

/** Whether a key, if one was sent, may change anything. */
export const mayChange = (key: ApiKey | null): boolean => key?.scope !== 'read-only'

/** Throws 401 when no subject whatever makes the operation one for this key. */
export function checkKeyScope(key: ApiKey | null, operation: KeyedOperation<never>): void {
  if (!key) return
  const { method, path, access } = operation
  if (closedToKeys.test(path)) {
    throw unauthorized('API keys are not accepted here; send the token of a log-in.')
  }
  if (!mayChange(key) && method !== 'GET' && !access.isQuestion) {
    throw unauthorized('This API key may only read.')
  }
  if (isBound(key) && !access.admitsKey) throw notAdmitted()
}

/** Throws 401 when a key that is bound to websites does not open the subject. */
export function checkKeySubject<Subject>(
  key: ApiKey | null,
  access: KeyedOperation<Subject>['access'],
  subject: Subject,
): void {
  if (key && isBound(key) && !access.admitsKey?.(key, subject)) throw notAdmitted()
}

/** Likewise for a website that is not the subject. */
export function checkKeyWebsite(key: ApiKey | null, websiteId: string): void {
  if (!opensWebsite(key, websiteId)) throw notAdmitted()
}

/** Whether a key, if one was sent, opens a website that its user sees; for lists. */
export const opensWebsite = (key: ApiKey | null, websiteId: string): boolean =>
  !key?.websiteIds || key.websiteIds.includes(websiteId)

/** For rules whose subject is a website, or belongs to one. */
export const admitsWebsite = (
  key: BoundKey,
  { id, websiteId = id }: { id: string; websiteId?: string },
): boolean => key.websiteIds.includes(websiteId)

const isBound = (key: ApiKey): key is BoundKey => key.websiteIds !== null

const notAdmitted = (): AppError =>
  unauthorized('This API key is bound to websites and does not open this.')
