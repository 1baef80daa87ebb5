// Share pages in SQLite.

import type { Entities } from '../db/entities.ts'

export type ShareType = 1 | 2 | 3 | 4

export interface NewShare {
  id: string
  entityId: string
  name: string
  /** 1 website, 2 link, 3 pixel, 4 board. */
  shareType: ShareType
  slug: string
  parameters: Record<string, unknown>
  now: number
}

export function createShare(db: Entities, share: NewShare): void {
  db.query(
    `insert into share (id, entity_id, name, share_type, slug, parameters, created_at, updated_at)
     values ($id, $entityId, $name, $shareType, $slug, $parameters, $now, $now)`,
  ).run({ ...share, parameters: JSON.stringify(share.parameters) })
}

/** The id of the entity that the share page of this slug shows; `null` when the slug is free. */
export const findSharedEntity = (db: Entities, slug: string): string | null =>
  db
    .query<{ entityId: string }, [string]>('select entity_id as entityId from share where slug = ?')
    .get(slug)?.entityId ?? null

/** Ends all share pages of an entity. */
export function removeShares(db: Entities, entityId: string): void {
  db.query('delete from share where entity_id = ?').run(entityId)
}
