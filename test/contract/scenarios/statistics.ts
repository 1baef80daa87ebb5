// Statistics share their access: those who may view the website, and share pages whose section is
// open. Each operation is asked once per caller, and its whole answer is known.

import type { TSchema } from '@sinclair/typebox'
import type { Operation } from '../../../src/http/endpoint.ts'
import { type Caller, funnelParameters, today } from '../fixtures.ts'
import { annasSession } from '../recorded.ts'
import { both, type Scenario, scenario, toViewers } from '../scenario.ts'
import type { Side } from '../side.ts'
import { answerAbout, toEventId } from './statistics-answers.ts'

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
  steps: JSON.stringify(funnelParameters.steps),
  window: String(funnelParameters.window),
  value: '/thanks',
}

/** What each report asks for besides website and range. */
const reportBodies: Record<string, object> = {
  attribution: { model: 'first-click', step: '/thanks', conversionType: 'path' },
  breakdown: { fields: ['path'] },
  funnel: funnelParameters,
  goal: { value: '/thanks' },
  journey: { steps: 3, startStep: '/' },
  performance: {},
  retention: {},
  revenue: { currency: 'EUR' },
  utm: {},
}

const firstOption = (schema: TSchema): string | undefined =>
  (schema.anyOf as { const?: string }[] | undefined)?.find((option) => option.const)?.const

/** What reports by GET ask for besides. */
const reportQueries: Record<string, Record<string, string>> = {
  attribution: { model: 'first-click', step: '/thanks' },
  breakdown: { fields: '["path"]' },
  journeys: { steps: '3', startStep: '/' },
}

function toQuery(operation: Operation): string {
  const own = reportQueries[operation.path.split('/')[4] ?? '']
  const given = Object.entries(operation.query).flatMap(([name, schema]) => {
    const value = name === 'type' ? firstOption(schema) : values[name]
    const isFilter = ['event', 'unit', 'timezone'].includes(name) && 'path' in operation.query
    return value === undefined || isFilter ? [] : [[name, value] as [string, string]]
  })
  return new URLSearchParams([...given, ...Object.entries(own ?? {})]).toString()
}

function toBody(operation: Operation, side: Side): object | undefined {
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
    ...toViewers(side),
    ...(isForShares ? (['share'] as const) : []),
    // That page allows no filters, and values are there to be filtered by.
    ...(isForShares && isOpen && !path.endsWith('/values') ? (['closedShare'] as const) : []),
  ]
}

const unknownId = '99999999-9999-4999-8999-999999999999'
const noSession = { error: { message: 'Session not found.', code: 'not-found', status: 404 } }

/** An operation of one event or session, asked about one that is not there. */
const unknown = (operation: Operation, common: Parameters<typeof scenario>[1]): Scenario[] => {
  const name = `${operation.method} ${operation.path}`
  const at = { websiteId: common.side?.website ?? '', sessionId: unknownId, eventId: unknownId }
  const when = 'that is not there'
  if (operation.path.includes(':eventId')) {
    return [scenario(name, { ...common, at, when, answer: [] })]
  }
  return operation.path.includes(':sessionId')
    ? [scenario(name, { ...common, at, when, status: 404, answer: noSession })]
    : []
}

export const statisticsScenarios = (operations: readonly Operation[]): Scenario[] =>
  operations
    .filter(({ access }) => access.permission === 'view website')
    .flatMap((operation) =>
      both((side) => {
        const common = {
          side,
          at: {
            websiteId: side.website,
            sessionId: annasSession,
            eventId: toEventId(side, 3),
            funnelId: side.funnel,
            goalId: side.report,
          },
          query: toQuery(operation),
          body: toBody(operation, side),
          allowed: servedFor(operation, side),
          answer: (caller: Caller) => answerAbout(operation.path, side, caller),
        }
        return [
          scenario(`${operation.method} ${operation.path}`, common),
          ...unknown(operation, common),
        ]
      }),
    )
