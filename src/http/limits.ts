// Limits of rate.

const maxKeys = 10_000

/** Counts for all keys that find no room of their own. */
const others = Symbol('others')

/**
 * How often something may happen per key: `burst` times at once, then once every `everyMs`. Kept per
 * key is the instant at which its burst will be whole again (generic cell rate algorithm). Only keys
 * whose instant has come are forgotten; while 10,000 have one ahead, all further keys count as one.
 */
export class Rate {
  private readonly wholeAt = new Map<string | symbol, number>()
  /** No key's instant comes before this one, so that there is nothing to forget until then. */
  private firstAt = Number.POSITIVE_INFINITY

  constructor(
    private readonly burst: number,
    private readonly everyMs: number,
    private readonly now: () => number,
  ) {}

  /** Milliseconds until it may happen again; 0 when it may now. */
  waitMs(key: string): number {
    const wholeAt = this.wholeAt.get(this.roomOf(key)) ?? 0
    return Math.max(0, wholeAt + this.everyMs - this.now() - this.burst * this.everyMs)
  }

  /** Counts once. Returns a function that undoes it. */
  take(key: string): () => void {
    const room = this.roomOf(key)
    this.put(room, Math.max(this.now(), this.wholeAt.get(room) ?? 0) + this.everyMs)
    return () => {
      const wholeAt = this.wholeAt.get(room)
      if (wholeAt !== undefined) this.put(room, wholeAt - this.everyMs)
    }
  }

  private put(room: string | symbol, wholeAt: number): void {
    if (wholeAt <= this.now()) {
      this.wholeAt.delete(room)
      return
    }
    this.wholeAt.set(room, wholeAt)
    this.firstAt = Math.min(this.firstAt, wholeAt)
  }

  private roomOf(key: string): string | symbol {
    if (this.wholeAt.has(key) || this.wholeAt.size < maxKeys) return key
    this.forgetWhole()
    return this.wholeAt.size < maxKeys ? key : others
  }

  private forgetWhole(): void {
    const now = this.now()
    if (now < this.firstAt) return
    this.firstAt = Number.POSITIVE_INFINITY
    for (const [room, wholeAt] of this.wholeAt) {
      if (wholeAt <= now) this.wholeAt.delete(room)
      else this.firstAt = Math.min(this.firstAt, wholeAt)
    }
  }
}
