// How long a query waits for its turns. Connections without a byte for a minute are closed, so
// a waiting request is answered before.

import { unavailable } from '../../errors.ts'
import { secondMs } from '../../time/durations.ts'

/** With the half minute that a query may run, less than a minute. */
const maxWaitMs = 25 * secondMs

/** The time limit of one query for waiting, which runs from the moment at which this is made. */
export class QueueTimeout {
  private readonly giveUp = new AbortController()
  private readonly endsAt = performance.now() + maxWaitMs
  private timer: Timer | undefined

  constructor(private readonly request: AbortSignal | undefined) {
    if (request?.aborted) this.leave()
    request?.addEventListener('abort', this.leave)
    this.wait()
  }

  /** Aborts with the request, and with 503 when a turn did not come in time. */
  get signal(): AbortSignal {
    return this.giveUp.signal
  }

  /** Call when the turn has come. */
  begin(): void {
    clearTimeout(this.timer)
  }

  /** Waits for another turn, which `work` begins; rejects as soon as it is given up. */
  async during<Result>(work: () => Promise<Result>): Promise<Result> {
    this.wait()
    const { signal } = this
    return new Promise((resolve, reject) => {
      if (signal.aborted) reject(signal.reason)
      signal.addEventListener('abort', () => reject(signal.reason))
      work().then(resolve, reject)
    })
  }

  /** Call when there is an answer. */
  end(): void {
    clearTimeout(this.timer)
    this.request?.removeEventListener('abort', this.leave)
  }

  private wait(): void {
    const expire = () => this.giveUp.abort(unavailable('Too many queries are waiting.', 5))
    this.timer = setTimeout(expire, Math.max(0, this.endsAt - performance.now()))
  }

  private readonly leave = (): void => this.giveUp.abort(this.request?.reason)
}
