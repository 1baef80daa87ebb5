// The parameters of journeys.

import { readNumber, readText, type StoredParameters } from '../../state/stored-parameters.ts'

export const eventTypes = { all: null, views: 1, events: 2 } as const
export type EventKind = keyof typeof eventTypes

export interface JourneyParameters {
  /** 3 to 7. */
  steps: number
  /** Path or event to begin and to end with; empty for any. */
  startStep: string
  endStep: string
  /** The server's number of what journeys are made of; left out for everything. */
  eventType?: number
}

export const fewestSteps = 3
export const mostSteps = 7

export function readJourney(stored: StoredParameters): JourneyParameters {
  const eventType = Object.values(eventTypes).find((known) => known === stored.eventType)
  return {
    steps: Math.round(readNumber(stored.steps, 5, fewestSteps, mostSteps)),
    startStep: readText(stored.startStep),
    endStep: readText(stored.endStep),
    ...(eventType ? { eventType } : {}),
  }
}

/** As the server takes them: without what is left open. */
export const toJourneyQuery = ({ startStep, endStep, ...others }: JourneyParameters) => ({
  ...others,
  ...(startStep.trim() ? { startStep: startStep.trim() } : {}),
  ...(endStep.trim() ? { endStep: endStep.trim() } : {}),
})
