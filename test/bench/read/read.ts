// What reading costs at ten million events:
//   bun test/bench/read/read.ts [--events N] [--runs N] [--only TEXT] [--level visit] [command …]
// The command is the built executable, which is built when missing, or any other, such as
// `bun src/main.ts`. Folders are made by its `demo` command and kept in the folder for temporary
// files. Every question is asked of the server over HTTP, and of DuckDB directly in plain SQL; each
// run asks for a range that begins a millisecond later, so that no answer is one kept from before.
// Numbers and how they came about: README.md in the folder above.

import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { copyFolder, type Folder, makeFolder, measureBytes } from './folders.ts'
import { openPlain, type Took } from './plain.ts'
import { overview, type Question, questions, toLevel } from './questions.ts'
import { sendWhileReading } from './sending.ts'
import { type Reader, startReader } from './server.ts'

const root = join(import.meta.dir, '../../..')
const binary = join(root, 'dist/footfall')
const { values: options, positionals } = parseArgs({
  options: {
    events: { type: 'string', default: '10000000' },
    runs: { type: 'string', default: '5' },
    only: { type: 'string', default: '' },
    level: { type: 'string', default: 'row' },
  },
  allowPositionals: true,
})
const events = Number(options.events)
const runs = Number(options.runs)
const command = positionals.length > 0 ? positionals : [binary]
if (command[0] === binary && !existsSync(binary)) {
  const built = Bun.spawnSync([process.execPath, join(root, 'build.ts')], { stdout: 'inherit' })
  if (!built.success) throw new Error('build.ts failed')
}
const asked = questions
  .filter(({ name }) => name.includes(options.only))
  .map((question) => ({ ...question, ask: toLevel(question.ask, options.level) }))

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
const worst = (values: readonly number[]): number => Math.max(...values)

let later = 0
/** A beginning that nobody has asked for yet. */
const nextBeginning = (): number => ++later

const one = await makeFolder(command, events, 1)
const twenty = await makeFolder(command, events, 20)
const workDir = await mkdtemp(join(tmpdir(), 'footfall-bench-'))
try {
  for (const [name, folder] of Object.entries({ one, twenty })) {
    const dataDir = join(workDir, name)
    copyFolder(folder, dataDir)
    await measure(folder, dataDir)
    await rm(dataDir, { recursive: true })
  }
} finally {
  await rm(workDir, { recursive: true, force: true })
}

interface Row {
  question: Question
  cold: number
  warm: number[]
  /** Processor time per warm run. */
  processor: number
  kept: number
  peak: number
  plain: Took | null
}

async function measure(folder: Folder, dataDir: string): Promise<void> {
  // The last website's rows are the last ones written, the first one's the first.
  const place = Math.ceil(folder.websites.length / 2)
  const website = folder.websites[place - 1] as string
  console.log(`\n${folder.websites.length} website(s), ${events} events`)
  console.log(`disk                ${(measureBytes(dataDir) / events).toFixed(1)} bytes per event`)

  const plain = await openPlain(dataDir)
  const plainTimes = new Map<Question, Took>()
  for (const question of asked) {
    if (question.plain === null) continue
    const times: Took[] = []
    for (let run = 0; run < Math.min(runs, 3); run++) {
      times.push(await plain.ask(place, question.plain, nextBeginning()))
    }
    plainTimes.set(question, {
      wallMs: median(times.map(({ wallMs }) => wallMs)),
      processorMs: median(times.map(({ processorMs }) => processorMs)),
    })
  }
  plain.close()

  await printStart(dataDir, website)
  console.log(
    [
      'question'.padEnd(24),
      ...['cold', 'warm', 'worst', 'cpu/2', 'kept', 'MB', 'plain', 'cpu/2', 'ratio', 'aim'].map(
        (title) => title.padStart(7),
      ),
    ].join(''),
  )
  for (const question of asked) {
    print(await timeQuestion(dataDir, website, question, plainTimes.get(question) ?? null))
  }
  if (options.only !== '') return
  await printOverview(dataDir, website)
  await printSending(dataDir, website)
}

