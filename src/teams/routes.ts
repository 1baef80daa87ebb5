// /api/teams: create, join, read, update, delete, and what a team owns.

import { Type as t } from '@sinclair/typebox'
import { mayCreateTeam } from '../access/permissions.ts'
import { type Access, requireUser, signedIn } from '../access/rule.ts'
import type { User } from '../access/user.ts'
import { boardAnswer, boardRow } from '../boards/row.ts'
import { listTeamBoards } from '../boards/store.ts'
import { readListQuery } from '../db/page.ts'
import type { Entities } from '../db/sqlite/entities.ts'
import { badRequest, notFound, unauthorized } from '../errors.ts'
import { okAnswer, pageAnswer } from '../http/answers.ts'
import { operationsWith } from '../http/endpoint.ts'
import { listing, name, nullable } from '../http/input/fields.ts'
import { randomText } from '../lib/random-text.ts'
import { linkAnswer, linkStore } from '../links/links.ts'
import { pixelAnswer, pixelStore } from '../pixels/pixels.ts'
import type { TargetServices } from '../targets/services.ts'
import { toSluggedRow } from '../targets/slugged-routes.ts'
import { teamWebsiteAnswer, teamWebsiteRow } from '../websites/row.ts'
import { listTeamWebsites } from '../websites/store.ts'
import { deleteOwnTeam, seesAccessCode, updateOwnTeam, viewTeam } from './access.ts'
import { createMember, findMember, listTeamMembers, type Member } from './members.ts'
import { declareOwnTeams } from './own-teams.ts'
import { memberAnswer, memberRow, teamAnswer, teamRow, teamWithMembersAnswer } from './row.ts'
import { createTeam, findTeam, findTeamByCode, removeTeam, type Team, updateTeam } from './store.ts'

const { read, remove, write } = operationsWith<TargetServices>()

const teamName = name(50, 'Name of the team.')

const createOwnTeam: Access<User> = {
  permission: 'create team',
  audience: 'user',
  find: ({ caller }) => {
    const user = requireUser(caller)
    if (!mayCreateTeam(user)) throw unauthorized()
    return user
  },
}

export const teamOperations = [
  declareOwnTeams('/api/teams'),
  write('/api/teams', {
    summary: 'Create a team that the caller owns. Answers the team and the membership.',
    access: createOwnTeam,
    body: { name: teamName },
    answer: t.Tuple([teamAnswer, memberAnswer]),
    run: ({ app, subject, body, now }) => {
      const id = crypto.randomUUID()
      createTeam(app.entities, {
        id,
        name: body.name,
        accessCode: `team_${randomText(16)}`,
        ownerId: subject.id,
        memberId: crypto.randomUUID(),
        now,
      })
      const member = findMember(app.entities, id, subject.id) as Member
      return [teamRow(findTeam(app.entities, id) as Team, true), memberRow(member)]
    },
  }),
  write('/api/teams/join', {
    summary: 'Join a team by its access code, as a member.',
    access: signedIn,
    body: { accessCode: t.String({ maxLength: 50, description: 'Code of the team.' }) },
    answer: memberAnswer,
    refusals: [404],
    run: ({ app, subject, body, now }) => {
      const team = findTeamByCode(app.entities, body.accessCode)
      if (!team) throw notFound('Team not found.', 'team-not-found')
      if (findMember(app.entities, team.id, subject.id)) {
        throw badRequest('User is already a team member.')
      }
      createMember(app.entities, {
        id: crypto.randomUUID(),
        teamId: team.id,
        userId: subject.id,
        role: 'team-member',
        now,
      })
      return memberRow(findMember(app.entities, team.id, subject.id) as Member)
    },
  }),
  read('/api/teams/:teamId', {
    summary: 'A team with its members.',
    access: viewTeam,
    answer: teamWithMembersAnswer,
    run: ({ app, subject }) => ({
      ...teamRow(subject.team, seesAccessCode(subject)),
      members: listTeamMembers(app.entities, [subject.team.id]).map(memberRow),
    }),
  }),
  write('/api/teams/:teamId', {
    summary: 'Change a team; what is left out stays as it is.',
    access: updateOwnTeam,
    body: {
      name: t.Optional(teamName),
      accessCode: t.Optional(
        nullable(
          t.String({
            minLength: 8,
            maxLength: 50,
            pattern: '\\S',
            description: 'Code to join by; null lets nobody join.',
          }),
        ),
      ),
    },
    answer: teamAnswer,
    run: ({ app, subject: { team }, body, now }) => {
      checkCode(app.entities, team, body.accessCode)
      const changed = {
        id: team.id,
        name: body.name ?? team.name,
        accessCode: body.accessCode === undefined ? team.accessCode : body.accessCode,
      }
      updateTeam(app.entities, changed, now)
      return teamRow(findTeam(app.entities, team.id) as Team, true)
    },
  }),
  remove('/api/teams/:teamId', {
    summary: 'Delete a team; what it owned passes to its owner.',
    access: deleteOwnTeam,
    answer: okAnswer,
    run: ({ app, subject, now }) => {
      removeTeam(app.entities, subject.team.id, now)
      app.targets.invalidateAll()
      return { ok: true }
    },
  }),
  read('/api/teams/:teamId/websites', {
    summary: 'The websites of a team.',
    access: viewTeam,
    query: listing,
    answer: pageAnswer(teamWebsiteAnswer),
    run: ({ app, subject, query }) => {
      const found = listTeamWebsites(app.entities, subject.team.id, readListQuery(query))
      return { ...found, data: found.data.map(teamWebsiteRow) }
    },
  }),
  read('/api/teams/:teamId/links', {
    summary: 'The links of a team.',
    access: viewTeam,
    query: listing,
    answer: pageAnswer(linkAnswer),
    run: ({ app, subject, query }) => {
      const found = linkStore.listOfTeam(app.entities, subject.team.id, readListQuery(query))
      return { ...found, data: found.data.map(toSluggedRow) }
    },
  }),
  read('/api/teams/:teamId/pixels', {
    summary: 'The pixels of a team.',
    access: viewTeam,
    query: listing,
    answer: pageAnswer(pixelAnswer),
    run: ({ app, subject, query }) => {
      const found = pixelStore.listOfTeam(app.entities, subject.team.id, readListQuery(query))
      return { ...found, data: found.data.map(toSluggedRow) }
    },
  }),
  read('/api/teams/:teamId/boards', {
    summary: 'The boards of a team.',
    access: viewTeam,
    query: listing,
    answer: pageAnswer(boardAnswer),
    run: ({ app, subject, query }) => {
      const found = listTeamBoards(app.entities, subject.team.id, readListQuery(query))
      return { ...found, data: found.data.map(boardRow) }
    },
  }),
]

function checkCode(db: Entities, team: Team, wanted: string | null | undefined): void {
  const taken = wanted ? findTeamByCode(db, wanted) : null
  if (taken && taken.id !== team.id) throw badRequest('That access code is already taken.')
}
