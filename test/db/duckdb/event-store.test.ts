import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { EventReader } from '../../../src/db/duckdb/event-reader.ts'
import { sql } from '../../../src/db/sql.ts'
import { startServer, type TestServer } from '../../support/app.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const query = (statement: ReturnType<typeof sql>) => server.app.events.query(statement)

test('rows come as plain values', async () => {
  const [row] = await query(sql`
    select 1::bigint as big, 2.5::decimal(19, 4) as money, 1.5::double as number, 'x' as text,
      null as nothing, true as flag, '00000000-0000-4000-8000-000000000001'::uuid as id,
      [1::bigint, 2] as list, {'a': 1::bigint} as struct, ${'bound'} as bound`)
  expect(row).toEqual({
    big: 1,
    money: 2.5,
    number: 1.5,
    text: 'x',
    nothing: null,
    flag: true,
    id: '00000000-0000-4000-8000-000000000001',
    list: [1, 2],
    struct: { a: 1 },
    bound: 'bound',
  })
})

describe('no statement reaches beyond the database', () => {
  test.each([
    ['a file', sql`select * from read_text('/etc/passwd')`],
    ['a file by its name', sql`select * from '/etc/passwd'`],
    ['another database', sql`attach '/tmp/other.duckdb'`],
    ['a copy', sql`copy (select 1) to '/tmp/footfall-copy.csv'`],
    ['an extension', sql`install httpfs`],
    ['its own settings', sql`set enable_external_access = true`],
    ['its lock on settings', sql`set lock_configuration = false`],
  ])('%s', async (_, statement) => {
    await expect(query(statement)).rejects.toThrow()
    expect(existsSync('/tmp/footfall-copy.csv')).toBe(false)
  })
})

test('an answer that is not known waits once for what was accepted', async () => {
  let waited = 0
  const events = new EventReader(server.app.store, async () => {
    waited++
  })
  const rows = await events.cached(sql`select 7 as n`)
  expect([rows, waited]).toEqual([[{ n: 7 }], 1])
})

test('a migration that fails leaves nothing behind, nor an open transaction', async () => {
  const { store } = server.app
  const failing = { name: '9998_failing', sql: 'create table half (id int); select no_such_column' }
  await expect(store.migrate([failing])).rejects.toThrow('no_such_column')
  const [left] = await store.read<{ n: number }>(sql`
    select (select count(*) from information_schema.tables where table_name = 'half')
      + (select count(*) from migration where name = '9998_failing') as n`)
  expect(left?.n).toBe(0)
  await store.writer.run('begin')
  await store.writer.run('rollback')
})

test('checkpoints move the log into the file', async () => {
  const { store } = server.app
  await store.writer.run("insert into migration values ('9999_probe', 1)")
  expect(store.walBytes()).toBeGreaterThan(0)
  await store.checkpoint()
  expect(store.walBytes()).toBe(0)
})

test('opened again, it has everything and answers', async () => {
  const { store } = server.app
  await store.writer.run("insert into migration values ('9999_again', 1)")
  await store.reopen()
  const rows = await query(sql`select name from migration where name = '9999_again'`)
  expect(rows).toEqual([{ name: '9999_again' }])
})
