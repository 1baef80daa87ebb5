// The token that a tracker echoes in x-umami-cache: it keeps a visit going across the hour and
// allows recording into that visit. A JWT (RFC 7519, HS256), made and read synchronously because
// every hit needs it.

import { timingSafeEqual } from 'node:crypto'
import { sha512 } from '../../identity.ts'

interface CacheClaims {
  type: 'cache'
  /** Absent for links and pixels, whose tokens are good for nothing. */
  websiteId?: string
  sessionId: string
  visitId: string
  /** Start of the visit, epoch seconds. */
  iat: number
}

/** The signing key of cache tokens, which signs nothing else. */
export const cacheKey = (secret: string): string => sha512(`${secret}cache`)

const header = Buffer.from('{"alg":"HS256","typ":"JWT"}').toString('base64url')

const sign = (text: string, key: string): Buffer =>
  new Bun.CryptoHasher('sha256', key).update(text).digest()

export function createCacheToken(claims: CacheClaims, key: string): string {
  const text = `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`
  return `${text}.${sign(text, key).toString('base64url')}`
}

/** What a token says, if this instance made it for `websiteId`; else `null`, never an error. */
export function readCacheToken(token: string, websiteId: string, key: string): CacheClaims | null {
  const [first, body, signature, ...rest] = token.split('.')
  // Any other header, and with it any other algorithm, is not one of ours.
  if (first !== header || !body || !signature || rest.length > 0) return null
  const given = Buffer.from(signature, 'base64url')
  const right = sign(`${first}.${body}`, key)
  if (given.length !== right.length || !timingSafeEqual(given, right)) return null
  const claims: CacheClaims = JSON.parse(Buffer.from(body, 'base64url').toString())
  return claims.type === 'cache' && claims.websiteId === websiteId ? claims : null
}
