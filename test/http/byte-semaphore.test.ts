import { expect, test } from 'bun:test'
import { ByteSemaphore } from '../../src/http/byte-semaphore.ts'

const open = (options = {}) =>
  new ByteSemaphore({ bytes: 10, count: 3, maxWaiting: 2, maxWaitMs: 60_000, ...options })

/** Work of so many bytes, and what ends it. */
function hold(semaphore: ByteSemaphore, bytes: number, signal = new AbortController().signal) {
  const held = Promise.withResolvers<string>()
  const state = { isInside: false, end: () => held.resolve('done') }
  const answered = semaphore.run(bytes, signal, () => {
    state.isInside = true
    return held.promise
  })
  return { state, answered }
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

test('works go in by their order while their bytes fit', async () => {
  const semaphore = open()
  const [first, second, third] = [hold(semaphore, 6), hold(semaphore, 6), hold(semaphore, 1)]
  await turn()
  expect([first, second, third].map(({ state }) => state.isInside)).toEqual([true, false, false])
  expect(semaphore.bytes).toBe(6)
  first.state.end()
  expect(await first.answered).toBe('done')
  await turn()
  expect([second, third].map(({ state }) => state.isInside)).toEqual([true, true])
  second.state.end()
  third.state.end()
  await Promise.all([second.answered, third.answered])
  expect(semaphore.bytes).toBe(0)
})

test('more than fits goes in alone', async () => {
  const semaphore = open()
  const large = hold(semaphore, 1_000)
  await turn()
  expect([large.state.isInside, semaphore.bytes]).toEqual([true, 10])
  large.state.end()
  await large.answered
})

test('there is a limit to how many are inside', async () => {
  const semaphore = open({ count: 1 })
  const [first, second] = [hold(semaphore, 0), hold(semaphore, 0)]
  await turn()
  expect([first.state.isInside, second.state.isInside]).toEqual([true, false])
  first.state.end()
  second.state.end()
  expect(await second.answered).toBe('done')
})

test('a full line, and one that does not move, answer 503 and when to come back', async () => {
  const semaphore = open({ maxWaitMs: 1 })
  const inside = hold(semaphore, 10)
  const waiting = Promise.allSettled([hold(semaphore, 1).answered, hold(semaphore, 1).answered])
  const refused = { kind: 'unavailable', headers: { 'Retry-After': '5' } }
  await expect(semaphore.run(1, new AbortController().signal, turn)).rejects.toMatchObject(refused)
  expect(await waiting).toMatchObject([{ reason: refused }, { reason: refused }])
  inside.state.end()
  await inside.answered
  expect(await semaphore.run(10, new AbortController().signal, async () => 'free')).toBe('free')
})

test('one that goes away lets the next one pass', async () => {
  const semaphore = open()
  const leaving = new AbortController()
  const inside = hold(semaphore, 5)
  const large = hold(semaphore, 10, leaving.signal)
  const little = hold(semaphore, 1)
  await turn()
  expect(little.state.isInside).toBe(false)
  leaving.abort(new Error('gone'))
  await expect(large.answered).rejects.toThrow('gone')
  await turn()
  expect(little.state.isInside).toBe(true)
  inside.state.end()
  little.state.end()
  await Promise.all([inside.answered, little.answered])
})
