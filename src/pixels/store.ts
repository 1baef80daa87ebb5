// Tracking pixels in SQLite.

import type { Owned } from '../access/permissions.ts'
import { removeShares } from '../access/share-store.ts'
import type { Entities } from '../db/sqlite/entities.ts'
import { searchText } from '../db/sqlite/fold.ts'
import { type ListInput, listPage } from '../db/sqlite/list.ts'
import type { Page } from '../db/sqlite/page.ts'
import { createTarget, retireTarget } from '../targets/store.ts'

export interface Pixel extends Owned {
  id: string
  name: string
  slug: string
  createdAt: number
  updatedAt: number
}

const columns = `id, name, slug, user_id as userId, team_id as teamId,
  created_at as createdAt, updated_at as updatedAt`

export const findPixel = (db: Entities, id: string): Pixel | null =>
  db.query<Pixel, [string]>(`select ${columns} from pixel where id = ?`).get(id.toLowerCase())

export const findPixelBySlug = (db: Entities, slug: string): Pixel | null =>
  db.query<Pixel, [string]>(`select ${columns} from pixel where slug = ?`).get(slug)

const listing = {
  columns,
  from: 'pixel',
  searched: 'search_text',
  orders: { name: 'search_text', slug: 'slug', createdAt: 'created_at' },
  defaultOrder: 'createdAt',
  isDescending: true,
  id: 'id',
}

export const listPixels = (db: Entities, userId: string, asked: ListInput): Page<Pixel> =>
  listPage(db, { ...listing, where: 'user_id = $userId', values: { userId } }, asked)

export const listTeamPixels = (db: Entities, teamId: string, asked: ListInput): Page<Pixel> =>
  listPage(db, { ...listing, where: 'team_id = $teamId', values: { teamId } }, asked)

export interface NewPixel extends Owned {
  id: string
  name: string
  slug: string
  now: number
}

/** Adds a pixel with its event target. */
export function createPixel(db: Entities, pixel: NewPixel): void {
  db.transaction(() => {
    db.query(
      `insert into pixel (id, name, slug, user_id, team_id, search_text, created_at, updated_at)
       values ($id, $name, $slug, $userId, $teamId, $searchText, $now, $now)`,
    ).run({ ...pixel, searchText: searchText(pixel.name, pixel.slug) })
    createTarget(db, 'pixel', pixel.id)
  })()
}

export function updatePixel(
  db: Entities,
  pixel: { id: string; name: string; slug: string },
  now: number,
): void {
  db.query(
    `update pixel set name = $name, slug = $slug, search_text = $searchText,
       updated_at = $now
     where id = $id`,
  ).run({
    id: pixel.id,
    name: pixel.name,
    slug: pixel.slug,
    searchText: searchText(pixel.name, pixel.slug),
    now,
  })
}

/** Removes the pixel with its share pages; its events are hidden at once. */
export function removePixel(db: Entities, id: string, now: number): void {
  db.transaction(() => {
    retireTarget(db, id, now)
    removeShares(db, id)
    db.query('delete from pixel where id = ?').run(id)
  })()
}
