// Share pages in SQLite.

import type { Page } from '../db/page.ts'
import type { Entities } from '../db/sqlite/entities.ts'
import { type ListInput, listPage } from '../db/sqlite/list.ts'

/** 1 website, 2 link, 3 pixel, 4 board. */
export type ShareType = 1 | 2 | 3 | 4

export interface Share {
  id: string
  /** The shared website, link, pixel or board. */
  entityId: string
  name: string
  shareType: ShareType
  slug: string
  /** JSON text. */
  parameters: string
  createdAt: number
  updatedAt: number
}

const columns = `id, entity_id as entityId, name, share_type as shareType, slug, parameters,
  created_at as createdAt, updated_at as updatedAt`

export const findShare = (db: Entities, id: string): Share | null =>
  db.query<Share, [string]>(`select ${columns} from share where id = ?`).get(id.toLowerCase())

export const findShareBySlug = (db: Entities, slug: string): Share | null =>
  db.query<Share, [string]>(`select ${columns} from share where slug = ?`).get(slug)

/** The share pages of an entity, the newest first. */
export const listShares = (db: Entities, entityId: string, input: ListInput): Page<Share> =>
  listPage(
    db,
    {
      columns,
      from: 'share',
      where: 'entity_id = $entityId',
      values: { entityId },
      searched: null,
      orders: { createdAt: 'created_at' },
      defaultOrder: 'createdAt',
      isDescending: true,
      id: 'rowid',
    },
    input,
  )

export interface NewShare {
  id: string
  entityId: string
  name: string
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

/** Stores what can be changed of a share page. */
export function updateShare(
  db: Entities,
  share: { id: string; name: string; slug: string; parameters: Record<string, unknown> },
  now: number,
): void {
  db.query(
    `update share set name = $name, slug = $slug, parameters = $parameters, updated_at = $now
     where id = $id`,
  ).run({
    id: share.id,
    name: share.name,
    slug: share.slug,
    parameters: JSON.stringify(share.parameters),
    now,
  })
}

export function removeShare(db: Entities, id: string): void {
  db.query('delete from share where id = ?').run(id)
}

/** Ends all share pages of an entity. */
export function removeShares(db: Entities, entityId: string): void {
  db.query('delete from share where entity_id = ?').run(entityId)
}
