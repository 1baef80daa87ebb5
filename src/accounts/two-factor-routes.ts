// /api/admin: of whom a second factor is required, and who lost theirs.

import { Type as t } from '@sinclair/typebox'
import { type Access, adminOnly, type EntityServices } from '../access/rule.ts'
import { notFound } from '../errors.ts'
import { idAnswer } from '../http/answers.ts'
import { operationsWith } from '../http/endpoint.ts'
import {
  isRequiredOfUser,
  requireOfAll,
  requireOfTeam,
  requireOfUser,
} from '../sign-in/requirement.ts'
import type { SecondFactors } from '../sign-in/two-factor/second-factors.ts'
import { findTeam, type Team } from '../teams/store.ts'
import { userByAdmin } from './user-by-admin.ts'

interface Services extends EntityServices {
  secondFactors: SecondFactors
}

const { read, remove, write } = operationsWith<Services>()

const required = t.Boolean({ description: 'Whether a second factor is required.' })

const teamByAdmin: Access<Team> = {
  permission: 'admin',
  audience: 'user',
  find: (request) => {
    adminOnly.find(request)
    const team = findTeam(request.app.entities, request.params.teamId ?? '')
    if (!team) throw notFound('Team not found.')
    return team
  },
}

export const twoFactorAdminOperations = [
  write('/api/admin/2fa/global', {
    summary: 'Require a second factor of everybody, or of nobody. Who has none sets it up first.',
    access: adminOnly,
    body: { required },
    answer: t.Object({ ok: t.Literal(true), required }),
    run: ({ app, body }) => {
      requireOfAll(app.entities, body.required)
      return { ok: true, required: body.required }
    },
  }),
  write('/api/admin/teams/:teamId/2fa', {
    summary: 'Require a second factor of the members of a team.',
    access: teamByAdmin,
    body: { required },
    answer: t.Object({ ok: t.Literal(true), teamId: idAnswer, twoFactorRequired: t.Boolean() }),
    run: ({ app, subject, body }) => {
      requireOfTeam(app.entities, subject.id, body.required)
      return { ok: true, teamId: subject.id, twoFactorRequired: body.required }
    },
  }),
  read('/api/admin/users/:userId/2fa', {
    summary: 'Whether a user has a second factor, and whether it is required of this user.',
    access: userByAdmin,
    answer: t.Object({ isEnabled: t.Boolean(), twoFactorRequired: t.Boolean() }),
    run: ({ app, subject: { user } }) => ({
      isEnabled: app.secondFactors.isEnabled(user.id),
      twoFactorRequired: isRequiredOfUser(app.entities, user.id),
    }),
  }),
  write('/api/admin/users/:userId/2fa', {
    summary: 'Require a second factor of a user.',
    access: userByAdmin,
    body: { required },
    answer: t.Object({ ok: t.Literal(true), userId: idAnswer, twoFactorRequired: t.Boolean() }),
    run: ({ app, subject: { user }, body }) => {
      requireOfUser(app.entities, user.id, body.required)
      return { ok: true, userId: user.id, twoFactorRequired: body.required }
    },
  }),
  remove('/api/admin/users/:userId/2fa', {
    summary: 'Remove the second factor of a user who lost it; the password is enough again.',
    access: userByAdmin,
    answer: t.Object({
      ok: t.Literal(true),
      userId: idAnswer,
      reset: t.Object({
        twoFactorAuth: t.Integer(),
        backupCodes: t.Integer(),
        otpUsed: t.Integer(),
        rateLimit: t.Integer(),
      }),
    }),
    run: ({ app, subject: { user } }) => ({
      ok: true,
      userId: user.id,
      reset: app.secondFactors.remove(user.id),
    }),
  }),
]
