import { expect, test } from 'bun:test'
import { BoundedCache } from '../src/bounded-cache.ts'

const found = (cache: BoundedCache<string, number>, keys: string) =>
  [...keys].map((key) => cache.find(key))

test('what is not used makes room for what is', () => {
  const cache = new BoundedCache<string, number>(4)
  cache.put('a', 1)
  cache.put('b', 2)
  cache.find('a')
  expect(cache.put('c', 3)).toBe(3)
  expect(found(cache, 'bac')).toEqual([undefined, 1, 3])
})

test('never holds more than its limit', () => {
  const cache = new BoundedCache<number, number>(100)
  const keys = Array.from({ length: 1000 }, (_, key) => key)
  for (const key of keys) cache.put(key, key)
  const held = keys.filter((key) => cache.find(key) !== undefined)
  expect(held.length).toBeLessThanOrEqual(100)
  expect(held.at(-1)).toBe(999)
})

test('storing a key again replaces its value, also an old one', () => {
  const cache = new BoundedCache<string, number>(4)
  cache.put('a', 1)
  cache.put('b', 2)
  cache.put('a', 3)
  expect(found(cache, 'ab')).toEqual([3, 2])
})

test('entries can be removed one by one and all at once', () => {
  const cache = new BoundedCache<string, number>(4)
  for (const key of 'abc') cache.put(key, 1)
  cache.remove('a')
  cache.remove('c')
  expect(found(cache, 'abc')).toEqual([undefined, 1, undefined])
  cache.clear()
  expect(found(cache, 'abc')).toEqual([undefined, undefined, undefined])
})
