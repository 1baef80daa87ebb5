// Whether memory stays flat under steady mixed work:
//   bun test/bench/soak.ts [--minutes N] [--rate N] [--memory MB] [command …]
// The command (the source by default) is sent hits of ever new and of known visitors, and batches, at
// a steady rate, while the overview and reports are read in turn. Every minute one line has its
// memory that is not of files, how much of it each kind of mapping holds, and what was done; the end
// names what grew between the first and the last quarter, after a warm-up of a tenth.
// With --memory it runs in a control group of that size, which needs root on Linux.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startProgram } from './program.ts'
import { makeSmallGroup } from './small-group.ts'

const { values: options, positionals } = parseArgs({
  options: {
    minutes: { type: 'string', default: '120' },
    rate: { type: 'string', default: '200' },
    memory: { type: 'string', default: '' },
  },
  allowPositionals: true,
})
const minutes = Number(options.minutes)
const hitsPerSecond = Number(options.rate)
const password = 'only for measuring'
const fromSource = [process.execPath, join(import.meta.dir, '../../src/main.ts')]
const command = positionals.length > 0 ? positionals : fromSource

const group = options.memory === '' ? null : makeSmallGroup(Number(options.memory))
const dataDir = mkdtempSync(join(tmpdir(), 'footfall-soak-'))
const flags = ['--data-dir', dataDir, '--port', '0', '--host', '127.0.0.1']
const program = await startProgram(
  [...(group?.within(command) ?? command), ...flags, '--admin-password', password],
  'stderr',
  /address=http:\/\/127\.0\.0\.1:(\d+)/,
)

type Kind = 'JavaScript' | 'engine and threads' | 'files'
type Sample = Record<Kind, number> & { own: number }

/** The runtime reserves its heaps in pieces of a gigabyte, the engine's allocator in small ones. */
const heapBytes = 2 ** 30

/** Private memory by what its mapping is for, in MB. */
function sample(): Sample {
  const sums: Sample = { JavaScript: 0, 'engine and threads': 0, files: 0, own: 0 }
  let kind: Kind = 'files'
  for (const line of readFileSync(`/proc/${program.pid}/smaps`, 'utf8').split('\n')) {
    const head = /^([0-9a-f]+)-([0-9a-f]+) \S+ \S+ \S+ \S+ *(.*)$/.exec(line)
    if (head) kind = toKind(Number(`0x${head[2]}`) - Number(`0x${head[1]}`), head[3] as string)
    const amount = /^Anonymous: +(\d+) kB/.exec(line)
    if (amount) sums[kind] += Number(amount[1]) / 1000
  }
  return { ...sums, own: program.memory().own }
}

function toKind(bytes: number, name: string): Kind {
  if (name.startsWith('/')) return 'files'
  return bytes >= heapBytes ? 'JavaScript' : 'engine and threads'
}

const counts = { hits: 0, reads: 0, refused: 0 }
const endsAt = performance.now() + minutes * 60_000
const isOver = () => performance.now() >= endsAt

