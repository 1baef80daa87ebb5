// What funnels and goals are as things of their own: saved reports of one type, and how each is asked.

import { type TProperties, type TSchema, Type as t } from '@sinclair/typebox'
import { invalidField } from '../../errors.ts'
import { sharedTypes } from '../../saved-reports/shared-types.ts'
import type { Target } from '../../targets/store.ts'
import type { StatsServices } from '../input/services.ts'
import { conversionField, reportParser } from '../reports/body.ts'
import {
  checkStepFilters,
  countFunnel,
  type FunnelStep,
  funnelAnswer,
  funnelFields,
} from '../reports/funnel.ts'
import { countGoal, goalAnswer, goalFields } from '../reports/goal.ts'
import { chooseConversionType, stepFields } from '../reports/steps.ts'

export interface SavedKind {
  type: keyof typeof sharedTypes
  /** Last part of the address of their list, and the section of share pages that shows them. */
  plural: (typeof sharedTypes)[keyof typeof sharedTypes]
  /** Name of the id in addresses. */
  idName: 'funnelId' | 'goalId'
  /** What is saved of a new one. */
  parameters: TProperties
  /** Throws 400 for what its schema lets pass and nothing can count. */
  check: (parameters: Record<string, unknown>) => void
  /** The same as fields of a query. */
  queryFields: TProperties
  /** Parameters that a query gives; `null` when it gives none. Throws 400 for what cannot be read. */
  readQuery: (query: Record<string, unknown>) => Record<string, unknown> | null
  /** Members of stored parameters that are the question itself, and not its range. */
  questionNames: readonly string[]
  answer: TSchema
  /** The answer to a report body of this kind, the same as of POST /api/reports/`type`. */
  count: (app: StatsServices, target: Target, body: Record<string, unknown>) => Promise<unknown>
}

const parseFunnel = reportParser('funnel', funnelFields)
const goalReportFields = { ...goalFields, ...conversionField }
const parseGoal = reportParser('goal', goalReportFields)

const funnels: SavedKind = {
  type: 'funnel',
  plural: sharedTypes.funnel,
  idName: 'funnelId',
  parameters: funnelFields,
  check: ({ steps }) => checkStepFilters(steps as FunnelStep[]),
  queryFields: {
    steps: t.Optional(t.String({ description: 'Two to eight steps, JSON text of a list.' })),
    window: t.Optional(t.Number(funnelFields.window)),
  },
  readQuery: ({ steps, window }) =>
    steps === undefined && window === undefined
      ? null
      : { steps: steps === undefined ? undefined : readJsonField('steps', String(steps)), window },
  questionNames: ['steps', 'window'],
  answer: funnelAnswer,
  count: async (app, target, body) => {
    const { scope, parameters } = await parseFunnel(app, target, body)
    return countFunnel(app.events, scope, parameters)
  },
}

const goals: SavedKind = {
  type: 'goal',
  plural: sharedTypes.goal,
  idName: 'goalId',
  parameters: stepFields,
  check: () => {},
  queryFields: { type: t.Optional(stepFields.type), value: t.Optional(stepFields.value) },
  readQuery: ({ type, value }) =>
    type === undefined && value === undefined ? null : { type, value },
  questionNames: ['type', 'conversionType', 'value'],
  answer: goalAnswer,
  count: async (app, target, body) => {
    const { scope, parameters } = await parseGoal(app, target, body)
    const { value, conversionType } = parameters
    return countGoal(app.events, scope, {
      type: chooseConversionType(conversionType, value),
      value,
    })
  },
}

export const savedKinds: readonly SavedKind[] = [funnels, goals]

function readJsonField(field: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalidField(field, 'Invalid JSON')
  }
}
