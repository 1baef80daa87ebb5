// What collection costs, measured against the least a route of the same framework costs:
//   bun test/bench/ingest.ts                       the built executable, built when missing
//   bun test/bench/ingest.ts bun src/main.ts       any other command
// Both servers run throughout and are loaded in turn. ROUNDS, SECONDS and CONNECTIONS change how
// long and how hard; TMPDIR chooses the disk. Numbers and what they mean: README.md in this folder.

import { closeSync, existsSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Load, load, sender } from './load.ts'
import { type Program, startProgram } from './program.ts'

const root = join(import.meta.dir, '../..')
const binary = join(root, 'dist/footfall')
const rounds = Number(process.env.ROUNDS ?? 5)
const seconds = Number(process.env.SECONDS ?? 4)
const connections = Number(process.env.CONNECTIONS ?? 64)
const batchItems = 100
const restMs = 3_000
const adminPassword = 'only for measuring'

/** A load with what the loaded program used of the processors. */
interface Measured extends Load {
  processorMs: number
}

const rate = (each: Load): number => each.requests / each.seconds
const processorUs = (each: Measured): number => (each.processorMs / each.requests) * 1000
const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number
const whole = (number: number): string => Math.round(number).toLocaleString('en-US')
const ms = (microseconds: number): string => `${(microseconds / 1000).toFixed(1)} ms`

const command = process.argv.length > 2 ? process.argv.slice(2) : [binary]
if (command[0] === binary && !existsSync(binary)) {
  const built = Bun.spawnSync([process.execPath, join(root, 'build.ts')], { stdout: 'inherit' })
  if (!built.success) throw new Error('build.ts failed')
}
const dataDir = await mkdtemp(join(tmpdir(), 'footfall-bench-'))
try {
  await measure()
} finally {
  await rm(dataDir, { recursive: true, force: true })
}

async function measure(): Promise<void> {
  const syncMs = measureSync()
  // The first start unpacks the library, which costs memory once; the second is what runs for years.
  const first = await startFootfall()
  const website = await createWebsite(first.url)
  await first.stop()
  const footfall = await startFootfall()
  const bare = await startProgram(
    [process.execPath, join(import.meta.dir, 'bare.ts')],
    'stdout',
    /^(\d+)$/m,
  )
  await Bun.sleep(restMs)
  const idle = footfall.memory()
  footfall.forgetPeak()

  const run = async (program: Program, path: string, items: number): Promise<Measured> => {
    const before = program.processorMs()
    const loaded = await load({ url: program.url, path, website, items, connections, seconds })
    return { ...loaded, processorMs: program.processorMs() - before }
  }
  const own: Measured[] = []
  const least: Measured[] = []
  // The first round warms both up.
  for (let round = 0; round <= rounds; round++) {
    least.push(await run(bare, '/api/send', 1))
    own.push(await run(footfall, '/api/send', 1))
  }
  const single = footfall.memory()
  const events = own.reduce((sum, each) => sum + each.requests, 0)
  own.shift()
  least.shift()
  const batches = await run(footfall, '/api/batch', batchItems)
  const batch = footfall.memory()
  await Bun.sleep(restMs)
  const after = footfall.memory()
  await footfall.stop()
  await bare.stop()

  const { size } = await stat(join(dataDir, 'events.duckdb'))
  const stored = events + batches.requests * batchItems
  const ratios = own.map((each, index) => rate(each) / rate(least[index] as Load))
  const p50 = median(own.map((each) => each.p50))
  const p99 = median(own.map((each) => each.p99))
  const printLine = (name: string, text: string) => console.log(name.padEnd(20) + text)
  printLine('sender', `${sender}, ${connections} connections, ${rounds} rounds of ${seconds} s`)
  printLine('footfall', `${whole(median(own.map(rate)))} requests/s`)
  printLine('bare route', `${whole(median(least.map(rate)))} requests/s`)
  printLine(
    'ratio',
    `${median(ratios).toFixed(2)} (${ratios.map((each) => each.toFixed(2)).join(' ')})`,
  )
  printLine('latency', `p50 ${ms(p50)}, p99 ${ms(p99)}, p99/p50 ${(p99 / p50).toFixed(1)}`)
  printLine(
    'processor',
    `${whole(median(own.map(processorUs)))} µs/request; bare ${whole(median(least.map(processorUs)))} µs`,
  )
  printLine(
    'one sync',
    `${syncMs.toFixed(2)} ms: at most ${whole(connections / (syncMs / 1000))} requests/s`,
  )
  printLine(
    `batches of ${batchItems}`,
    `${whole(rate(batches) * batchItems)} events/s, ${whole(processorUs(batches) / batchItems)} µs/event`,
  )
  printLine('memory idle', `${whole(idle.now)} MB, of it ${whole(idle.own)} MB not of files`)
  printLine(
    'memory under load',
    `${whole(single.peak)} MB at most, with batches ${whole(batch.peak)} MB`,
  )
  printLine(
    'memory afterwards',
    `${whole(after.now)} MB, of it ${whole(after.own)} MB not of files`,
  )
  printLine('disk', `${(size / stored).toFixed(1)} bytes/event, ${whole(stored)} events`)
}

function startFootfall(): Promise<Program> {
  const flags = ['--data-dir', dataDir, '--port', '0', '--host', '127.0.0.1']
  const password = ['--admin-password', adminPassword]
  const address = /address=http:\/\/127\.0\.0\.1:(\d+)/
  return startProgram([...command, ...flags, ...password], 'stderr', address)
}

/** Median time, in milliseconds, until bytes appended to a file are on this disk. */
function measureSync(): number {
  const file = openSync(join(dataDir, 'sync'), 'w')
  const bytes = Buffer.alloc(16_384, 1)
  const times = Array.from({ length: 50 }, () => {
    const startAt = performance.now()
    writeSync(file, bytes)
    fsyncSync(file)
    return performance.now() - startAt
  })
  closeSync(file)
  return median(times)
}

async function createWebsite(url: string): Promise<string> {
  const ask = async <Answer>(path: string, token: string, body: object): Promise<Answer> => {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
    return (await response.json()) as Answer
  }
  const credentials = { username: 'admin', password: adminPassword }
  const { token } = await ask<{ token: string }>('/api/auth/login', '', credentials)
  const website = { name: 'Measured', domain: 'shop.example' }
  return (await ask<{ id: string }>('/api/websites', token, website)).id
}
