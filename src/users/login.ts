// Logging in and out, and the caller's own account.

import { Type as t } from '@sinclair/typebox'
import type { App } from '../app.ts'
import { badRequest, invalidField, unauthorized } from '../errors.ts'
import { anyone, signedIn } from '../http/access.ts'
import { read, write } from '../http/endpoint.ts'
import { hashPassword, maxPasswordLength, minPasswordLength, verifyPassword } from './password.ts'
import { findUserByName, listTeamNames, type User, updatePassword, userRow } from './store.ts'

/** The user as login, verify and `me` tell it. */
const account = (user: User) => ({ ...userRow(user), isAdmin: user.role === 'admin' })

const accountWithTeams = (app: App, user: User) => ({
  ...account(user),
  teams: listTeamNames(app.entities, user.id),
})

export const loginOperations = [
  write('/api/auth/login', {
    summary: 'Log in with name and password.',
    access: anyone,
    body: { username: t.String(), password: t.String() },
    run: async ({ app, body }) => {
      const user = findUserByName(app.entities, body.username)
      const isRight = await verifyPassword(body.password, user?.passwordHash ?? null)
      if (!user || !isRight) throw unauthorized(undefined, 'incorrect-username-password')
      return { token: await app.tokens.issue(user), user: accountWithTeams(app, user) }
    },
  }),
  write('/api/auth/verify', {
    summary: 'The user of the token.',
    access: signedIn,
    run: ({ app, subject }) => accountWithTeams(app, subject),
  }),
  write('/api/auth/logout', {
    summary: 'End the token.',
    access: signedIn,
    run: async ({ app, caller }) => {
      if (caller.token) await app.tokens.revoke(caller.token)
      return { ok: true }
    },
  }),
  read('/api/me', {
    summary: 'Whom the token stands for.',
    access: signedIn,
    run: ({ caller, subject }) => ({
      token: caller.token,
      shareToken: null,
      user: account(subject),
    }),
  }),
  write('/api/me/password', {
    summary: 'Change the own password; ends all login tokens of the user.',
    access: signedIn,
    body: {
      currentPassword: t.String(),
      newPassword: t.String({ minLength: minPasswordLength, maxLength: maxPasswordLength }),
    },
    run: async ({ app, subject, body, now }) => {
      if (!(await verifyPassword(body.currentPassword, subject.passwordHash))) {
        throw badRequest('Current password is incorrect')
      }
      if (body.newPassword.trim() === '') {
        throw invalidField('newPassword', 'Invalid input: expected more than blanks')
      }
      updatePassword(app.entities, subject.id, await hashPassword(body.newPassword), now)
      return userRow(subject)
    },
  }),
]
