// /api/2fa: the caller's own second factor, and the second step of a log-in.

import { Type as t } from '@sinclair/typebox'
import { bearerToken } from '../../access/caller.ts'
import { type Access, type EntityServices, signedIn } from '../../access/rule.ts'
import type { User } from '../../access/user.ts'
import { AppError, invalidField, unauthorized } from '../../errors.ts'
import { okAnswer } from '../../http/answers.ts'
import { type AddressServices, readAddress } from '../../http/client/network.ts'
import { operationsWith } from '../../http/endpoint.ts'
import { nullable } from '../../http/input/fields.ts'
import type { Passwords } from '../../users/password.ts'
import { findUser } from '../../users/store.ts'
import { accountWithTeams, loginAnswer } from '../account.ts'
import type { LoginAttempts } from '../login-attempts.ts'
import type { Tokens } from '../tokens.ts'
import type { PartialTokens } from './partial-tokens.ts'
import { toQrCode } from './qr-code.ts'
import type { SecondFactors } from './second-factors.ts'

interface Services extends EntityServices, AddressServices {
  logins: LoginAttempts
  passwords: Passwords
  tokens: Pick<Tokens, 'issue'>
  partialTokens: PartialTokens
  secondFactors: SecondFactors
}

const { read, write } = operationsWith<Services>()

const sixDigits = t.String({
  pattern: '^\\d{6}$',
  error: 'Invalid token: expected six digits',
  description: 'Six digits of the authenticator.',
})
const backupCode = t.String({
  minLength: 1,
  maxLength: 64,
  description: 'A backup code; it works once.',
})

/** The token is no login token, and is looked at by the operation itself. */
const partialTokenOnly: Access<null, object> = {
  permission: 'partial token of a log-in',
  audience: 'anyone',
  takesPartialToken: true,
  find: () => null,
}

export const twoFactorOperations = [
  read('/api/2fa/status', {
    summary: 'Whether the caller has a second factor, and must have one.',
    access: signedIn,
    answer: t.Object({
      isEnabled: t.Boolean(),
      isRequired: t.Boolean(),
      requiredReason: nullable(t.String({ description: 'global, user or team.' })),
      isConfigured: t.Boolean({ description: 'Whether this instance offers it: always.' }),
      globalRequired: t.Boolean(),
    }),
    run: ({ app, subject }) => {
      const { isEnabled, reason, globalRequired } = app.secondFactors.findRequirement(subject.id)
      return {
        isEnabled,
        isRequired: reason !== null,
        requiredReason: reason,
        isConfigured: true,
        globalRequired,
      }
    },
  }),
  write('/api/2fa/setup/initiate', {
    summary: 'Begin to set up a second factor; it counts once it is confirmed.',
    access: signedIn,
    answer: t.Object({
      qrCodeDataUrl: t.String({ description: 'QR code for an authenticator, as a picture.' }),
      manualKey: t.String({ description: 'The same secret to type, in Base32.' }),
    }),
    refusals: [400],
    run: ({ app, subject }) => {
      const { secret, address } = app.secondFactors.begin(subject)
      return { qrCodeDataUrl: toQrCode(address), manualKey: secret }
    },
  }),
  write('/api/2fa/setup/confirm', {
    summary:
      'Confirm a second factor by a first token. Answers ten backup codes, once. Ends all log-ins ' +
      'of the caller; the answered token goes on.',
    access: signedIn,
    body: { token: sixDigits },
    answer: t.Object({
      backupCodes: t.Array(t.String()),
      token: t.String({ description: 'Bearer token instead of the one that was sent.' }),
    }),
    refusals: [429],
    run: async ({ app, subject, body }) => {
      const backupCodes = app.secondFactors.confirm(subject.id, body.token)
      const user = findUser(app.entities, subject.id) as User
      return { backupCodes, token: await app.tokens.issue(user) }
    },
  }),
  write('/api/2fa/setup/cancel', {
    summary: 'Leave a set-up that was not confirmed.',
    access: signedIn,
    answer: okAnswer,
    run: ({ app, subject }) => {
      app.secondFactors.cancel(subject.id)
      return { ok: true }
    },
  }),
  write('/api/2fa/verify', {
    summary:
      'The second step of a log-in: the partial token as bearer token, and one of the members.',
    access: partialTokenOnly,
    body: { token: t.Optional(sixDigits), backupCode: t.Optional(backupCode) },
    answer: loginAnswer,
    refusals: [401, 429],
    run: async ({ app, body: { token, backupCode: code }, request }) => {
      const partial = bearerToken(request.headers)
      const user = partial ? await app.partialTokens.findUser(partial) : null
      if (!user) throw unauthorized()
      if ((token === undefined) === (code === undefined)) {
        throw invalidField('token', 'Invalid input: expected either token or backupCode')
      }
      const proof = token === undefined ? { backupCode: code ?? '' } : { token }
      app.secondFactors.prove(user.id, proof)
      return { token: await app.tokens.issue(user), user: accountWithTeams(app, user) }
    },
  }),
  write('/api/2fa/disable', {
    summary: 'Give up the second factor, with password and token, unless it is required.',
    access: signedIn,
    body: {
      password: t.String(),
      token: t.String({
        minLength: 1,
        maxLength: 64,
        description: 'Six digits of the authenticator, or a backup code.',
      }),
    },
    answer: okAnswer,
    refusals: [429],
    run: async ({ app, subject, reauthorize, body, request, peerAddress }) => {
      refuseIfRequired(app, subject)
      const address = readAddress(app, { headers: request.headers, peerAddress })
      const isRight = await app.logins.attempt(address, subject.username, async (sender) =>
        (await app.passwords.verify(body.password, subject.passwordHash, sender)) ? true : null,
      )
      if (!isRight) throw wrongPassword()
      const user = reauthorize()
      // An admin may have required it while the password was checked.
      refuseIfRequired(app, user)
      const isToken = /^\d{6}$/.test(body.token)
      app.secondFactors.prove(user.id, isToken ? { token: body.token } : { backupCode: body.token })
      app.secondFactors.remove(user.id)
      return { ok: true }
    },
  }),
]

function refuseIfRequired({ secondFactors }: Services, user: User): void {
  if (secondFactors.findRequirement(user.id).reason === null) return
  throw new AppError('bad-request', 'Two-factor log-in is required of you.', {
    code: 'two-factor-error-disable-not-allowed',
  })
}

const wrongPassword = (): AppError =>
  new AppError('bad-request', 'Current password is incorrect', {
    code: 'two-factor-error-incorrect-password',
  })
