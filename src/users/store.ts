// Users in SQLite.

import { Type as t } from '@sinclair/typebox'
import type { Role, User } from '../access/user.ts'
import type { Page } from '../db/page.ts'
import type { Entities } from '../db/sqlite/entities.ts'
import { searchText } from '../db/sqlite/fold.ts'
import { type ListInput, listPage } from '../db/sqlite/list.ts'
import { idAnswer, instantAnswer, instantText } from '../http/answers.ts'

const columns = `id, username, password_hash as passwordHash, role, logo_url as logoUrl,
  display_name as displayName, token_version as tokenVersion, created_at as createdAt,
  coalesce(updated_at, created_at) as updatedAt`

/**
 * Names are kept and compared in lower case, without blanks around them, and with letters such as
 * "é" in one piece: two users never look alike because of how their names were typed.
 */
export const normalName = (username: string): string =>
  username.trim().toLowerCase().normalize('NFC')

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
  const username = normalName(user.username)
  db.query(
    `insert into user (id, username, password_hash, role, search_text, token_version, created_at,
       updated_at)
     values ($id, $username, $passwordHash, $role, $searchText, $createdAt, $createdAt, $createdAt)`,
    // Versions begin at the instant: tokens of a deleted user do not fit a new one of the same id.
  ).run({ ...user, username, searchText: searchText(username) })
}

/** Stores what can be changed of a user. A new password or role ends all of their login tokens. */
export function updateUser(
  db: Entities,
  user: { id: string; username: string; passwordHash: string; role: Role; endsTokens: boolean },
  now: number,
): void {
  const username = normalName(user.username)
  db.query(
    `update user set username = $username, password_hash = $passwordHash, role = $role,
       search_text = $searchText, token_version = token_version + $endsTokens, updated_at = $now
     where id = $id`,
  ).run({ ...user, username, searchText: searchText(username), now })
}

const countAdmins = (db: Entities): number =>
  db.query<{ n: number }, []>("select count(*) as n from user where role = 'admin'").get()?.n ?? 0

/** Whether nobody else could administrate. */
export const isLastAdmin = (db: Entities, user: User): boolean =>
  user.role === 'admin' && countAdmins(db) === 1

/** The administrator who has been there longest; `null` without any. */
export const findFirstAdmin = (db: Entities): { id: string } | null =>
  db
    .query<{ id: string }, []>(
      "select id from user where role = 'admin' order by created_at, id limit 1",
    )
    .get()

export interface ListedUser extends Omit<User, 'passwordHash' | 'tokenVersion'> {
  /** How many websites are the user's own. */
  websites: number
}

/** Every user, the newest first. */
export const listAllUsers = (db: Entities, input: ListInput): Page<ListedUser> =>
  listPage(
    db,
    {
      columns: `id, username, role, logo_url as logoUrl, display_name as displayName,
        created_at as createdAt, coalesce(updated_at, created_at) as updatedAt,
        (select count(*) from website where user_id = user.id) as websites`,
      from: 'user',
      where: 'true',
      values: {},
      searched: 'search_text',
      orders: { username: 'username', role: 'role', createdAt: 'created_at' },
      defaultOrder: 'createdAt',
      isDescending: true,
      id: 'id',
    },
    input,
  )

/**
 * Replaces the password and ends all of the user's login tokens. Returns false, having changed
 * nothing, when the password is no longer the one of `oldHash`.
 */
export function replacePassword(
  db: Entities,
  change: { id: string; oldHash: string; newHash: string },
  now: number,
): boolean {
  const { changes } = db
    .query(
      `update user set password_hash = $newHash, token_version = token_version + 1,
         updated_at = $now
       where id = $id and password_hash = $oldHash`,
    )
    .run({ ...change, now })
  return changes > 0
}

/** Ends all of the user's login tokens. */
export function endTokens(db: Entities, userId: string): void {
  db.query('update user set token_version = token_version + 1 where id = ?').run(userId)
}

/** A user as answers show it. */
export const userRow = (user: User) => ({
  id: user.id,
  username: user.username,
  role: user.role,
  createdAt: instantText(user.createdAt),
})

export const userAnswer = t.Object({
  id: idAnswer,
  username: t.String(),
  role: t.String({ description: 'admin, user or view-only.' }),
  createdAt: instantAnswer,
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
