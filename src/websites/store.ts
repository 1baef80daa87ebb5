// Websites in SQLite.

import type { Entities } from '../db/entities.ts'
import { searchTerm, searchText } from '../db/fold.ts'
import { offsetOf, type Page, type Paging } from '../http/page.ts'
import { createSource, retireSource } from '../sources/store.ts'
import type { Owned } from '../users/permissions.ts'

/** What a website records beside events; flags that are off are not stored. */
export interface ReplayConfig {
  replayEnabled?: boolean
  heatmapEnabled?: boolean
  sampleRate?: number
  heatmapSampleRate?: number
  maskLevel?: 'strict' | 'moderate'
  /** Seconds. */
  maxDuration?: number
  blockSelector?: string
}

export interface Website extends Owned {
  id: string
  name: string
  domain: string | null
  resetAt: number | null
  createdBy: string | null
  replayConfig: string | null
  createdAt: number
  updatedAt: number
  /** Slug of the newest share page. */
  shareId: string | null
  username: string | null
}

const select = `select website.id, website.name, website.domain, website.reset_at as resetAt,
    website.user_id as userId, website.team_id as teamId, website.created_by as createdBy,
    website.replay_config as replayConfig, website.created_at as createdAt,
    website.updated_at as updatedAt,
    (select slug from share where entity_id = website.id
     order by created_at desc, share.rowid desc limit 1) as shareId,
    user.username
  from website left join user on user.id = website.user_id`

export const findWebsite = (db: Entities, id: string): Website | null =>
  db.query<Website, [string]>(`${select} where website.id = ?`).get(id.toLowerCase())

export interface WebsiteList extends Paging {
  userId: string
  /** Adds websites of teams that the user owns. */
  includesTeams: boolean
  search: string | undefined
  orderBy: keyof typeof orders
  isDescending: boolean
}

/** What websites can be sorted by. */
export const orders = {
  name: 'website.search_text',
  domain: 'lower(website.domain)',
  createdAt: 'website.created_at',
} as const

const scope = `(website.user_id = $userId or ($includesTeams and website.team_id in (
    select team_id from team_user where user_id = $userId and role = 'team-owner')))
  and ($search is null or instr(website.search_text, $search) > 0)`

type Bound = Record<string, string | number | boolean | null>

/** One page of a user's websites; the id is the last sort key, so pages never overlap. */
export function listWebsites(db: Entities, list: WebsiteList): Page<Website> {
  const { page, pageSize, search } = list
  const bound: Bound = {
    userId: list.userId,
    includesTeams: list.includesTeams,
    search: searchTerm(search),
  }
  const count = db
    .query<{ n: number }, Bound>(`select count(*) as n from website where ${scope}`)
    .get(bound)
  const order = `${orders[list.orderBy]} ${list.isDescending ? 'desc' : 'asc'}, website.id`
  const data = db
    .query<Website, Bound>(`${select} where ${scope} order by ${order} limit $limit offset $offset`)
    .all({ ...bound, limit: pageSize, offset: offsetOf(list) })
  return {
    data,
    count: count?.n ?? 0,
    page,
    pageSize,
    orderBy: list.orderBy,
    ...(search ? { search } : {}),
  }
}

export interface NewWebsite extends Owned {
  id: string
  name: string
  domain: string
  createdBy: string
  now: number
}

/** Adds a website with its event source. */
export function createWebsite(db: Entities, website: NewWebsite): void {
  db.transaction(() => {
    db.query(
      `insert into website (id, name, domain, user_id, team_id, created_by, search_text, created_at,
         updated_at)
       values ($id, $name, $domain, $userId, $teamId, $createdBy, $searchText, $now, $now)`,
    ).run({ ...website, searchText: searchText(website.name, website.domain) })
    createSource(db, 'website', website.id)
  })()
}

/** Stores what can be changed of a website. */
export function updateWebsite(
  db: Entities,
  website: { id: string; name: string; domain: string | null; replayConfig: string | null },
  now: number,
): void {
  db.query(
    `update website set name = $name, domain = $domain, replay_config = $replayConfig,
       search_text = $searchText, updated_at = $now
     where id = $id`,
  ).run({
    id: website.id,
    name: website.name,
    domain: website.domain,
    replayConfig: website.replayConfig,
    searchText: searchText(website.name, website.domain),
    now,
  })
}

/** Removes the website with everything that refers to it; its events are hidden at once. */
export function removeWebsite(db: Entities, id: string, now: number): void {
  db.transaction(() => {
    retireSource(db, id, now)
    db.query('delete from share where entity_id = ?').run(id)
    db.query('delete from website where id = ?').run(id)
  })()
}

/** Hides all data of the website at once; readers never look before this instant again. */
export function resetWebsite(db: Entities, id: string, now: number): void {
  db.transaction(() => {
    retireSource(db, id, now)
    createSource(db, 'website', id)
    db.query('update website set reset_at = ?, updated_at = ? where id = ?').run(now, now, id)
  })()
}
