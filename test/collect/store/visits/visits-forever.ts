// Run by visits-crash.test.ts in a process that is killed: stores hits, late ones too, and closes hours
// without end. Prints a line whenever hits are certain to be on disk.

import { openApp } from '../../../../src/app.ts'
import { closeHours } from '../../../../src/collect/store/visits/visits.ts'
import { parseConfig } from '../../../../src/config.ts'
import { openLog } from '../../../../src/log.ts'
import { adminPassword } from '../../../support/app.ts'
import { randomHits, toRandom } from '../../../support/random-hits.ts'

const [dataDir, seed] = process.argv.slice(2) as [string, string]
const hourMs = 3_600_000
const random = toRandom(Number(seed))

const config = parseConfig([], {
  DATA_DIR: dataDir,
  APP_SECRET: 'x',
  ADMIN_PASSWORD: adminPassword,
})
let clock = Date.UTC(2026, 0, 1)
const app = await openApp({ config, log: openLog('error'), now: () => clock })
const { store, writer, log } = app
clock = Math.max(clock, (store.closedHour + 3) * hourMs)
for (;;) {
  const hits = randomHits(random, {
    target: 1,
    count: 300,
    startAt: clock - 12 * hourMs,
    endAt: clock,
  }).map((hit) => ({ ...hit, visitHour: Math.floor(hit.at / hourMs) }))
  await Promise.all(hits.map((hit) => writer.add(hit)))
  console.log(hits.filter(({ event }) => event !== null).length)
  clock += hourMs
  await writer.exclusive(() => closeHours(store, clock, log))
}
