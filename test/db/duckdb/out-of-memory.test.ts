// Questions that need more memory than the engine may use.

import { afterAll, beforeAll, expect, test } from 'bun:test'
import { sql } from '../../../src/db/sql.ts'
import { startServer, type TestServer } from '../../support/app.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ settings: { MEMORY_LIMIT: '64MB' } })
})
afterAll(() => server.stop())

const small = sql`select 42 as answer`
/** A list cannot be moved to the disk: of so many numbers it takes the given bytes. */
const toList = (bytes: number) =>
  sql`select len(list(range)) as count from range(${Math.floor(bytes / 8)})`

const refusal = {
  kind: 'unavailable',
  message:
    'This question needs more memory than the event database has (MEMORY_LIMIT): ask about a ' +
    'shorter range or less detail.',
  headers: { 'Retry-After': '30' },
}

test('one that is too large is refused in a sentence, and others are answered', async () => {
  const { events } = server.app
  await expect(events.query(toList(400_000_000))).rejects.toMatchObject(refusal)
  expect(await events.query(small)).toEqual([{ answer: 42 }])
})

test('many of them at once end one after another, and keep nobody from the others', async () => {
  const { events } = server.app
  const large = Array.from({ length: 6 }, () => events.query(toList(400_000_000)))
  const others = Array.from({ length: 20 }, () => events.query(small))
  for (const result of await Promise.allSettled(large)) {
    expect(result).toMatchObject({ status: 'rejected', reason: { kind: 'unavailable' } })
  }
  expect(await Promise.all(others)).toEqual(others.map(() => [{ answer: 42 }]))
  expect((await server.ask('/api/heartbeat', { token: null })).status).toBe(200)
})

test('one that fits when it is alone is answered among others like it', async () => {
  const { events } = server.app
  const one = await events.query(toList(8_000_000))
  const all = await Promise.all(Array.from({ length: 8 }, () => events.query(toList(8_000_000))))
  expect(all).toEqual(all.map(() => one))
})
