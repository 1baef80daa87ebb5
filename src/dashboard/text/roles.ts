// Roles of users in words.

import type { Account } from '../state/account.ts'
import { type MessageKey, t } from './messages.ts'

export type UserRole = Account['role']

export const userRoles = ['user', 'view-only', 'admin'] as const satisfies readonly UserRole[]

const keys: Record<UserRole, MessageKey> = {
  admin: 'role.admin',
  user: 'role.user',
  'view-only': 'role.viewOnly',
}

export const userRoleName = (role: UserRole): string => t(keys[role])
