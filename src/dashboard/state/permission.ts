// Whether the reader may change things, so that nothing is offered that the server refuses.

import { managesTeam, roleIn, type Team } from '../teams/team.ts'
import { account } from './account.ts'
import { useAnswer } from './answer.ts'
import { useSignal } from './signal.ts'

/**
 * Whether the reader may create, change and delete what a team owns, or (`null`) what is their own.
 * False until it is known.
 */
export function useMayChange(teamId: string | null): boolean {
  const who = useSignal(account)
  const isOpen = who?.role !== 'user' || teamId === null
  const team = useAnswer<Team>(isOpen ? null : `/api/teams/${encodeURIComponent(teamId)}`)
  if (!who || who.role === 'view-only') return false
  if (who.isAdmin || teamId === null) return true
  const role = team.value ? roleIn(team.value, who.id) : null
  return managesTeam(role) || role === 'team-member'
}
