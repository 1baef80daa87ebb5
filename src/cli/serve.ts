// `footfall serve`: opens the data folder, listens, and stops cleanly on a signal.

import { openApp } from '../app.ts'
import { parseConfig, type Variables } from '../config.ts'
import { serve } from '../server.ts'
import { version } from '../version.ts'
import { openControl } from './control.ts'
import { printNewPassword } from './first-start.ts'

/** Serves until SIGTERM or SIGINT; requests in flight are answered and queued events committed. */
export async function serveCommand(args: string[], variables: Variables): Promise<number> {
  const config = parseConfig(args, variables)
  const stopped = new Promise<string>((resolve) => {
    // Not once: npm passes Ctrl-C on, so the server gets it twice, and the second must not kill it.
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => resolve(signal))
  })
  const app = await openApp({ config })
  printNewPassword(app.newAdminPassword)
  let server: ReturnType<typeof serve>
  try {
    server = serve(app)
  } catch (error) {
    await app.close()
    throw error
  }
  const control = openControl(app)
  const host = config.host === '0.0.0.0' || config.host === '::' ? 'localhost' : config.host
  app.log.info(`footfall ${version} listens`, {
    address: `http://${host}:${server.port}${config.basePath}/`,
    data: config.dataDir,
  })
  const signal = await stopped
  app.log.info('stopping', { signal })
  await control?.stop()
  await server.stop()
  await app.close()
  app.log.info('stopped')
  return 0
}
