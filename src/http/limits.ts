// Limits of rate.

const maxKeys = 10_000

/** Counts for all keys that have no bucket of their own. */
const overflowBucket = Symbol('overflow bucket')

/**
 * How often something may happen per key: `burst` times at once, then once every `everyMs`. Kept per
 * key is the instant at which its bucket will be full again (generic cell rate algorithm). Only keys
 * whose instant has come are evicted; while 10,000 have one ahead, all further keys count as one.
 */
export class Rate {
  private readonly arrivalTimes = new Map<string | symbol, number>()
  /** No key's instant comes before this one, so that there is nothing to evict until then. */
  private firstAt = Number.POSITIVE_INFINITY

  constructor(
    private readonly burst: number,
    private readonly everyMs: number,
    private readonly now: () => number,
  ) {}

  /** Milliseconds until it may happen again; 0 when it may now. */
  waitMs(key: string): number {
    const arrivalTime = this.arrivalTimes.get(this.bucketKey(key)) ?? 0
    return Math.max(0, arrivalTime + this.everyMs - this.now() - this.burst * this.everyMs)
  }

  /** Counts once. Returns a function that undoes it. */
  take(key: string): () => void {
    const bucket = this.bucketKey(key)
    this.put(bucket, Math.max(this.now(), this.arrivalTimes.get(bucket) ?? 0) + this.everyMs)
    return () => {
      const arrivalTime = this.arrivalTimes.get(bucket)
      if (arrivalTime !== undefined) this.put(bucket, arrivalTime - this.everyMs)
    }
  }

  /** Ends what a key has counted; false when it had counted nothing that is still in force. */
  clear(key: string): boolean {
    return this.arrivalTimes.delete(key)
  }

  private put(bucket: string | symbol, arrivalTime: number): void {
    if (arrivalTime <= this.now()) {
      this.arrivalTimes.delete(bucket)
      return
    }
    this.arrivalTimes.set(bucket, arrivalTime)
    this.firstAt = Math.min(this.firstAt, arrivalTime)
  }

  private bucketKey(key: string): string | symbol {
    if (this.arrivalTimes.has(key) || this.arrivalTimes.size < maxKeys) return key
    this.evictFull()
    return this.arrivalTimes.size < maxKeys ? key : overflowBucket
  }

  private evictFull(): void {
    const now = this.now()
    if (now < this.firstAt) return
    this.firstAt = Number.POSITIVE_INFINITY
    for (const [bucket, arrivalTime] of this.arrivalTimes) {
      if (arrivalTime <= now) this.arrivalTimes.delete(bucket)
      else this.firstAt = Math.min(this.firstAt, arrivalTime)
    }
  }
}
