// Saved reports: questions under a name.

import { isObject } from '../../lib/is-object.ts'
import { sharedTypes } from '../../saved-reports/shared-types.ts'
import type { ReportType } from '../../saved-reports/store.ts'
import { type Answer, ask } from '../state/api.ts'
import type { StoredParameters } from '../state/stored-parameters.ts'
import { statisticPath, type Target } from '../state/target.ts'

export interface SavedReport {
  id: string
  type: ReportType
  name: string
  description: string
  parameters: Record<string, unknown>
}

export const showsSaved = (target: Target, type: ReportType): boolean =>
  target.kind === 'website' && (!target.isShared || Object.hasOwn(sharedTypes, type))

export const savedPath = (target: Target): string => statisticPath(target, 'reports')

export interface ReportWords {
  name: string
  description: string
}

/** Saves a report: a new one, or in place of the one with this id. */
export function saveReport(
  target: Target,
  id: string | null,
  report: ReportWords & { type: ReportType; parameters: object },
): Promise<Answer<SavedReport>> {
  const path = id === null ? '/api/reports' : `/api/reports/${id}`
  return ask<SavedReport>(path, { body: { websiteId: target.id, ...report } })
}

/** The range and filters that a report was saved with, as the address bar has them; else `null`. */
export const savedView = ({ parameters: { view } }: SavedReport): string | null =>
  typeof view === 'string' ? view : null

/** The parameters that an address holds; `null` for none, or for a text that is none. */
export function parseParameters(text: string | null): StoredParameters | null {
  if (text === null) return null
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    // The address was edited by hand.
    return null
  }
}
