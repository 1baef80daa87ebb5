// Limits how many bytes are worked on at once; others wait in the queue.

import { unavailable } from '../errors.ts'

interface Options {
  /** How many bytes may be inside at once. */
  bytes: number
  /** How many works may be inside at once. */
  count: number
  /** How many may wait in the queue, and for how long. */
  maxWaiting: number
  maxWaitMs: number
}

interface Waiter {
  bytes: number
  enter: () => void
}

/** First come, first served. */
export class ByteSemaphore {
  private readonly queue: Waiter[] = []
  private bytesInside = 0
  private countInside = 0

  constructor(private readonly options: Options) {}

  /** Bytes inside now. */
  get bytes(): number {
    return this.bytesInside
  }

  /**
   * Runs `work`, which takes so many bytes, when there is room. Throws 503 when the queue is long or
   * does not move, and the signal's reason when its sender goes away before.
   */
  async run<Result>(
    bytes: number,
    signal: AbortSignal,
    work: () => Promise<Result>,
  ): Promise<Result> {
    // More than fits goes in alone.
    const taken = Math.min(bytes, this.options.bytes)
    if (this.queue.length > 0 || !this.hasRoom(taken)) await this.wait(taken, signal)
    else this.enter(taken)
    try {
      return await work()
    } finally {
      this.bytesInside -= taken
      this.countInside--
      this.admit()
    }
  }

  private wait(bytes: number, signal: AbortSignal): Promise<void> {
    const full = unavailable('Too many requests at once.', 5)
    if (this.queue.length >= this.options.maxWaiting) throw full
    return new Promise((resolve, reject) => {
      const leave = (reason: unknown) => {
        end()
        const place = this.queue.indexOf(waiter)
        if (place >= 0) this.queue.splice(place, 1)
        reject(reason)
        // It may have been the one that the others waited behind.
        this.admit()
      }
      const abort = () => leave(signal.reason)
      const timer = setTimeout(() => leave(full), this.options.maxWaitMs)
      const end = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', abort)
      }
      const waiter = {
        bytes,
        enter: () => {
          end()
          resolve()
        },
      }
      signal.addEventListener('abort', abort)
      this.queue.push(waiter)
    })
  }

  private admit(): void {
    for (let next = this.queue[0]; next && this.hasRoom(next.bytes); next = this.queue[0]) {
      this.queue.shift()
      this.enter(next.bytes)
      next.enter()
    }
  }

  private hasRoom(bytes: number): boolean {
    const { options } = this
    return this.bytesInside + bytes <= options.bytes && this.countInside < options.count
  }

  private enter(bytes: number): void {
    this.bytesInside += bytes
    this.countInside++
  }
}
