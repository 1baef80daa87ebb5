// Journey: the ways that visits take through pages and events.

import { Type as t } from '@sinclair/typebox'
import type { EventReader } from '../../db/duckdb/event-reader.ts'
import { join, sql } from '../../db/sql.ts'
import type { Values } from '../../http/endpoint.ts'
import type { Scope } from '../query/scope.ts'
import { isFromTo, stepColumn, stepTables, withoutRepeats } from './visit-steps.ts'

const maxSteps = 7

export const journeyFields = {
  steps: t.Integer({ minimum: 3, maximum: maxSteps, description: 'Length of a journey, 3 to 7.' }),
  startStep: t.Optional(t.String({ description: 'Path or event that journeys begin with.' })),
  endStep: t.Optional(t.String({ description: 'Path or event that journeys end with.' })),
  eventType: t.Optional(
    t.Integer({ minimum: 1, maximum: 5, description: 'Only page views (1), or only events (2).' }),
  ),
}

export const journeyAnswer = t.Array(
  t.Object({ items: t.Array(t.String()), count: t.Integer({ description: 'Visits.' }) }),
)

type JourneyInput = Values<typeof journeyFields>

/**
 * The first steps of visits and how many visits took them, most first, at most 100. Repeated pages,
 * such as reloads, count as one item.
 */
export function listJourneys(
  events: EventReader,
  scope: Scope,
  { steps, startStep, endStep, eventType }: JourneyInput,
) {
  const taken = Array.from({ length: steps }, (_, index) => stepColumn(index + 1))
  return events.cached<{ items: string[]; count: number }>(sql`
    with ${stepTables(scope, eventType, taken)},
    journeys as (
      select list_filter([${join(taken)}], lambda item: item is not null) as numbers, visits
      from (
        select ${join(taken)}, count(*) as visits
        from (
          select ${join(withoutRepeats(taken))} from visits
          where ${isFromTo(taken, startStep, endStep)})
        group by ${join(taken)}
        order by visits desc, ${join(taken.map((place) => sql`${place} nulls first`))}
        limit 100)
    )
    select list(name order by place) as items, visits as count
    from (
      select numbers, visits, unnest(numbers) as item,
        generate_subscripts(numbers, 1) as place
      from journeys)
    join dictionary using (item)
    group by numbers, visits
    order by visits desc, numbers`)
}
