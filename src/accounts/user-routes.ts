// /api/users: the users of this instance, for admins.

import { Type as t } from '@sinclair/typebox'
import { adminOnly } from '../access/rule.ts'
import { roles, type User } from '../access/user.ts'
import { readListQuery } from '../db/page.ts'
import type { Entities } from '../db/sqlite/entities.ts'
import { badRequest } from '../errors.ts'
import { okAnswer, pageAnswer } from '../http/answers.ts'
import { operationsWith } from '../http/endpoint.ts'
import { flag, isOn, listing, plainName, uuid } from '../http/input/fields.ts'
import type { TargetServices } from '../targets/services.ts'
import { isEntityId } from '../targets/store.ts'
import { listedTeamAnswer, listedTeams } from '../teams/row.ts'
import { listUserTeams } from '../teams/store.ts'
import { type Passwords, passwordField } from '../users/password.ts'
import {
  createUser,
  findUser,
  findUserByName,
  isLastAdmin,
  updateUser,
  userAnswer,
  userRow,
} from '../users/store.ts'
import { ownedWebsiteAnswer, ownedWebsiteRow } from '../websites/row.ts'
import { listWebsites } from '../websites/store.ts'
import { countOwned, countsAnswer } from './counts.ts'
import { removeUser } from './removal.ts'
import { userByAdmin } from './user-by-admin.ts'

interface Services extends TargetServices {
  passwords: Passwords
}

const { read, remove, write } = operationsWith<Services>()

const username = plainName(255, 'Name to log in with; kept in lower case.')
const password = passwordField('Password.')
const role = t.Union(
  roles.map((name) => t.Literal(name)),
  { description: 'What the user may do.' },
)

export const userOperations = [
  write('/api/users', {
    summary: 'Create a user.',
    access: adminOnly,
    body: { id: t.Optional(uuid('Id to use.')), username, password, role },
    answer: t.Omit(userAnswer, ['createdAt']),
    run: async ({ app, subject, reauthorize, body, now }) => {
      const id = body.id?.toLowerCase() ?? crypto.randomUUID()
      checkFree(app.entities, id, body.username)
      const passwordHash = await app.passwords.hash(body.password, subject.id)
      // Checked again, like the caller: others went on while the password was hashed.
      reauthorize()
      checkFree(app.entities, id, body.username)
      createUser(app.entities, {
        id,
        username: body.username,
        passwordHash,
        role: body.role,
        createdAt: now,
      })
      const { createdAt: _, ...row } = userRow(findUser(app.entities, id) as User)
      return row
    },
  }),
  read('/api/users/:userId', {
    summary: 'A user.',
    access: userByAdmin,
    answer: t.Object({ ...userAnswer.properties, _count: countsAnswer }),
    run: ({ app, subject }) => ({
      ...userRow(subject.user),
      _count: countOwned(app.entities, subject.user.id),
    }),
  }),
  write('/api/users/:userId', {
    summary:
      'Change a user; what is left out stays as it is. A new password or role ends their tokens.',
    access: userByAdmin,
    body: {
      username: t.Optional(username),
      password: t.Optional(password),
      role: t.Optional(role),
    },
    answer: userAnswer,
    run: async ({ app, subject, reauthorize, body, now }) => {
      const given =
        body.password === undefined
          ? null
          : await app.passwords.hash(body.password, subject.admin.id)
      const { user } = reauthorize()
      const taken = body.username === undefined ? null : findUserByName(app.entities, body.username)
      if (taken && taken.id !== user.id) throw badRequest('User already exists')
      const changed = {
        id: user.id,
        username: body.username ?? user.username,
        passwordHash: given ?? user.passwordHash,
        role: body.role ?? user.role,
      }
      if (changed.role !== 'admin') checkNotLastAdmin(app.entities, user)
      const endsTokens = given !== null || changed.role !== user.role
      if (Object.keys(body).length > 0) updateUser(app.entities, { ...changed, endsTokens }, now)
      return userRow(findUser(app.entities, user.id) as User)
    },
  }),
  remove('/api/users/:userId', {
    summary:
      'Delete a user with everything they own, the teams they own included, for good. Hand over ' +
      'before what is to stay.',
    access: userByAdmin,
    answer: okAnswer,
    run: ({ app, subject: { user, admin }, now }) => {
      if (user.id === admin.id) throw badRequest('You cannot delete yourself.')
      checkNotLastAdmin(app.entities, user)
      removeUser(app.entities, user.id, now)
      app.targets.invalidateAll()
      app.jobs.wake('erase')
      return { ok: true }
    },
  }),
  read('/api/users/:userId/websites', {
    summary: 'The websites of a user.',
    access: userByAdmin,
    query: { includeTeams: flag('Adds websites of teams that the user owns.'), ...listing },
    answer: pageAnswer(ownedWebsiteAnswer),
    run: ({ app, subject, query }) => {
      const includesTeams = isOn(query.includeTeams)
      const own = { userId: subject.user.id, includesTeams, ids: null }
      const found = listWebsites(app.entities, own, readListQuery(query))
      return { ...found, data: found.data.map(ownedWebsiteRow) }
    },
  }),
  read('/api/users/:userId/teams', {
    summary: 'The teams that a user is in.',
    access: userByAdmin,
    query: listing,
    answer: pageAnswer(listedTeamAnswer),
    run: ({ app, subject, query }) =>
      listedTeams(
        app.entities,
        subject.admin,
        listUserTeams(app.entities, subject.user.id, readListQuery(query)),
      ),
  }),
]

function checkFree(db: Entities, id: string, wantedName: string): void {
  const isTaken = findUserByName(db, wantedName) ?? findUser(db, id)
  if (isTaken || isEntityId(db, id)) throw badRequest('User already exists')
}

function checkNotLastAdmin(db: Entities, user: User): void {
  if (isLastAdmin(db, user)) throw badRequest('The last admin must stay an admin.')
}
