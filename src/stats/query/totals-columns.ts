// The columns of totals, one line each: answers, and the SQL of every form, derive from them.

import { type TInteger, Type as t } from '@sinclair/typebox'
import { join, Sql, sql } from '../../db/sql.ts'

interface TotalsColumn {
  description?: string
  /** An aggregate of one row per visit, with its `session_id`, `views` and `seconds`. */
  ofVisits: Sql
  /** An aggregate of one row per whole visit: its `visit_length`, and `kept_rows`, those that count. */
  ofWholeVisits: (visitors: Sql) => Sql
  /** By predecessors: made of `views`, `repeat_views`, `second_or_later`, `third_or_later`, `seconds`. */
  ofRepeats: Sql
  /** Of so many `views`, each the only one of its session. */
  ofSingles: Sql
}

const columns = {
  pageviews: {
    ofVisits: sql`coalesce(sum(views), 0)`,
    ofWholeVisits: () => sql`coalesce(sum(kept_rows), 0)`,
    ofRepeats: sql`views`,
    ofSingles: sql`views`,
  },
  visitors: {
    ofVisits: sql`count(distinct session_id)`,
    ofWholeVisits: (visitors) => visitors,
    ofRepeats: sql`views - repeat_views`,
    ofSingles: sql`views`,
  },
  visits: {
    ofVisits: sql`count(*)`,
    ofWholeVisits: () => sql`count(*)`,
    ofRepeats: sql`views - second_or_later`,
    ofSingles: sql`views`,
  },
  bounces: {
    description: 'Visits of a single page view.',
    ofVisits: sql`count_if(views = 1)`,
    ofWholeVisits: () => sql`coalesce(count_if(visit_length = -1), 0)`,
    ofRepeats: sql`views - second_or_later - (second_or_later - third_or_later)`,
    ofSingles: sql`views`,
  },
  totaltime: {
    description: 'Seconds of all visits together.',
    ofVisits: sql`coalesce(sum(seconds), 0)`,
    ofWholeVisits: () => sql`coalesce(sum(visit_length) filter (visit_length > 0), 0)`,
    ofRepeats: sql`seconds`,
    ofSingles: sql`0`,
  },
} satisfies Record<string, TotalsColumn>

export type TotalsName = keyof typeof columns

const entries = Object.entries<TotalsColumn>(columns) as [TotalsName, TotalsColumn][]

const quote = (name: TotalsName): Sql => new Sql([name], [])

/** A select list: every column, as `toSql` makes it. */
const selectEach = (toSql: (column: TotalsColumn, name: Sql) => Sql): Sql =>
  join(entries.map(([name, column]) => sql`${toSql(column, quote(name))} as ${quote(name)}`))

/** The columns by name, as a select list. */
export const totalsColumns = selectEach((_, name) => name)
/** Select lists that make the columns; see `TotalsColumn`. */
export const totalsOfVisits = selectEach(({ ofVisits }) => ofVisits)
/** The select list of whole visits; `visitors` is an aggregate, of their sessions. */
export const totalsOfWholeVisits = (visitors: Sql): Sql =>
  selectEach(({ ofWholeVisits }) => ofWholeVisits(visitors))
export const totalsOfRepeats = selectEach(({ ofRepeats }) => ofRepeats)
export const totalsOfSingles = selectEach(({ ofSingles }) => ofSingles)
/** The sums of rows that have the columns. */
export const sumTotals = selectEach((_, name) => sql`sum(${name})`)

/** The fields of an answer, with descriptions where its columns are not those of whole visits. */
export const totalsFields = (descriptions: Partial<Record<TotalsName, string>> = {}) =>
  Object.fromEntries(
    entries.map(([name, { description }]) => {
      const text = descriptions[name] ?? description
      return [name, t.Integer(text === undefined ? {} : { description: text })]
    }),
  ) as Record<TotalsName, TInteger>

/** The totals of nothing. */
export const noTotals = Object.fromEntries(entries.map(([name]) => [name, 0])) as Record<
  TotalsName,
  number
>
