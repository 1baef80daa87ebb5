// A server as an operator starts it: a process of its own, known by what it prints and answers.

import { connect } from 'node:net'
import { join } from 'node:path'
import { adminPassword } from './app.ts'

const fromSource = [process.execPath, join(import.meta.dir, '../../src/main.ts')]

export interface Ended {
  exitCode: number
  stdout: string
  stderr: string
}

export interface Running {
  url: string
  port: number
  pid: number
  /** What it has printed on standard error so far. */
  stderr(): string
  kill(signal: NodeJS.Signals): void
  /** Resolves with the exit code. */
  exited: Promise<number>
  /** SIGTERM, then the exit code. */
  stop(): Promise<number>
  /** A login token of the first user. */
  login(password?: string): Promise<string>
  /** An answer's JSON; a body makes it a POST. Throws when the status is not 200. */
  ask<Answer>(path: string, token: string | null, body?: unknown): Promise<Answer>
}

export interface Start {
  dataDir: string
  /** Environment variables; nothing of the tests' own environment is inherited but PATH. */
  settings?: Record<string, string>
  args?: string[]
  /** Working folder. */
  cwd?: string
  /** What to run instead of the targets, such as an executable. */
  command?: readonly string[]
}

/** Runs footfall with these arguments until it ends. */
export async function runFootfall(
  args: string[],
  settings: Record<string, string> = {},
): Promise<Ended> {
  const child = spawn(fromSource, args, settings)
  const [stdout, stderr, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  return { exitCode, stdout, stderr }
}

const spawn = (
  command: readonly string[],
  args: string[],
  settings: Record<string, string>,
  cwd?: string,
) =>
  Bun.spawn([...command, ...args], {
    env: { PATH: process.env.PATH ?? '', ...settings },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    ...(cwd === undefined ? {} : { cwd }),
  })

/** Starts a server on a free port and waits until it listens. Throws when it ends instead. */
export async function startProcess({
  dataDir,
  settings,
  args = [],
  cwd,
  command = fromSource,
}: Start): Promise<Running> {
  const child = spawn(
    command,
    args,
    { PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir, GEO_DB: 'off', ...settings },
    cwd,
  )
  let printed = ''
  const url = await new Promise<string>((resolve, reject) => {
    void (async () => {
      const decoder = new TextDecoder()
      for await (const chunk of child.stderr) {
        printed += decoder.decode(chunk, { stream: true })
        const address = /listens address=(http:\/\/\S+?)\/? /.exec(printed)?.[1]
        if (address) resolve(address)
      }
      reject(new Error(`it ended with ${await child.exited}: ${printed}`))
    })()
  })
  const ask: Running['ask'] = async <Answer>(
    path: string,
    token: string | null,
    body?: unknown,
  ) => {
    const response = await fetch(url + path, {
      headers: token ? { Authorization: `Bearer ${token}` } : {},
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${text}`)
    return JSON.parse(text) as Answer
  }
  return {
    url,
    port: Number(new URL(url).port),
    pid: child.pid,
    stderr: () => printed,
    kill: (signal) => child.kill(signal),
    exited: child.exited,
    stop() {
      child.kill('SIGTERM')
      return child.exited
    },
    ask,
    async login(password = adminPassword) {
      const credentials = { username: 'admin', password }
      return (await ask<{ token: string }>('/api/auth/login', null, credentials)).token
    },
  }
}

/** A request that is written piece by piece, so that a test decides when it is complete. */
export function openRequest(port: number) {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  const closed = new Promise<string>((resolve, reject) => {
    socket.on('data', (chunk) => {
      received += chunk
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(received))
  })
  return {
    /** Resolves when the bytes have left this process. */
    write: (text: string) => new Promise<void>((sent) => socket.write(text, () => sent())),
    /** Everything that was answered, once the server has closed the connection. */
    closed,
  }
}
