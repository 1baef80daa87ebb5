// Data folders to read from, made once by `footfall demo` and kept for later runs.

import { cpSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** All of it lies before this instant, so that every run asks the same. */
export const endAt = Date.UTC(2026, 5, 1)
export const days = 90
export const startAt = endAt - days * 86_400_000 + 1

export interface Folder {
  dataDir: string
  events: number
  websites: readonly string[]
}

const toWebsite = (number: number): string =>
  `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

/** A folder with this many events in all, in so many websites; it is made when missing. */
export async function makeFolder(
  command: readonly string[],
  events: number,
  websiteCount: number,
): Promise<Folder> {
  const kept = join(tmpdir(), 'footfall-bench-read')
  const dataDir = join(kept, `${events}-events-${websiteCount}-websites`)
  const websites = Array.from({ length: websiteCount }, (_, index) => toWebsite(index + 1))
  if (existsSync(dataDir)) return { dataDir, events, websites }
  const unfinished = `${dataDir}.part`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { recursive: true })
  const begunAt = performance.now()
  for (const [index, website] of websites.entries()) {
    const options = {
      'data-dir': unfinished,
      events: Math.round(events / websiteCount),
      days,
      seed: index + 1,
      website,
      until: new Date(endAt).toISOString(),
      'admin-password': adminPassword,
    }
    const flags = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)])
    const made = Bun.spawn([...command, 'demo', ...flags], { stdout: 'ignore', stderr: 'inherit' })
    if ((await made.exited) !== 0) throw new Error('footfall demo failed')
  }
  const seconds = (performance.now() - begunAt) / 1000
  console.log(
    `demo: ${events} events in ${websiteCount} websites, ${Math.round(events / seconds)} events/s`,
  )
  renameSync(unfinished, dataDir)
  return { dataDir, events, websites }
}

export const adminPassword = 'only for measuring'

/** A copy that may be written to. */
export function copyFolder({ dataDir }: Folder, to: string): void {
  cpSync(dataDir, to, { recursive: true })
}

/** Bytes of both databases. */
export const measureBytes = (dataDir: string): number =>
  ['events.duckdb', 'footfall.db'].reduce(
    (sum, name) => sum + statSync(join(dataDir, name)).size,
    0,
  )
