// Whether memory stays bounded when every hit is a new visitor's with the longest legal values:
//   bun test/bench/longest.ts [--hits N] [--memory MB] [command …]
// The command (the source by default) is sent a million hits in batches: path, title, referrer,
// campaign and event name at their limits, in letters of three bytes. Prints the program's own memory
// at each tenth and the largest; with --memory in a control group of that size (root, Linux).

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startProgram } from './program.ts'
import { makeSmallGroup } from './small-group.ts'

const { values: options, positionals } = parseArgs({
  options: {
    hits: { type: 'string', default: '1000000' },
    memory: { type: 'string', default: '' },
  },
  allowPositionals: true,
})
const hits = Number(options.hits)
const password = 'only for measuring'
const fromSource = [process.execPath, join(import.meta.dir, '../../src/main.ts')]
const command = positionals.length > 0 ? positionals : fromSource
const perBatch = 250
const atOnce = 2

const group = options.memory === '' ? null : makeSmallGroup(Number(options.memory))
const dataDir = mkdtempSync(join(tmpdir(), 'footfall-longest-'))
const flags = ['--data-dir', dataDir, '--port', '0', '--host', '127.0.0.1']
const program = await startProgram(
  [...(group?.within(command) ?? command), ...flags, '--admin-password', password],
  'stderr',
  /address=http:\/\/127\.0\.0\.1:(\d+)/,
)

async function post(path: string, body: object, token = ''): Promise<Response> {
  return fetch(program.url + path, {
    method: 'POST',
    headers: {
      'User-Agent': 'Mozilla/5.0 Firefox/126.0',
      ...(token === '' ? {} : { Authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })
}

const login = (await (await post('/api/auth/login', { username: 'admin', password })).json()) as {
  token: string
}
const created = await post('/api/websites', { name: 'Long', domain: 'long.example' }, login.token)
const website = ((await created.json()) as { id: string }).id

/** Text of a length that no other hit has, in letters that take the most bytes. */
const long = (number: number, length: number): string =>
  `${number}-`.padEnd(length, '漢字仮名交じり文')

function hit(number: number): object {
  const [path, name] = [long(number, 490), long(number, 50)]
  return {
    type: 'event',
    payload: {
      website,
      hostname: `${number}.`.padEnd(90, 'a'),
      url: `/${path}?utm_source=${long(number, 255)}&utm_campaign=${long(number, 255)}`,
      title: long(number, 500),
      referrer: `https://${number}.example/${path}`,
      ...(number % 3 === 0 ? { name, data: { [long(number, 400)]: path } } : {}),
      ip: `81.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`,
      userAgent: `Mozilla/5.0 (X11; Linux x86_64; rv:${number}.0) Firefox/126.0 ${long(number, 300)}`,
    },
  }
}

let next = 0
let refused = 0
let largest = 0
let lines = 0

async function send(): Promise<void> {
  while (next < hits) {
    const first = next
    next += perBatch
    const batch = Array.from({ length: perBatch }, (_, i) => hit(first + i))
    for (;;) {
      const response = await post('/api/batch', batch)
      const answer = (await response.json()) as { processed?: number }
      if (response.ok && answer.processed === perBatch) break
      if (response.status !== 503 && !response.ok) throw new Error(JSON.stringify(answer))
      refused++
      await Bun.sleep(200)
    }
    const { own } = program.memory()
    largest = Math.max(largest, own)
    if (first * 10 >= lines * hits) {
      console.log(`${first} hits: ${own.toFixed(0)} MB of its own`)
      lines++
    }
  }
}

try {
  await Promise.all(Array.from({ length: atOnce }, send))
  console.log(
    `${hits} hits of new visitors: ${largest.toFixed(0)} MB at most, ` +
      `${program.memory().own.toFixed(0)} MB at the end, ${refused} batches put off` +
      (group ? `, ${group.peakMb().toFixed(0)} MB in the group, ${group.kills()} kills` : ''),
  )
} finally {
  await program.stop()
  group?.remove()
  rmSync(dataDir, { recursive: true })
}
