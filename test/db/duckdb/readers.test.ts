import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { Readers } from '../../../src/db/duckdb/readers.ts'

let instance: DuckDBInstance
let connections: DuckDBConnection[]
let readers: Readers
beforeAll(async () => {
  instance = await DuckDBInstance.create(':memory:')
  connections = [await instance.connect(), await instance.connect()]
  readers = new Readers(connections)
})
afterAll(() => {
  readers.close()
  instance.closeSync()
})

/** Work that goes on until it is released, and that knows how many others were under way. */
function heldWork() {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  return { release, run: readers.run(() => held) }
}

const answer = async (connection: DuckDBConnection) =>
  (await connection.runAndReadAll('select 42')).getRows()[0]?.[0]

/** Takes hours unless it is interrupted. */
const endless = (connection: DuckDBConnection) =>
  connection.run('select sum(a.range * b.range) from range(1000000) a, range(1000000) b')

test('no more run at once than there are connections; the next waits for its turn', async () => {
  const [first, second] = [heldWork(), heldWork()]
  let isAnswered = false
  const third = readers.run(answer).finally(() => {
    isAnswered = true
  })
  await Bun.sleep(0)
  expect(isAnswered).toBe(false)
  first.release()
  expect(await third).toBe(42)
  second.release()
  await Promise.all([first.run, second.run])
})

test('too many that wait are refused with Retry-After', async () => {
  const busy = [heldWork(), heldWork()]
  const waiting = Array.from({ length: 500 }, () => readers.run(answer))
  const refused = await readers.run(answer).catch((error: unknown) => error)
  expect(refused).toMatchObject({ status: 503, headers: { 'Retry-After': '2' } })
  for (const { release } of busy) release()
  expect(new Set(await Promise.all(waiting))).toEqual(new Set([42]))
  await Promise.all(busy.map(({ run }) => run))
})

test('a caller that goes away just when it is its turn leaves that to the next one', async () => {
  // It goes a few turns of the loop after a connection is free: one of them is the very moment.
  for (let turns = 0; turns < 20; turns++) {
    const busy = [heldWork(), heldWork()]
    const caller = new AbortController()
    // Answered or refused: nobody gets it.
    const gone = readers.run(answer, { signal: caller.signal }).catch(() => null)
    const next = readers.run(answer)
    busy[0]?.release()
    for (let turn = 0; turn < turns; turn++) await Promise.resolve()
    caller.abort()
    expect(await next).toBe(42)
    await gone
    busy[1]?.release()
    await Promise.all(busy.map(({ run }) => run))
  }
})

test('a caller that goes away interrupts its query, and the connection works on', async () => {
  const caller = new AbortController()
  // It goes while its query is on the way to the engine, which is when interrupting has no effect.
  const leave = (connection: DuckDBConnection) => {
    const running = endless(connection)
    caller.abort()
    return running
  }
  const both = [
    readers.run(endless, { signal: caller.signal }),
    readers.run(leave, { signal: caller.signal }),
  ]
  const settled = await Promise.allSettled(both)
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await Promise.all([readers.run(answer), readers.run(answer)])).toEqual([42, 42])
})

test('one that has gone before its turn does not start', async () => {
  const gone = AbortSignal.abort()
  expect(readers.run(endless, { signal: gone })).rejects.toThrow()
  expect(await readers.run(answer)).toBe(42)
})

test('an error of a query is the caller’s, and the connection works on', async () => {
  const failing = (connection: DuckDBConnection) => connection.run('select nonsense')
  await expect(readers.run(failing)).rejects.toThrow('nonsense')
  await expect(readers.run(failing)).rejects.toThrow('nonsense')
  expect(await Promise.all([readers.run(answer), readers.run(answer)])).toEqual([42, 42])
})

test('pausing waits for those that run, and holds back the others', async () => {
  const running = heldWork()
  let isPaused = false
  const paused = readers.pause().then(() => {
    isPaused = true
  })
  const later = readers.run(answer)
  await Bun.sleep(0)
  expect(isPaused).toBe(false)
  running.release()
  await paused
  readers.resume()
  expect(await later).toBe(42)
})
