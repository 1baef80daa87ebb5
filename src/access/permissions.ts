// Who may do what to the things people own: the permission matrix of the API.

import type { Entities } from '../db/sqlite/entities.ts'
import { badRequest, unauthorized } from '../errors.ts'
import type { User } from './user.ts'

export type TeamRole = 'team-owner' | 'team-manager' | 'team-member' | 'team-view-only'
export type Action = 'view' | 'update' | 'delete'

/** A website, link, pixel or board belongs to a user or to a team, never to both. */
export interface Owned {
  userId: string | null
  teamId: string | null
}

const rolesThatWrite: readonly TeamRole[] = ['team-owner', 'team-manager', 'team-member']
const rolesThatManage: readonly TeamRole[] = ['team-owner', 'team-manager']

export const managesTeam = (role: TeamRole | null): boolean =>
  role !== null && rolesThatManage.includes(role)

/** The user's role in a team; `null` for a stranger. */
export const findTeamRole = (db: Entities, teamId: string, userId: string): TeamRole | null =>
  db
    .query<{ role: TeamRole }, [string, string]>(
      'select role from team_user where team_id = ? and user_id = ?',
    )
    .get(teamId, userId)?.role ?? null

/** Whether the user may do `action` to a thing. A global view-only user never changes anything. */
export function may(db: Entities, user: User, action: Action, thing: Owned): boolean {
  if (user.role === 'admin') return true
  if (action !== 'view' && user.role === 'view-only') return false
  if (thing.userId !== null) return thing.userId === user.id
  const role = thing.teamId === null ? null : findTeamRole(db, thing.teamId, user.id)
  return role !== null && (action === 'view' || rolesThatWrite.includes(role))
}

/** Whether the user may create things, for a team or (null) for themselves. */
function mayCreate(db: Entities, user: User, teamId: string | null): boolean {
  if (user.role === 'admin') return true
  if (user.role === 'view-only') return false
  if (teamId === null) return true
  const role = findTeamRole(db, teamId, user.id)
  return role !== null && rolesThatWrite.includes(role)
}

/**
 * The owner of a thing that the user creates: the team, or without one the user. Throws 401 when
 * they may not create it, and 400 to an admin when there is no such team.
 */
export function newOwner(db: Entities, user: User, teamId: string | null | undefined): Owned {
  const team = teamId?.toLowerCase() ?? null
  if (!mayCreate(db, user, team)) throw unauthorized()
  if (team === null) return { userId: user.id, teamId: null }
  if (!db.query('select 1 from team where id = ?').get(team)) throw badRequest('Team not found.')
  return { userId: null, teamId: team }
}

export const mayCreateTeam = (user: User): boolean => user.role !== 'view-only'
