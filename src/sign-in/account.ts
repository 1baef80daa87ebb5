// The own account as answers show it.

import { Type as t } from '@sinclair/typebox'
import type { EntityServices } from '../access/rule.ts'
import type { User } from '../access/user.ts'
import { idAnswer } from '../http/answers.ts'
import { nullable } from '../http/input/fields.ts'
import { listTeamNames, userAnswer, userRow } from '../users/store.ts'

export const accountAnswer = t.Object({ ...userAnswer.properties, isAdmin: t.Boolean() })

const teamNames = t.Array(
  t.Object({ id: idAnswer, name: t.String(), logoUrl: nullable(t.String()) }),
)

export const accountWithTeamsAnswer = t.Object({
  ...accountAnswer.properties,
  teams: teamNames,
  twoFactorSetupRequired: t.Boolean({
    description: 'Whether a second factor must be set up before anything else.',
  }),
})

/** The answer to a log-in that is complete. */
export const loginAnswer = t.Object({
  token: t.String({ description: 'Bearer token, valid for 30 days.' }),
  user: accountWithTeamsAnswer,
})

/** The user as `me` answers it. */
export const accountRow = (user: User) => ({ ...userRow(user), isAdmin: user.role === 'admin' })

interface AccountServices extends EntityServices {
  secondFactors: { mustSetUp: (user: User) => boolean }
}

/** The user as log-in and verify answer it. */
export const accountWithTeams = ({ entities, secondFactors }: AccountServices, user: User) => ({
  ...accountRow(user),
  teams: listTeamNames(entities, user.id),
  twoFactorSetupRequired: secondFactors.mustSetUp(user),
})
