// Caches bounded in bytes: what goes into them is chosen by senders, so a count bounds nothing.

import { LRUCache } from 'lru-cache'

const mebibyte = 1024 * 1024

/**
 * What each cache may hold, in bytes, about. Everything else that grows with what is sent has its
 * budget where it is kept; README.md lists all of them under Memory.
 */
export const cacheBudgets = {
  addresses: 4 * mebibyte,
  clients: 2 * mebibyte,
  logins: mebibyte,
  pageBases: mebibyte / 2,
  places: 4 * mebibyte,
  salts: mebibyte / 16,
  secrets: mebibyte / 16,
  targets: 4 * mebibyte,
  visitors: 12 * mebibyte,
  zones: 4 * mebibyte,
} as const

type CacheName = keyof typeof cacheBudgets
export type ByteCache<Value extends object | string> = LRUCache<string, Value>

/** What an entry takes besides its texts: places in a table and in the order of use, an object. */
const entryBytes = 200

const opened = new Set<WeakRef<LRUCache<string, object | string>>>()
const names = new WeakMap<LRUCache<string, object | string>, CacheName>()

/**
 * Opens a cache that forgets what was not used lately. `measureBytes` gives the bytes of a value, about;
 * those of the key and of the entry itself are added.
 */
export function openCache<Value extends object | string>(
  name: CacheName,
  measureBytes: (value: Value) => number,
): ByteCache<Value> {
  const cache = new LRUCache<string, Value>({
    maxSize: cacheBudgets[name],
    sizeCalculation: (value, key) => entryBytes + measureText(key) + measureBytes(value),
  })
  const known = cache as unknown as LRUCache<string, object | string>
  opened.add(new WeakRef(known))
  names.set(known, name)
  return cache
}

/** The value of `key`, which `make` makes when it is not there. */
export function getOrCreate<Value extends object | string>(
  cache: ByteCache<Value>,
  key: string,
  make: () => Value,
): Value {
  const known = cache.get(key)
  if (known !== undefined) return known
  const value = make()
  cache.set(key, value)
  return value
}

/** Bytes of a text, about: two per character, because one beyond Latin-1 makes all of them wide. */
export const measureText = (text: string | null): number =>
  text === null ? 0 : 24 + 2 * text.length

/** All caches that are open, with the bytes that they count. */
export function cacheSizes(): { name: CacheName; bytes: number; entries: number }[] {
  return [...opened].flatMap((reference) => {
    const cache = reference.deref()
    const name = cache && names.get(cache)
    if (name) return [{ name, bytes: cache.calculatedSize, entries: cache.size }]
    opened.delete(reference)
    return []
  })
}
