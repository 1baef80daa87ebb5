// Who calls, and what an operation demands of them.

import type { App } from '../app.ts'
import { unauthorized } from '../errors.ts'
import type { Claims } from '../sign-in/tokens.ts'
import type { User } from '../users/store.ts'
import type { Section } from './sections.ts'

/** What a share token opens: one entity, or the entities of a board. */
export interface ShareGrant {
  shareId: string
  /** Ids of the websites, links and pixels that may be read. */
  targets: readonly string[]
  boardId: string | null
  /** Sections that are open; `null` opens all of them. */
  sections: readonly Section[] | null
  allowsFilters: boolean
}

export interface Caller {
  user: User | null
  /** The bearer token as sent; only set when it is valid. */
  token: string | null
  /** What the token says; `null` without a valid one. */
  claims: Claims | null
  share: ShareGrant | null
}

/** What an access rule may look at: validated input and the caller. */
export interface AccessRequest {
  app: App
  caller: Caller
  params: Record<string, string>
  query: Record<string, unknown>
  body: Record<string, unknown>
}

/** The rule of an operation: whom it is for, and how its subject is found and its use permitted. */
export interface Access<Subject> {
  /** For people: documentation and the test of the permission matrix. */
  permission: string
  /** Checked before validation: `viewer` is a user or the holder of a share token. */
  audience: 'anyone' | 'user' | 'viewer'
  /** What must be open for the holder of a share token; `null` means any section. */
  section?: Section | null
  /** Gives the subject, or throws 401 or 404. Runs after validation. */
  find: (asked: AccessRequest) => Subject
}

export const anyone: Access<null> = {
  permission: 'public',
  audience: 'anyone',
  find: () => null,
}

/** Any user; the subject is that user. */
export const signedIn: Access<User> = {
  permission: 'user',
  audience: 'user',
  find: ({ caller }) => demandUser(caller),
}

export const adminOnly: Access<User> = {
  permission: 'admin',
  audience: 'user',
  find: ({ caller }) => {
    const user = demandUser(caller)
    if (user.role !== 'admin') throw unauthorized()
    return user
  },
}

/** The caller's user; 401 without one. */
export function demandUser(caller: Caller): User {
  if (!caller.user) throw unauthorized()
  return caller.user
}

/** Whether a share token shows a section; `null` asks for any. */
export const opens = (grant: ShareGrant, section: Section | null): boolean =>
  grant.sections === null ||
  (section === null ? grant.sections.length > 0 : grant.sections.includes(section))

/** Whether a share token keeps closed what tells people apart: it is part of the sessions. */
export const hidesPeople = (grant: ShareGrant | null): boolean =>
  grant !== null && !opens(grant, 'sessions')

const bearer = /^bearer\s+(\S+)$/i

/** Finds out who sent a request. Never throws: an invalid token is no token. */
export async function findCaller(app: App, headers: Headers): Promise<Caller> {
  const token = bearer.exec(headers.get('authorization') ?? '')?.[1] ?? null
  const claims = token ? await app.tokens.readClaims(token) : null
  const user = claims && app.tokens.findUser(claims)
  const shareToken = headers.get('x-umami-share-token')
  // Clients say that they show a share page, unless a user does who may see more anyway.
  const isShareInUse = shareToken && (user || headers.get('x-umami-share-context'))
  const share = isShareInUse ? await app.shareTokens.findGrant(shareToken) : null
  return { user, token: user ? token : null, claims: user && claims, share }
}

/** The caller as of this moment: since the request came, the token may have ended or the role changed. */
export function callerNow(app: App, caller: Caller): Caller {
  const user = caller.claims && app.tokens.findUser(caller.claims)
  return { ...caller, user, token: user && caller.token, claims: user && caller.claims }
}

/** Throws 401 when the caller is not of the audience. */
export function checkAudience(audience: Access<unknown>['audience'], caller: Caller): void {
  if (audience === 'anyone' || caller.user) return
  if (audience === 'viewer' && caller.share) return
  throw unauthorized()
}
