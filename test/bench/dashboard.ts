// How fast the overview of a website with a million events over 90 days is there:
//   bun run bench:dashboard [--events N] [--runs N] [command …]
// The command is the built executable, which is built when missing, or any other, such as
// `bun src/main.ts`. Its folder is made by its `demo` command and kept in the folder for temporary
// files. A real Chromium opens the page; times count from the moment it is asked to.
// Numbers and how they came about: README.md in this folder.

import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser, BrowserContext } from 'playwright-core'
import { dayMs } from '../../src/time/durations.ts'
import { openChromium } from '../support/chromium.ts'
import { type Program, startProgram } from './program.ts'
import { adminPassword, copyFolder, days, endAt, makeFolder } from './read/folders.ts'

const root = join(import.meta.dir, '../..')
const binary = join(root, 'dist/footfall')
const { values: options, positionals } = parseArgs({
  options: {
    events: { type: 'string', default: '1000000' },
    runs: { type: 'string', default: '5' },
  },
  allowPositionals: true,
})
const runs = Number(options.runs)
const command = positionals.length > 0 ? positionals : [binary]
if (command[0] === binary && !existsSync(binary)) {
  const built = Bun.spawnSync([process.execPath, join(root, 'build.ts')], { stdout: 'inherit' })
  if (!built.success) throw new Error('build.ts failed')
}

interface Opened {
  /** Milliseconds until something of the page, and until every panel was drawn. */
  paintMs: number
  drawnMs: number
  /** Milliseconds until the last answer of the server was there. */
  answeredMs: number
  scripts: { url: string; gzippedBytes: number }[]
  /** Processor time of the server; says most on a busy machine. */
  serverMs: number
}

const folder = await makeFolder(command, Number(options.events), 1)
const website = folder.websites[0] as string
const workDir = await mkdtemp(join(tmpdir(), 'footfall-bench-'))
const browser = await openChromium()
try {
  const dataDir = join(workDir, 'data')
  copyFolder(folder, dataDir)
  console.log(`load average ${loadavg()[0]?.toFixed(1)}`)
  const started: Opened[] = []
  for (let run = 0; run < runs; run += 1) {
    started.push(await withServer(dataDir, (program) => openCold(browser, program)))
  }
  printTimes('server just started, nothing in the cache of the browser', started)
  await withServer(dataDir, async (program) => {
    const token = await logIn(program)
    const context = await openContext(browser, token)
    await open(context, program, 0)
    const others: Opened[] = []
    const same: Opened[] = []
    // Each beginning is asked for the first time, so that no answer is one kept from before.
    for (let run = 1; run <= runs; run += 1) others.push(await open(context, program, run))
    for (let run = 1; run <= runs; run += 1) same.push(await open(context, program, 0))
    printTimes('scripts in the cache of the browser, another range each time', others)
    printTimes('the same range once more', same)
    await printScripts(others[0]?.scripts ?? [])
  })
  console.log(`load average ${loadavg()[0]?.toFixed(1)}`)
} finally {
  await browser.close()
  await rm(workDir, { recursive: true, force: true })
}

function printTimes(name: string, opened: readonly Opened[]): void {
  const middle = (of: (one: Opened) => number) =>
    Math.round(opened.map(of).toSorted((a, b) => a - b)[Math.floor(opened.length / 2)] ?? 0)
  const worst = Math.round(Math.max(...opened.map(({ drawnMs }) => drawnMs)))
  console.log(
    `${name}: first paint ${middle(({ paintMs }) => paintMs)} ms, ` +
      `last answer ${middle(({ answeredMs }) => answeredMs)} ms, ` +
      `all drawn ${middle(({ drawnMs }) => drawnMs)} ms (at worst ${worst}), ` +
      `processor time of the server ${middle(({ serverMs }) => serverMs)} ms`,
  )
}

/** The map comes after everything else, and only where it is shown. */
async function printScripts(scripts: Opened['scripts']): Promise<void> {
  const sizes = { map: 0, others: 0 }
  for (const { url, gzippedBytes } of scripts) {
    const text = await (await fetch(url)).text()
    sizes[text.includes('country:"FR"') ? 'map' : 'others'] += gzippedBytes
  }
  const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
  console.log(`scripts, gzipped: ${kilobytes(sizes.others)}, and the map ${kilobytes(sizes.map)}`)
}

async function withServer<Result>(
  dataDir: string,
  use: (program: Program) => Promise<Result>,
): Promise<Result> {
  const program = await startProgram(
    [...command, '--data-dir', dataDir, '--port', '0', '--host', '127.0.0.1'],
    'stderr',
    /address=http:\/\/127\.0\.0\.1:(\d+)/,
  )
  const result = await use(program)
  await program.stop()
  return result
}

async function logIn({ url }: Program): Promise<string> {
  const body = JSON.stringify({ username: 'admin', password: adminPassword })
  const response = await fetch(`${url}/api/auth/login`, { method: 'POST', body })
  return ((await response.json()) as { token: string }).token
}

/** A new profile of the browser, logged in. */
async function openContext(browser: Browser, token: string): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    timezoneId: 'UTC',
    locale: 'en-GB',
  })
  await context.addInitScript((kept) => localStorage.setItem('footfall.token', kept), token)
  await context.addInitScript(watchDrawing)
  return context
}

async function openCold(browser: Browser, program: Program): Promise<Opened> {
  const context = await openContext(browser, await logIn(program))
  const opened = await open(context, program, 0)
  await context.close()
  return opened
}

/** In the page: keeps the time of the first frame in which all panels have what they show. */
function watchDrawing(): void {
  const needed = [
    '.total-value',
    '.traffic canvas',
    '.map .country-seen',
    '.week td',
    '.panels > :nth-child(1) tbody tr',
    '.panels > :nth-child(2) tbody tr',
    '.panels > :nth-child(3) tbody tr',
    '.panels > :nth-child(5) tbody tr',
  ]
  const look = () => {
    const isDrawn =
      needed.every((selector) => document.querySelector(selector)) &&
      !document.querySelector('.skeleton, [aria-busy="true"]')
    if (isDrawn) performance.mark('drawn')
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

/** Opens the overview of the 90 days, or of so many fewer, and measures. */
async function open(context: BrowserContext, program: Program, fewer: number): Promise<Opened> {
  const day = (at: number) => new Date(at).toISOString().slice(0, 10)
  const range = `${day(endAt - (days - fewer) * dayMs)}_${day(endAt - dayMs)}`
  const page = await context.newPage()
  const begunMs = program.processorMs()
  await page.goto(`${program.url}/websites/${website}?range=${range}`)
  await page.waitForFunction(() => performance.getEntriesByName('drawn').length > 0)
  const serverMs = program.processorMs() - begunMs
  const seen = await page.evaluate(() => {
    const toTime = (name: string) => performance.getEntriesByName(name)[0]?.startTime ?? Number.NaN
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const answers = resources.filter(({ name }) => name.includes('/api/'))
    return {
      paintMs: toTime('first-contentful-paint'),
      drawnMs: toTime('drawn'),
      answeredMs: Math.max(...answers.map(({ responseEnd }) => responseEnd)),
      scripts: resources
        .filter(({ name }) => name.endsWith('.js'))
        .map(({ name, encodedBodySize }) => ({ url: name, gzippedBytes: encodedBodySize })),
    }
  })
  await page.close()
  return { ...seen, serverMs }
}
