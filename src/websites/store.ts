// Websites in SQLite.

import type { Owned } from '../access/permissions.ts'
import { removeShares } from '../access/share-store.ts'
import type { Page } from '../db/page.ts'
import type { Entities } from '../db/sqlite/entities.ts'
import { searchText } from '../db/sqlite/fold.ts'
import { type ListInput, listPage } from '../db/sqlite/list.ts'
import { createTarget, retireTarget } from '../targets/store.ts'

/** What a website records besides events; flags that are off are not stored. */
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
  /** Of the owner, when that is a user. */
  username: string | null
  /** Of who created it, while they exist. */
  creatorName: string | null
}

const columns = `website.id, website.name, website.domain, website.reset_at as resetAt,
    website.user_id as userId, website.team_id as teamId, website.created_by as createdBy,
    website.replay_config as replayConfig, website.created_at as createdAt,
    website.updated_at as updatedAt,
    (select slug from share where entity_id = website.id
     order by created_at desc, share.rowid desc limit 1) as shareId,
    user.username, creator.username as creatorName`

const tables = `website left join user on user.id = website.user_id
  left join user as creator on creator.id = website.created_by`

export const findWebsite = (db: Entities, id: string): Website | null =>
  db
    .query<Website, [string]>(`select ${columns} from ${tables} where website.id = ?`)
    .get(id.toLowerCase())

const listing = {
  columns,
  from: tables,
  searched: 'website.search_text',
  orders: {
    name: 'website.search_text',
    domain: 'lower(website.domain)',
    createdAt: 'website.created_at',
  },
  defaultOrder: 'name',
  id: 'website.id',
}

interface OwnWebsites {
  userId: string
  /** Adds those of the teams that the user owns. */
  includesTeams: boolean
  /** Keeps these alone; `null` keeps all. */
  ids: readonly string[] | null
}

/** A user's websites. */
export const listWebsites = (
  db: Entities,
  { userId, includesTeams, ids }: OwnWebsites,
  input: ListInput,
): Page<Website> => {
  const where = `(website.user_id = $userId or ($includesTeams and website.team_id in (
      select team_id from team_user where user_id = $userId and role = 'team-owner')))
    and ($ids is null or website.id in (select value from json_each($ids)))`
  const values = { userId, includesTeams, ids: ids && JSON.stringify(ids) }
  return listPage(db, { ...listing, where, values }, input)
}

export const listTeamWebsites = (db: Entities, teamId: string, input: ListInput): Page<Website> =>
  listPage(db, { ...listing, where: 'website.team_id = $teamId', values: { teamId } }, input)

/** Every website there is, the newest first. */
export const listAllWebsites = (db: Entities, input: ListInput): Page<Website> => {
  const newestFirst = { defaultOrder: 'createdAt', isDescending: true }
  return listPage(db, { ...listing, ...newestFirst, where: 'true', values: {} }, input)
}

interface NewWebsite extends Owned {
  id: string
  name: string
  domain: string
  createdBy: string
  now: number
}

/** Adds a website with its event target. */
export function createWebsite(db: Entities, website: NewWebsite): void {
  db.transaction(() => {
    db.query(
      `insert into website (id, name, domain, user_id, team_id, created_by, search_text, created_at,
         updated_at)
       values ($id, $name, $domain, $userId, $teamId, $createdBy, $searchText, $now, $now)`,
    ).run({ ...website, searchText: searchText(website.name, website.domain) })
    createTarget(db, 'website', website.id)
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
    retireTarget(db, id, now)
    removeShares(db, id)
    db.query('delete from website where id = ?').run(id)
  })()
}

/** Hides all data of the website at once; readers never look before this instant again. */
export function resetWebsite(db: Entities, id: string, now: number): void {
  db.transaction(() => {
    retireTarget(db, id, now)
    createTarget(db, 'website', id)
    db.query('update website set reset_at = ?, updated_at = ? where id = ?').run(now, now, id)
  })()
}

/** Gives the website to a user or a team; who created it, its data and its shares stay. */
export function moveWebsite(db: Entities, id: string, owner: Owned, now: number): void {
  db.query(
    'update website set user_id = $userId, team_id = $teamId, updated_at = $now where id = $id',
  ).run({ id, userId: owner.userId, teamId: owner.teamId, now })
}
