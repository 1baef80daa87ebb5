/**
 * A map of at most `limit` entries that forgets those not used lately. Entries live in two
 * generations: the young one becomes the old one when it holds half of the limit, and what was not
 * used since the time before is dropped. Unlike an exact order of use, that costs a hit nothing.
 */
export class BoundedCache<Key, Value> {
  readonly #half: number
  #young = new Map<Key, Value>()
  #old = new Map<Key, Value>()

  constructor(limit: number) {
    this.#half = Math.max(1, Math.floor(limit / 2))
  }

  /** The value of `key`, which thereby counts as used; `undefined` when it is not there. */
  find(key: Key): Value | undefined {
    const young = this.#young.get(key)
    if (young !== undefined) return young
    const old = this.#old.get(key)
    return old === undefined ? undefined : this.put(key, old)
  }

  /** Stores a value and returns it. */
  put(key: Key, value: Value): Value {
    this.#young.set(key, value)
    if (this.#young.size >= this.#half) {
      this.#old = this.#young
      this.#young = new Map()
    }
    return value
  }

  remove(key: Key): void {
    this.#young.delete(key)
    this.#old.delete(key)
  }

  clear(): void {
    this.#young.clear()
    this.#old.clear()
  }
}
