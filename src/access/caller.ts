// Who sent a request: a user by a login token, or the visitor of a share page by its token.

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
  /** What the token says; `null` without a valid one. */
  claims: Claims | null
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
  shareTokens: {
    /** What a token opens at this moment; `null` for one that opens nothing. */
    findGrant: (token: string) => Promise<ShareGrant | null>
  }
}

const bearer = /^bearer\s+(\S+)$/i

/** Finds out who sent a request. Never throws: an invalid token is no token. */
export async function findCaller(
  { tokens, shareTokens }: CallerServices,
  headers: Headers,
): Promise<Caller> {
  const token = bearer.exec(headers.get('authorization') ?? '')?.[1] ?? null
  const claims = token ? await tokens.readClaims(token) : null
  const user = claims && tokens.findUser(claims)
  const shareToken = headers.get('x-umami-share-token')
  // Clients say that they show a share page, unless a user does who may see more anyway.
  const isShareInUse = shareToken && (user || headers.get('x-umami-share-context'))
  const share = isShareInUse ? await shareTokens.findGrant(shareToken) : null
  return { user, token: user ? token : null, claims: user && claims, share }
}

/** The caller as of this moment: since the request came, the token may have ended or the role changed. */
export function refreshCaller({ tokens }: CallerServices, caller: Caller): Caller {
  const user = caller.claims && tokens.findUser(caller.claims)
  return { ...caller, user, token: user && caller.token, claims: user && caller.claims }
}
