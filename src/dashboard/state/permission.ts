// Whether the reader may change things, so that nothing is offered that the server refuses.

import { account } from './account.ts'
import { useAnswer } from './answer.ts'
import { useSignal } from './signal.ts'
import { managesTeam, roleIn, type Team } from './team.ts'

/**
 * Whether the reader may create, change and delete what a team owns, or (`null`) what is their own.
 * `null` until it is known.
 */
export function usePermission(teamId: string | null): boolean | null {
  const who = useSignal(account)
  const isOpen = who?.role !== 'user' || teamId === null
  const team = useAnswer<Team>(isOpen ? null : `/api/teams/${encodeURIComponent(teamId)}`)
  if (!who) return null
  if (who.role === 'view-only') return false
  if (who.isAdmin || teamId === null) return true
  if (!team.value) return team.problem ? false : null
  const role = roleIn(team.value, who.id)
  return managesTeam(role) || role === 'team-member'
}

/** Whether the reader may also destroy what a team's members share: owners and managers of the team. */
export function useManages(teamId: string | null): boolean {
  const mayChange = usePermission(teamId)
  const who = useSignal(account)
  const isOpen = !who || who.isAdmin || teamId === null
  const team = useAnswer<Team>(isOpen ? null : `/api/teams/${encodeURIComponent(teamId)}`)
  if (!who || mayChange !== true) return false
  return who.isAdmin || teamId === null || (!!team.value && managesTeam(roleIn(team.value, who.id)))
}

/** `usePermission`, false until it is known. */
export const useMayChange = (teamId: string | null): boolean => usePermission(teamId) === true
