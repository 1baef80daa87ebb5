// Every operation that the published client knows, called through the client itself: the answer is the
// one that the contract's scenario of the same method and path says, and has the shape that the client's
// types give it.

import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { operations as clientOperations, type OperationId, UmamiClient } from '@umami/api-client'
import { rawRoutes } from '../../src/openapi/raw-routes.ts'
import { operations } from '../../src/server.ts'
import { showToken } from '../sign-in/two-factor/authenticator.ts'
import { chrome } from '../support/visits.ts'
import { findMismatches } from './answer-types.ts'
import { type Caller, type Fixtures, openFixtures, own, password, today } from './fixtures.ts'
import { annasSession, toRecorded } from './recorded.ts'
import { anyId, anyToken } from './rows.ts'
import type { Scenario } from './scenario.ts'
import { scenarios, statistics } from './scenarios/all.ts'
import { sessionDeletions } from './scenarios/entities.ts'

setDefaultTimeout(60_000)

/** Served with an issue of its own: recordings of visits, heatmaps made of them, and sign-in by others. */
const notThereYet: readonly OperationId[] = [
  'getWebsiteHeatmaps',
  'getWebsiteReplay',
  'getWebsiteReplaySaved',
  'getWebsiteReplays',
  'getWebsiteSavedReplays',
  'getWebsiteSessionReplays',
  'record',
  'saveWebsiteReplay',
  'sso',
]

/** Where the client's types do not say what the reference answers, nor what it documents. */
const typeSlips: Partial<Record<OperationId, string>> = {
  getWebsiteEventStats: 'an object with a comparison, described by the members of an array',
  getEventDataById: 'a number, described by the inside of a decimal',
  getUser: 'a user, described with everything they own, their password and their secrets',
  getWebsiteSessionStats: 'five numbers, described as an object without any',
}

interface Row {
  input: Record<string, unknown>
  caller: Caller
  answer: unknown
  /** Which it is of, if any. */
  scenario: Scenario | null
}

const visit = {
  type: 'event',
  payload: { website: own.website, url: '/', hostname: 'example.com', userAgent: chrome },
}
const accepted = { cache: anyToken, sessionId: anyId, visitId: anyId }

/** What is called in another way than the scenarios do, who send what only a robot would. */
const ownRows: Partial<Record<OperationId, Row>> = {
  send: { input: visit, caller: 'guest', answer: accepted, scenario: null },
  batch: {
    input: { ...[visit, { ...visit, type: 'other' }] },
    caller: 'guest',
    answer: {
      size: 2,
      processed: 1,
      errors: 1,
      details: [{ index: 1, response: { error: expect.objectContaining({ status: 400 }) } }],
      cache: anyToken,
    },
    scenario: null,
  },
}

const toName = ({ method, path }: { method: string; path: string }) => `${method} ${path}`
const ids = Object.keys(clientOperations) as OperationId[]

/** The operation's name in the tables of the server, `GET /api/links/:linkId`. */
function toServerName(id: OperationId): string {
  const { method, path } = clientOperations[id]
  return `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`
}

/** Who asks: an admin where they are served, else the first of those who are. */
const chooseCaller = ({ allowed }: Scenario): Caller =>
  allowed.includes('admin') ? 'admin' : (allowed[0] as Caller)

/** The row of an operation: its own, or that of a scenario which is answered with 200. */
function findRow(id: OperationId): Row | null {
  const ownRow = ownRows[id]
  if (ownRow) return ownRow
  const name = toServerName(id)
  const found = scenarios.find(
    ({ operation, status, allowed }) => operation === name && status === 200 && allowed.length > 0,
  )
  if (!found) return null
  const caller = chooseCaller(found)
  return { input: toInput(id, found), caller, answer: found.answer(caller), scenario: found }
}

/** Path, query and body of a scenario as the one object that the client takes. */
function toInput(id: OperationId, { path, side, body }: Scenario): Record<string, unknown> {
  const [asked = '', search = ''] = path.split('?')
  const parts = asked.split('/')
  const named = clientOperations[id].path.split('/').flatMap((part, index) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1]
    const value = parts[index] === annasSession ? toRecorded(side).anna : parts[index]
    return name === undefined ? [] : [[name, value] as const]
  })
  return {
    ...Object.fromEntries(new URLSearchParams(search)),
    ...(typeof body === 'object' ? body : {}),
    ...Object.fromEntries(named),
  }
}

