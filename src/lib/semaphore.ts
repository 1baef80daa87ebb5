// A semaphore that is fair between callers.

/** Who waits for a permit. */
export interface SemaphoreCaller {
  key: string
  /** All such callers together hold only a part of the permits and of the places to wait. */
  isLimited: boolean
}

interface Options {
  permits: number
  /** How many may wait. */
  maxWaiting: number
  /** The error of those for whom there is no place in the queues. */
  refusal: () => Error
}

interface Waiter {
  caller: SemaphoreCaller
  start: (release: () => void) => void
  refuse: (reason: unknown) => void
}

/**
 * At most `permits` hold a permit at once. Others wait, each caller in a queue of its own; a free
 * permit goes to the callers in turn, directly, so that nobody who was woken has to queue again. All
 * limited callers together hold at most a quarter of the permits, one at least, because what they run
 * takes processor time from the others too; and half of the places to wait. When the queues are full,
 * the caller with most in them gives up a place to one with at least two fewer.
 */
export class Semaphore {
  /** In the order in which callers have their turn. */
  private readonly queues = new Map<string, Waiter[]>()
  private held = 0
  private heldByLimited = 0
  private waitingCount = 0
  private waitingLimited = 0
  private isPaused = false
  /** Raised when all permits are taken back. */
  private generation = 0
  private idle: (() => void)[] = []

  constructor(private readonly options: Options) {}

  /** How many hold a permit. */
  get holders(): number {
    return this.held
  }

  /** How many wait for a permit. */
  get waiting(): number {
    return this.waitingCount
  }

  /**
   * Resolves with what gives the permit back. Throws the refusal when there is no place to wait, and
   * the signal's reason when that aborts first.
   */
  async acquire(caller: SemaphoreCaller, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted()
    // Those who wait although a permit is free may not have it, so nobody is overtaken here.
    if (!this.queues.has(caller.key) && this.mayStart(caller)) return this.grant(caller)
    const { maxWaiting, refusal } = this.options
    if (caller.isLimited && this.waitingLimited >= atLeastOne(maxWaiting / 2)) throw refusal()
    if (this.waitingCount >= maxWaiting) this.evict(caller)
    return new Promise((start, refuse) => {
      const waiter = { caller, start, refuse }
      const queue = this.queues.get(caller.key) ?? []
      queue.push(waiter)
      this.queues.set(caller.key, queue)
      this.countWaiting(caller, 1)
      signal?.addEventListener('abort', () => {
        if (this.remove(waiter)) refuse(signal.reason)
      })
    })
  }

  /** Runs `work` while holding a permit. */
  async run<Result>(caller: SemaphoreCaller, work: () => Promise<Result>): Promise<Result> {
    const release = await this.acquire(caller)
    try {
      return await work()
    } finally {
      release()
    }
  }

  /** Gives out no permits until `resume`; resolves when all are back. */
  async pause(): Promise<void> {
    this.isPaused = true
    while (this.held > 0) await new Promise<void>((resolve) => this.idle.push(resolve))
  }

  resume(): void {
    this.isPaused = false
    this.dispatch()
  }

  /** Takes all permits back; giving them back later has no effect. */
  reset(): void {
    this.generation++
    this.held = 0
    this.heldByLimited = 0
    this.wakeIdle()
    this.dispatch()
  }

  private mayStart({ isLimited }: SemaphoreCaller): boolean {
    const { permits } = this.options
    if (this.isPaused || this.held >= permits) return false
    return !isLimited || this.heldByLimited < atLeastOne(permits / 4)
  }

  private grant(caller: SemaphoreCaller): () => void {
    const { generation } = this
    this.countHeld(caller, 1)
    let isHeld = true
    return () => {
      if (!isHeld || generation !== this.generation) return
      isHeld = false
      this.countHeld(caller, -1)
      if (this.held === 0) this.wakeIdle()
      this.dispatch()
    }
  }

  private countHeld({ isLimited }: SemaphoreCaller, change: 1 | -1): void {
    this.held += change
    if (isLimited) this.heldByLimited += change
  }

  private countWaiting({ isLimited }: SemaphoreCaller, change: 1 | -1): void {
    this.waitingCount += change
    if (isLimited) this.waitingLimited += change
  }

  /** Gives free permits to waiters, to each caller in turn. */
  private dispatch(): void {
    for (let next = this.next(); next; next = this.next()) {
      this.remove(next)
      const { key } = next.caller
      const queue = this.queues.get(key)
      // Behind all other callers.
      if (this.queues.delete(key) && queue) this.queues.set(key, queue)
      next.start(this.grant(next.caller))
    }
  }

  private next(): Waiter | undefined {
    if (this.isPaused || this.held >= this.options.permits) return undefined
    for (const [first] of this.queues.values()) {
      if (first && this.mayStart(first.caller)) return first
    }
    return undefined
  }

  /** Takes a waiter out of its queue; whether it was there. */
  private remove(waiter: Waiter): boolean {
    const { key } = waiter.caller
    const queue = this.queues.get(key)
    const place = queue?.indexOf(waiter) ?? -1
    if (!queue || place < 0) return false
    queue.splice(place, 1)
    if (queue.length === 0) this.queues.delete(key)
    this.countWaiting(waiter.caller, -1)
    return true
  }

  private evict(caller: SemaphoreCaller): void {
    const lengths = [...this.queues.values()].map((queue) => queue.length)
    const most = Math.max(...lengths)
    const own = this.queues.get(caller.key)?.length ?? 0
    if (most < own + 2) throw this.options.refusal()
    const longest = [...this.queues.values()].find((queue) => queue.length === most)
    const last = longest?.at(-1)
    if (last && this.remove(last)) last.refuse(this.options.refusal())
  }

  private wakeIdle(): void {
    for (const wake of this.idle.splice(0)) wake()
  }
}

const atLeastOne = (count: number): number => Math.max(1, Math.floor(count))
