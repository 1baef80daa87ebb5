import { afterAll, expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { adminPassword } from '../../support/app.ts'
import { startProcess } from '../../support/process.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'footfall-priority-'))
afterAll(() => rm(dataDir, { recursive: true, force: true }))

test.skipIf(!existsSync('/proc/self/task'))(
  'who reads takes only what the thread that answers leaves of the processors',
  async () => {
    const server = await startProcess({ dataDir, settings: { ADMIN_PASSWORD: adminPassword } })
    for (let round = 0; round < 3; round++) await server.ask('/api/heartbeat', null)
    const threads = `/proc/${server.pid}/task`
    const pool = readdirSync(threads).filter((thread) =>
      readFileSync(`${threads}/${thread}/comm`, 'utf8').startsWith('Bun Pool'),
    )
    // The last query may have begun on a thread that was made for it.
    const lowered = pool.filter((thread) => toNiceness(`${threads}/${thread}`) === 5)
    expect(lowered.length).toBeGreaterThan(0)
    expect(toNiceness(`${threads}/${server.pid}`)).toBe(0)
    expect(await server.stop()).toBe(0)
  },
)

/** The nineteenth field of stat; the second one may hold spaces, so counting begins behind it. */
function toNiceness(thread: string): number {
  const stat = readFileSync(`${thread}/stat`, 'utf8')
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16])
}
