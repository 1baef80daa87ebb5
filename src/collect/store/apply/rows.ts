// A hit as rows of the event tables.

import type { DuckDBConnection } from '@duckdb/node-api'
import type { Cell, Tables } from '../../../db/duckdb/tables.ts'
import { compileReader } from '../../../lib/compile-reader.ts'
import {
  eventColumns,
  type Predecessors,
  type Property,
  predecessorColumns,
  propertyColumns,
  type SessionAttributes,
  sessionColumns,
  visitColumns,
} from '../../shape/columns.ts'
import type { Hit } from '../../shape/hit.ts'

/** A hit with the numbers the writer gave it. */
interface NumberedHit {
  hit: Hit
  /** Its event's id; also orders session properties, so identify takes one too. */
  id: number
  session: number
  /** Those of the session's first hit. */
  attributes: SessionAttributes
  predecessors: Predecessors
}

/** Tables of events, each with the column of ascending numbers by which its new rows are found. */
export const eventTables = {
  event: 'event_id',
  session: 'session_id',
  event_data: 'event_id',
  session_data: 'written_id',
  revenue: 'event_id',
} as const

export const tableNames = Object.keys(eventTables) as (keyof typeof eventTables)[]
/** Those, and the one whose rows are made of theirs. */
export const allTableNames = [...tableNames, 'visit'] as const

const listMembers = (path: string, columns: Record<string, { column: string }>) =>
  Object.fromEntries(
    Object.entries(columns).map(([name, { column }]) => [column, `${path}.${name}`]),
  )

const shared = {
  source_id: 'hit.target',
  session_id: 'session',
  created_at: 'hit.at',
  ...listMembers('attributes', sessionColumns),
}

/** Columns of the wide tables, each with the member of a NumberedHit that it holds. */
const eventMembers = {
  event_id: 'id',
  visit_hour: 'hit.visitHour',
  ...shared,
  ...listMembers('hit.event', eventColumns),
  ...listMembers('predecessors', predecessorColumns),
  ...Object.fromEntries(Object.values(visitColumns).map(({ column }) => [column, null])),
}
const sessionMembers = { uuid: 'hit.sessionId', ...shared }

const readEvent = compileReader<NumberedHit, Cell>(Object.values(eventMembers))
const readSession = compileReader<NumberedHit, Cell>(Object.values(sessionMembers))
const readProperty = compileReader<Property, Cell>(Object.keys(propertyColumns))

/** Makes the appenders of all event tables. Throws when a column of a wide one has no cell here. */
export async function prepareTables(tables: Tables): Promise<void> {
  await tables.prepare('event', Object.keys(eventMembers))
  await tables.prepare('session', Object.keys(sessionMembers))
  for (const table of ['event_data', 'session_data', 'revenue']) await tables.prepare(table)
}

/** Appends the rows of a hit, the one of its session only when that is new. */
export function appendHit(tables: Tables, row: NumberedHit, isNewSession: boolean): void {
  const { hit, id, session } = row
  const { target, at, event, attributes, eventData, sessionData, revenue } = hit
  if (isNewSession) tables.append('session', readSession(row))
  if (event) tables.append('event', readEvent(row))
  const name = event?.eventName ?? null
  for (const property of eventData) {
    tables.append('event_data', [id, target, session, at, name, ...readProperty(property)])
  }
  for (const property of sessionData) {
    const { distinctId } = attributes
    tables.append('session_data', [id, target, session, at, distinctId, ...readProperty(property)])
  }
  if (revenue) {
    const { currency, amount } = revenue
    tables.append('revenue', [id, target, session, at, name ?? '', currency, amount])
  }
}

/** How many rows a hit becomes at most; what it costs until then goes with them. */
export const countRows = ({ eventData, sessionData }: Hit): number =>
  1 + eventData.length + sessionData.length

/**
 * How many of these hits, from the first one on, make no more than so many rows; at least one, and at
 * most `maxHits`.
 */
export function countWithin(
  waiting: readonly { hit: Hit }[],
  { maxHits, maxRows }: { maxHits: number; maxRows: number },
): number {
  let rows = 0
  for (let count = 0; count < Math.min(waiting.length, maxHits); count++) {
    rows += countRows((waiting[count] as { hit: Hit }).hit)
    if (rows > maxRows) return Math.max(1, count)
  }
  return Math.min(waiting.length, maxHits)
}

/** The highest numbers of events and sessions in use, which only ever rise; 0 where there are none. */
export async function readNumbers(
  connection: DuckDBConnection,
): Promise<{ id: number; session: number }> {
  const reader = await connection.runAndReadAll(
    `select greatest(coalesce((select max(event_id) from event), 0),
       coalesce((select max(written_id) from session_data), 0))::double as id,
       coalesce((select max(session_id) from session), 0)::double as session`,
  )
  const [id, session] = reader.getRows()[0] as [number, number]
  return { id, session }
}
