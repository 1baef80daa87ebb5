// Steps of goals and funnels: a page or an event.

import { readText, readWord, type StoredParameters } from '../state/stored-parameters.ts'

export const stepTypes = ['path', 'event'] as const

export interface Step {
  type: (typeof stepTypes)[number]
  /** Path or event name; `*` at the start or end matches any text. */
  value: string
}

export const readStep = (stored: StoredParameters): Step => ({
  type: readWord(stored.type, stepTypes),
  value: readText(stored.value),
})

export const isStepComplete = ({ value }: Step): boolean => value.trim() !== ''
