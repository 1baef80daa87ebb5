// Segments and cohorts as stored, made into conditions.

import type { App } from '../app.ts'
import { notFound } from '../errors.ts'
import { type Condition, isOperator, type Match } from './conditions.ts'
import { isField } from './dimensions.ts'
import { addMonths, type Range } from './time.ts'

export interface Segment {
  conditions: readonly Condition[]
  match: Match | null
}

/** Sessions that did an action, under conditions, within a range of their own. */
export interface Cohort extends Range {
  action: Condition | null
  conditions: readonly Condition[]
  match: Match
}

interface Parameters {
  filters?: { name: string; operator: string; value: string }[]
  match?: Match
  dateRange?: string
  action?: { type: string; value: string }
}

/** The segment of this website. Throws 404 for any other id. */
export function findSegment(app: App, websiteId: string, id: string): Segment {
  const stored = readParameters(app, websiteId, id, 'segment')
  if (!stored) throw notFound('Segment not found.')
  return { conditions: conditionsOf(stored), match: stored.match ?? null }
}

/** The cohort of this website. Throws 404 for any other id. */
export function findCohort(app: App, websiteId: string, id: string): Cohort {
  const stored = readParameters(app, websiteId, id, 'cohort')
  if (!stored) throw notFound('Cohort not found.')
  const { action } = stored
  return {
    ...cohortRange(stored.dateRange ?? '', app.now()),
    action:
      action && isField(action.type)
        ? { key: 'action', dimension: action.type, operator: 'eq', value: action.value }
        : null,
    conditions: conditionsOf(stored),
    match: stored.match ?? 'all',
  }
}

function readParameters(
  app: App,
  websiteId: string,
  id: string,
  type: 'segment' | 'cohort',
): Parameters | null {
  const row = app.entities
    .query<{ parameters: string }, [string, string, string]>(
      'select parameters from segment where id = ? and website_id = ? and type = ?',
    )
    .get(id.toLowerCase(), websiteId, type)
  return row && (JSON.parse(row.parameters) as Parameters)
}

/** A second filter on the same field gets a key of its own: browser, browser1, browser2. */
function conditionsOf({ filters = [] }: Parameters): Condition[] {
  const seen = new Map<string, number>()
  return filters.flatMap(({ name, operator, value }) => {
    if (!isField(name) || !isOperator(operator) || value === '') return []
    const count = seen.get(name) ?? 0
    seen.set(name, count + 1)
    return [{ key: count === 0 ? name : `${name}${count}`, dimension: name, operator, value }]
  })
}

const allTime: Range = { startAt: 0, endAt: 8.64e15 }
const lengths = { hour: 3_600_000, day: 86_400_000, week: 604_800_000 } as const

/**
 * `range:<startMs>:<endMs>`, or `<n><unit>`: from n units before the start of the current unit to the
 * current unit's end; weeks begin on Sunday; UTC. Anything else is all time.
 */
export function cohortRange(text: string, now: number): Range {
  const fixed = /^range:(\d+):(\d+)$/.exec(text)
  if (fixed) return { startAt: Number(fixed[1]), endAt: Number(fixed[2]) }
  const relative = /^(\d{1,5})(hour|day|week|month|year)$/.exec(text)
  if (!relative) return allTime
  const count = Number(relative[1])
  const unit = relative[2] as 'hour' | 'day' | 'week' | 'month' | 'year'
  const date = new Date(now)
  if (unit === 'month' || unit === 'year') {
    const months = unit === 'year' ? 12 : 1
    const begin = Date.UTC(date.getUTCFullYear(), unit === 'year' ? 0 : date.getUTCMonth(), 1)
    return { startAt: addMonths(begin, -count * months), endAt: addMonths(begin, months) - 1 }
  }
  const length = lengths[unit]
  // The epoch was a Thursday: four days into its week.
  const shift = unit === 'week' ? 4 * lengths.day : 0
  const begin = Math.floor((now + shift) / length) * length - shift
  return { startAt: begin - count * length, endAt: begin + length - 1 }
}
