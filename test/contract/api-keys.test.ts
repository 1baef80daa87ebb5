// Every operation with an API key of each scope: what its user gets, or the sentence that refuses it.
// Which operations are for which key is written out here a second time, by address.

import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { KeyScope } from '../../src/access/api-key.ts'
import { createKey } from '../../src/api-keys/store.ts'
import { type Caller, type Fixtures, ofTeam, openFixtures, own, people } from './fixtures.ts'
import { annasSession, toRecorded } from './recorded.ts'
import { refused } from './rows.ts'
import type { Scenario } from './scenario.ts'
import { scenarios, statistics, toTitle } from './scenarios/all.ts'
import { sessionDeletions } from './scenarios/entities.ts'
import type { Side } from './side.ts'

setDefaultTimeout(60_000)

const fixtureSets: Fixtures[] = []
beforeAll(async () => {
  fixtureSets.push(await openFixtures(), await openFixtures(), await openFixtures())
})
afterAll(async () => {
  for (const { server } of fixtureSets) await server.stop()
})

const closed = [
  '/api/2fa/',
  '/api/admin/',
  '/api/auth/',
  '/api/me/api-keys',
  '/api/me/password',
  '/api/users',
]
const notAccepted = 'API keys are not accepted here; send the token of a log-in.'
const mayOnlyRead = 'This API key may only read.'
const isElsewhere = 'This API key is bound to websites and does not open this.'

const isClosed = ({ path }: Scenario): boolean => closed.some((start) => path.startsWith(start))

/** GET, and the reports that are asked by POST. */
const isReading = ({ operation }: Scenario): boolean =>
  operation.startsWith('GET ') ||
  /^POST \/api\/(send|batch)/.test(operation) ||
  /^POST \/api\/reports\/[a-z]/.test(operation)

const isPublic = ({ allowed, operation }: Scenario): boolean =>
  allowed.includes('guest') || /^POST \/api\/(send|batch)/.test(operation)

/** Whether the scenario is about the website of its side, or about the caller. */
function isAboutWebsite({ operation, kind = 'website', path, body }: Scenario): boolean {
  if (['GET /api/me', 'GET /api/me/websites', 'GET /api/websites'].includes(operation)) return true
  if (operation === 'POST /api/websites' || kind !== 'website') return false
  const named = [own, ofTeam].flatMap(({ website, report, shares }) => [
    website,
    report,
    shares.website,
  ])
  return named.some((id) => path.includes(id) || JSON.stringify(body ?? '').includes(id))
}

interface Walked {
  name: string
  scope: KeyScope
  websiteIds: (side: Side) => string[] | null
  /** The sentence that refuses the key itself; `null` where its user decides. */
  refuse: (asked: Scenario) => string | null
}

const keys: Walked[] = [
  {
    name: 'a key for all',
    scope: 'full',
    websiteIds: () => null,
    refuse: (asked) => (isClosed(asked) ? notAccepted : null),
  },
  {
    name: 'a key that may only read',
    scope: 'read-only',
    websiteIds: () => null,
    refuse: (asked) => (isClosed(asked) ? notAccepted : isReading(asked) ? null : mayOnlyRead),
  },
  {
    name: 'a key of the website',
    scope: 'full',
    websiteIds: (side) => [side.website],
    refuse: (asked) => {
      if (isClosed(asked)) return notAccepted
      return isPublic(asked) || isAboutWebsite(asked) ? null : isElsewhere
    },
  },
]

async function askWith(key: Walked, caller: 'owner' | 'teamOwner', asked: Scenario) {
  const others = asked.operation === sessionDeletions[0]?.operation ? 2 : 1
  const isReading = asked.method === 'GET' || statistics.includes(asked)
  const fixtures = fixtureSets[isReading ? 0 : others] as Fixtures
  return fixtures.undo(async () => {
    const { server } = fixtures
    const text = `footfall_${'k'.repeat(32)}`
    createKey(server.app.entities, {
      id: crypto.randomUUID(),
      userId: people[caller].id,
      name: 'Walk',
      text,
      keyPrefix: 'footfall_kkkk',
      scope: key.scope,
      websiteIds: key.websiteIds(asked.side),
      expiresAt: null,
      now: 0,
    })
    return server.ask(asked.path.replace(annasSession, toRecorded(asked.side).anna), {
      token: text,
      method: asked.method,
      ...(asked.method === 'POST' ? { body: asked.body } : {}),
    })
  })
}

/** What the key's user gets; `me` says besides that a key was sent, and a session whether it may delete. */
function answerTo(key: Walked, caller: Caller, asked: Scenario) {
  const answer = asked.answer(caller)
  if (asked.operation === 'GET /api/websites/:websiteId/sessions/:sessionId') {
    const { canDelete } = answer as { canDelete: boolean }
    return { ...(answer as object), canDelete: canDelete && key.scope === 'full' }
  }
  if (asked.operation !== 'GET /api/me') return answer
  return {
    ...(answer as object),
    token: expect.stringMatching(/^footfall_/),
    authType: 'api-key',
    apiKey: { id: expect.any(String), name: 'Walk' },
  }
}

describe.each(keys)('$name', (key) => {
  test.each(scenarios.map((one) => [toTitle(one), one] as const))('%s', async (_, asked) => {
    const caller = asked.side === own ? 'owner' : 'teamOwner'
    if (!asked.askedBy.includes(caller)) return
    const { status, body } = await askWith(key, caller, asked)
    const refusal = key.refuse(asked)
    if (asked.allowed.includes(caller) && refusal === null) {
      expect({ status, body }).toEqual({ status: asked.status, body: answerTo(key, caller, asked) })
      return
    }
    expect(status).toBe(401)
    // Without the right to a thing its user is refused as ever, before the website is compared.
    const sentences = [refusal ?? undefined, asked.refusal, undefined]
    expect(sentences.map((sentence): unknown => refused(sentence))).toContainEqual(body)
  })
})
