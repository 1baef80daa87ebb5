/** A map of at most `limit` entries; a new one pushes out the one used longest ago. */
export class BoundedCache<Key, Value> {
  readonly #entries = new Map<Key, Value>()
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  get size(): number {
    return this.#entries.size
  }

  /** The value of `key`, which thereby counts as used; `undefined` when it is not there. */
  find(key: Key): Value | undefined {
    const value = this.#entries.get(key)
    if (value === undefined) return undefined
    // A Map keeps the order of insertion, so the first entry is always the one to push out.
    this.#entries.delete(key)
    this.#entries.set(key, value)
    return value
  }

  /** Stores a value and returns it. */
  put(key: Key, value: Value): Value {
    this.#entries.delete(key)
    this.#entries.set(key, value)
    if (this.#entries.size > this.#limit) {
      for (const oldest of this.#entries.keys()) {
        this.#entries.delete(oldest)
        break
      }
    }
    return value
  }

  remove(key: Key): void {
    this.#entries.delete(key)
  }

  clear(): void {
    this.#entries.clear()
  }
}
