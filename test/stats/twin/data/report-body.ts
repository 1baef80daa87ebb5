// What a report is asked about.

import { type Params, readScope, type Scope } from '../rows/filters.ts'
import type { Site, TwinEvent } from '../rows/rows.ts'

export interface ReportBody {
  startDate: number
  endDate: number
  filters: Params
  unit?: string
  timezone?: string
  level?: string
}

/** Reports have days where no unit is asked for, and never leave out bounces. */
export function reportScope(site: Site, body: ReportBody, now: number): Scope {
  const { startDate, endDate, filters, unit = 'day', timezone = 'UTC', level = '' } = body
  const range = { startAt: String(startDate), endAt: String(endDate) }
  const params = { ...filters, ...range, unit, timezone, level, excludeBounce: '' }
  return readScope(site, params, now)
}

export interface Step {
  type: 'path' | 'event'
  value: string
}

/** Whether a row is of the step's kind and has its value; `*` at the ends stands for any text. */
export function isStep(row: TwinEvent, { type, value }: Step): boolean {
  const isKind = type === 'event' ? row.eventType === 2 : row.eventType !== 2 && row.eventType !== 5
  const text = (type === 'event' ? row.eventName : row.urlPath) ?? ''
  if (!isKind) return false
  const isOpenBefore = value.startsWith('*')
  const isOpenAfter = value.endsWith('*')
  const part = value.replace(/^\*/, '').replace(/\*$/, '')
  if (isOpenBefore && isOpenAfter) return text.includes(part)
  if (isOpenBefore) return text.endsWith(part)
  if (isOpenAfter) return text.startsWith(part)
  return text === value
}