async function send(path: string, body: object, token = ''): Promise<unknown> {
  const headers: Record<string, string> = { 'User-Agent': 'Mozilla/5.0 Firefox/126.0' }
  if (token !== '') headers.Authorization = `Bearer ${token}`
  const response = await fetch(program.url + path, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  const answer = await response.json()
  if (response.status === 503) counts.refused++
  else if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`)
  return answer
}

const login = await send('/api/auth/login', { username: 'admin', password })
const { token } = login as { token: string }
const website = (
  (await send('/api/websites', { name: 'Soak', domain: 'shop.example' }, token)) as { id: string }
).id

let sent = 0
/** Every fourth hit is a new visitor's; the others come from five thousand. */
function hit(): object {
  const number = ++sent
  const visitor = number % 4 === 0 ? number : number % 5_000
  return {
    type: 'event',
    payload: {
      website,
      hostname: 'shop.example',
      url: `/shoes/${number % 2_000}?utm_source=mail`,
      title: `Shoes ${number % 2_000}`,
      referrer: 'https://www.google.com/',
      ip: `81.${(visitor >> 16) & 255}.${(visitor >> 8) & 255}.${visitor & 255}`,
      userAgent: `Mozilla/5.0 (X11; Linux x86_64; rv:${visitor % 900}.0) Gecko/20100101 Firefox/126.0`,
    },
  }
}

async function sendSteadily(): Promise<void> {
  const beganAt = performance.now()
  while (!isOver()) {
    const due = Math.floor(((performance.now() - beganAt) / 1000) * hitsPerSecond) - counts.hits
    // Half of what is due goes as a batch.
    const many = Math.min(250, Math.floor(due / 2))
    const single = Math.min(64, due - many)
    if (many > 0) await send('/api/batch', Array.from({ length: many }, hit))
    await Promise.all(Array.from({ length: Math.max(0, single) }, () => send('/api/send', hit())))
    counts.hits += many + Math.max(0, single)
    await Bun.sleep(50)
  }
}

const paths = [
  'stats?',
  'pageviews?unit=day&timezone=Europe/Berlin',
  'metrics?type=path',
  'metrics?type=referrer',
  'metrics/expanded?type=entry',
  'metrics/expanded?type=path',
  'sessions?',
  'events?',
  'sessions/weekly?timezone=Europe/Berlin',
]
const reports = ['utm', 'retention', 'breakdown']

async function readSteadily(): Promise<void> {
  for (let turn = 0; !isOver(); turn++) {
    const [startAt, endAt] = [Date.now() - 30 * 86_400_000, Date.now() + 1]
    const path = paths[turn % paths.length] as string
    const response = await fetch(
      `${program.url}/api/websites/${website}/${path}&startAt=${startAt}&endAt=${endAt}`,
      { headers: { Authorization: `Bearer ${token}` } },
    )
    await response.arrayBuffer()
    if (!response.ok && response.status !== 503) throw new Error(`${path}: ${response.status}`)
    if (turn % paths.length === 0) {
      const type = reports[(turn / paths.length) % reports.length] as string
      const fields = type === 'breakdown' ? { fields: ['path', 'browser'] } : {}
      await send(
        `/api/reports/${type}`,
        { type, websiteId: website, startAt, endAt, ...fields },
        token,
      )
    }
    counts.reads++
    await Bun.sleep(100)
  }
}

const samples: Sample[] = []
function printMemory(): void {
  const now = sample()
  samples.push(now)
  const kinds = Object.entries(now).filter(([name]) => name !== 'own')
  const parts = kinds.map(([name, mb]) => `${name} ${mb.toFixed(0)}`).join(', ')
  console.log(
    `${String(samples.length).padStart(4)} min: ${now.own.toFixed(0)} MB (${parts}); ` +
      `${counts.hits} hits, ${counts.reads} reads, ${counts.refused} put off`,
  )
}

const average = (some: readonly Sample[], kind: keyof Sample): number =>
  some.reduce((sum, each) => sum + each[kind], 0) / some.length

const timer = setInterval(printMemory, 60_000)
try {
  await Promise.all([sendSteadily(), readSteadily()])
  printMemory()
  const warm = samples.slice(Math.ceil(samples.length / 10))
  const quarter = Math.max(1, Math.floor(warm.length / 4))
  for (const kind of Object.keys(samples[0] as Sample) as (keyof Sample)[]) {
    const [first, last] = [
      average(warm.slice(0, quarter), kind),
      average(warm.slice(-quarter), kind),
    ]
    console.log(
      `${kind}: ${first.toFixed(1)} → ${last.toFixed(1)} MB, ratio ${(last / first).toFixed(2)}`,
    )
  }
} finally {
  clearInterval(timer)
  await program.stop()
  group?.remove()
  rmSync(dataDir, { recursive: true })
}
