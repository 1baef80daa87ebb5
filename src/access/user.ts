// Who has an account.

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
  updatedAt: number
}
