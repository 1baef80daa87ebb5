// Roles of users, and of members of teams, in words.

import type { Account } from '../state/account.ts'
import type { TeamRole } from '../state/team.ts'
import { type MessageKey, t } from './messages.ts'

export type UserRole = Account['role']

export const userRoles = ['user', 'view-only', 'admin'] as const satisfies readonly UserRole[]

const userKeys: Record<UserRole, MessageKey> = {
  admin: 'role.admin',
  user: 'role.user',
  'view-only': 'role.viewOnly',
}

export const userRoleName = (role: UserRole): string => t(userKeys[role])

const teamKeys: Record<TeamRole, MessageKey> = {
  'team-owner': 'role.teamOwner',
  'team-manager': 'role.teamManager',
  'team-member': 'role.teamMember',
  'team-view-only': 'role.teamViewOnly',
}

export const teamRoleName = (role: TeamRole): string => t(teamKeys[role])
