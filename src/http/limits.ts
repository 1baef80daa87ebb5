// Limits of rate.

const maxKeys = 10_000

/** Counts for all keys that find no room of their own. */
const overflowBucket = Symbol('overflow bucket')

/**
 * How often something may happen per key: `burst` times at once, then once every `everyMs`. Kept per
 * key is the instant at which its burst will be whole again (generic cell rate algorithm). Only keys
 * whose instant has come are forgotten; while 10,000 have one ahead, all further keys count as one.
 */
export class Rate {
  private readonly arrivalTimes = new Map<string | symbol, number>()
  /** No key's instant comes before this one, so that there is nothing to forget until then. */
  private firstAt = Number.POSITIVE_INFINITY

  constructor(
    private readonly burst: number,
    private readonly everyMs: number,
    private readonly now: () => number,
  ) {}

  /** Milliseconds until it may happen again; 0 when it may now. */
  waitMs(key: string): number {
    const arrivalTimes = this.arrivalTimes.get(this.bucketKey(key)) ?? 0
    return Math.max(0, arrivalTimes + this.everyMs - this.now() - this.burst * this.everyMs)
  }

  /** Counts once. Returns a function that undoes it. */
  take(key: string): () => void {
    const room = this.bucketKey(key)
    this.put(room, Math.max(this.now(), this.arrivalTimes.get(room) ?? 0) + this.everyMs)
    return () => {
      const arrivalTimes = this.arrivalTimes.get(room)
      if (arrivalTimes !== undefined) this.put(room, arrivalTimes - this.everyMs)
    }
  }

  private put(room: string | symbol, arrivalTimes: number): void {
    if (arrivalTimes <= this.now()) {
      this.arrivalTimes.delete(room)
      return
    }
    this.arrivalTimes.set(room, arrivalTimes)
    this.firstAt = Math.min(this.firstAt, arrivalTimes)
  }

  private bucketKey(key: string): string | symbol {
    if (this.arrivalTimes.has(key) || this.arrivalTimes.size < maxKeys) return key
    this.forgetWhole()
    return this.arrivalTimes.size < maxKeys ? key : overflowBucket
  }

  private forgetWhole(): void {
    const now = this.now()
    if (now < this.firstAt) return
    this.firstAt = Number.POSITIVE_INFINITY
    for (const [room, arrivalTimes] of this.arrivalTimes) {
      if (arrivalTimes <= now) this.arrivalTimes.delete(room)
      else this.firstAt = Math.min(this.firstAt, arrivalTimes)
    }
  }
}
