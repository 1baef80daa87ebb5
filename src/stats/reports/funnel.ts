// Funnel: how many visitors took each of several steps, one after the other.

import { type Static, Type as t } from '@sinclair/typebox'
import type { EventReader } from '../../db/duckdb/event-reader.ts'
import { all, any, join, Sql, sql } from '../../db/sql.ts'
import { invalidField } from '../../errors.ts'
import { nullable } from '../../http/input/fields.ts'
import { plainOperators } from '../../lib/filter-operators.ts'
import { dayMs } from '../../time/durations.ts'
import { isActivity } from '../../visits/event-kind.ts'
import { label } from '../dimensions/data-types.ts'
import { negated, predicate, textTests } from '../filters/predicate.ts'
import { customRows, pageRows } from '../query/relations.ts'
import type { Scope } from '../query/scope.ts'
import { targetRows } from '../query/target-rows.ts'
import { isStep, stepFields } from './steps.ts'

const propertyFilter = t.Object({
  property: t.String({ minLength: 1, description: 'Name of a property of the event.' }),
  operator: t.Union(
    plainOperators.map((operator) => t.Literal(operator)),
    { error: 'Invalid operator', description: 'Equal, not equal, contains, does not contain.' },
  ),
  value: t.String(),
})

const stepSchema = t.Object({
  ...stepFields,
  filters: t.Optional(
    t.Array(propertyFilter, { maxItems: 8, description: 'For events only, others 400.' }),
  ),
})

export const funnelFields = {
  steps: t.Array(stepSchema, { minItems: 2, maxItems: 8, description: 'Two to eight.' }),
  window: t.Number({
    exclusiveMinimum: 0,
    maximum: 36_500,
    error: 'Invalid window: expected a number of days above 0',
    description: 'Days within which each step must follow the one before.',
  }),
}

export type FunnelStep = Static<typeof stepSchema>

export const funnelAnswer = t.Array(
  t.Object({
    ...stepSchema.properties,
    visitors: t.Integer({ description: 'Visitors who took this step.' }),
    previous: t.Integer({ description: 'Visitors of the step before; 0 for the first.' }),
    dropped: t.Integer({ description: 'Visitors lost since the step before.' }),
    dropoff: nullable(t.Number({ description: 'Part of the visitors lost, 0 to 1.' })),
    remaining: nullable(t.Number({ description: "Part of the first step's visitors, 0 to 1." })),
  }),
)

/** Throws 400 for filters on a page: what they name are properties of custom events. */
export function checkStepFilters(steps: readonly FunnelStep[]): void {
  const index = steps.findIndex(({ type, filters }) => type === 'path' && filters?.length)
  if (index < 0) return
  const message = `Step ${index + 1} is a page: only steps of type event take filters`
  throw invalidField('steps', message, message)
}

/**
 * Visitors per step. Throws 400 for filters on a page. A step counts when the same visitor took the one before at most `window` days
 * earlier, by another row. Filters choose where a funnel begins, and nothing after that.
 */
export async function countFunnel(
  events: EventReader,
  scope: Scope,
  { steps, window }: { steps: readonly FunnelStep[]; window: number },
) {
  checkStepFilters(steps)
  const [row] = await events.cached<{ visitors: number[] }>(
    visitorsPerStep(scope, steps, Math.round(window * dayMs)),
  )
  const counts = row?.visitors ?? []
  const first = counts[0] ?? 0
  return steps.map((step, index) => {
    const visitors = counts[index] ?? 0
    const previous = index === 0 ? 0 : (counts[index - 1] ?? 0)
    return {
      ...step,
      visitors,
      previous,
      dropped: previous > 0 ? previous - visitors : 0,
      dropoff: previous > 0 ? 1 - visitors / previous : null,
      remaining: first > 0 ? visitors / first : null,
    }
  })
}

/** A column's name made of a word and the number of a step. */
const numbered = (word: 'matches' | 'took' | 'level', index: number): Sql =>
  new Sql([`${word}${index}`], [])

/**
 * Rows of any step with a flag per step: `matches` for its name, `took` when the steps before lead
 * there. Each step counts the rows that took the step before and lie in its window, less itself.
 */
function visitorsPerStep(scope: Scope, steps: readonly FunnelStep[], windowMs: number): Sql {
  const [begin, ...later] = steps as [FunnelStep, ...FunnelStep[]]
  const matches = later.map((step) => isKept(step, scope))
  const columns = matches.map((test, index) => sql`${test} as ${numbered('matches', index + 1)}`)
  const isFirst = sql`event_id in (select event_id from beginning)`
  const candidates = sql`
    select session_id, created_at, event_id, ${isFirst} as took0, ${join(columns)}
    from event
    where ${targetRows(scope)} and ${isActivity}
      and session_id in (select session_id from beginning)
      and (${isFirst} or ${any(matches)})`
  // Each level is materialized: the time to plan nested ones doubles with every step.
  const levels = later.map((_, index) => {
    const took = numbered('took', index)
    return sql`${numbered('level', index + 1)} as materialized (
      select *, ${numbered('matches', index + 1)} and count(*) filter (${took}) over (
          partition by session_id order by created_at
          range between ${windowMs} preceding and current row
        ) > ${took}::integer as ${numbered('took', index + 1)}
      from ${numbered('level', index)})`
  })
  const flags = steps.map((_, index) => numbered('took', index))
  return sql`
    with beginning as materialized (
      select session_id, event_id
      from ${begin.type === 'path' ? pageRows(scope) : customRows(scope)}
      where ${isKept(begin, scope)}
    ),
    level0 as materialized (${candidates}),
    ${join(levels)}
    select [${join(flags.map((took) => sql`count(*) filter (${took})`))}] as visitors
    from (
      select ${join(flags.map((took) => sql`bool_or(${took}) as ${took}`))}
      from ${numbered('level', later.length)}
      group by session_id)`
}

/** A value is one text, commas and all. */
const labelTests = { ...textTests, eq: (text: Sql, wanted: string) => sql`${text} = ${wanted}` }

/** The condition on a row of a step: its name, and for events what the step asks of properties. */
function isKept(step: FunnelStep, scope: Scope): Sql {
  const filters = step.type === 'event' ? (step.filters ?? []) : []
  return all([
    isStep(step),
    ...filters.map((filter) => {
      // An event without the property has nothing that is equal or contained.
      const negation = negated(filter)
      const { property, operator, value } = negation ?? filter
      const found = sql`event_id in (
        select event_id from event_data
        where ${targetRows(scope)} and data_key = ${property}
          and ${predicate(labelTests, label, operator, value)})`
      return negation ? sql`not ${found}` : found
    }),
  ])
}
