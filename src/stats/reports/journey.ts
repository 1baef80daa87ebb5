// Journey: the ways that visits take through pages and events.

import { Type as t } from '@sinclair/typebox'
import type { App } from '../../app.ts'
import { any, join, Sql, sql } from '../../db/sql.ts'
import type { Values } from '../../http/endpoint.ts'
import { activityRows } from '../relations.ts'
import type { Scope } from '../scope.ts'
import { visitSteps } from './visit-steps.ts'

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

type Asked = Values<typeof journeyFields>

/** Columns of one visit: its first item, its second, and so on. */
const places = Array.from({ length: maxSteps }, (_, index) => new Sql([`step${index + 1}`], []))

/**
 * The first steps of visits and how many visits took them, most first, at most 100. Repeated pages,
 * such as reloads, count as one item.
 */
export function journey(app: App, scope: Scope, { steps, startStep, endStep, eventType }: Asked) {
  const taken = places.slice(0, steps)
  const pairs = taken.slice(1).map((place, index) => [place, taken[index] as Sql] as const)
  const repeats = any(pairs.map(([place, before]) => sql`${place} = ${before}`))
  const changed = [
    taken[0] as Sql,
    ...pairs.map(([place, before]) => sql`nullif(${place}, ${before})`),
  ]
  // A list per visit costs more than all the rest, so only visits that repeat an item make one.
  const collapsed = taken.map(
    (place, index) => sql`case when ${repeats}
      then list_filter([${join(changed)}], lambda item: item is not null)[${index + 1}]
      else ${place} end as ${place}`,
  )
  const isItem = (place: Sql, name: string | undefined) =>
    name === undefined
      ? sql`true`
      : sql`${place} = (select item from dictionary where name = ${name})`
  // Items are numbers in the order of their names: narrow to sort by visit, and exact to compare.
  return app.events.recall<{ items: string[]; count: number }>(sql`
    with done as not materialized (
      select session_id, visit_hour, created_at, event_id,
        coalesce(nullif(event_name, ''), url_path) as name
      from ${activityRows(scope)}
      where ${eventType === undefined ? sql`true` : sql`event_type = ${eventType}`}
    ),
    dictionary as materialized (
      select name, (row_number() over (order by name))::integer as item
      from (select distinct name from done)
    ),
    visits as not materialized (select * from ${visitSteps(taken)}),
    journeys as (
      select list_filter([${join(taken)}], lambda item: item is not null) as numbers, visits
      from (
        select ${join(taken)}, count(*) as visits
        from (
          select ${join(collapsed)} from visits
          where ${isItem(sql`step1`, startStep)}
            and ${isItem(sql`coalesce(${join(taken.toReversed())})`, endStep)})
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
