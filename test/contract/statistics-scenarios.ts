// Statistics share their access: whoever may view the website, and share pages whose section is
// open. Their numbers are tested elsewhere; here each operation is asked once per caller.

import { expect } from 'bun:test'
import type { TSchema } from '@sinclair/typebox'
import type { Operation } from '../../src/http/endpoint.ts'
import { both, type Scenario, scenario, viewersOf } from './scenario.ts'
import { type Caller, type Side, today } from './world.ts'

const range = {
  startDate: '2026-03-01T00:00:00.000Z',
  endDate: today,
  timezone: 'UTC',
}

/** Values for what an operation demands, by name. */
const values: Record<string, string> = {
  startAt: String(Date.parse('2026-03-01T00:00:00Z')),
  endAt: String(Date.parse(today)),
  event: 'sold',
  eventName: 'sold',
  propertyName: 'plan',
  currency: 'EUR',
  timezone: 'UTC',
  unit: 'day',
}

/** What each report asks for beside website and range. */
const reportBodies: Record<string, object> = {
  attribution: { model: 'first-click', step: '/thanks', conversionType: 'path' },
  breakdown: { fields: ['path'] },
  funnel: {
    steps: [
      { type: 'path', value: '/' },
      { type: 'path', value: '/thanks' },
    ],
    window: 7,
  },
  goal: { value: '/thanks' },
  journey: { steps: 3, startStep: '/' },
  performance: {},
  retention: {},
  revenue: { currency: 'EUR' },
  utm: {},
}

const firstOption = (schema: TSchema): string | undefined =>
  (schema.anyOf as { const?: string }[] | undefined)?.find((option) => option.const)?.const

function queryOf(operation: Operation): string {
  const given = Object.entries(operation.query).flatMap(([name, schema]) => {
    const value = name === 'type' ? firstOption(schema) : values[name]
    const isFilter = ['event', 'unit', 'timezone'].includes(name) && 'path' in operation.query
    return value === undefined || isFilter ? [] : [[name, value] as [string, string]]
  })
  return new URLSearchParams(given).toString()
}

function bodyOf(operation: Operation, side: Side): object | undefined {
  const type = operation.path.split('/')[3] ?? ''
  const parameters = { ...range, ...reportBodies[type] }
  return operation.body
    ? { websiteId: side.website, type, filters: {}, ...parameters, parameters }
    : undefined
}

/** Who is served: a share page of everything, and one of the overview where that is enough. */
function servedFor({ access, path }: Operation, side: Side): readonly Caller[] {
  const isForShares = access.audience === 'viewer'
  const isOpen = access.section === null || access.section === 'overview'
  return [
    ...viewersOf(side),
    ...(isForShares ? (['share'] as const) : []),
    // That page allows no filters, and values are there to be filtered by.
    ...(isForShares && isOpen && !path.endsWith('/values') ? (['closedShare'] as const) : []),
  ]
}

const unknownId = '99999999-9999-4999-8999-999999999999'

export const statisticsScenarios = (operations: readonly Operation[]): Scenario[] =>
  operations
    .filter(({ access }) => access.permission === 'view website')
    .flatMap((operation) =>
      both((side) =>
        scenario(`${operation.method} ${operation.path}`, {
          side,
          at: { websiteId: side.website, sessionId: unknownId, eventId: unknownId },
          query: queryOf(operation),
          body: bodyOf(operation, side),
          allowed: servedFor(operation, side),
          // Nothing was recorded, so a single session is not there.
          status: operation.path.includes(':sessionId') ? 404 : 200,
          answer: expect.anything(),
        }),
      ),
    )
