// What a funnel asks for.

import { type PlainOperator, plainOperators } from '../../../lib/filter-operators.ts'
import { isObject } from '../../../lib/is-object.ts'
import {
  readList,
  readNumber,
  readText,
  readWord,
  type StoredParameters,
} from '../../state/stored-parameters.ts'
import { isStepComplete, readStep, type Step } from '../steps.ts'

/** A condition on a property of an event. */
export interface PropertyFilter {
  property: string
  operator: PlainOperator
  value: string
}

export interface FunnelStep extends Step {
  /** For events only. */
  filters: PropertyFilter[]
}

export interface FunnelParameters {
  steps: FunnelStep[]
  /** Days within which each step must follow the one before. */
  window: number
}

export const mostSteps = 8
const mostFilters = 20
export const emptyStep: FunnelStep = { type: 'path', value: '', filters: [] }

const readFilter = (stored: unknown): PropertyFilter[] =>
  isObject(stored)
    ? [
        {
          property: readText(stored.property),
          operator: readWord(stored.operator, plainOperators),
          value: readText(stored.value),
        },
      ]
    : []

function readFunnelStep(stored: unknown): FunnelStep[] {
  if (!isObject(stored)) return []
  const step = readStep(stored)
  const filters = step.type === 'event' ? readList(stored.filters).flatMap(readFilter) : []
  return [{ ...step, filters: filters.slice(0, mostFilters) }]
}

/** Two empty steps and a week where nothing else is said. */
export function readFunnel({ steps, window }: StoredParameters): FunnelParameters {
  const read = readList(steps).flatMap(readFunnelStep).slice(0, mostSteps)
  const missing = Math.max(0, 2 - read.length)
  return {
    steps: [...read, ...Array.from({ length: missing }, () => emptyStep)],
    window: readNumber(window, 7, 0.001, 36_500),
  }
}

export const isFunnelComplete = ({ steps, window }: FunnelParameters): boolean =>
  window > 0 &&
  steps.length >= 2 &&
  steps.every(
    (step) => isStepComplete(step) && step.filters.every(({ property }) => property.trim() !== ''),
  )
