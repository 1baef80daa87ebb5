// Access rules whose subject is the team of the path.

import { findTeamRole, managesTeam, type TeamRole } from '../access/permissions.ts'
import { type Access, type AccessRequest, requireUser, unknownId } from '../access/rule.ts'
import type { User } from '../access/user.ts'
import { unauthorized } from '../errors.ts'
import { findTeam, type Team } from './store.ts'

/** A team as seen by a caller; `role` is `null` for an admin who is not in it. */
interface TeamInSight {
  team: Team
  user: User
  role: TeamRole | null
}

export const seesAccessCode = ({ user, role }: Omit<TeamInSight, 'team'>): boolean =>
  user.role === 'admin' || managesTeam(role)

type IsAllowed = (user: User, role: TeamRole) => boolean

function teamFor({ app, caller, params }: AccessRequest, message: string, isAllowed: IsAllowed) {
  const user = requireUser(caller)
  const team = findTeam(app.entities, params.teamId ?? '')
  const isAdmin = user.role === 'admin'
  if (!team) throw unknownId(caller, { notFound: 'Team not found.', unauthorized: message })
  const role = findTeamRole(app.entities, team.id, user.id)
  if (!isAdmin && (role === null || !isAllowed(user, role))) throw unauthorized(message)
  return { team, user, role }
}

const teamRule = (
  permission: string,
  message: string,
  isAllowed: IsAllowed,
): Access<TeamInSight> => ({
  permission,
  audience: 'user',
  find: (request) => teamFor(request, message, isAllowed),
})

const isMember = 'You must be a member of this team.'
const isManager = 'You must be the owner/manager of this team.'

export const viewTeam = teamRule('view team', isMember, () => true)

/** A global view-only user changes nothing, whatever their role in the team. */
export const updateOwnTeam = teamRule(
  'update team',
  isManager,
  (user, role) => user.role !== 'view-only' && managesTeam(role),
)

export const deleteOwnTeam = teamRule(
  'delete team',
  isManager,
  (user, role) => user.role !== 'view-only' && role === 'team-owner',
)

/** Those who may update the team, and members for themselves. */
export const leaveTeam: Access<TeamInSight> = {
  permission: 'update team, or self',
  audience: 'user',
  find: (request) => {
    const isSelf = request.params.userId?.toLowerCase() === request.caller.user?.id
    return isSelf ? viewTeam.find(request) : updateOwnTeam.find(request)
  },
}
