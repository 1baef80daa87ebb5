// Who has an account.

export const roles = ['admin', 'user', 'view-only'] as const
export type Role = (typeof roles)[number]

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
  updatedAt: number
}
