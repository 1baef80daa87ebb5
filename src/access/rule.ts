// Access rules: whom an operation is for, how its subject is found, and who is refused how.

import type { Entities } from '../db/sqlite/entities.ts'
import { type AppError, notFound, unauthorized } from '../errors.ts'
import type { BoundKey } from './api-key.ts'
import type { Caller } from './caller.ts'
import type { Section } from './sections.ts'
import type { User } from './user.ts'

/** What most rules need: the tables of entities. */
export interface EntityServices {
  entities: Entities
}

/** What a rule works with: validated input and the caller. */
export interface AccessRequest<Services = EntityServices> {
  app: Services
  caller: Caller
  params: Record<string, string>
  query: Record<string, unknown>
  body: Record<string, unknown>
}

/** The rule of an operation: whom it is for, and how its subject is found and its use permitted. */
export interface Access<Subject, Services = EntityServices> {
  /** For people: documentation and the test of the permission matrix. */
  permission: string
  /** Checked before validation: `viewer` is a user or the holder of a share token. */
  audience: 'anyone' | 'user' | 'viewer'
  /** What must be open for the holder of a share token; `null` means any section. */
  section?: Section | null
  /** The subject is named by a member of the query or body, and not by the path. */
  isNamedByInput?: true
  /** Asks and changes nothing, also as POST: API keys that may only read are served. */
  isQuestion?: true
  /** Looks itself at the bearer token, which is the partial token of a log-in. */
  takesPartialToken?: true
  /** Whether an API key that is bound to websites opens the subject; left out, no such key does. */
  admitsKey?(key: BoundKey, subject: Subject): boolean
  /** Gives the subject, or throws 401 or 404. Runs after validation. */
  find: (request: AccessRequest<Services>) => Subject
}

export const anyone: Access<null, object> = {
  permission: 'public',
  audience: 'anyone',
  admitsKey: () => true,
  find: () => null,
}

/** Any user; the subject is that user. */
export const signedIn: Access<User, object> = {
  permission: 'user',
  audience: 'user',
  find: ({ caller }) => requireUser(caller),
}

/** The same, where an API key that is bound to websites is answered about these alone. */
export const signedInOrBound: Access<User, object> = { ...signedIn, admitsKey: () => true }

export const adminOnly: Access<User, object> = {
  permission: 'admin',
  audience: 'user',
  find: ({ caller }) => {
    const user = requireUser(caller)
    if (user.role !== 'admin') throw unauthorized()
    return user
  },
}

/** The caller's user; 401 without one. */
export function requireUser(caller: Caller): User {
  if (!caller.user) throw unauthorized()
  return caller.user
}

/**
 * The error for an id that names nothing. Admins see everything and get 404; for everybody else an
 * unknown id is like another user's, so that ids cannot be probed: 401.
 */
export const unknownId = (
  { user }: Pick<Caller, 'user'>,
  messages: { notFound?: string; unauthorized?: string } = {},
): AppError =>
  user?.role === 'admin' ? notFound(messages.notFound) : unauthorized(messages.unauthorized)

/** What a user who must set up a second factor may do before: set it up, log out, see who they are. */
const openBeforeSetUp = /^\/api\/(2fa\/|auth\/|me$)/

/** Throws 401 when the user must set up a second factor first. */
export function checkSetUp(
  { path, access }: { path: string; access: Pick<Access<never>, 'audience'> },
  caller: Caller,
): void {
  if (!caller.mustSetUp || access.audience === 'anyone' || openBeforeSetUp.test(path)) return
  throw unauthorized('Set up two-factor log-in first.', 'two-factor-setup-required')
}

/** Throws 401 when the caller is not of the audience. */
export function checkAudience(audience: Access<unknown>['audience'], caller: Caller): void {
  if (audience === 'anyone' || caller.user) return
  if (audience === 'viewer' && caller.share) return
  throw unauthorized(caller.refusal ?? undefined)
}
