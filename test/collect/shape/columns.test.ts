import { afterAll, beforeAll, expect, test } from 'bun:test'
import { emptyPayload } from '../../../src/collect/read/payload.ts'
import {
  type EventFields,
  eventColumns,
  noPredecessors,
  predecessorColumns,
  propertyColumns,
  type SessionAttributes,
  sessionColumns,
  visitColumns,
} from '../../../src/collect/shape/columns.ts'
import { performanceFields, viewFields } from '../../../src/collect/shape/event-fields.ts'
import { emptyHit } from '../../../src/collect/shape/hit.ts'
import type { Payload } from '../../../src/collect/shape/payload.ts'
import { sql } from '../../../src/db/sql.ts'
import { startServer, type TestServer } from '../../support/app.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

interface Stored {
  column: string
  type: string
  isRequired: boolean
}

const readSchema = (table: string) =>
  server.app.events.query<Stored>(sql`
    select column_name as column, lower(data_type) as type, is_nullable = 'NO' as "isRequired"
    from information_schema.columns where table_name = ${table} order by ordinal_position`)

type Columns = Record<string, Omit<Stored, 'isRequired'> & { empty: unknown }>

const listColumns = (columns: Columns): Stored[] =>
  Object.values(columns).map(({ column, type, empty }) => ({
    column,
    type,
    isRequired: empty !== null,
  }))

const required = (column: string, type: string): Stored => ({ column, type, isRequired: true })
const id = (column: string) => required(column, 'bigint')
const target = required('source_id', 'integer')
const byName = (stored: Stored[]) =>
  stored.toSorted((one, other) => (one.column < other.column ? -1 : 1))

test.each<[string, Stored[], Columns[]]>([
  [
    'event',
    [id('event_id'), id('session_id'), id('created_at'), required('visit_hour', 'integer')],
    [eventColumns, sessionColumns, predecessorColumns, visitColumns],
  ],
  ['session', [id('session_id'), id('created_at'), required('uuid', 'uuid')], [sessionColumns]],
  [
    'event_data',
    [
      id('event_id'),
      id('session_id'),
      id('created_at'),
      { column: 'event_name', type: 'varchar', isRequired: false },
    ],
    [propertyColumns],
  ],
  [
    'session_data',
    [
      id('written_id'),
      id('session_id'),
      id('created_at'),
      { column: 'distinct_id', type: 'varchar', isRequired: false },
    ],
    [propertyColumns],
  ],
])('the columns of %s are those of the migrated database', async (table, ids, columns) => {
  const listed = [target, ...ids, ...columns.flatMap(listColumns)]
  expect(byName(listed)).toEqual(byName(await readSchema(table)))
})

test('properties are stored in the order of their columns', async () => {
  for (const table of ['event_data', 'session_data']) {
    const names = (await readSchema(table)).map(({ column }) => column)
    const listed = Object.values(propertyColumns).map(({ column }) => column)
    expect(names.slice(-listed.length)).toEqual(listed)
  }
})

test('each value of a hit is stored in its own column', async () => {
  const fill = (columns: Columns) =>
    Object.fromEntries(
      Object.entries(columns).map(([name, { column, type }], index) => [
        name,
        type === 'varchar' ? column : index + 1,
      ]),
    )
  const event = fill(eventColumns) as unknown as EventFields
  const attributes = fill(sessionColumns) as unknown as SessionAttributes
  const { writer, events } = server.app
  await writer.add({ ...emptyHit, target: 77, visitHour: 5, at: 6, event, attributes })
  const stored = await events.query(sql`from event where source_id = 77`)
  const expected = Object.fromEntries(
    [
      [eventColumns, event] as const,
      [sessionColumns, attributes] as const,
      [predecessorColumns, noPredecessors] as const,
      [visitColumns, { visitLength: null }] as const,
    ].flatMap(([columns, values]) =>
      Object.entries<{ column: string }>(columns).map(([name, { column }]) => [
        column,
        (values as Record<string, unknown>)[name],
      ]),
    ),
  )
  const ids = { event_id: expect.any(Number), session_id: expect.any(Number) }
  expect(stored).toEqual([{ ...ids, source_id: 77, visit_hour: 5, created_at: 6, ...expected }])
})

test('every column of an event is filled by some hit', () => {
  const parameters = Object.values(eventColumns).filter((column) => 'isParameter' in column)
  const query = parameters.map(({ column }) => `${column}=x`).join('&')
  const sent = Object.fromEntries(
    Object.values<{ type: string; sent?: { member: string } }>(eventColumns).flatMap(
      ({ type, sent }) => (sent ? [[sent.member, type === 'varchar' ? 'x' : 1]] : []),
    ),
  )
  const payload: Payload = {
    ...emptyPayload,
    ...sent,
    title: 'x',
    url: `https://one.test/x?${query}`,
    referrer: 'https://other.test/x?x',
  }
  const view = viewFields(payload, 'website', false)
  const measured = performanceFields(payload, false)
  const names = Object.keys(eventColumns) as (keyof EventFields)[]
  expect(names.filter((name) => !view[name] && !measured[name])).toEqual([])
})
