// A program under measurement: its life, its memory, and its exit.

import { readFileSync, writeFileSync } from 'node:fs'
import type { Subprocess } from 'bun'

export interface Program {
  url: string
  pid: number
  /** Resident memory in MB: now, the highest since `forgetPeak`, and what is not pages of files. */
  memory(): { now: number; peak: number; own: number }
  forgetPeak(): void
  /** Milliseconds of processor time used so far, by all its threads; counted in steps of 10. */
  processorMs(): number
  /** Stops it politely and waits for it. Throws when it ends with another exit code than 0. */
  stop(): Promise<void>
}

/** Starts a command that prints where it listens, in the text that `address` finds. */
export async function startProgram(
  command: string[],
  stream: 'stdout' | 'stderr',
  address: RegExp,
): Promise<Program> {
  const child = Bun.spawn(command, {
    stdin: 'ignore',
    stdout: stream === 'stdout' ? 'pipe' : 'inherit',
    stderr: stream === 'stderr' ? 'pipe' : 'inherit',
  })
  // Whatever happens to the measurement, nothing is left running.
  process.once('exit', () => child.kill('SIGKILL'))
  const port = await findPort(child, child[stream] as ReadableStream<Uint8Array>, address)
  const status = (name: string) => {
    const text = readFileSync(`/proc/${child.pid}/status`, 'utf8')
    return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1]) / 1000
  }
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid,
    memory: () => ({ now: status('VmRSS'), peak: status('VmHWM'), own: status('RssAnon') }),
    forgetPeak: () => writeFileSync(`/proc/${child.pid}/clear_refs`, '5'),
    processorMs() {
      const stat = readFileSync(`/proc/${child.pid}/stat`, 'utf8')
      // After the name, in parentheses; the 14th and 15th fields in all, in hundredths of a second.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return (Number(fields[11]) + Number(fields[12])) * 10
    },
    async stop() {
      child.kill('SIGTERM')
      const code = await child.exited
      if (code !== 0 && child.signalCode === null) throw new Error(`it ended with ${code}`)
    },
  }
}

async function findPort(
  child: Subprocess,
  stream: ReadableStream<Uint8Array>,
  address: RegExp,
): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  const reader = stream.getReader()
  for (;;) {
    const { value, done } = await reader.read()
    if (done) throw new Error(`it ended with ${await child.exited}: ${text}`)
    text += decoder.decode(value, { stream: true })
    const port = address.exec(text)?.[1]
    if (port === undefined) continue
    // What it says later is read and thrown away, or it would block on a full pipe.
    void (async () => {
      while (!(await reader.read()).done);
    })()
    return port
  }
}
