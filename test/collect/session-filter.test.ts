import { afterAll, beforeAll, expect, test } from 'bun:test'
import { SessionFilter } from '../../src/collect/session-filter.ts'
import { readUuids } from '../../src/db/uuids.ts'
import { startServer, type TestServer } from '../support/app.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const uuidOf = (number: number): string => Bun.randomUUIDv5(`visitor ${number}`, 'dns')

test('knows every session of the store, and hardly any other', async () => {
  const known = Array.from({ length: 5_000 }, (_, number) => uuidOf(number))
  // The first bit is the one that the store keeps in its own way.
  known.push('00000000-0000-5000-8000-000000000000', 'ffffffff-ffff-5fff-bfff-ffffffffffff')
  const connection = await server.app.events.connect()
  await connection.run('create temp table seen (id uuid)')
  await connection.run(`insert into seen select unnest(string_split($1, ','))`, [known.join(',')])
  const filter = new SessionFilter(known.length)
  for await (const words of readUuids(connection, 'select id from seen')) filter.addWords(words)
  connection.closeSync()
  expect(known.filter((uuid) => !filter.has(uuid))).toEqual([])
  const others = Array.from({ length: 5_000 }, (_, number) => uuidOf(10_000 + number))
  expect(others.filter((uuid) => filter.has(uuid)).length).toBeLessThan(100)
})

test('a session added by its text is known too', () => {
  const filter = new SessionFilter(10)
  filter.add(uuidOf(1))
  expect([filter.has(uuidOf(1)), filter.has(uuidOf(2))]).toEqual([true, false])
})
