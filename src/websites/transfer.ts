// Handing a website from its user to a team, and from a team to the team's owner.

import { Type as t } from '@sinclair/typebox'
import { findTeamRole, managesTeam } from '../access/permissions.ts'
import type { Access } from '../access/rule.ts'
import { invalidField, unauthorized } from '../errors.ts'
import { operationsWith } from '../http/endpoint.ts'
import { nullable, uuid } from '../http/input/fields.ts'
import type { TargetServices } from '../targets/services.ts'
import { updateOwnWebsite } from './access.ts'
import { websiteAnswer, websiteRow } from './row.ts'
import { findWebsite, moveWebsite, type Website } from './store.ts'

const { write } = operationsWith<TargetServices>()

/** Nobody moves what is not theirs: for an admin the same rules hold as for anyone. */
const transferWebsite: Access<Website> = { ...updateOwnWebsite, permission: 'transfer website' }

export const transferOperations = [
  write('/api/websites/:websiteId/transfer', {
    summary:
      'Hand an own website to a team that the caller owns or manages, or take a website of an own ' +
      'team. With both members userId counts.',
    access: transferWebsite,
    body: {
      userId: t.Optional(nullable(uuid('The caller, who takes the website of their team.'))),
      teamId: t.Optional(nullable(uuid('Team that gets the website.'))),
    },
    answer: websiteAnswer,
    run: ({ app, caller, subject, body, now }) => {
      const callerId = caller.user?.id ?? ''
      const userId = body.userId?.toLowerCase()
      const teamId = body.teamId?.toLowerCase()
      const roleIn = (id: string | null | undefined) =>
        id ? findTeamRole(app.entities, id, callerId) : null
      if (userId) {
        const isOwner = roleIn(subject.teamId) === 'team-owner'
        if (userId !== callerId || !isOwner) throw unauthorized()
        moveWebsite(app.entities, subject.id, { userId, teamId: null }, now)
      } else if (teamId) {
        if (subject.userId !== callerId || !managesTeam(roleIn(teamId))) throw unauthorized()
        moveWebsite(app.entities, subject.id, { userId: null, teamId }, now)
      } else throw invalidField('teamId', 'Invalid input: expected userId or teamId')
      app.targets.invalidate(subject.id)
      return websiteRow(findWebsite(app.entities, subject.id) as Website)
    },
  }),
]
