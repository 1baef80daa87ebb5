// Logging in and out, and the caller's own account.

import { Type as t } from '@sinclair/typebox'
import { anyone, type EntityServices, signedIn, signedInOrBound } from '../access/rule.ts'
import { badRequest, unauthorized } from '../errors.ts'
import { idAnswer, okAnswer } from '../http/answers.ts'
import { type AddressServices, readAddress } from '../http/client/network.ts'
import { operationsWith } from '../http/endpoint.ts'
import { type Passwords, passwordField } from '../users/password.ts'
import { findUserByName, replacePassword, userAnswer, userRow } from '../users/store.ts'
import {
  accountAnswer,
  accountRow,
  accountWithTeams,
  accountWithTeamsAnswer,
  loginAnswer,
} from './account.ts'
import type { LoginAttempts } from './login-attempts.ts'
import type { Tokens } from './tokens.ts'
import type { PartialTokens } from './two-factor/partial-tokens.ts'
import type { SecondFactors } from './two-factor/second-factors.ts'

interface Services extends EntityServices, AddressServices {
  logins: LoginAttempts
  passwords: Passwords
  tokens: Pick<Tokens, 'issue' | 'revoke'>
  partialTokens: PartialTokens
  secondFactors: SecondFactors
}

const { read, write } = operationsWith<Services>()

export const loginOperations = [
  write('/api/auth/login', {
    summary: 'Log in with name and password.',
    access: anyone,
    body: { username: t.String(), password: t.String() },
    answer: t.Union([
      loginAnswer,
      t.Object(
        {
          requiresTwoFactor: t.Literal(true),
          partialToken: t.String({
            description: 'Bearer token of POST /api/2fa/verify, valid for five minutes.',
          }),
        },
        { description: 'Of a user with a second factor.' },
      ),
    ]),
    refusals: [401],
    run: async ({ app, body, request, peerAddress }) => {
      const address = readAddress(app, { headers: request.headers, peerAddress })
      const user = await app.logins.attempt(address, body.username, async (sender) => {
        const known = findUserByName(app.entities, body.username)
        const isRight = await app.passwords.verify(
          body.password,
          known?.passwordHash ?? null,
          sender,
        )
        // Read again: the user may have been changed or deleted while the password was checked.
        const current = isRight ? findUserByName(app.entities, body.username) : null
        return current?.passwordHash === known?.passwordHash ? current : null
      })
      if (!user) throw unauthorized(undefined, 'incorrect-username-password')
      if (app.secondFactors.isEnabled(user.id)) {
        return { requiresTwoFactor: true, partialToken: await app.partialTokens.issue(user) }
      }
      return { token: await app.tokens.issue(user), user: accountWithTeams(app, user) }
    },
  }),
  write('/api/auth/verify', {
    summary: 'The user of the token.',
    access: signedIn,
    answer: accountWithTeamsAnswer,
    run: ({ app, subject }) => accountWithTeams(app, subject),
  }),
  write('/api/auth/logout', {
    summary: 'End the token.',
    access: signedIn,
    answer: okAnswer,
    run: async ({ app, caller }) => {
      if (caller.token) await app.tokens.revoke(caller.token)
      return { ok: true }
    },
  }),
  read('/api/me', {
    summary: 'Who is signed in, with the token.',
    access: signedInOrBound,
    answer: t.Object({
      token: t.String(),
      shareToken: t.Null(),
      user: accountAnswer,
      authType: t.Union([t.Literal('session'), t.Literal('api-key')]),
      apiKey: t.Optional(
        t.Object({ id: idAnswer, name: t.String() }, { description: 'Of the key that was sent.' }),
      ),
    }),
    run: ({ caller: { token, key }, subject }) => ({
      token,
      shareToken: null,
      user: accountRow(subject),
      authType: key ? 'api-key' : 'session',
      ...(key ? { apiKey: { id: key.id, name: key.name } } : {}),
    }),
  }),
  write('/api/me/password', {
    summary: 'Change the own password; ends all login tokens of the user.',
    access: signedIn,
    body: {
      currentPassword: t.String(),
      newPassword: passwordField('The new password.'),
    },
    answer: userAnswer,
    run: async ({ app, subject, reauthorize, body, request, peerAddress, now }) => {
      const { username, passwordHash: oldHash } = subject
      const address = readAddress(app, { headers: request.headers, peerAddress })
      const isRight = await app.logins.attempt(address, username, async (sender) =>
        (await app.passwords.verify(body.currentPassword, oldHash, sender)) ? true : null,
      )
      if (!isRight) throw badRequest('Current password is incorrect')
      const newHash = await app.passwords.hash(body.newPassword, subject.id)
      const user = reauthorize()
      if (!replacePassword(app.entities, { id: user.id, oldHash, newHash }, now)) {
        throw badRequest('Current password is incorrect')
      }
      return userRow(user)
    },
  }),
]
