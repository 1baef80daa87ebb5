// The server under measurement, asked over HTTP.

import { type Program, startProgram } from '../program.ts'
import { adminPassword, endAt, startAt } from './folders.ts'
import type { Question } from './questions.ts'

export interface Reader {
  program: Program
  /** Milliseconds from starting the process to its first answer from the events. */
  firstAnswerMs: number
  /** Resolves when the server has done what it does after a start. */
  settle(): Promise<void>
  /** Asks one question of the range, which begins `laterMs` later; gives the milliseconds. */
  ask(website: string, question: Question['ask'], laterMs?: number): Promise<number>
}

/** Starts the command on a data folder, logs in and asks for a first answer. */
export async function startReader(
  command: readonly string[],
  dataDir: string,
  website: string,
): Promise<Reader> {
  const begunAt = performance.now()
  const program = await startProgram(
    [...command, '--data-dir', dataDir, '--port', '0', '--host', '127.0.0.1'],
    'stderr',
    /address=http:\/\/127\.0\.0\.1:(\d+)/,
  )
  const send = async (path: string, token: string, body?: object): Promise<unknown> => {
    const response = await fetch(program.url + path, {
      headers: token === '' ? {} : { Authorization: `Bearer ${token}` },
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`)
    return JSON.parse(text)
  }
  const login = await send('/api/auth/login', '', { username: 'admin', password: adminPassword })
  const { token } = login as { token: string }
  const lengthMs = endAt - startAt + 1
  const toRange = (query: string, laterMs: number): string => {
    const isBefore = query.includes('$before')
    const from = (isBefore ? startAt - lengthMs : startAt) + laterMs
    const to = isBefore ? startAt - 1 : endAt
    return `${query.replace('&$before', '').replace('$before', '')}&startAt=${from}&endAt=${to}`
  }
  const ask: Reader['ask'] = async (id, question, laterMs = 0) => {
    const askedAt = performance.now()
    if (typeof question === 'string') {
      await send(`/api/websites/${id}/${toRange(question, laterMs)}`, token)
    } else {
      const { report, body } = question
      const range = { startAt: startAt + laterMs, endAt }
      await send(`/api/reports/${report}`, token, { websiteId: id, ...range, ...body })
    }
    return performance.now() - askedAt
  }
  const settle = async () => {
    let used = Number.NaN
    // Less than a tenth of one processor is rest.
    while (!(program.processorMs() - used < 20)) {
      used = program.processorMs()
      await Bun.sleep(200)
    }
  }
  await ask(website, 'active?')
  return { program, firstAnswerMs: performance.now() - begunAt, settle, ask }
}
