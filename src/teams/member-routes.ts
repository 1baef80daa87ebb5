// /api/teams/:teamId/users: who is in a team, and in which role.

import { Type as t } from '@sinclair/typebox'
import type { AccessRequest } from '../access/rule.ts'
import { readListQuery } from '../db/page.ts'
import { badRequest, notFound } from '../errors.ts'
import { okAnswer, pageAnswer } from '../http/answers.ts'
import { read, remove, write } from '../http/endpoint.ts'
import { listing, uuid } from '../http/input/fields.ts'
import { findUser } from '../users/store.ts'
import { leaveTeam, updateOwnTeam, viewTeam } from './access.ts'
import {
  createMember,
  findMember,
  listMembers,
  type Member,
  removeMember,
  updateMemberRole,
} from './members.ts'
import { memberAnswer, memberRow, namedMemberAnswer, namedMemberRow } from './row.ts'

const role = t.Union(
  [t.Literal('team-member'), t.Literal('team-view-only'), t.Literal('team-manager')],
  { description: 'What the member may do in the team.' },
)

export const memberOperations = [
  read('/api/teams/:teamId/users', {
    summary: 'The members of a team.',
    access: viewTeam,
    query: listing,
    answer: pageAnswer(namedMemberAnswer),
    run: ({ app, subject, query }) => {
      const found = listMembers(app.entities, subject.team.id, readListQuery(query))
      return { ...found, data: found.data.map(namedMemberRow) }
    },
  }),
  write('/api/teams/:teamId/users', {
    summary: 'Add a user to a team.',
    access: updateOwnTeam,
    body: { userId: uuid('The user.'), role },
    answer: memberAnswer,
    run: ({ app, subject: { team }, body, now }) => {
      const user = findUser(app.entities, body.userId.toLowerCase())
      if (!user) throw notFound('User not found.')
      if (findMember(app.entities, team.id, user.id)) {
        throw badRequest('User is already a member of the Team.')
      }
      const id = crypto.randomUUID()
      createMember(app.entities, { id, teamId: team.id, userId: user.id, role: body.role, now })
      return memberRow(findMember(app.entities, team.id, user.id) as Member)
    },
  }),
  read('/api/teams/:teamId/users/:userId', {
    summary: 'A membership.',
    access: updateOwnTeam,
    answer: memberAnswer,
    run: ({ app, subject, params }) => {
      const member = findMember(app.entities, subject.team.id, params.userId ?? '')
      if (!member) throw notFound()
      return memberRow(member)
    },
  }),
  write('/api/teams/:teamId/users/:userId', {
    summary: 'Change the role of a member.',
    access: updateOwnTeam,
    body: { role },
    answer: memberAnswer,
    run: ({ app, subject, params, body, now }) => {
      const member = findMemberInPath(app, subject.team.id, params)
      if (member.role === 'team-owner') throw badRequest('The owner of a team stays its owner.')
      updateMemberRole(app.entities, member.id, body.role, now)
      return memberRow(findMember(app.entities, member.teamId, member.userId) as Member)
    },
  }),
  remove('/api/teams/:teamId/users/:userId', {
    summary: 'Remove a member, or leave a team. Its owner stays; they delete the team instead.',
    access: leaveTeam,
    answer: okAnswer,
    refusals: [400],
    run: ({ app, subject, params }) => {
      const member = findMemberInPath(app, subject.team.id, params)
      if (member.role === 'team-owner') throw badRequest('The owner of a team cannot leave it.')
      removeMember(app.entities, member.id)
      return { ok: true }
    },
  }),
]

/** The membership of the path's user. Throws 400 when they are not in the team. */
function findMemberInPath(
  app: AccessRequest['app'],
  teamId: string,
  params: Record<string, string>,
): Member {
  const member = findMember(app.entities, teamId, params.userId ?? '')
  if (!member) throw badRequest('The User does not exists on this team.')
  return member
}
