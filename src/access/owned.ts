// Access rules for things that people or teams own, found by an id of the request.

import type { Entities } from '../db/sqlite/entities.ts'
import { unauthorized } from '../errors.ts'
import type { BoundKey } from './api-key.ts'
import { type Action, may, type Owned } from './permissions.ts'
import { type Access, type AccessRequest, unknownId } from './rule.ts'
import type { ShareGrant } from './share-grant.ts'

type Thing = Owned & { id: string }

interface Kind<Found extends Thing> {
  /** For people: `website` makes the permissions "view website" and so on. */
  noun: string
  find: (db: Entities, id: string) => Found | null
  /** Whether a share token shows the thing. */
  isShared: (grant: ShareGrant, thing: Found) => boolean
  /** The thing as the holder of a share token may know it; left out, as it is. */
  asShared?: (thing: Found, grant: ShareGrant) => Found
  /** Whether a key that is bound to websites opens the thing; left out, none does. */
  admitsKey?: (key: BoundKey, thing: Found) => boolean
}

/** Where the id is in the request. */
interface IdPlace {
  part: 'params' | 'query' | 'body'
  name: string
}

export const idInPath = (name: string): IdPlace => ({ part: 'params', name })
export const idInQuery = (name: string): IdPlace => ({ part: 'query', name })
export const idInBody = (name: string): IdPlace => ({ part: 'body', name })

/** Rules to view, update and delete a thing, and to view it without a share token. */
export function accessTo<Found extends Thing>(kind: Kind<Found>, { part, name }: IdPlace) {
  const findFor = (action: Action, request: AccessRequest): Found => {
    const { app, caller } = request
    const id = request[part][name]
    const thing = typeof id === 'string' ? kind.find(app.entities, id.toLowerCase()) : null
    if (!thing) throw unknownId(caller)
    if (caller.user && may(app.entities, caller.user, action, thing)) return thing
    if (action === 'view' && caller.share && kind.isShared(caller.share, thing)) {
      return kind.asShared?.(thing, caller.share) ?? thing
    }
    throw unauthorized()
  }
  const rule = (action: Action, audience: 'user' | 'viewer'): Access<Found> => ({
    permission: `${action} ${kind.noun}`,
    audience,
    ...(part === 'params' ? {} : { isNamedByInput: true }),
    ...(kind.admitsKey ? { admitsKey: kind.admitsKey } : {}),
    find: (request) =>
      findFor(
        action,
        audience === 'user' ? { ...request, caller: { ...request.caller, share: null } } : request,
      ),
  })
  return {
    view: rule('view', 'viewer'),
    viewAsUser: rule('view', 'user'),
    update: rule('update', 'user'),
    remove: rule('delete', 'user'),
  }
}
