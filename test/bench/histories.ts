// What a hit of a visitor costs who has seen much: time from adding it until it is a row.
//   bun test/bench/histories.ts
// The cost of a group should depend on the group, not on the history.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openApp } from '../../src/app.ts'
import { parseConfig } from '../../src/config.ts'
import { openLog } from '../../src/log.ts'
import { pageView } from '../collect/store/page-view.ts'

const sizes = [100, 1_000, 10_000, 100_000]
const repeats = 30
const startAt = Date.UTC(2026, 0, 1)

const dataDir = mkdtempSync(join(tmpdir(), 'footfall-bench-histories-'))
const config = parseConfig([], { DATA_DIR: dataDir, GEO_DB: 'off', ADMIN_PASSWORD: 'bench bench' })
const app = await openApp({ config, log: openLog('error') })

/** Milliseconds until a hit is a row: the median of some. */
async function measure(
  session: string,
  path: (index: number) => string,
  at: (index: number) => number,
) {
  const times: number[] = []
  for (let index = 0; index < repeats; index++) {
    const hit = pageView({ session, at: at(index), path: path(index), title: null, target: 1 })
    const begin = performance.now()
    await app.writer.add(hit)
    await app.writer.drain()
    times.push(performance.now() - begin)
  }
  return times.toSorted((a, b) => a - b)[Math.floor(repeats / 2)]?.toFixed(1)
}

try {
  for (const size of sizes) {
    const session = `visitor of ${size}`
    for (let index = 0; index < size; index += 1_000) {
      const views = Array.from({ length: Math.min(1_000, size - index) }, (_, i) => {
        const at = startAt + (index + i) * 60_000
        return pageView({ session, at, path: `/${(index + i) % 20_000}`, title: null, target: 1 })
      })
      await Promise.all(views.map((hit) => app.writer.add(hit)))
    }
    await app.writer.drain()
    const end = startAt + size * 60_000
    let seconds = 0
    const later = () => end + seconds++ * 1_000
    // As after a start: nothing is in memory.
    await app.writer.replacing(async () => {})
    const begin = performance.now()
    await app.writer.add(pageView({ session, at: later(), path: '/first', title: null, target: 1 }))
    await app.writer.drain()
    const first = (performance.now() - begin).toFixed(0)
    console.log(
      `${size} views: the first hit ${first} ms, then`,
      `same page ${await measure(session, () => '/0', later)} ms,`,
      `new pages ${await measure(session, (i) => `/new/${size}/${i}`, later)} ms,`,
      `old pages ${await measure(session, (i) => `/${i * 2}`, later)} ms,`,
      `late ${await measure(
        session,
        (i) => `/${i}`,
        (i) => startAt + i * 61_000,
      )} ms`,
    )
  }
} finally {
  await app.close()
  rmSync(dataDir, { recursive: true })
}
