import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Hit } from '../../../src/collect/hit.ts'
import { GroupWriter } from '../../../src/collect/storing/group.ts'
import { saveFilter, takeFilter } from '../../../src/collect/storing/known-sessions.ts'
import { SessionFilter } from '../../../src/collect/storing/session-filter.ts'
import { sessionKey } from '../../../src/collect/storing/sessions.ts'
import { readUuids } from '../../../src/db/uuids.ts'
import { startServer, type TestServer } from '../../support/app.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const identify: Hit = {
  source: 1,
  sessionId: Bun.randomUUIDv5('somebody', 'dns'),
  visitHour: 480_000,
  at: 1_728_000_000_123,
  attributes: {
    browser: null,
    os: null,
    device: null,
    screen: null,
    language: null,
    country: null,
    region: null,
    city: null,
    distinctId: 'somebody',
  },
  event: null,
  eventData: [],
  sessionData: [],
  revenue: null,
}

const uuidOf = (number: number): string => Bun.randomUUIDv5(`visitor ${number}`, 'dns')

test('knows every session of the store, and hardly any other', async () => {
  const known = Array.from({ length: 5_000 }, (_, number) => uuidOf(number))
  // The first bit is the one that the store keeps in its own way.
  known.push('00000000-0000-5000-8000-000000000000', 'ffffffff-ffff-5fff-bfff-ffffffffffff')
  const connection = await server.app.events.connect()
  await connection.run('create temp table seen (id uuid)')
  await connection.run(`insert into seen select unnest(string_split($1, ','))`, [known.join(',')])
  const filter = SessionFilter.for(known.length)
  for await (const words of readUuids(connection, 'select id from seen')) filter.addWords(words)
  connection.closeSync()
  expect(known.filter((uuid) => !filter.has(uuid))).toEqual([])
  const others = Array.from({ length: 5_000 }, (_, number) => uuidOf(10_000 + number))
  expect(others.filter((uuid) => filter.has(uuid)).length).toBeLessThan(100)
})

test('a session added by its text is known too', () => {
  const filter = SessionFilter.for(10)
  filter.add(uuidOf(1))
  expect([filter.has(uuidOf(1)), filter.has(uuidOf(2))]).toEqual([true, false])
})

test('a saved filter is the same again, once, and only for the sessions it was saved with', async () => {
  const connection = await server.app.events.connect()
  const dataDir = await mkdtemp(join(tmpdir(), 'footfall-filter-'))
  const filter = SessionFilter.for(1_000)
  filter.add(uuidOf(1))
  const store = (number: number) =>
    connection.run(
      'insert into session (session_id, source_id, uuid, created_at) values ($1, 1, $2, 0)',
      [number, uuidOf(number)],
    )
  await store(1)
  await saveFilter(dataDir, connection, filter)
  const taken = await takeFilter(dataDir, connection)
  expect([taken?.has(uuidOf(1)), taken?.has(uuidOf(2))]).toEqual([true, false])
  expect(await takeFilter(dataDir, connection)).toBeNull()

  await saveFilter(dataDir, connection, filter)
  await store(2)
  expect(await takeFilter(dataDir, connection)).toBeNull()

  await saveFilter(dataDir, connection, filter)
  const file = join(dataDir, 'sessions.filter')
  const bytes = readFileSync(file)
  bytes[700] = (bytes[700] as number) ^ 1
  writeFileSync(file, bytes)
  expect(await takeFilter(dataDir, connection)).toBeNull()

  for (const length of [0, 511, 512, 513, bytes.length - 1]) {
    writeFileSync(file, readFileSync(import.meta.path).subarray(0, length))
    expect(await takeFilter(dataDir, connection)).toBeNull()
  }
  connection.closeSync()
  await rm(dataDir, { recursive: true })
})

test('a session that is stored while all are being read stays known', async () => {
  const { events } = server.app
  const groups = new GroupWriter(events)
  await groups.start()
  const { writer } = events
  const run = writer.run
  const reading = await events.connect()
  // All are read between the rows of the session and their commit.
  writer.run = async (statement, ...values) => {
    if (statement === 'commit') await groups.sessions.readKnown(reading)
    return run.call(writer, statement, ...values)
  }
  try {
    await groups.write([{ id: groups.storedId + 1, hit: identify }])
  } finally {
    writer.run = run
    reading.closeSync()
  }
  // As if many others had come since.
  groups.sessions.forget()
  const key = sessionKey(identify.source, identify.sessionId)
  expect([...(await groups.sessions.find(writer, [identify], [key])).keys()]).toEqual([key])
  groups.release()
})
