/** One loop that does one thing at a time: tasks in their order, and groups of hits when they are due. */
export class WorkLoop {
  private tasks: (() => Promise<void>)[] = []
  private running: Promise<void> | null = null
  private timer: Timer | null = null

  /** `checkpoint` comes after each task and group, `rest` when nothing is left; none may reject. */
  constructor(
    private readonly work: {
      isDue: () => boolean
      applyGroup: () => Promise<void>
      checkpoint: () => Promise<void>
      rest: () => void
    },
  ) {}

  get isRunning(): boolean {
    return this.running !== null
  }

  /** Runs a task after those before it, and gives its result. */
  run<Result>(task: () => Promise<Result>): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      this.tasks.push(() => task().then(resolve, reject))
      this.wake()
    })
  }

  /** Does what there is to do. */
  wake(): void {
    this.running ??= this.runAll().finally(() => {
      this.running = null
      if (this.tasks.length > 0 || this.work.isDue()) this.wake()
    })
  }

  /** Wakes in a while, if nothing does before. */
  wakeLater(delayMs: number): void {
    this.timer ??= setTimeout(() => {
      this.timer = null
      this.wake()
    }, delayMs).unref()
  }

  cancelTimer(): void {
    if (this.timer) clearTimeout(this.timer)
    this.timer = null
  }

  /** Resolves when nothing is left to do. */
  async close(): Promise<void> {
    this.cancelTimer()
    while (this.running) await this.running
  }

  private async runAll(): Promise<void> {
    for (;;) {
      const task = this.tasks.shift()
      if (task) await task()
      else if (this.work.isDue()) await this.work.applyGroup()
      else break
      await this.work.checkpoint()
    }
    this.work.rest()
  }
}
