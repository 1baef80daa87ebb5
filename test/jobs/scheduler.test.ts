import { expect, test } from 'bun:test'
import { Scheduler } from '../../src/jobs/scheduler.ts'
import { openLog } from '../../src/log.ts'

const open = (run: (signal: AbortSignal) => Promise<void>) => {
  const lines: string[] = []
  const log = openLog('error', (line) => lines.push(line))
  return { jobs: new Scheduler({ job: { everyMs: 1e9, run } }, log), lines }
}

test('a job that is woken often while it runs runs once more, not twice at a time', async () => {
  let runs = 0
  let running = 0
  const { jobs } = open(async () => {
    expect(++running).toBe(1)
    await new Promise((resolve) => setImmediate(resolve))
    running--
    runs++
  })
  const first = jobs.run('job')
  await Promise.resolve()
  await Promise.all([first, jobs.run('job'), jobs.run('job'), jobs.run('job')])
  expect(runs).toBe(2)
})

test('a failure is logged and the next run goes on', async () => {
  let runs = 0
  const { jobs, lines } = open(async () => {
    if (++runs === 1) throw new Error('the disk is full')
  })
  jobs.start()
  await jobs.run('job').catch(() => undefined)
  await jobs.run('job')
  expect(runs).toBe(2)
  expect(lines.join()).toContain('the disk is full')
  await jobs.close()
})

test('closing aborts the running job, waits for it, and starts no other', async () => {
  const seen: string[] = []
  const { jobs } = open(async (signal) => {
    seen.push('began')
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    seen.push('ended')
  })
  const running = jobs.run('job')
  await Promise.resolve()
  const next = jobs.run('job')
  await jobs.close()
  await Promise.all([running, next])
  expect(seen).toEqual(['began', 'ended'])
})

test('who waits for a job is answered when it is done, or after a while that it goes on', async () => {
  const gate = Promise.withResolvers<void>()
  let failure: Error | null = null
  const { jobs, lines } = open(async () => {
    await gate.promise
    if (failure) throw failure
  })
  expect(await jobs.runWithin('job', 0)).toBe(false)
  const waiting = jobs.runWithin('job', 1e9)
  gate.resolve()
  expect(await waiting).toBe(true)
  failure = new Error('the disk is full')
  await expect(jobs.runWithin('job', 1e9)).rejects.toThrow('the disk is full')
  expect(lines).toEqual([])
})
