// Users in SQLite.

import type { Entities } from '../db/entities.ts'

export type Role = 'admin' | 'user' | 'view-only'
export const roles: readonly Role[] = ['admin', 'user', 'view-only']

export interface User {
  id: string
  username: string
  passwordHash: string
  role: Role
  logoUrl: string | null
  displayName: string | null
  /** Part of every login token; raising it ends all of them. */
  tokenVersion: number
  createdAt: number
  updatedAt: number | null
}

const columns = `id, username, password_hash as passwordHash, role, logo_url as logoUrl,
  display_name as displayName, token_version as tokenVersion, created_at as createdAt,
  updated_at as updatedAt`

/** Names are kept and compared in lower case, without blanks around them. */
export const normalName = (username: string): string => username.trim().toLowerCase()

export const findUser = (db: Entities, id: string): User | null =>
  db.query<User, [string]>(`select ${columns} from user where id = ?`).get(id)

export const findUserByName = (db: Entities, username: string): User | null =>
  db
    .query<User, [string]>(`select ${columns} from user where username = ?`)
    .get(normalName(username))

export const hasUsers = (db: Entities): boolean =>
  db.query('select 1 from user limit 1').get() !== null

export function createUser(
  db: Entities,
  user: { id: string; username: string; passwordHash: string; role: Role; createdAt: number },
): void {
  db.query(
    `insert into user (id, username, password_hash, role, created_at)
     values ($id, $username, $passwordHash, $role, $createdAt)`,
  ).run({ ...user, username: normalName(user.username) })
}

/** Replaces the password and ends all of the user's login tokens. */
export function updatePassword(db: Entities, id: string, passwordHash: string, now: number): void {
  db.query(
    `update user set password_hash = $passwordHash, token_version = token_version + 1,
       updated_at = $now where id = $id`,
  ).run({ id, passwordHash, now })
}

/** A user as answers show it. */
export const userRow = (user: User) => ({
  id: user.id,
  username: user.username,
  role: user.role,
  createdAt: new Date(user.createdAt).toISOString(),
})

/** Teams of a user, as login and verify list them. */
export const listTeamNames = (
  db: Entities,
  userId: string,
): { id: string; name: string; logoUrl: string | null }[] =>
  db
    .query<{ id: string; name: string; logoUrl: string | null }, [string]>(
      `select team.id, team.name, team.logo_url as logoUrl
       from team join team_user on team_user.team_id = team.id
       where team_user.user_id = ?
       order by team.name, team.id`,
    )
    .all(userId)