async function printStart(dataDir: string, website: string): Promise<void> {
  const reader = await startReader(command, dataDir, website)
  await reader.settle()
  const { now, own } = reader.program.memory()
  console.log(
    `first answer        ${Math.round(reader.firstAnswerMs)} ms after the start (aim 1000)`,
  )
  console.log(
    `memory idle         ${Math.round(now)} MB resident, ${Math.round(own)} MB own (aim 130)`,
  )
  await reader.program.stop()
}

/** One question in a process of its own, so that cold is cold and its memory is its own. */
async function timeQuestion(
  dataDir: string,
  website: string,
  question: Question,
  plain: Took | null,
): Promise<Row> {
  const { program, settle, ask } = await startReader(command, dataDir, website)
  program.forgetPeak()
  const cold = await ask(website, question.ask, nextBeginning())
  await settle()
  const warm: number[] = []
  const usedBefore = program.processorMs()
  let beginning = 0
  for (let run = 0; run < runs; run++) {
    beginning = nextBeginning()
    warm.push(await ask(website, question.ask, beginning))
  }
  const processor = (program.processorMs() - usedBefore) / runs
  const kept = await ask(website, question.ask, beginning)
  const { peak } = program.memory()
  await program.stop()
  return { question, cold, warm, processor, kept, peak, plain }
}

function print({ question, cold, warm, processor, kept, peak, plain }: Row): void {
  const { name, aimMs, aimRatio } = question
  const half = processor / 2
  const number = (value: number | null) => (value === null ? '' : String(Math.round(value)))
  const ratio = plain ? processor / plain.processorMs : null
  const misses = [
    ...(aimMs !== null && median(warm) > aimMs ? ['slow'] : []),
    ...(aimRatio !== null && ratio !== null && ratio > aimRatio ? ['ratio'] : []),
    ...(peak > 400 ? ['memory'] : []),
  ]
  console.log(
    [
      name.padEnd(24),
      ...[
        ...[cold, median(warm), worst(warm), half, kept, peak].map(number),
        number(plain?.wallMs ?? null),
        number(plain ? plain.processorMs / 2 : null),
        ratio === null ? '' : ratio.toFixed(2),
        number(aimMs),
      ].map((cell) => cell.padStart(7)),
      misses.length > 0 ? `  misses: ${misses.join(', ')}` : '',
    ].join(''),
  )
}

async function printOverview(dataDir: string, website: string): Promise<void> {
  const { program, settle, ask } = await startReader(command, dataDir, website)
  program.forgetPeak()
  const whole = async (reader: Reader['ask']) => {
    const beginning = nextBeginning()
    const askedAt = performance.now()
    await Promise.all(overview.map((path) => reader(website, path, beginning)))
    return performance.now() - askedAt
  }
  const cold = await whole(ask)
  await settle()
  const usedBefore = program.processorMs()
  const warm: number[] = []
  for (let run = 0; run < runs; run++) warm.push(await whole(ask))
  const half = (program.processorMs() - usedBefore) / runs / 2
  const { peak } = program.memory()
  await program.stop()
  console.log(
    `overview            ${Math.round(median(warm))} ms at the median, ${Math.round(worst(warm))} at ` +
      `worst, cold ${Math.round(cold)}, cpu/2 ${Math.round(half)}, ${Math.round(peak)} MB (aim 1000)`,
  )
}

async function printSending(dataDir: string, website: string): Promise<void> {
  const reader = await startReader(command, dataDir, website)
  const read = async () => {
    const beginning = nextBeginning()
    await Promise.all(
      overview.map((path) => reader.ask(website, toLevel(path, options.level), beginning)),
    )
  }
  const { alone, reading } = await sendWhileReading(reader.program.url, website, read)
  await reader.program.stop()
  const shown = ({ requests, seconds, p50, p99 }: typeof alone) =>
    `${Math.round(requests / seconds)} requests/s, p50 ${(p50 / 1000).toFixed(1)} ms, ` +
    `p99 ${(p99 / 1000).toFixed(1)} ms`
  console.log(`sending             ${shown(alone)}`)
  console.log(`sending and reading ${shown(reading)} (aim 25 ms)`)
}
