// Who is in a team, in SQLite.

import type { TeamRole } from '../access/permissions.ts'
import type { Page } from '../db/page.ts'
import type { Entities } from '../db/sqlite/entities.ts'
import { type ListInput, listPage } from '../db/sqlite/list.ts'

/** A membership. */
export interface Member {
  id: string
  teamId: string
  userId: string
  role: TeamRole
  createdAt: number
  updatedAt: number
}

/** A membership with the member's name. */
export interface NamedMember extends Member {
  username: string
}

const columns = `team_user.id, team_user.team_id as teamId, team_user.user_id as userId,
  team_user.role, team_user.created_at as createdAt, team_user.updated_at as updatedAt`

export const findMember = (db: Entities, teamId: string, userId: string): Member | null =>
  db
    .query<Member, [string, string]>(
      `select ${columns} from team_user where team_id = ? and user_id = ?`,
    )
    .get(teamId, userId.toLowerCase())

/** One page of a team's members, the oldest membership first. */
export const listMembers = (db: Entities, teamId: string, input: ListInput): Page<NamedMember> =>
  listPage(
    db,
    {
      columns: `${columns}, user.username`,
      from: 'team_user join user on user.id = team_user.user_id',
      where: 'team_user.team_id = $teamId',
      values: { teamId },
      searched: 'user.search_text',
      orders: { createdAt: 'team_user.created_at', username: 'user.username' },
      defaultOrder: 'createdAt',
      id: 'team_user.rowid',
    },
    input,
  )

/** All members of some teams, the oldest membership first. */
export const listTeamMembers = (db: Entities, teamIds: readonly string[]): NamedMember[] =>
  db
    .query<NamedMember, [string]>(
      `select ${columns}, user.username
       from team_user join user on user.id = team_user.user_id
       where team_user.team_id in (select value from json_each(?))
       order by team_user.created_at, team_user.rowid`,
    )
    .all(JSON.stringify(teamIds))

interface NewMember {
  id: string
  teamId: string
  userId: string
  role: TeamRole
  now: number
}

export function createMember(db: Entities, member: NewMember): void {
  db.query(
    `insert into team_user (id, team_id, user_id, role, created_at, updated_at)
     values ($id, $teamId, $userId, $role, $now, $now)`,
  ).run({ ...member })
}

export function updateMemberRole(db: Entities, id: string, role: TeamRole, now: number): void {
  db.query('update team_user set role = ?, updated_at = ? where id = ?').run(role, now, id)
}

export function removeMember(db: Entities, id: string): void {
  db.query('delete from team_user where id = ?').run(id)
}
