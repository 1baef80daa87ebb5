// Teams in SQLite.

import type { Page } from '../db/page.ts'
import type { Entities } from '../db/sqlite/entities.ts'
import { searchText } from '../db/sqlite/fold.ts'
import { type ListInput, listPage } from '../db/sqlite/list.ts'
import { createMember } from './members.ts'

export interface Team {
  id: string
  name: string
  /** Lets people join; `null` when nobody can. */
  accessCode: string | null
  logoUrl: string | null
  /** 1 when its members must log in with a second factor. */
  twoFactorRequired: number
  createdAt: number
  updatedAt: number
}

const columns = `team.id, team.name, team.access_code as accessCode, team.logo_url as logoUrl,
  team.two_factor_required as twoFactorRequired, team.created_at as createdAt, team.updated_at as updatedAt`

export const findTeam = (db: Entities, id: string): Team | null =>
  db.query<Team, [string]>(`select ${columns} from team where id = ?`).get(id.toLowerCase())

export const findTeamByCode = (db: Entities, accessCode: string): Team | null =>
  db.query<Team, [string]>(`select ${columns} from team where access_code = ?`).get(accessCode)

const listing = {
  columns,
  from: 'team',
  searched: 'team.search_text',
  orders: { name: 'team.search_text', createdAt: 'team.created_at' },
  defaultOrder: 'createdAt',
  isDescending: true,
  id: 'team.id',
}

/** The teams that a user is in, in any role. */
export const listUserTeams = (db: Entities, userId: string, input: ListInput): Page<Team> => {
  const where = 'team.id in (select team_id from team_user where user_id = $userId)'
  return listPage(db, { ...listing, where, values: { userId } }, input)
}

export const listAllTeams = (db: Entities, input: ListInput): Page<Team> =>
  listPage(db, { ...listing, where: 'true', values: {} }, input)

/** How many websites each of these teams owns. */
export function countWebsites(db: Entities, teamIds: readonly string[]): Map<string, number> {
  const rows = db
    .query<{ teamId: string; n: number }, [string]>(
      `select team_id as teamId, count(*) as n from website
       where team_id in (select value from json_each(?)) group by team_id`,
    )
    .all(JSON.stringify(teamIds))
  return new Map(rows.map(({ teamId, n }) => [teamId, n]))
}

interface NewTeam {
  id: string
  name: string
  accessCode: string
  ownerId: string
  /** Of the owner's membership. */
  memberId: string
  now: number
}

/** Adds a team with its owner. */
export function createTeam(db: Entities, team: NewTeam): void {
  db.transaction(() => {
    db.query(
      `insert into team (id, name, access_code, search_text, created_at, updated_at)
       values ($id, $name, $accessCode, $searchText, $now, $now)`,
    ).run({
      id: team.id,
      name: team.name,
      accessCode: team.accessCode,
      searchText: searchText(team.name),
      now: team.now,
    })
    createMember(db, {
      id: team.memberId,
      teamId: team.id,
      userId: team.ownerId,
      role: 'team-owner',
      now: team.now,
    })
  })()
}

export function updateTeam(
  db: Entities,
  team: { id: string; name: string; accessCode: string | null },
  now: number,
): void {
  db.query(
    `update team set name = $name, access_code = $accessCode, search_text = $searchText,
       updated_at = $now
     where id = $id`,
  ).run({
    id: team.id,
    name: team.name,
    accessCode: team.accessCode,
    searchText: searchText(team.name),
    now,
  })
}

const ownedTables = ['website', 'link', 'pixel', 'board'] as const

/** Removes a team; what it owned passes to its owner, with all data and share pages. */
export function removeTeam(db: Entities, id: string, now: number): void {
  const heir = `(select user_id from team_user where team_id = $id and role = 'team-owner')`
  db.transaction(() => {
    for (const table of ownedTables) {
      db.query(
        `update ${table} set user_id = ${heir}, team_id = null, updated_at = $now
         where team_id = $id`,
      ).run({ id, now })
    }
    db.query('delete from team where id = ?').run(id)
  })()
}
