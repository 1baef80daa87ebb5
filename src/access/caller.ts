// Who sent a request: a user by a login token or an API key, or the visitor of a share page by its
// token.

import { type ApiKey, type KeyCheck, keyPrefix } from './api-key.ts'
import type { ShareGrant } from './share-grant.ts'
import type { User } from './user.ts'

/** What a login token says. */
export interface Claims {
  id: string
  user: string
  version: number
  expiresAt: number
}

export interface Caller {
  user: User | null
  /** The bearer token as sent; only set when it is valid. */
  token: string | null
  /** What the login token says; `null` without a valid one. */
  claims: Claims | null
  /** The API key that the bearer token is; `null` for a login token, or without a valid key. */
  key: ApiKey | null
  /** Whether the user must set up a second factor before anything else; never of an API key. */
  mustSetUp: boolean
  /** Why an API key that was sent opens nothing; `null` when none was, or when it does. */
  refusal: string | null
  share: ShareGrant | null
}

/** Checks tokens; none of these throws. */
export interface CallerServices {
  tokens: {
    /** `null` for a text that is no login token of this instance. */
    readClaims: (token: string) => Promise<Claims | null>
    /** `null` for a token that has ended. */
    findUser: (claims: Claims) => User | null
  }
  secondFactors: {
    mustSetUp: (user: User) => boolean
  }
  apiKeys: {
    check: (key: string) => KeyCheck
  }
  shareTokens: {
    /** What a token opens at this moment; `null` for one that opens nothing. */
    findGrant: (token: string) => Promise<ShareGrant | null>
  }
}

const bearer = /^bearer\s+(\S+)$/i

/** The bearer token of a request, whatever it is; `null` without one. */
export const bearerToken = (headers: Headers): string | null =>
  bearer.exec(headers.get('authorization') ?? '')?.[1] ?? null

/** Finds out who sent a request. Never throws: an invalid token is no token. */
export async function findCaller(services: CallerServices, headers: Headers): Promise<Caller> {
  const { tokens, shareTokens } = services
  const token = bearerToken(headers)
  const isKey = token?.startsWith(keyPrefix) ?? false
  const claims = token && !isKey ? await tokens.readClaims(token) : null
  const identity = identify(services, token, claims)
  const shareToken = headers.get('x-umami-share-token')
  // Clients say that they show a share page, unless a user does who may see more anyway.
  const isShareInUse = shareToken && (identity.user || headers.get('x-umami-share-context'))
  const share = isShareInUse ? await shareTokens.findGrant(shareToken) : null
  return { ...identity, share }
}

/** The caller as of this moment: since the request came, the token may have ended or the role changed. */
export const refreshCaller = (services: CallerServices, caller: Caller): Caller => ({
  ...caller,
  ...identify(services, caller.token, caller.claims),
  // A key that was refused is not sent along, and stays refused.
  ...(caller.refusal === null ? {} : { refusal: caller.refusal }),
})

/** Whose token it is at this moment: a login token with these claims, or an API key. */
function identify(
  { tokens, apiKeys, secondFactors }: CallerServices,
  token: string | null,
  claims: Claims | null,
): Omit<Caller, 'share'> {
  const nobody = {
    user: null,
    token: null,
    claims: null,
    key: null,
    mustSetUp: false,
    refusal: null,
  }
  if (token?.startsWith(keyPrefix)) {
    const found = apiKeys.check(token)
    return 'refusal' in found
      ? { ...nobody, refusal: found.refusal }
      : { ...nobody, ...found, token }
  }
  const user = claims && tokens.findUser(claims)
  return user
    ? { ...nobody, user, token, claims, mustSetUp: secondFactors.mustSetUp(user) }
    : nobody
}
