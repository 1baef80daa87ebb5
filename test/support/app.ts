// A real server on a free port with a data folder of its own, for tests.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type App, openApp } from '../../src/app.ts'
import { parseConfig } from '../../src/config.ts'
import { openLog } from '../../src/log.ts'
import { serve } from '../../src/server.ts'
import type { PasswordCost } from '../../src/users/password.ts'
import { type Client, openClient } from './client.ts'

export const adminPassword = 'correct horse battery'
/** Inputs of every id in tests: with it, session and visit ids are known in advance. */
export const appSecret = 'test-secret'
export const adminId = '41e2b680-648e-4b09-bcd7-3e2b10c06264'

/** The least that argon2id takes: most tests log in, and few are about passwords. */
const leastCost: PasswordCost = {
  memoryCost: 8,
  timeCost: 1,
  decoyHash:
    '$argon2id$v=19$m=8,t=1,p=1$WcdQ+wLuewJx0pE5b8t2zhsNafK9eHATqu1YkfLbBII$zzoBrUWz2zGbY10na1cShASZ6LyaeN7f862icfgUdik',
}

export interface TestServer extends Client {
  app: App
  dataDir: string
  /** Lines that were logged. */
  logged: string[]
  /** Sets the clock; ISO text or epoch milliseconds. `null` lets it run again. */
  setNow(at: string | number | null): void
  stop(): Promise<void>
}

interface Options {
  /** Settings by variable name. */
  settings?: Record<string, string>
  /** Keeps using a folder; it is not removed at the end. */
  dataDir?: string
  now?: string | number
  /** The least when left out. */
  passwordCost?: PasswordCost
}

/** Starts a server. Stop it when the test is over. */
export async function startServer(options: Options = {}): Promise<TestServer> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'footfall-test-')))
  const logged: string[] = []
  let frozenAt = options.now === undefined ? null : new Date(options.now).getTime()
  const now = () => frozenAt ?? Date.now()
  const config = parseConfig([], {
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    APP_SECRET: appSecret,
    // Places come from headers only, so that no address of a test has one by chance.
    GEO_DB: 'off',
    ADMIN_PASSWORD: adminPassword,
    ...options.settings,
  })
  const app = await openApp({
    config,
    now,
    log: openLog('debug', (line) => logged.push(line)),
    passwordCost: options.passwordCost ?? leastCost,
  })
  const server = serve(app)
  const url = `http://127.0.0.1:${server.port}${config.basePath}`

  const client = await openClient(url, adminPassword)
  return {
    ...client,
    app,
    dataDir,
    logged,
    setNow(at) {
      frozenAt = at === null ? null : new Date(at).getTime()
    },
    async stop() {
      await server.stop()
      await app.close()
      if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true })
    },
  }
}
