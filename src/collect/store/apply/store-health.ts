// Whether events can be stored, and when that is tried again. The one owner of this state.

import { type AppError, unavailable } from '../../../errors.ts'
import type { Log } from '../../../log.ts'
import { minuteMs, secondMs } from '../../../time/durations.ts'

/** `running`: events are stored. `down`: they are refused until a retry succeeds. `closed`: for good. */
export type StoreState =
  | { name: 'running' }
  | {
      name: 'down'
      /** A sentence for the operator. */
      reason: string
      /** Epoch milliseconds. */
      since: number
      /** When storing is tried again, epoch milliseconds. */
      retryAt: number
    }
  | { name: 'closed' }

/** The error of a request in this state, without the reason or, for operators, with it. */
export function cannotStore(state: StoreState, now: number, withReason: boolean): AppError {
  const isDown = state.name === 'down'
  const waitSeconds = isDown ? Math.max(1, Math.ceil((state.retryAt - now) / 1000)) : 1
  const why = isDown && withReason ? `: ${state.reason}` : ''
  return unavailable(`Events cannot be stored right now${why}.`, waitSeconds)
}

const firstRetryMs = 100
const maxRetryMs = 30 * secondMs
/** After so long without trouble the next trouble is a new one, and is retried soon. */
const calmMs = minuteMs

export class StoreHealth {
  private current: StoreState = { name: 'running' }
  private attempts = 0
  private runningSince = 0
  private timer: Timer | null = null

  /** `retry` tries to store again; it rejects while that still fails. */
  constructor(
    private readonly log: Pick<Log, 'error' | 'info'>,
    private readonly now: () => number,
    private readonly retry: () => Promise<void>,
  ) {}

  get state(): StoreState {
    return this.current
  }

  get isRunning(): boolean {
    return this.current.name === 'running'
  }

  /** The error of a request to store something now. */
  get error(): AppError {
    return cannotStore(this.current, this.now(), false)
  }

  /** Takes note that storing failed, and plans the next try: the more often, the later. */
  fail(reason: string, error: unknown): void {
    if (this.current.name === 'closed') return
    const now = this.now()
    const isCalm = this.current.name === 'running' && now - this.runningSince > calmMs
    if (isCalm) this.attempts = 0
    const waitMs = Math.min(maxRetryMs, firstRetryMs * 2 ** this.attempts++)
    const since = this.current.name === 'down' ? this.current.since : now
    this.current = { name: 'down', reason, since, retryAt: now + waitMs }
    this.log.error('events cannot be stored', { reason, retryInMs: waitMs, error })
    if (this.timer) clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.tryAgain(), waitMs)
    this.timer.unref()
  }

  /** Ends everything; there are no more tries. */
  close(): void {
    this.current = { name: 'closed' }
    if (this.timer) clearTimeout(this.timer)
  }

  private async tryAgain(): Promise<void> {
    this.timer = null
    try {
      await this.retry()
    } catch (error) {
      const reason = this.current.name === 'down' ? this.current.reason : String(error)
      return this.fail(reason, error)
    }
    if (this.current.name !== 'down') return
    this.log.info('events can be stored again', { downForMs: this.now() - this.current.since })
    this.current = { name: 'running' }
    this.runningSince = this.now()
  }
}
