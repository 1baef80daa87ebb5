// Journey flows: how many visits are where at each step of the journeys, and where they go on to.

import { Type as t } from '@sinclair/typebox'
import type { EventReader } from '../../db/duckdb/event-reader.ts'
import { join, Sql, sql } from '../../db/sql.ts'
import type { Values } from '../../http/endpoint.ts'
import { nullable } from '../../http/input/fields.ts'
import type { Scope } from '../query/scope.ts'
import type { journeyFields } from './journey.ts'
import { isFromTo, stepColumn, stepTables, withoutRepeats } from './visit-steps.ts'

const item = (description: string) => nullable(t.String({ description }))
const visits = t.Integer({ description: 'Visits.' })
const others = '`null` stands for the items that are too rare for a name of their own.'

export const journeyFlowsAnswer = t.Object({
  visits: t.Integer({ description: 'All visits, wherever they begin and end.' }),
  steps: t.Array(
    t.Object({
      visits: t.Integer({ description: 'Visits that have this step.' }),
      nodes: t.Array(
        t.Object({
          name: item(`Path or event, most frequent first; ${others}`),
          visits,
          items: t.Integer({ description: 'Paths and events that it stands for.' }),
        }),
      ),
      links: t.Array(t.Object({ from: item(others), to: item('In the next step.'), visits })),
    }),
  ),
})

interface Node {
  name: string | null
  visits: number
  items: number
}

interface Link {
  from: string | null
  to: string | null
  visits: number
}

export interface JourneyFlows {
  visits: number
  steps: { visits: number; nodes: Node[]; links: Link[] }[]
}

type JourneyInput = Values<typeof journeyFields>

/** Items of a step that have a name of their own. */
const namedItems = 8

interface Row {
  kind: 'all' | 'node' | 'link'
  step: number
  name: string | null
  next: string | null
  visits: number
  items: number
}

/**
 * All journeys of the journey report together: by step the most frequent items, the rest as one, and
 * the visits that go from one to another. What a node's links lack, ended there.
 */
export async function readJourneyFlows(
  events: EventReader,
  scope: Scope,
  input: JourneyInput,
): Promise<JourneyFlows> {
  const rows = await events.cached<Row>(buildStatement(scope, input))
  const steps = Array.from({ length: input.steps }, (_, index) => {
    const own = rows.filter(({ step }) => step === index + 1)
    const nodes = own
      .filter(({ kind }) => kind === 'node')
      .map(({ name, visits, items }) => ({ name, visits, items }))
    const links = own
      .filter(({ kind }) => kind === 'link')
      .map(({ name, next, visits }) => ({ from: name, to: next, visits }))
    return { visits: nodes.reduce((sum, node) => sum + node.visits, 0), nodes, links }
  })
  return {
    visits: rows.find(({ kind }) => kind === 'all')?.visits ?? 0,
    steps: steps.filter(({ nodes }) => nodes.length > 0),
  }
}

const rankColumn = (step: number): Sql => new Sql([`rank${step}`], [])
const namedColumn = (step: number): Sql => new Sql([`named${step}`], [])

/** `case when … then … end`, a line for each step. */
const eachCase = (steps: readonly number[], line: (step: number) => Sql): Sql =>
  sql`case ${join(steps.map(line), sql` `)} end`

function buildStatement(scope: Scope, { steps, startStep, endStep, eventType }: JourneyInput): Sql {
  const numbers = Array.from({ length: steps }, (_, index) => index + 1)
  const taken = numbers.map(stepColumn)
  const earlier = numbers.slice(0, -1)
  return sql`
    with ${stepTables(scope, eventType, taken)},
    journeys as materialized (
      select ${join(withoutRepeats(taken))},
        coalesce(${isFromTo(taken, startStep, endStep)}, false) as is_chosen
      from visits
    ),
    -- By each step, and all visits as step 0.
    counted as materialized (
      select coalesce(${eachCase(numbers, (step) => sql`when grouping(${stepColumn(step)}) = 0 then ${step}`)}, 0) as step,
        coalesce(${join(taken)}) as item, count(*) as whole, count_if(is_chosen) as visits
      from journeys
      group by grouping sets ((), ${join(taken.map((column) => sql`(${column})`))})
    ),
    places as materialized (
      select step, item, visits, rank <= ${namedItems}
        -- A single rare item may as well have its own name.
        or count(*) over (partition by step) <= ${namedItems + 1} as is_named, rank
      from (
        select step, item, visits,
          (row_number() over (partition by step order by visits desc, item)) as rank
        from counted
        where step > 0 and item is not null and visits > 0)
    ),
    named as materialized (select step, item, rank from places where is_named),
    -- Pairs of items are many; of the few that have a name, and the others as rank 0, they are not.
    ranked as not materialized (
      select ${join(
        numbers.map(
          (step) => sql`case when ${stepColumn(step)} is not null
            then coalesce(${namedColumn(step)}.rank, 0) end as ${rankColumn(step)}`,
        ),
      )}
      from journeys
      ${join(
        numbers.map(
          (step) => sql`left join named as ${namedColumn(step)}
            on ${namedColumn(step)}.step = ${step} and ${namedColumn(step)}.item = ${stepColumn(step)}`,
        ),
        sql` `,
      )}
      where is_chosen
    ),
    links as (
      select step,
        ${eachCase(earlier, (step) => sql`when step = ${step} then ${rankColumn(step)}`)} as rank,
        ${eachCase(earlier, (step) => sql`when step = ${step} then ${rankColumn(step + 1)}`)} as next,
        visits
      from (
        select ${eachCase(
          earlier,
          (
            step,
          ) => sql`when grouping(${rankColumn(step)}) = 0 and grouping(${rankColumn(step + 1)}) = 0
            then ${step}`,
        )} as step, ${join(numbers.map(rankColumn))}, count(*) as visits
        from ranked
        group by grouping sets (${join(
          earlier.map((step) => sql`(${rankColumn(step)}, ${rankColumn(step + 1)})`),
        )}))
    ),
    answer as (
      select 'all' as kind, 0 as step, null as rank, null as next, whole as visits, 0 as items
      from counted where step = 0
      union all
      select 'node', step, case when is_named then rank end as named, null,
        sum(visits)::bigint, count(*)
      from places
      group by step, named
      union all
      select 'link', step, nullif(rank, 0), nullif(next, 0), visits, 0
      from links where rank is not null and next is not null
    )
    select kind, answer.step, own.name as name, following.name as next, visits, items
    from answer
    left join named as named_own on named_own.step = answer.step and named_own.rank = answer.rank
    left join named as named_next
      on named_next.step = answer.step + 1 and named_next.rank = answer.next
    left join dictionary as own on own.item = named_own.item
    left join dictionary as following on following.item = named_next.item
    order by kind, answer.step, answer.rank nulls last, answer.next nulls last`
}
