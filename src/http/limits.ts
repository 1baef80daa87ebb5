// Limits of rate and of work at once.

import { BoundedCache } from '../bounded-cache.ts'
import { unavailable } from '../errors.ts'

const maxKeys = 10_000

/**
 * How often something may happen per key: `burst` times at once, then once every `everyMs`. Kept per
 * key is the instant at which its burst will be whole again (generic cell rate algorithm); of more
 * than 10,000 keys those tried longest ago are forgotten.
 */
export class Rate {
  private readonly wholeAt = new BoundedCache<string, number>(maxKeys)

  constructor(
    private readonly burst: number,
    private readonly everyMs: number,
    private readonly now: () => number,
  ) {}

  /** Milliseconds until it may happen again; 0 when it may now. */
  waitMs(key: string): number {
    const wholeAt = this.wholeAt.find(key) ?? 0
    return Math.max(0, wholeAt + this.everyMs - this.now() - this.burst * this.everyMs)
  }

  take(key: string): void {
    this.wholeAt.put(key, Math.max(this.now(), this.wholeAt.find(key) ?? 0) + this.everyMs)
  }

  /** Undoes one `take`. */
  giveBack(key: string): void {
    const wholeAt = this.wholeAt.find(key)
    if (wholeAt !== undefined) this.wholeAt.put(key, wholeAt - this.everyMs)
  }
}

/** At most `width` works at once; up to `maxWaiting` more wait in line. */
export class Gate {
  private running = 0
  private readonly waiting: (() => void)[] = []

  constructor(
    private readonly width: number,
    private readonly maxWaiting: number,
  ) {}

  /** Runs `work` when it is its turn. Throws 503 when the line is full. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.running < this.width) this.running++
    else {
      if (this.waiting.length >= this.maxWaiting) throw unavailable('Too many log-ins at once.', 5)
      await new Promise<void>((resolve) => this.waiting.push(resolve))
    }
    try {
      return await work()
    } finally {
      // Whoever is next takes over this place, so `running` stays as it is.
      const next = this.waiting.shift()
      if (next) next()
      else this.running--
    }
  }
}
