import { expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from '../../src/db/sql.ts'
import { startServer } from '../support/app.ts'
import { toRandom } from '../support/random-hits.ts'
import { runAndKill } from '../support/run-and-kill.ts'

setDefaultTimeout(120_000)

const rowsPerRound = 20_000
const program = join(import.meta.dir, 'compact-forever.ts')

// FOOTFALL_SEED repeats a run's choice of moments.
const seed = Number(process.env.FOOTFALL_SEED ?? Math.floor(Math.random() * 2 ** 31))

test('a process killed while it stores, erases and compacts loses nothing and leaves nothing', async () => {
  console.log(`FOOTFALL_SEED=${seed}`)
  const random = toRandom(seed)
  const dataDir = mkdtempSync(join(tmpdir(), 'footfall-crash-'))
  let certain = 0
  try {
    for (let round = 0; round < 5; round++) {
      const lines = await runAndKill([program, dataDir], 1 + ((round * 2) % 6), random() * 400)
      certain += lines.filter((line) => line === 'kept').length * rowsPerRound
      const server = await startServer({ dataDir })
      // It may have died between creating a target and retiring it.
      server.app.entities.run(
        "update event_source set retired_at = 1 where entity_id <> 'kept' and retired_at is null",
      )
      await server.app.jobs.run('erase')
      const [stored] = await server.app.events.query<{ n: number; ids: number; gone: number }>(
        sql`select count(*) as n, count(distinct event_id) as ids,
              count(*) filter (source_id <> 1) as gone
            from event`,
      )
      const retired = server.app.entities.query('select 1 from event_source where retired_at > 0')
      expect({ ...stored, retired: retired.all() }).toMatchObject({ gone: 0, retired: [] })
      // What was stored and not yet reported may be there too: one transaction, all of it or nothing.
      expect([certain, certain + rowsPerRound]).toContain(stored?.n as number)
      expect(stored?.ids).toBe(stored?.n as number)
      certain = stored?.n as number
      await server.stop()
      expect(existsSync(join(dataDir, 'compact'))).toBe(false)
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
})
