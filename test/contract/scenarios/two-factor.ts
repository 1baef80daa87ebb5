// Second factors: those of the caller, and what admins require and reset.

import { expect } from 'bun:test'
import { password, people, team } from '../fixtures.ts'
import { ok } from '../rows.ts'
import { admins, type Scenario, scenario, users } from '../scenario.ts'

const refusal = (message: string, code: string) => ({
  error: { message, code: `two-factor-error-${code}`, status: 400 },
})

const own: Scenario[] = [
  scenario('GET /api/2fa/status', {
    allowed: users,
    answer: {
      isEnabled: false,
      isRequired: false,
      requiredReason: null,
      isConfigured: true,
      globalRequired: false,
    },
  }),
  scenario('POST /api/2fa/setup/initiate', {
    allowed: users,
    answer: {
      qrCodeDataUrl: expect.stringMatching(/^data:image\/svg\+xml;base64,[\w+/]+=*$/),
      manualKey: expect.stringMatching(/^[A-Z2-7]{32}$/),
    },
  }),
  scenario('POST /api/2fa/setup/confirm', {
    body: { token: '123456' },
    allowed: users,
    status: 400,
    answer: refusal('Begin the set-up first.', 'not-begun'),
  }),
  scenario('POST /api/2fa/setup/cancel', { allowed: users, answer: ok }),
  scenario('POST /api/2fa/verify', {
    when: 'without the partial token of a log-in',
    body: { token: '123456' },
    allowed: [],
    answer: null,
  }),
  scenario('POST /api/2fa/disable', {
    body: { password, token: '123456' },
    allowed: users,
    status: 400,
    answer: refusal('Two-factor log-in is not set up.', 'not-enabled'),
  }),
]

const userId = people.teamMember.id

const ofAdmins: Scenario[] = [
  scenario('POST /api/admin/2fa/global', {
    body: { required: false },
    allowed: admins,
    answer: { ok: true, required: false },
  }),
  scenario('POST /api/admin/teams/:teamId/2fa', {
    at: { teamId: team.id },
    body: { required: true },
    allowed: admins,
    answer: { ok: true, teamId: team.id, twoFactorRequired: true },
  }),
  scenario('GET /api/admin/users/:userId/2fa', {
    at: { userId },
    allowed: admins,
    answer: { isEnabled: false, twoFactorRequired: false },
  }),
  scenario('POST /api/admin/users/:userId/2fa', {
    at: { userId },
    body: { required: true },
    allowed: admins,
    answer: { ok: true, userId, twoFactorRequired: true },
  }),
  scenario('DELETE /api/admin/users/:userId/2fa', {
    at: { userId },
    allowed: admins,
    answer: {
      ok: true,
      userId,
      reset: { twoFactorAuth: 0, backupCodes: 0, otpUsed: 0, rateLimit: 0 },
    },
  }),
]

export const twoFactorScenarios: Scenario[] = [...own, ...ofAdmins]
