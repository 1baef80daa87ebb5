// What collection costs, measured against the least a route of the same framework costs:
//   bun test/bench/ingest.ts                       the built executable, built when missing
//   bun test/bench/ingest.ts bun src/main.ts       any other command
// Both servers run throughout and are loaded in turn; wrk (apt install wrk) sends. Numbers and how
// they came about: README.md beside this file.

import { existsSync } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProgram } from './program.ts'

const root = join(import.meta.dir, '../..')
const binary = join(root, 'dist/footfall')
const rounds = Number(process.env.ROUNDS ?? 5)
const seconds = Number(process.env.SECONDS ?? 4)
const connections = 64
const batchItems = 100
const adminPassword = 'only for measuring'

interface Load {
  requests: number
  seconds: number
  failed: number
  /** Microseconds. */
  p50: number
  p99: number
  max: number
}

const rate = (each: Load): number => each.requests / each.seconds
const ms = (microseconds: number): string => `${(microseconds / 1000).toFixed(1)} ms`
const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number

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
  const footfall = await startProgram(
    [
      ...command,
      ...['--data-dir', dataDir, '--port', '0', '--host', '127.0.0.1'],
      ...['--admin-password', adminPassword],
    ],
    'stderr',
    /address=http:\/\/127\.0\.0\.1:(\d+)/,
  )
  const bare = await startProgram(
    [process.execPath, join(import.meta.dir, 'bare.ts')],
    'stdout',
    /^(\d+)$/m,
  )
  const website = await createWebsite(footfall.url)
  await Bun.sleep(3000)
  const idle = footfall.memory()
  footfall.forgetPeak()

  let events = 0
  const own: Load[] = []
  const least: Load[] = []
  // The first round warms both up.
  for (let round = 0; round <= rounds; round++) {
    const bareLoad = await load(bare.url, '/api/send', website, 1)
    const ownLoad = await load(footfall.url, '/api/send', website, 1)
    events += ownLoad.requests
    if (round === 0) continue
    own.push(ownLoad)
    least.push(bareLoad)
    print(`round ${round}`, ownLoad, rate(ownLoad) / rate(bareLoad))
  }
  const batches = await load(footfall.url, '/api/batch', website, batchItems)
  events += batches.requests * batchItems
  const loaded = footfall.memory()
  await Bun.sleep(3000)
  const after = footfall.memory()
  await footfall.stop()
  await bare.stop()

  const { size } = await stat(join(dataDir, 'events.duckdb'))
  const ratio = median(own.map((ownLoad, index) => rate(ownLoad) / rate(least[index] as Load)))
  const p50 = median(own.map((each) => each.p50))
  const p99 = median(own.map((each) => each.p99))
  const whole = (number: number) => Math.round(number).toLocaleString('en-US')
  console.log(`
footfall            ${whole(median(own.map(rate)))} requests/s
bare route          ${whole(median(least.map(rate)))} requests/s
ratio               ${ratio.toFixed(2)} (median of ${rounds} pairs, ${connections} connections)
latency             p50 ${ms(p50)}, p99 ${ms(p99)}, p99/p50 ${(p99 / p50).toFixed(1)}
batches of ${batchItems}      ${whole(rate(batches) * batchItems)} events/s
memory idle         ${whole(idle.now)} MB resident, of it ${whole(idle.own)} MB its own
memory under load   ${whole(loaded.peak)} MB at most; afterwards ${whole(after.now)} MB, own ${whole(after.own)} MB
disk                ${(size / events).toFixed(1)} bytes per event, ${whole(events)} events`)
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
  const site = { name: 'Measured', domain: 'shop.example' }
  return (await ask<{ id: string }>('/api/websites', token, site)).id
}

/** One run of wrk. Throws when a request failed. */
async function load(url: string, path: string, website: string, items: number): Promise<Load> {
  const script = join(import.meta.dir, 'load.lua')
  const options = ['-t', '1', '-c', String(connections), '-d', `${seconds}s`, '-s', script]
  const wrk = Bun.spawn(['wrk', ...options, url, '--', path, website, String(items)], {
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const text = await new Response(wrk.stdout).text()
  const line = text.split('\n').find((each) => each.startsWith('{'))
  if (line === undefined) throw new Error(`wrk failed: ${text}`)
  const result = JSON.parse(line) as Load
  if (result.failed > 0) throw new Error(`${result.failed} requests failed: ${text}`)
  return result
}

function print(name: string, each: Load, ratio: number): void {
  const speed = `${Math.round(rate(each))} requests/s`
  console.log(
    `${name}: ${speed}, ratio ${ratio.toFixed(2)}, p50 ${ms(each.p50)}, p99 ${ms(each.p99)}`,
  )
}
