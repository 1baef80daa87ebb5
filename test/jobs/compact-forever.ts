// Run by crash.test.ts in a process that is killed: stores, erases and compacts without end. Prints
// a line whenever something is certain to be on disk.

import { openApp } from '../../src/app.ts'
import { parseConfig } from '../../src/config.ts'
import { compactEvents } from '../../src/jobs/compact.ts'
import { openLog } from '../../src/log.ts'
import { createTarget, retireTarget } from '../../src/targets/store.ts'
import { adminPassword } from '../support/app.ts'

const dataDir = process.argv[2] as string
const rowsPerRound = 20_000

const config = parseConfig([], {
  DATA_DIR: dataDir,
  APP_SECRET: 'x',
  ADMIN_PASSWORD: adminPassword,
})
const app = await openApp({ config, log: openLog('error') })
const { store: file, writer, entities, log } = app

/** Adds rows of a target in one transaction. */
const store = (target: number) =>
  writer.exclusive(async () => {
    await file.writer.run(
      `insert into event (event_id, source_id, session_id, visit_hour, created_at, event_type,
         url_path, page_title)
       select first + i, $1, i, 1, i, 1, '/', md5(i::varchar)
       from range(1, ${rowsPerRound + 1}) r(i),
         (select coalesce(max(event_id), 0) as first from event)`,
      [target],
    )
  })

const keptSource = () => {
  const old = entities
    .query<{ number: number }, []>("select number from event_source where entity_id = 'kept'")
    .get()
  if (!old) createTarget(entities, 'website', 'kept')
  return old?.number ?? 1
}

const kept = keptSource()
for (;;) {
  const gone = crypto.randomUUID()
  await store(kept)
  console.log('kept')
  createTarget(entities, 'website', gone)
  const row = entities
    .query<{ number: number }, [string]>('select number from event_source where entity_id = ?')
    .get(gone)
  await store(row?.number ?? 0)
  retireTarget(entities, gone, Date.now())
  await app.jobs.run('erase')
  console.log('erased')
  const limits = { minBytes: 0, minWaste: 0.01 }
  await compactEvents({ store: file, writer, log, ...limits }, new AbortController().signal)
  console.log('compacted')
}
