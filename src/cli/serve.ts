// `footfall serve`: opens the data folder, listens, and stops cleanly on a signal.

import { type App, openApp } from '../app.ts'
import { type Config, parseConfig, type Variables } from '../config.ts'
import { serve } from '../server.ts'
import { version } from '../version.ts'
import { openControl } from './control.ts'
import { printNewPassword } from './first-start.ts'

/**
 * Serves until SIGTERM or SIGINT; requests in flight are answered and queued events committed. A
 * restored backup makes it begin again, at the same port.
 */
export async function serveCommand(args: string[], variables: Variables): Promise<number> {
  const config = parseConfig(args, variables)
  const stopped = new Promise<string>((resolve) => {
    // Not once: npm passes Ctrl-C on, so the server gets it twice, and the second must not kill it.
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => resolve(signal))
  })
  let opened = await open(config)
  let { port } = config
  for (;;) {
    const { app, restarted } = opened
    port = await serveUntil(app, port, Promise.race([stopped, restarted]))
    const isStopped = await Promise.race([stopped.then(() => true), restarted.then(() => false)])
    if (isStopped) return 0
    opened = await open(config).catch((error: Error) => {
      // What a backup could not take the place of is there as it was.
      app.log.error('the restart failed', { error })
      return open(config)
    })
  }
}

async function open(config: Config): Promise<{ app: App; restarted: Promise<string> }> {
  const { promise: restarted, resolve } = Promise.withResolvers<string>()
  const app = await openApp({ config, restart: () => resolve('restart') })
  printNewPassword(app.newAdminPassword)
  return { app, restarted }
}

/** Serves until something ends that, then closes the app. Gives the port. */
async function serveUntil(app: App, port: number, ended: Promise<string>): Promise<number> {
  const { config } = app
  let server: ReturnType<typeof serve>
  try {
    server = serve({ ...app, config: { ...config, port } })
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
  const signal = await ended
  app.log.info('stopping', { signal })
  await control?.stop()
  await server.stop()
  await app.close()
  app.log.info('stopped')
  return server.port
}
