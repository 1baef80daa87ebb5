// Run by open-engine.test.ts as a user without rights: opens the event file and prints what happened.

import * as duckdb from '@duckdb/node-api'
import { openEngine } from '../../../src/db/duckdb/open-engine.ts'
import { openLog } from '../../../src/log.ts'

const options = {
  dataDir: process.argv[2] as string,
  memoryLimitMb: 128,
  threads: 1,
  readers: 2,
  log: openLog('error'),
  now: Date.now,
}
try {
  const { instance } = await openEngine(duckdb, options)
  instance.closeSync()
  console.log('opened')
} catch (error) {
  console.log(String(error))
}
