// Every operation as every kind of caller: status and whole body. An operation without a scenario
// fails the last test.

import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { TypeGuard } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { describeApi } from '../../src/openapi/document.ts'
import { rawRoutes } from '../../src/openapi/raw-routes.ts'
import { operations } from '../../src/server.ts'
import { type Caller, type Fixtures, openFixtures } from './fixtures.ts'
import { annasSession, toRecorded } from './recorded.ts'
import { refused } from './rows.ts'
import type { Scenario } from './scenario.ts'
import { scenarios, statistics, toTitle } from './scenarios/all.ts'
import { sessionDeletions } from './scenarios/entities.ts'

setDefaultTimeout(60_000)

const fixtureSets: Fixtures[] = []
beforeAll(async () => {
  fixtureSets.push(await openFixtures(), await openFixtures(), await openFixtures())
})
afterAll(async () => {
  for (const { server } of fixtureSets) await server.stop()
})

function toName({ method, path }: { method: string; path: string }): string {
  return `${method} ${path}`
}

const { paths } = describeApi(operations, rawRoutes, '') as {
  paths: Record<string, Record<string, { responses: object }>>
}

/** The statuses that the API's document has for an operation. */
function listStatuses({ operation }: Scenario): string[] {
  const [method = '', path = ''] = operation.split(' ')
  const described = paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
  return Object.keys(described?.responses ?? {})
}

/** What deleting a session, and resetting and deleting a website do to events cannot be undone. */
function chooseFixtures(asked: Scenario): Fixtures {
  const others = asked.operation === sessionDeletions[0]?.operation ? 2 : 1
  const isReading = asked.method === 'GET' || statistics.includes(asked)
  return fixtureSets[isReading ? 0 : others] as Fixtures
}

async function askAs(caller: Caller, asked: Scenario) {
  const fixtures = chooseFixtures(asked)
  return fixtures.undo(async () => {
    const { server } = fixtures
    const headers = await fixtures.toHeaders(caller, asked.side, asked.kind ?? 'website')
    const path = asked.path.replace(annasSession, toRecorded(asked.side).anna)
    return server.ask(path, {
      token: null,
      method: asked.method,
      headers,
      ...(asked.method === 'POST' ? { body: asked.body } : {}),
    })
  })
}

/** What refused callers get: guests and visitors of share pages get no more than that. */
function refusalFor(caller: Caller, { refusal }: Scenario) {
  const isUser = caller !== 'guest' && caller !== 'share' && caller !== 'closedShare'
  return { status: 401, body: refused(isUser ? refusal : undefined) }
}

describe('each caller is served or refused', () => {
  test.each(scenarios.map((one) => [toTitle(one), one] as const))('%s', async (_, asked) => {
    const operation = operations.find((one) => toName(one) === asked.operation)
    for (const caller of asked.askedBy) {
      const { status, body } = await askAs(caller, asked)
      expect(listStatuses(asked)).toContain(String(status))
      const isServed = asked.allowed.includes(caller)
      const expected = isServed
        ? { status: asked.status, body: asked.answer(caller) }
        : refusalFor(caller, asked)
      expect({ caller, status, body }).toEqual({ caller, ...expected })
      const schema = operation?.answer
      if (isServed && status === 200 && schema && TypeGuard.IsSchema(schema)) {
        expect(
          [...Value.Errors(schema, body)].map(({ path, message }) => `${path} ${message}`),
        ).toEqual([])
      }
    }
  })
})

const anyId = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi

/** The same about things that do not exist, and with input that is none. */
const wrongs: Record<string, (asked: Scenario) => Scenario> = {
  'with unknown ids': (asked) => ({
    ...asked,
    path: asked.path.replace(anyId, '00000000-0000-4000-8000-000000000000'),
    body: JSON.parse(
      JSON.stringify(asked.body ?? null).replace(anyId, '00000000-0000-4000-8000-000000000000'),
    ),
  }),
  'with another body': (asked) => ({
    ...asked,
    body: Object.fromEntries(Object.keys(asked.body ?? {}).map((name) => [name, 'unknown'])),
  }),
  'with a body that is none': (asked) => ({ ...asked, body: 1 }),
}

describe.each(Object.keys(wrongs))('an error that is answered is in the document, %s', (wrong) => {
  test.each([...operations, ...rawRoutes].map((one) => [toName(one)]))('%s', async (name) => {
    const asked = scenarios.find(({ operation }) => operation === name) as Scenario
    const { status } = await askAs('admin', (wrongs[wrong] as (typeof wrongs)[string])(asked))
    expect(listStatuses(asked)).toContain(String(status))
  })
})

test('every operation and every other route has a scenario', () => {
  const tried = new Set(scenarios.map(({ operation }) => operation))
  const all = [...operations, ...rawRoutes].map(toName)
  expect(all.filter((name) => !tried.has(name))).toEqual([])
})
