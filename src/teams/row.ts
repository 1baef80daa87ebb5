// Teams and memberships as answers show them.

import { Type as t } from '@sinclair/typebox'
import type { User } from '../access/user.ts'
import type { Page } from '../db/page.ts'
import type { Entities } from '../db/sqlite/entities.ts'
import {
  deletedAtAnswer,
  idAnswer,
  instantAnswer,
  instantText,
  personAnswer,
} from '../http/answers.ts'
import { nullable } from '../http/input/fields.ts'
import { seesAccessCode } from './access.ts'
import { listTeamMembers, type Member, type NamedMember } from './members.ts'
import { countWebsites, type Team } from './store.ts'

const memberFields = {
  id: idAnswer,
  teamId: idAnswer,
  userId: idAnswer,
  role: t.String({ description: 'team-owner, team-manager, team-member or team-view-only.' }),
  createdAt: instantAnswer,
  updatedAt: instantAnswer,
}
const teamFields = {
  id: idAnswer,
  name: t.String(),
  accessCode: nullable(
    t.String({ description: 'Shown to admins and to owner and managers, null to others.' }),
  ),
  logoUrl: nullable(t.String()),
  twoFactorRequired: t.Boolean(),
  createdAt: instantAnswer,
  updatedAt: instantAnswer,
  deletedAt: deletedAtAnswer,
}

export const memberAnswer = t.Object(memberFields)
export const namedMemberAnswer = t.Object({ ...memberFields, user: personAnswer })
export const teamAnswer = t.Object(teamFields)
export const teamWithMembersAnswer = t.Object({ ...teamFields, members: t.Array(memberAnswer) })
export const listedTeamAnswer = t.Object({
  ...teamFields,
  members: t.Array(namedMemberAnswer),
  _count: t.Object({ websites: t.Integer(), members: t.Integer() }),
})

export const memberRow = (member: Member) => ({
  id: member.id,
  teamId: member.teamId,
  userId: member.userId,
  role: member.role,
  createdAt: instantText(member.createdAt),
  updatedAt: instantText(member.updatedAt),
})

export const namedMemberRow = (member: NamedMember) => ({
  ...memberRow(member),
  user: { id: member.userId, username: member.username },
})

export const teamRow = (team: Team, showsCode: boolean) => ({
  ...team,
  accessCode: showsCode ? team.accessCode : null,
  twoFactorRequired: team.twoFactorRequired === 1,
  createdAt: instantText(team.createdAt),
  updatedAt: instantText(team.updatedAt),
  deletedAt: null,
})

/** A list of teams with members and counts; codes are shown as far as `viewer` may see them. */
export function listedTeams(db: Entities, viewer: User, found: Page<Team>) {
  const ids = found.data.map((team) => team.id)
  const members = Map.groupBy(listTeamMembers(db, ids), (member) => member.teamId)
  const websites = countWebsites(db, ids)
  const data = found.data.map((team) => {
    const ofTeam = members.get(team.id) ?? []
    const role = ofTeam.find((member) => member.userId === viewer.id)?.role ?? null
    return {
      ...teamRow(team, seesAccessCode({ user: viewer, role })),
      members: ofTeam.map(namedMemberRow),
      _count: { websites: websites.get(team.id) ?? 0, members: ofTeam.length },
    }
  })
  return { ...found, data }
}