const served = ids.filter((id) => !notThereYet.includes(id))
/** What each operation answered, and what it was to answer. */
const answers = new Map<OperationId, { given: unknown; expected: unknown }>()

const fixtureSets: Fixtures[] = []
beforeAll(async () => {
  for (let count = 0; count < 3; count++) fixtureSets.push(await openFixtures())
  for (const id of served) {
    const row = findRow(id)
    if (row) answers.set(id, { given: await call(id, row), expected: row.answer })
  }
  await useSecondFactor(fixtureSets[1] as Fixtures)
})
afterAll(async () => {
  for (const { server } of fixtureSets) await server.stop()
})

/** What some operations do to events cannot be undone: reading, changing and sending have a server each. */
function chooseFixtures({ scenario }: Row): Fixtures {
  const isReading = scenario?.method === 'GET' || (scenario && statistics.includes(scenario))
  const isDeletion = scenario !== null && sessionDeletions.includes(scenario)
  return fixtureSets[isReading ? 0 : scenario && !isDeletion ? 1 : 2] as Fixtures
}

/** Calls through the client. */
async function call(id: OperationId, row: Row): Promise<unknown> {
  const { input, caller, scenario } = row
  const fixtures = chooseFixtures(row)
  return fixtures.undo(async () => {
    const headers = await fixtures.toHeaders(
      caller,
      scenario?.side ?? own,
      scenario?.kind ?? 'website',
    )
    const client = new UmamiClient({ baseUrl: `${fixtures.server.url}/api`, headers })
    return client.call(id, input as never).catch((error: unknown) => error)
  })
}

/** A second factor is confirmed, used and turned off: each step needs what the one before answered. */
async function useSecondFactor({ server, toHeaders, undo }: Fixtures): Promise<void> {
  const baseUrl = `${server.url}/api`
  const ask = async (id: OperationId, headers: Record<string, string>, input: object) =>
    new UmamiClient({ baseUrl, headers }).call(id, input as never).catch((error: unknown) => error)
  await undo(async () => {
    const headers = await toHeaders('owner', own, 'website')
    const begun = (await ask('initiateTwoFactorSetup', headers, {})) as { manualKey: string }
    const confirmed = (await ask('confirmTwoFactorSetup', headers, {
      token: showToken(begun.manualKey, today),
    })) as { backupCodes: string[]; token: string }
    answers.set('confirmTwoFactorSetup', {
      given: confirmed,
      expected: { backupCodes: Array(10).fill(expect.any(String)), token: anyToken },
    })
    const login = { username: 'owner', password }
    const { partialToken } = (await ask('login', {}, login)) as unknown as { partialToken: string }
    const [first, second] = confirmed.backupCodes
    answers.set('verifyTwoFactor', {
      given: await ask(
        'verifyTwoFactor',
        { Authorization: `Bearer ${partialToken}` },
        {
          backupCode: first,
        },
      ),
      expected: { token: anyToken, user: expect.objectContaining({ username: 'owner' }) },
    })
    answers.set('disableTwoFactor', {
      given: await ask(
        'disableTwoFactor',
        { Authorization: `Bearer ${confirmed.token}` },
        { password, token: second },
      ),
      expected: { ok: true },
    })
  })
}

describe('the client is answered', () => {
  test.each(served.map((id) => [id] as const))('%s', (id) => {
    const answer = answers.get(id)
    if (!answer) throw new Error(`${toServerName(id)} has no row`)
    expect(answer.given).toEqual(answer.expected)
  })

  test('in the shape of its types', () => {
    const given = [...answers].map(([id, answer]) => ({ id, answer: answer.given }))
    expect(findMismatches(given)).toEqual(Object.keys(typeSlips).toSorted())
  })
})

test('what is not there yet is not there', () => {
  const names = new Set([...operations, ...rawRoutes].map(toName))
  const arrived = notThereYet.filter((id) => names.has(toServerName(id)))
  expect(arrived).toEqual([])
})

test('the lists name operations of the client', () => {
  const named = [...notThereYet, ...Object.keys(typeSlips), ...Object.keys(ownRows)]
  expect(named.filter((id) => !Object.hasOwn(clientOperations, id))).toEqual([])
})
