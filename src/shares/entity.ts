// The things that a share page can show, found by their id.

import type { Owned } from '../access/permissions.ts'
import type { ShareType } from '../access/share-store.ts'
import type { Entities } from '../db/sqlite/entities.ts'

export interface SharedEntity extends Owned {
  id: string
  shareType: ShareType
}

/** The website, link, pixel or board of this id; `null` for an unknown one. */
export const findEntity = (db: Entities, id: string): SharedEntity | null =>
  db
    .query<SharedEntity, { id: string }>(
      `select id, user_id as userId, team_id as teamId, 1 as shareType from website where id = $id
       union all
       select id, user_id, team_id, 2 from link where id = $id
       union all
       select id, user_id, team_id, 3 from pixel where id = $id
       union all
       select id, user_id, team_id, 4 from board where id = $id`,
    )
    .get({ id: id.toLowerCase() })
