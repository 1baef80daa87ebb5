import { expect, test } from 'bun:test'
import {
  isFunnelComplete,
  readFunnel,
} from '../../../src/dashboard/reports/funnels/funnel-steps.ts'
import {
  readJourney,
  toJourneyQuery,
} from '../../../src/dashboard/reports/journeys/journey-parameters.ts'
import { readStep } from '../../../src/dashboard/reports/steps.ts'

test.each([
  [{}, { type: 'path', value: '' }],
  [
    { type: 'event', value: 'signup', other: 1 },
    { type: 'event', value: 'signup' },
  ],
  [
    { type: 7, value: ['/'] },
    { type: 'path', value: '' },
  ],
] as const)('a step is read from %j', (given, step) => {
  expect(readStep(given)).toEqual(step)
})

test('a funnel always has two steps, and a sound window', () => {
  const empty = { type: 'path' as const, value: '', filters: [] }
  expect(readFunnel({})).toEqual({ steps: [empty, empty], window: 7 })
  expect(readFunnel({ steps: [{ type: 'path', value: '/' }, 'x'], window: '60' })).toEqual({
    steps: [{ type: 'path', value: '/', filters: [] }, empty],
    window: 60,
  })
  expect(readFunnel({ steps: 'x', window: -1 }).window).toBe(0.001)
})

test('conditions that are stored of a page are none of its funnel', () => {
  const filters = [{ property: 'plan', operator: 'eq', value: 'pro' }]
  const { steps } = readFunnel({
    steps: [
      { type: 'path', value: '/', filters },
      { type: 'event', value: 'buy', filters },
    ],
  })
  expect(steps.map((step) => step.filters.length)).toEqual([0, 1])
})

test('a funnel runs when every step and every condition names something', () => {
  const step = (value: string, property?: string) => ({
    type: 'event' as const,
    value,
    filters: property === undefined ? [] : [{ property, operator: 'eq' as const, value: '' }],
  })
  const isComplete = (...steps: ReturnType<typeof step>[]) => isFunnelComplete({ steps, window: 1 })
  expect(isComplete(step('a'), step('b'))).toBe(true)
  expect(isComplete(step('a'), step(' '))).toBe(false)
  expect(isComplete(step('a'), step('b', ''))).toBe(false)
  expect(isComplete(step('a', 'plan'), step('b'))).toBe(true)
})

test('journeys have three to seven steps, and ask for nothing that is left open', () => {
  expect(readJourney({ steps: 99, eventType: 3 })).toEqual({ steps: 7, startStep: '', endStep: '' })
  const read = readJourney({ steps: '3', startStep: ' / ', eventType: 2 })
  expect(toJourneyQuery(read)).toEqual({ steps: 3, startStep: '/', eventType: 2 })
})
