// Short links in SQLite.

import type { Owned } from '../access/permissions.ts'
import { removeShares } from '../access/share-store.ts'
import type { Entities } from '../db/sqlite/entities.ts'
import { searchText } from '../db/sqlite/fold.ts'
import { type ListInput, listPage } from '../db/sqlite/list.ts'
import type { Page } from '../db/sqlite/page.ts'
import { createTarget, retireTarget } from '../targets/store.ts'

export interface Link extends Owned {
  id: string
  name: string
  url: string
  slug: string
  createdAt: number
  updatedAt: number
}

const columns = `id, name, url, slug, user_id as userId, team_id as teamId,
  created_at as createdAt, updated_at as updatedAt`

export const findLink = (db: Entities, id: string): Link | null =>
  db.query<Link, [string]>(`select ${columns} from link where id = ?`).get(id.toLowerCase())

export const findLinkBySlug = (db: Entities, slug: string): Link | null =>
  db.query<Link, [string]>(`select ${columns} from link where slug = ?`).get(slug)

const listing = {
  columns,
  from: 'link',
  searched: 'search_text',
  orders: { name: 'search_text', slug: 'slug', url: 'url', createdAt: 'created_at' },
  defaultOrder: 'createdAt',
  isDescending: true,
  id: 'id',
}

export const listLinks = (db: Entities, userId: string, asked: ListInput): Page<Link> =>
  listPage(db, { ...listing, where: 'user_id = $userId', values: { userId } }, asked)

export const listTeamLinks = (db: Entities, teamId: string, asked: ListInput): Page<Link> =>
  listPage(db, { ...listing, where: 'team_id = $teamId', values: { teamId } }, asked)

export interface NewLink extends Owned {
  id: string
  name: string
  url: string
  slug: string
  now: number
}

/** Adds a link with its event target. */
export function createLink(db: Entities, link: NewLink): void {
  db.transaction(() => {
    db.query(
      `insert into link (id, name, url, slug, user_id, team_id, search_text, created_at, updated_at)
       values ($id, $name, $url, $slug, $userId, $teamId, $searchText, $now, $now)`,
    ).run({ ...link, searchText: searchText(link.name, link.url, link.slug) })
    createTarget(db, 'link', link.id)
  })()
}

export function updateLink(
  db: Entities,
  link: { id: string; name: string; url: string; slug: string },
  now: number,
): void {
  db.query(
    `update link set name = $name, url = $url, slug = $slug, search_text = $searchText,
       updated_at = $now
     where id = $id`,
  ).run({
    id: link.id,
    name: link.name,
    url: link.url,
    slug: link.slug,
    searchText: searchText(link.name, link.url, link.slug),
    now,
  })
}

/** Removes the link with its share pages; its events are hidden at once. */
export function removeLink(db: Entities, id: string, now: number): void {
  db.transaction(() => {
    retireTarget(db, id, now)
    removeShares(db, id)
    db.query('delete from link where id = ?').run(id)
  })()
}
