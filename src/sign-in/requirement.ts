// Who must log in with a second factor: everybody, a user, or the members of a team.

import type { Entities } from '../db/sqlite/entities.ts'

export interface Requirement {
  isEnabled: boolean
  /** The widest of those that hold; `null` for a user who may choose. */
  reason: 'global' | 'user' | 'team' | null
  globalRequired: boolean
}

interface Row {
  isEnabled: number
  ofAll: number
  ofUser: number
  ofTeam: number
}

const globalName = 'two-factor-required'

/** Asks for requirements with a statement that is prepared once, and has to be closed. */
export function openRequirements(db: Entities) {
  const statement = db.prepare<Row, { userId: string; globalName: string }>(
    `select
       exists (select 1 from two_factor where user_id = $userId and confirmed_at is not null)
         as isEnabled,
       exists (select 1 from instance_setting where name = $globalName and value = 'true')
         as ofAll,
       exists (select 1 from user where id = $userId and two_factor_required = 1) as ofUser,
       exists (select 1 from team join team_user on team_user.team_id = team.id
               where team_user.user_id = $userId and team.two_factor_required = 1) as ofTeam`,
  )
  return {
    /** Whether a user has a second factor, and whether they must. */
    find: (userId: string): Requirement =>
      toRequirement(statement.get({ userId, globalName }) as Row),
    close: (): void => statement.finalize(),
  }
}

const toRequirement = (row: Row): Requirement => ({
  isEnabled: row.isEnabled === 1,
  reason: row.ofAll ? 'global' : row.ofUser ? 'user' : row.ofTeam ? 'team' : null,
  globalRequired: row.ofAll === 1,
})

export function requireOfAll(db: Entities, isRequired: boolean): void {
  db.query('insert or replace into instance_setting (name, value) values (?, ?)').run(
    globalName,
    String(isRequired),
  )
}

export function requireOfUser(db: Entities, userId: string, isRequired: boolean): void {
  db.query('update user set two_factor_required = ? where id = ?').run(isRequired, userId)
}

export function requireOfTeam(db: Entities, teamId: string, isRequired: boolean): void {
  db.query('update team set two_factor_required = ? where id = ?').run(isRequired, teamId)
}

export const isRequiredOfUser = (db: Entities, userId: string): boolean =>
  db.query('select 1 from user where id = ? and two_factor_required = 1').get(userId) !== null
