// The caller's own API keys.

import { expect } from 'bun:test'
import { apiKey, before, own, today } from '../fixtures.ts'
import { anyId, ok } from '../rows.ts'
import { admins, type Scenario, scenario, users } from '../scenario.ts'

const keyRow = {
  id: apiKey.id,
  name: 'Import',
  keyPrefix: 'footfall_abcd',
  scope: 'read-only',
  websiteIds: [own.website],
  expiresAt: null,
  createdAt: before,
  lastUsedAt: null,
}
const at = { keyId: apiKey.id }

export const apiKeyScenarios: Scenario[] = [
  scenario('GET /api/me/api-keys', {
    allowed: users,
    answer: (caller) => (caller === 'owner' ? [keyRow] : []),
  }),
  scenario('POST /api/me/api-keys', {
    body: { name: 'Graphs', scope: 'read-only' },
    allowed: users,
    answer: {
      ...keyRow,
      id: anyId,
      name: 'Graphs',
      keyPrefix: expect.stringMatching(/^footfall_\w{4}$/),
      websiteIds: null,
      createdAt: today,
      key: expect.stringMatching(/^footfall_[0-9A-Za-z]{32}$/),
    },
  }),
  scenario('DELETE /api/me/api-keys/:keyId', {
    at,
    askedBy: users.filter((caller) => caller !== 'admin'),
    allowed: ['owner'],
    answer: ok,
  }),
  scenario('DELETE /api/me/api-keys/:keyId', {
    when: 'of another user',
    at,
    askedBy: admins,
    allowed: admins,
    status: 404,
    answer: { error: { message: 'API key not found.', code: 'not-found', status: 404 } },
  }),
]
