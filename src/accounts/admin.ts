// /api/admin: everything of a kind, for admins.

import { Type as t } from '@sinclair/typebox'
import { adminOnly } from '../access/rule.ts'
import { readListQuery } from '../db/page.ts'
import type { Entities } from '../db/sqlite/entities.ts'
import { deletedAtAnswer, instantAnswer, instantText, pageAnswer } from '../http/answers.ts'
import { read } from '../http/endpoint.ts'
import { listing, nullable } from '../http/input/fields.ts'
import { listTeamMembers } from '../teams/members.ts'
import {
  listedTeamAnswer,
  listedTeams,
  memberAnswer,
  memberRow,
  teamAnswer,
  teamRow,
} from '../teams/row.ts'
import { findTeam, listAllTeams } from '../teams/store.ts'
import { type ListedUser, listAllUsers, userAnswer } from '../users/store.ts'
import { ownedWebsiteAnswer, ownedWebsiteRow } from '../websites/row.ts'
import { listAllWebsites, type Website } from '../websites/store.ts'

const listedUserAnswer = t.Object({
  ...userAnswer.properties,
  logoUrl: nullable(t.String()),
  displayName: nullable(t.String()),
  updatedAt: instantAnswer,
  deletedAt: deletedAtAnswer,
  _count: t.Object({ websites: t.Integer() }),
})

const listedUserRow = ({ websites, ...user }: ListedUser) => ({
  ...user,
  createdAt: instantText(user.createdAt),
  updatedAt: instantText(user.updatedAt),
  deletedAt: null,
  _count: { websites },
})

const listedWebsiteAnswer = t.Object({
  ...ownedWebsiteAnswer.properties,
  user: nullable(ownedWebsiteAnswer.properties.user),
  team: nullable(
    t.Object({
      ...teamAnswer.properties,
      members: t.Array(memberAnswer, { description: 'Its owner only.' }),
    }),
  ),
})

const listedWebsiteRow = (db: Entities, website: Website) => ({
  user: null,
  ...ownedWebsiteRow(website),
  team: website.teamId === null ? null : findListedTeam(db, website.teamId),
})

function findListedTeam(db: Entities, id: string) {
  const team = findTeam(db, id)
  if (!team) return null
  const owners = listTeamMembers(db, [id]).filter((member) => member.role === 'team-owner')
  return { ...teamRow(team, true), members: owners.map(memberRow) }
}

export const adminOperations = [
  read('/api/admin/users', {
    summary: 'All users.',
    access: adminOnly,
    query: listing,
    answer: pageAnswer(listedUserAnswer),
    run: ({ app, query }) => {
      const found = listAllUsers(app.entities, readListQuery(query))
      return { ...found, data: found.data.map(listedUserRow) }
    },
  }),
  read('/api/admin/websites', {
    summary: 'All websites.',
    access: adminOnly,
    query: listing,
    answer: pageAnswer(listedWebsiteAnswer),
    run: ({ app, query }) => {
      const found = listAllWebsites(app.entities, readListQuery(query))
      return { ...found, data: found.data.map((row) => listedWebsiteRow(app.entities, row)) }
    },
  }),
  read('/api/admin/teams', {
    summary: 'All teams.',
    access: adminOnly,
    query: listing,
    answer: pageAnswer(listedTeamAnswer),
    run: ({ app, subject, query }) =>
      listedTeams(app.entities, subject, listAllTeams(app.entities, readListQuery(query))),
  }),
]
