// The most frequent values of several columns at once.

import type { EventReader } from '../../db/duckdb/event-reader.ts'
import { empty, join, type Sql, sql } from '../../db/sql.ts'
import { toRecord } from '../../lib/to-record.ts'

interface TopValuesInput<Name extends string> {
  /** `with …` clause of tables that `rows` names. */
  tables?: Sql
  rows: Sql
  /** An aggregate: what a row counts for; by default one. */
  count?: Sql
  columns: Record<Name, Sql>
  /** Values per column. */
  limit: number
}

interface Counted {
  value: string
  /** Rows with this value. */
  count: number
}

/** Per column its values with the number of rows, most first. Missing and empty ones are skipped. */
export async function topValues<Name extends string>(
  events: EventReader,
  { tables = empty, rows, count = sql`count(*)`, columns, limit }: TopValuesInput<Name>,
): Promise<Record<Name, Counted[]>> {
  const names = Object.keys(columns) as Name[]
  const lists = names.map(
    (name) => sql`(
      select ${name} as name, ${columns[name]} as value, ${count} as count
      from ${rows}
      where coalesce(${columns[name]}, '') <> ''
      group by value
      order by count desc, value
      limit ${limit})`,
  )
  const found = await events.cached<Counted & { name: Name }>(sql`
    ${tables}
    select name, value, count from (${join(lists, sql` union all `)})
    order by count desc, value`)
  const toValues = (wanted: Name) =>
    found.filter(({ name }) => name === wanted).map(({ value, count }) => ({ value, count }))
  return toRecord(names, toValues)
}
