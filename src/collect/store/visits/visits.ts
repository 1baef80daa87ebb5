// Visits as rows of their own. Those that began before the closed hour are in table `visit`; of later
// ones more rows may come at any moment, so that readers make them of their rows.

import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api'
import type { EventStore } from '../../../db/duckdb/event-store.ts'
import { inTransaction } from '../../../db/duckdb/transaction.ts'
import { literal, type Sql, sql } from '../../../db/sql.ts'
import type { Log } from '../../../log.ts'
import { hourMs, minuteMs, secondMs } from '../../../time/durations.ts'
import { longestVisitSeconds, selectVisits, visitLength } from '../../../visits/select-visits.ts'
import type { Hit } from '../../shape/hit.ts'

/** So many rows of events are made visits at once: readers wait a fraction of a second, on slow hosts too. */
const rowsPerStep = 50_000
/** Hits that wait in the journal, and a clock that is set, may be late by so much. */
const spareMs = minuteMs

/** The hour before which all visits are over at an instant, in hours since the epoch. */
export const lastClosedHour = (now: number): number =>
  Math.floor((now - longestVisitSeconds * secondMs - spareMs) / hourMs)

const run = (connection: DuckDBConnection, { text, values }: Sql) =>
  connection.run(text, values as DuckDBValue[])

/** Reads how far visits are rows. Needed after opening the store, and after reopening it. */
export async function readClosedHour(store: EventStore): Promise<void> {
  const found = await store.writer.runAndReadAll('select closed_hour from visit_progress')
  store.noteClosedHour(found.getRows()[0]?.[0] as number)
}

/**
 * Makes visits of the next hours rows, in a transaction of its own: some hours at once, or one that has
 * very many, in parts. Says whether more hours are to be closed by now. Nobody else may write until
 * then.
 */
export async function closeHours(
  store: EventStore,
  now: number,
  log: Log,
  limit = rowsPerStep,
): Promise<boolean> {
  const last = lastClosedHour(now)
  const first = store.closedHour
  if (first >= last) return false
  const { end, rows } = await findStep(store.writer, first, last, limit)
  const parts = Math.ceil(rows / limit)
  await inTransaction(store.writer, async () => {
    for (let part = 0; part < parts; part++) {
      const isOfPart = (table: Sql) => sql`${table}.visit_hour >= ${literal(first)}
        and ${table}.visit_hour < ${literal(end)}
        and ${table}.session_id % ${literal(parts)} = ${literal(part)}`
      await insertVisits(store.writer, isOfPart)
    }
    await run(store.writer, sql`update visit_progress set closed_hour = ${literal(end)}`)
  })
  store.noteVisits(first, end - 1)
  store.noteClosedHour(end)
  if (end < last) log.debug('made visits rows', { through: new Date(end * hourMs) })
  return end < last
}

/** The hours of the next step, up to an end, and how many rows their visits have. */
async function findStep(
  connection: DuckDBConnection,
  first: number,
  last: number,
  limit: number,
): Promise<{ end: number; rows: number }> {
  const found = await connection.runAndReadAll(
    `select visit_hour, count(*)::integer from event
     where visit_hour >= $1 and visit_hour < $2 group by visit_hour order by visit_hour`,
    [first, last],
  )
  let rows = 0
  for (const [hour, count] of found.getRows() as [number, number][]) {
    if (rows > 0 && rows + count > limit) return { end: hour, rows }
    rows += count
  }
  return { end: last, rows }
}

/**
 * Makes rows of visits, of which there are none yet, and has their rows of `event` repeat how long they
 * were. Which visits: a condition on the session and hour of a table.
 */
async function insertVisits(
  connection: DuckDBConnection,
  areMeant: (table: Sql) => Sql,
): Promise<void> {
  const rows = sql`(select * from event where ${areMeant(sql`event`)})`
  // In order of their beginnings, so that they take little room.
  await run(
    connection,
    sql`insert into visit by name from ${selectVisits(rows, 'all')} order by visit_hour, start_id`,
  )
  await run(
    connection,
    sql`update event set visit_length = ${visitLength} from visit
      where ${areMeant(sql`event`)} and ${areMeant(sql`visit`)}
        and event.session_id = visit.session_id and event.visit_hour = visit.visit_hour
        and event.visit_length is distinct from ${visitLength}`,
  )
}

/**
 * Makes the rows of some visits again, within the transaction under way: those of `keys`, a relation of
 * session_id and visit_hour, which lie in the hours from `first` to `last`.
 */
export async function replaceVisits(
  connection: DuckDBConnection,
  keys: Sql,
  first: number,
  last: number,
): Promise<void> {
  const areMeant = (table: Sql) => sql`
    ${table}.visit_hour between ${literal(first)} and ${literal(last)}
    and (${table}.session_id, ${table}.visit_hour) in (
      select (session_id, visit_hour) from ${keys})`
  await run(connection, sql`delete from visit where ${areMeant(sql`visit`)}`)
  await insertVisits(connection, areMeant)
}

/** The visits of a group that are rows already, and are made again with its hits. */
export class LateVisits {
  private readonly sessions: number[] = []
  private readonly hours: number[] = []

  constructor(private readonly store: EventStore) {}

  /** Takes note of a hit and the number of its session. */
  note({ event, visitHour }: Hit, session: number): void {
    if (!event || visitHour >= this.store.closedHour) return
    this.sessions.push(session)
    this.hours.push(visitHour)
  }

  /** Makes them again, within the transaction under way. */
  async replace(connection: DuckDBConnection): Promise<void> {
    if (this.hours.length === 0) return
    const keys = sql`(
      select distinct unnest(string_split(${this.sessions.join(',')}, ','))::bigint as session_id,
        unnest(string_split(${this.hours.join(',')}, ','))::integer as visit_hour)`
    const { first, last } = this.span
    await replaceVisits(connection, keys, first, last)
  }

  /** Call after the commit. */
  report(): void {
    const { first, last } = this.span
    if (this.hours.length > 0) this.store.noteVisits(first, last)
  }

  /** The hours they began in. */
  private get span(): { first: number; last: number } {
    const [first = 0, ...others] = this.hours
    return others.reduce(
      (span, hour) => ({ first: Math.min(span.first, hour), last: Math.max(span.last, hour) }),
      { first, last: first },
    )
  }
}
