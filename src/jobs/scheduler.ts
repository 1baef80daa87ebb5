// Runs jobs now and then, and on demand; one at a time, since they share the disk.

import type { Log } from '../log.ts'

export interface Job {
  everyMs: number
  /** Does what there is to do; ends early when the signal is aborted. */
  run: (signal: AbortSignal) => Promise<void>
}

export class Scheduler<Name extends string> {
  private readonly timers: Timer[] = []
  private readonly closing = new AbortController()
  /** Jobs that were woken and have not begun; a second call finds the first one here. */
  private readonly pending = new Map<Name, Promise<void>>()
  private queue: Promise<void> = Promise.resolve()

  constructor(
    private readonly jobs: Record<Name, Job>,
    private readonly log: Log,
  ) {}

  /** Runs every job once now, then at its intervals. */
  start(): void {
    for (const name of Object.keys(this.jobs) as Name[]) {
      const timer = setInterval(() => this.wake(name), this.jobs[name].everyMs)
      timer.unref()
      this.timers.push(timer)
      this.wake(name)
    }
  }

  /** Has a job run soon; its errors are logged. */
  wake(name: Name): void {
    this.run(name).catch((error) => this.log.error('a job failed', { job: name, error }))
  }

  /** Runs a job when those before it are done. Rejects with its error. */
  run(name: Name): Promise<void> {
    const pending = this.pending.get(name)
    if (pending) return pending
    const run = this.enqueue(() => {
      this.pending.delete(name)
      return this.closing.signal.aborted ? undefined : this.jobs[name].run(this.closing.signal)
    })
    this.pending.set(name, run)
    return run
  }

  /** Runs other work when the jobs before it are done. Rejects with its error, and when it is closed. */
  runAlone<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    return this.enqueue(() => {
      this.closing.signal.throwIfAborted()
      return work(this.closing.signal)
    })
  }

  private enqueue<Result>(work: () => Result | Promise<Result>): Promise<Result> {
    const run = this.queue.then(work)
    this.queue = run.then(
      () => {},
      () => {
        // The caller gets the error; the next job runs all the same.
      },
    )
    return run
  }

  /**
   * Runs a job and waits for it, at most so long: from then on its error is logged. Says whether it
   * is done; rejects with its error.
   */
  async runWithin(name: Name, ms: number): Promise<boolean> {
    const run = this.run(name)
    const late = Promise.withResolvers<false>()
    const timer = setTimeout(() => {
      run.catch((error) => this.log.error('a job failed', { job: name, error }))
      late.resolve(false)
    }, ms)
    try {
      return await Promise.race([run.then(() => true), late.promise])
    } finally {
      clearTimeout(timer)
    }
  }

  /** Aborts the running job, and waits for it. */
  async close(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer)
    this.closing.abort()
    await this.queue
  }
}
