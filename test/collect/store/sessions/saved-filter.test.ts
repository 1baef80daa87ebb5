import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { emptyAttributes } from '../../../../src/collect/shape/columns.ts'
import { emptyHit, type Hit } from '../../../../src/collect/shape/hit.ts'
import { GroupWriter } from '../../../../src/collect/store/apply/group.ts'
import { BloomFilter } from '../../../../src/collect/store/sessions/bloom-filter.ts'
import { saveFilter, takeFilter } from '../../../../src/collect/store/sessions/saved-filter.ts'
import { SessionIndex, sessionKey } from '../../../../src/collect/store/sessions/session-index.ts'
import { startServer, type TestServer } from '../../../support/app.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const identify: Hit = {
  ...emptyHit,
  target: 1,
  sessionId: Bun.randomUUIDv5('somebody', 'dns'),
  visitHour: 480_000,
  at: 1_728_000_000_123,
  attributes: { ...emptyAttributes, distinctId: 'somebody' },
  event: null,
}

const toUuid = (number: number): string => Bun.randomUUIDv5(`visitor ${number}`, 'dns')

test('knows every session of the store, and hardly any other', async () => {
  const known = Array.from({ length: 5_000 }, (_, number) => toUuid(number))
  // The first bit is the one that the store keeps in its own way.
  known.push('00000000-0000-5000-8000-000000000000', 'ffffffff-ffff-5fff-bfff-ffffffffffff')
  const connection = await server.app.store.connect()
  const store = 'insert into session (session_id, source_id, uuid, created_at)'
  await connection.run(`${store} select 1, 1, unnest(string_split($1, ',')), 0`, [known.join(',')])
  const index = new SessionIndex(server.app.store, server.app.log)
  expect(index.isCertainlyNew(toUuid(10_000))).toBe(false)
  await index.readFrom(connection)
  await connection.run('delete from session')
  connection.closeSync()
  expect(known.filter((uuid) => index.isCertainlyNew(uuid))).toEqual([])
  const others = Array.from({ length: 5_000 }, (_, number) => toUuid(10_000 + number))
  expect(others.filter((uuid) => !index.isCertainlyNew(uuid)).length).toBeLessThan(100)
  index.addToFilter(toUuid(99_999))
  expect(index.isCertainlyNew(toUuid(99_999))).toBe(false)
})

const add = (filter: BloomFilter, number: number) => filter.add(...sha512(number))
const has = (filter: BloomFilter, number: number) => filter.has(...sha512(number))
const sha512 = (number: number): [number, number] => [
  Bun.hash.xxHash32(`${number}`, 1),
  Bun.hash.xxHash32(`${number}`, 2),
]

test('a filter that outgrows its room knows all keys, and still hardly any other', () => {
  const filter = new BloomFilter(1_000)
  for (let number = 0; number < 50_000; number++) add(filter, number)
  const copy = BloomFilter.read(filter.write()) as BloomFilter
  for (const each of [filter, copy]) {
    let missing = 0
    let wrong = 0
    for (let number = 0; number < 50_000; number++) {
      if (!has(each, number)) missing++
      if (has(each, number + 1_000_000)) wrong++
    }
    expect(missing).toBe(0)
    // Seven parts, each with about 3 of 1,000.
    expect(wrong / 50_000).toBeLessThan(0.03)
  }
  // 12 bits a key, and at most as much again in the part that is being filled.
  expect(filter.bytes).toBeLessThan(2 * 1.5 * 50_000 + 10_000)
})

test('a saved filter is the same again, once, and only for the sessions it was saved with', async () => {
  const connection = await server.app.store.connect()
  const dataDir = await mkdtemp(join(tmpdir(), 'footfall-filter-'))
  const filter = new BloomFilter(1_000)
  add(filter, 1)
  const store = (number: number) =>
    connection.run(
      'insert into session (session_id, source_id, uuid, created_at) values ($1, 1, $2, 0)',
      [number, toUuid(number)],
    )
  await store(1)
  await saveFilter(dataDir, connection, filter)
  const taken = await takeFilter(dataDir, connection)
  expect(taken && [has(taken, 1), has(taken, 2)]).toEqual([true, false])
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
  const { store } = server.app
  const groups = new GroupWriter(store, server.app.log)
  await groups.start()
  const { writer } = store
  const run = writer.run
  const reading = await store.connect()
  // All are read between the rows of the session and their commit.
  writer.run = async (statement, ...values) => {
    if (statement === 'commit') await groups.sessions.readFrom(reading)
    return run.call(writer, statement, ...values)
  }
  try {
    await groups.write([{ id: groups.storedId + 1, hit: identify, size: 0 }])
  } finally {
    writer.run = run
    reading.closeSync()
  }
  // As if many others had come since.
  groups.sessions.clear()
  const key = sessionKey(identify.target, identify.sessionId)
  expect([...(await groups.sessions.find(writer, [identify], [key])).keys()]).toEqual([key])
  groups.release()
})
