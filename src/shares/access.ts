// Access rules of share pages: they follow the rights to what is shared.

import type { BoundKey } from '../access/api-key.ts'
import { type Action, may } from '../access/permissions.ts'
import { type Access, type AccessRequest, requireUser, unknownId } from '../access/rule.ts'
import { findShare, type Share } from '../access/share-store.ts'
import { unauthorized } from '../errors.ts'
import { findEntity, type SharedEntity } from './entity.ts'

function shareFor(action: Action, { app, caller, params }: AccessRequest): Share {
  const user = requireUser(caller)
  const share = findShare(app.entities, params.shareId ?? '')
  const entity = share && findEntity(app.entities, share.entityId)
  if (!share || !entity) throw unknownId({ user })
  if (!may(app.entities, user, action, entity)) throw unauthorized()
  return share
}

/** Of what is shared only websites can be bound to a key. */
const admitsShared = (key: BoundKey, shareType: number, id: string): boolean =>
  shareType === 1 && key.websiteIds.includes(id)

const shareRule = (action: Action): Access<Share> => ({
  permission: `${action} what is shared`,
  audience: 'user',
  admitsKey: (key, { shareType, entityId }) => admitsShared(key, shareType, entityId),
  find: (request) => shareFor(action, request),
})

export const viewShare = shareRule('view')
export const updateSharedThing = shareRule('update')
export const deleteSharedThing = shareRule('delete')

/** The entity that the body names as `entityId`. */
export const shareEntity: Access<SharedEntity> = {
  permission: 'update what is shared',
  audience: 'user',
  isNamedByInput: true,
  admitsKey: (key, { shareType, id }) => admitsShared(key, shareType, id),
  find: ({ app, caller, body }) => {
    const user = requireUser(caller)
    const entity = findEntity(app.entities, String(body.entityId))
    if (!entity) throw unknownId({ user })
    if (!may(app.entities, user, 'update', entity)) throw unauthorized()
    return entity
  },
}
