import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Cell, Tables } from '../../../src/db/duckdb/tables.ts'
import { startServer, type TestServer } from '../../support/app.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

/** Appends rows to a new table of these columns and reads them back as text. */
async function stored(columns: string, rows: readonly (readonly Cell[])[]): Promise<unknown[][]> {
  const connection = await server.app.store.connect()
  await connection.run(`create or replace temp table kept (place integer, ${columns})`)
  const tables = await Tables.open(server.app.store.duckdb, connection)
  await tables.prepare('kept')
  rows.forEach((cells, place) => {
    tables.append('kept', [place, ...cells])
  })
  tables.flush()
  tables.discard()
  const reader = await connection.runAndReadAll(
    'select columns(* exclude place)::varchar from kept order by place',
  )
  connection.closeSync()
  return reader.getRows()
}

test('texts of any length and script come back as they were', async () => {
  const texts = ['', 'é', 'São Paulo', '日本語日', '日本語日本', '🚲', 'naïve-naïve1', null]
  for (let length = 1; length < 30; length++) texts.push('x'.repeat(length), 'ß'.repeat(length))
  // More rows than one chunk has, so that a chunk is used again for other texts.
  const rows = Array.from({ length: 5_000 }, (_, row) => [
    texts[row % texts.length] as Cell,
    texts[(row * 7) % texts.length] as Cell,
  ])
  expect(await stored('first varchar, second varchar', rows)).toEqual(rows)
})

test('texts of very many bytes come back as they were', async () => {
  const rows = Array.from({ length: 2_100 }, (_, row) => [`${row}-${'日本語🚲'.repeat(200)}`])
  expect(await stored('text varchar', rows)).toEqual(rows)
})

test('a row of another width is refused', async () => {
  await expect(stored('first varchar, second varchar', [['one']])).rejects.toThrow(
    'kept has 3 columns, not 2',
  )
})

test('numbers of every kind come back as they were, and absent ones absent', async () => {
  const columns = 'a bigint, b integer, c tinyint, d double, e decimal(19, 4)'
  const rows = [
    [Number.MAX_SAFE_INTEGER, 2 ** 31 - 1, 127, 0.1, 12.3456],
    [-Number.MAX_SAFE_INTEGER, -(2 ** 31), -128, -1e300, -0.0001],
    [null, null, null, null, null],
    [0, 0, 0, 0, 0],
    [-1, -1, -1, -1.5, 99_999_999_999.9999],
  ]
  expect(await stored(columns, rows)).toEqual([
    ['9007199254740991', '2147483647', '127', '0.1', '12.3456'],
    ['-9007199254740991', '-2147483648', '-128', '-1e+300', '-0.0001'],
    [null, null, null, null, null],
    ['0', '0', '0', '0.0', '0.0000'],
    ['-1', '-1', '-1', '-1.5', '99999999999.9999'],
  ])
})

test('UUIDs come back as they were', async () => {
  const rows = [
    ['00000000-0000-0000-0000-000000000000'],
    ['ffffffff-ffff-ffff-ffff-ffffffffffff'],
    [null],
    ['41e2b680-648e-4b09-bcd7-3e2b10c06264'],
  ]
  expect(await stored('id uuid', rows)).toEqual(rows)
})

test('cells are stored by the names of their columns, all of which are needed', async () => {
  const connection = await server.app.store.connect()
  await connection.run('create or replace temp table named (first varchar, second integer)')
  const tables = await Tables.open(server.app.store.duckdb, connection)
  await expect(tables.prepare('named', ['first'])).rejects.toThrow('named has the columns')
  await expect(tables.prepare('named', ['first', 'other'])).rejects.toThrow('named has the columns')
  await tables.prepare('named', ['second', 'first'])
  tables.append('named', [1, 'one'])
  tables.flush()
  tables.discard()
  const reader = await connection.runAndReadAll('from named')
  connection.closeSync()
  expect(reader.getRows()).toEqual([['one', 1]])
})
