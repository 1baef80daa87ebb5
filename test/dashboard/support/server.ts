// The server below the tests of the dashboard: the built executable where one is named or required,
// else the targets, in this process.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { adminPassword, appSecret, startServer } from '../../support/app.ts'
import { type Client, openClient } from '../../support/client.ts'
import { startProcess } from '../../support/process.ts'
import { keepLibrary, lendLibrary } from './native-library.ts'

/** FOOTFALL_BINARY names the executable; FOOTFALL_REQUIRE_BINARY=1 alone means dist/footfall. */
const executable =
  process.env.FOOTFALL_BINARY ??
  (process.env.FOOTFALL_REQUIRE_BINARY === '1' ? 'dist/footfall' : null)

export interface DashboardServer extends Client {
  stop(): Promise<void>
}

/** Starts a server without data; `settings` by variable name. Stop it after the tests. */
export async function startDashboardServer(
  settings: Record<string, string>,
): Promise<DashboardServer> {
  if (executable === null) return startServer({ settings })
  const dataDir = await mkdtemp(join(tmpdir(), 'footfall-dashboard-'))
  await lendLibrary(dataDir)
  const running = await startProcess({
    command: [resolve(executable)],
    dataDir,
    settings: { ADMIN_PASSWORD: adminPassword, APP_SECRET: appSecret, ...settings },
  })
  await keepLibrary(dataDir)
  return {
    ...(await openClient(running.url + (settings.BASE_PATH ?? ''), adminPassword)),
    async stop() {
      const exitCode = await running.stop()
      await rm(dataDir, { recursive: true, force: true })
      if (exitCode !== 0) throw new Error(`it ended with ${exitCode}: ${running.stderr()}`)
    },
  }
}
