// What a share page opens, worked out at each request.

import { openSections } from '../access/sections.ts'
import type { ShareGrant } from '../access/share-grant.ts'
import type { Share } from '../access/share-store.ts'
import { findBoard } from '../boards/store.ts'
import type { Entities } from '../db/sqlite/entities.ts'
import { listBoardTargets } from './board-targets.ts'
import { findEntity } from './entity.ts'

/** The grant of a share page; `null` when what it shows is gone. */
export function findGrant(db: Entities, share: Share): ShareGrant | null {
  const entity = findEntity(db, share.entityId)
  if (entity?.shareType !== share.shareType) return null
  const parameters = JSON.parse(share.parameters) as Record<string, unknown>
  const board = share.shareType === 4 ? findBoard(db, share.entityId) : null
  return {
    shareId: share.id,
    targets: board ? listBoardTargets(db, board).map(({ id }) => id) : [share.entityId],
    boardId: board?.id ?? null,
    sections: openSections(parameters),
    allowsFilters: parameters.allowFilter !== false,
  }
}
