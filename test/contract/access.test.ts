// Every operation as every kind of caller: status and whole body. An operation without a scenario
// fails the last test.

import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { TypeGuard } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { rawRoutes } from '../../src/openapi/raw-routes.ts'
import { operations } from '../../src/server.ts'
import { type Caller, type Fixtures, openFixtures } from './fixtures.ts'
import { annasSession, toRecorded } from './recorded.ts'
import { refused } from './rows.ts'
import type { Scenario } from './scenario.ts'
import { entityScenarios } from './scenarios/entities.ts'
import { peopleScenarios } from './scenarios/people.ts'
import { oddScenarios } from './scenarios/raw.ts'
import { statisticsScenarios } from './scenarios/statistics.ts'

setDefaultTimeout(60_000)

const fixtureSets: Fixtures[] = []
beforeAll(async () => {
  fixtureSets.push(await openFixtures(), await openFixtures())
})
afterAll(async () => {
  for (const { server } of fixtureSets) await server.stop()
})

const written = [...peopleScenarios, ...entityScenarios, ...oddScenarios]
const known = new Set(written.map(({ operation }) => operation))
const statistics = statisticsScenarios(operations.filter((one) => !known.has(toName(one))))
const scenarios = [...statistics, ...written]

function toName({ method, path }: { method: string; path: string }): string {
  return `${method} ${path}`
}

const toTitle = ({ operation, side, when }: Scenario): string =>
  [operation, `of ${side.name}`, when].filter((part) => part).join(', ')

async function askAs(caller: Caller, asked: Scenario) {
  // What resetting and deleting a website do to its events cannot be undone.
  const fixtures = fixtureSets[statistics.includes(asked) ? 0 : 1] as Fixtures
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

test('every operation and every other route has a scenario', () => {
  const tried = new Set(scenarios.map(({ operation }) => operation))
  const all = [...operations, ...rawRoutes].map(toName)
  expect(all.filter((name) => !tried.has(name))).toEqual([])
})
