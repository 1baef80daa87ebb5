import { describe, expect, test } from 'bun:test'
import { Semaphore } from '../../src/lib/semaphore.ts'

const user = (name: string) => ({ key: name, isLimited: false })
const visitor = (name: string) => ({ key: name, isLimited: true })

/** A semaphore, and who got a permit in which order; permits are given back by name. */
function watched(permits: number, maxWaiting = 100) {
  const semaphore = new Semaphore({ permits, maxWaiting, refusal: () => new Error('full') })
  const started: string[] = []
  const releases = new Map<string, () => void>()
  return {
    semaphore,
    started,
    async ask(name: string, caller = user(name), signal?: AbortSignal) {
      const release = await semaphore.acquire(caller, signal)
      started.push(name)
      releases.set(name, release)
    },
    /** Gives a permit back, and lets its next holder go on. */
    async end(name: string) {
      releases.get(name)?.()
      await settle()
    },
  }
}

/** Lets everything go on that waits for nothing. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('a free permit', () => {
  test('goes to the callers in turn, to each in the order of asking', async () => {
    const { ask, end, started } = watched(1)
    await ask('first')
    for (const name of ['a1', 'a2', 'a3']) void ask(name, user('a'))
    for (const name of ['b1', 'b2']) void ask(name, user('b'))
    void ask('c1', user('c'))
    for (const name of ['first', 'a1', 'b1', 'c1', 'a2', 'b2']) await end(name)
    expect(started).toEqual(['first', 'a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
  })

  test('is that of who was woken: nobody who comes just then is faster', async () => {
    const { ask, semaphore, started } = watched(1)
    const release = await semaphore.acquire(user('first'))
    const woken = ask('woken')
    release()
    const late = ask('late')
    await woken
    expect(semaphore.waiting).toBe(1)
    expect(started).toEqual(['woken'])
    void late
  })

  test('is not given back twice', async () => {
    const { ask, semaphore, started } = watched(1)
    const release = await semaphore.acquire(user('first'))
    void ask('a')
    void ask('b')
    release()
    release()
    await settle()
    expect(started).toEqual(['a'])
    expect(semaphore.holders).toBe(1)
  })
})

describe('limited callers', () => {
  test.each([
    [8, 2],
    [4, 1],
    [1, 1],
  ])('hold of %i permits at most %i together', async (permits, most) => {
    const { ask, end, semaphore, started } = watched(permits)
    for (const name of ['s1', 't1', 's2', 't2']) void ask(name, visitor(name.charAt(0)))
    await settle()
    expect(semaphore.holders).toBe(most)
    await end('s1')
    expect(started).toHaveLength(most + 1)
    expect(semaphore.holders).toBe(most)
  })

  test('wait in their own queues, while others pass', async () => {
    const { ask, started } = watched(4)
    for (const name of ['s1', 's2', 's3', 's4']) void ask(name, visitor('s'))
    await ask('admin')
    expect(started).toEqual(['s1', 'admin'])
  })

  test('leave half of the places to wait to everybody else', async () => {
    const { ask, semaphore } = watched(1, 4)
    await ask('first')
    void ask('s', visitor('s'))
    void ask('t', visitor('t'))
    await expect(ask('u', visitor('u'))).rejects.toThrow('full')
    void ask('a', user('a'))
    void ask('b', user('b'))
    await settle()
    expect(semaphore.waiting).toBe(4)
  })
})

describe('waiting', () => {
  test('ends when the caller goes away, which leaves its place to others', async () => {
    const { ask, end, semaphore, started } = watched(1, 1)
    await ask('first')
    const caller = new AbortController()
    const gone = ask('gone', user('gone'), caller.signal)
    caller.abort()
    await expect(gone).rejects.toThrow()
    expect(semaphore.waiting).toBe(0)
    void ask('next')
    await end('first')
    expect(started).toEqual(['first', 'next'])
  })

  test('does not begin for who has gone', async () => {
    const { ask, semaphore } = watched(1)
    await expect(ask('gone', user('gone'), AbortSignal.abort())).rejects.toThrow()
    expect(semaphore.holders).toBe(0)
  })

  test('takes the place of who waits most often, when there is none', async () => {
    const { ask, end, started } = watched(1, 3)
    await ask('first')
    const crowd = ['a1', 'a2', 'a3'].map((name) => ask(name, user('a')))
    await expect(ask('a4', user('a'))).rejects.toThrow('full')
    void ask('b')
    await expect(crowd[2]).rejects.toThrow('full')
    for (const name of ['first', 'a1', 'b']) await end(name)
    expect(started).toEqual(['first', 'a1', 'b', 'a2'])
  })
})

test('a pause waits for those that hold a permit, and keeps the others waiting', async () => {
  const { ask, end, semaphore, started } = watched(2)
  await ask('first')
  let isPaused = false
  const paused = semaphore.pause().then(() => {
    isPaused = true
  })
  void ask('later')
  await settle()
  expect({ isPaused, started }).toEqual({ isPaused: false, started: ['first'] })
  await end('first')
  await paused
  expect(started).toEqual(['first'])
  semaphore.resume()
  await settle()
  expect(started).toEqual(['first', 'later'])
})

test('permits that were taken back are not given back', async () => {
  const { ask, end, semaphore, started } = watched(1)
  await ask('old')
  void ask('new')
  semaphore.reset()
  await settle()
  expect(started).toEqual(['old', 'new'])
  await end('old')
  expect(semaphore.holders).toBe(1)
})

test('work gives its permit back when it fails', async () => {
  const { semaphore } = watched(1)
  const failing = semaphore.run(user('a'), () => Promise.reject(new Error('broken')))
  await expect(failing).rejects.toThrow('broken')
  expect(semaphore.holders).toBe(0)
})
