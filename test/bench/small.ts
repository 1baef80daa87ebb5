// Whether a small host can answer everything:
//   bun test/bench/small.ts [--memory MB] [--events N] [--data-dir FOLDER] [--only TEXT] [--level visit]
//   [command …]
// The command (the source by default) serves a website of five million events in a control group of
// 512 MB, and is asked every question of the dashboard and every report, in turn and then all at
// once. Prints what was not answered, and the most memory that was used. Needs root on Linux.

import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { dimensionNames } from '../../src/stats/dimensions/dimensions.ts'
import { metricTypes } from '../../src/stats/overview/metrics.ts'
import { startProgram } from './program.ts'
import { adminPassword, endAt, makeFolder, startAt } from './read/folders.ts'
import { overview, type Question, questions, toLevel } from './read/questions.ts'
import { makeSmallGroup } from './small-group.ts'

const { values: options, positionals } = parseArgs({
  options: {
    memory: { type: 'string', default: '512' },
    events: { type: 'string', default: '5000000' },
    only: { type: 'string', default: '' },
    level: { type: 'string', default: 'row' },
  },
  allowPositionals: true,
})
const fromSource = [process.execPath, join(import.meta.dir, '../../src/main.ts')]
const command = positionals.length > 0 ? positionals : fromSource

interface AskedQuestion {
  name: string
  ask: Question['ask']
}

const breakdownBy = (...fields: string[]): AskedQuestion => ({
  name: `breakdown ${fields.join(', ')}`,
  ask: { report: 'breakdown', body: { type: 'breakdown', fields } },
})

const asked: readonly AskedQuestion[] = [
  ...questions,
  ...overview.map((ask) => ({ name: `overview ${ask}`, ask })),
  ...metricTypes.flatMap((type) =>
    ['metrics', 'metrics/expanded'].map((path) => ({
      name: `${path} ${type}`,
      ask: `${path}?type=${type}`,
    })),
  ),
  ...dimensionNames.map((field) => breakdownBy('path', field)),
  breakdownBy('path', 'title', 'country', 'city', 'browser', 'os', 'device', 'screen', 'language'),
]
  .filter(({ name }) => name.includes(options.only))
  .map(({ name, ask }) => ({ name, ask: toLevel(ask, options.level) }))

interface Answered {
  name: string
  status: number
  ms: number
  text: string
  retryAfter: string | null
}

const folder = await makeFolder(command, Number(options.events), 1)
const group = makeSmallGroup(Number(options.memory))
const dataDir = mkdtempSync(join(tmpdir(), 'footfall-small-'))
cpSync(folder.dataDir, dataDir, { recursive: true })
const program = await startProgram(
  [...group.within(command), '--data-dir', dataDir, '--port', '0', '--host', '127.0.0.1'],
  'stderr',
  /address=http:\/\/127\.0\.0\.1:(\d+)/,
)
let ownPeak = 0
const watch = setInterval(() => {
  ownPeak = Math.max(ownPeak, program.memory().own)
}, 50)
try {
  const token = await logIn()
  printMemory('idle')
  let later = 0
  /** Each time of a range that begins a millisecond later, so that no answer is one kept. */
  const askAll = async (names: readonly AskedQuestion[], title: string, atOnce: boolean) => {
    const answers: Answered[] = []
    ownPeak = 0
    later++
    const ask = async (one: AskedQuestion) => answers.push(await askOne(one, token, later))
    if (atOnce) await Promise.all(names.map(ask))
    else for (const one of names) await ask(one)
    for (const { name, status, ms, text, retryAfter } of answers) {
      if (status === 200 && !process.env.VERBOSE) continue
      console.log(`  ${status} ${name}, ${Math.round(ms)} ms, ${retryAfter} ${text.slice(0, 200)}`)
    }
    const count = (from: number, to: number) =>
      answers.filter(({ status }) => status >= from && status < to).length
    console.log(
      `${title}: ${answers.length} asked, ${count(200, 201)} answered, ${count(503, 504)} put off, ` +
        `${answers.length - count(200, 201) - count(503, 504)} failed`,
    )
    printMemory(title)
  }
  await askAll(asked, 'in turn', false)
  await askAll(asked, 'all at once', true)
} finally {
  clearInterval(watch)
  await program.stop()
  group.remove()
  rmSync(dataDir, { recursive: true })
}

function printMemory(title: string): void {
  const { now, own } = program.memory()
  console.log(
    `${title}: resident ${Math.round(now)} MB, not of files ${Math.round(own)} MB, at most ` +
      `${Math.round(ownPeak)} MB; group at most ${Math.round(group.peakMb())} MB, kills ${group.kills()}`,
  )
}

async function logIn(): Promise<string> {
  const response = await fetch(`${program.url}/api/auth/login`, {
    method: 'POST',
    body: JSON.stringify({ username: 'admin', password: adminPassword }),
  })
  return ((await response.json()) as { token: string }).token
}

async function askOne(
  { name, ask }: AskedQuestion,
  token: string,
  laterMs: number,
): Promise<Answered> {
  const askedAt = performance.now()
  const id = folder.websites[0]
  const from = startAt + laterMs
  const headers = { Authorization: `Bearer ${token}` }
  const length = endAt - startAt + 1
  const response =
    typeof ask === 'string'
      ? await fetch(
          `${program.url}/api/websites/${id}/${ask.replace('&$before', '').replace('$before', '')}` +
            (ask.includes('$before')
              ? `&startAt=${from - length}&endAt=${startAt - 1}`
              : `&startAt=${from}&endAt=${endAt}`),
          { headers, signal: AbortSignal.timeout(600_000) },
        )
      : await fetch(`${program.url}/api/reports/${ask.report}`, {
          method: 'POST',
          headers,
          body: JSON.stringify({ websiteId: id, startAt: from, endAt, ...ask.body }),
          signal: AbortSignal.timeout(600_000),
        })
  const text = await response.text()
  const ms = performance.now() - askedAt
  return {
    name,
    status: response.status,
    ms,
    text,
    retryAfter: response.headers.get('Retry-After'),
  }
}
