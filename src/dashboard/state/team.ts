// Teams as the server describes them.

export const memberRoles = ['team-manager', 'team-member', 'team-view-only'] as const
export type MemberRole = (typeof memberRoles)[number]
export type TeamRole = 'team-owner' | MemberRole

export interface Member {
  userId: string
  role: TeamRole
  user: { id: string; username: string }
}

export interface ListedTeam {
  id: string
  name: string
  members: Member[]
  _count: { websites: number; members: number }
}

export interface Team {
  id: string
  name: string
  /** `null` to those who may not see it, and when nobody can join. */
  accessCode: string | null
  /** Whether its members must log in with a second factor. */
  twoFactorRequired: boolean
  members: { userId: string; role: TeamRole }[]
}

/** The role of a user in a team; `null` for a stranger. */
export const roleIn = (
  team: { members: readonly { userId: string; role: TeamRole }[] },
  userId: string | undefined,
): TeamRole | null => team.members.find((member) => member.userId === userId)?.role ?? null

/** Whether a role may change the team and its members. */
export const managesTeam = (role: TeamRole | null): boolean =>
  role === 'team-owner' || role === 'team-manager'
