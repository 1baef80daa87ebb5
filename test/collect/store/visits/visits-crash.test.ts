import { expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from '../../../../src/db/sql.ts'
import { startServer } from '../../../support/app.ts'
import { toRandom } from '../../../support/random-hits.ts'
import { runAndKill } from '../../../support/run-and-kill.ts'
import { compareVisits } from '../../../support/stored-visits.ts'

setDefaultTimeout(120_000)

const seed = Number(process.env.FOOTFALL_SEED ?? Math.floor(Math.random() * 2 ** 31))

const program = join(import.meta.dir, 'visits-forever.ts')

test('a process killed while it keeps visits leaves each with all of its rows', async () => {
  console.log(`FOOTFALL_SEED=${seed}`)
  const random = toRandom(seed)
  const dataDir = mkdtempSync(join(tmpdir(), 'footfall-visits-crash-'))
  let certain = 0
  try {
    for (let round = 0; round < 4; round++) {
      const started = [program, dataDir, String(seed + round)]
      const lines = await runAndKill(started, 1 + round * 2, random() * 150)
      certain += lines.reduce((sum, line) => sum + Number(line), 0)
      const server = await startServer({ dataDir, now: Date.UTC(2026, 0, 1) })
      const [stored] = await server.app.events.query<{ n: number }>(
        sql`select count(*) as n from event`,
      )
      // Hits whose line was not printed yet may be there too.
      expect(stored?.n).toBeGreaterThanOrEqual(certain)
      certain = stored?.n as number
      const { stored: kept, right } = await compareVisits(server.app.store.writer)
      expect(kept).toEqual(right)
      await server.stop()
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
})
