// Table of contents of what is served, and the life of the listening server.

import { Elysia } from 'elysia'
import { adminOperations } from './accounts/admin.ts'
import { meOperations } from './accounts/me.ts'
import { twoFactorAdminOperations } from './accounts/two-factor-routes.ts'
import { userOperations } from './accounts/user-routes.ts'
import { annotationOperations } from './annotations/routes.ts'
import { apiKeyOperations } from './api-keys/routes.ts'
import type { App } from './app.ts'
import { backupOperations } from './backup/routes.ts'
import { boardOperations } from './boards/routes.ts'
import { openCollector } from './collect/collector.ts'
import { type CollectHandler, collectRoutes } from './collect/read/routes.ts'
import { dashboardRoutes } from './dashboard/routes.ts'
import { notFound } from './errors.ts'
import { type PeerFinder, readPeerAddress } from './http/client/peer.ts'
import { crossOrigin } from './http/cross-origin.ts'
import { answerError, mount, type Operation } from './http/endpoint.ts'
import {
  allowedMethods,
  answerOtherMethod,
  compileRoutes,
  type KnownRoute,
} from './http/methods.ts'
import { isDecodable, readPath } from './http/path.ts'
import { instanceConfig } from './instance/config.ts'
import { heartbeat } from './instance/heartbeat.ts'
import { subscription } from './instance/subscription.ts'
import { linkOperations } from './links/links.ts'
import { redirectRoutes } from './links/redirect.ts'
import { rawRoutes } from './openapi/raw-routes.ts'
import { openapiRoutes } from './openapi/routes.ts'
import { imageRoutes } from './pixels/image.ts'
import { pixelOperations } from './pixels/pixels.ts'
import { reportOperations } from './saved-reports/routes.ts'
import { segmentOperations } from './segments/routes.ts'
import { publicShareOperations } from './shares/public.ts'
import { shareOperations } from './shares/routes.ts'
import { loginOperations } from './sign-in/login.ts'
import { twoFactorOperations } from './sign-in/two-factor/routes.ts'
import { statsOperations } from './stats/routes.ts'
import { sessionDeletion } from './stats/sessions/deletion.ts'
import { memberOperations } from './teams/member-routes.ts'
import { teamOperations } from './teams/routes.ts'
import { secondMs } from './time/durations.ts'
import { scriptPaths, trackerRoutes } from './tracker/routes.ts'
import { websiteOperations } from './websites/routes.ts'
import { transferOperations } from './websites/transfer.ts'

/** Every operation of the API that is declared in a table. */
export const operations: readonly Operation<App>[] = [
  heartbeat,
  instanceConfig,
  subscription,
  ...loginOperations,
  ...twoFactorOperations,
  ...meOperations,
  ...apiKeyOperations,
  ...userOperations,
  ...adminOperations,
  ...twoFactorAdminOperations,
  ...backupOperations,
  ...teamOperations,
  ...memberOperations,
  ...websiteOperations,
  ...transferOperations,
  ...linkOperations,
  ...pixelOperations,
  ...boardOperations,
  ...shareOperations,
  ...publicShareOperations,
  ...segmentOperations,
  ...annotationOperations,
  ...reportOperations,
  ...statsOperations,
  sessionDeletion,
]

interface Server {
  port: number
  /** Finishes requests in flight, then stops. */
  stop(): Promise<void>
}

const stopWithinMs = 10 * secondMs

/** Far above the largest body that any route takes: the routes refuse, early and in words. */
const maxRequestBodySize = 64 << 20

/** Listens at the configured host and port. Throws when the port is taken. */
export function serve(app: App): Server {
  const { basePath } = app.config
  const collector = openCollector({
    config: app.config,
    addresses: app.addresses,
    secret: app.secret,
    now: app.now,
    findTarget: (kind, id) => app.targets.findNumber(kind, id),
    writer: app.writer,
    locate: app.locate,
    log: app.log,
  })
  // Asked while a request is answered, when the server below is there.
  const peers: PeerFinder = { requestIP: (request) => server.requestIP(request) }
  const known = knownRoutes(app.config)
  const withoutBase = (path: string) => path.slice(basePath.length)
  const dashboard = dashboardRoutes(app.config)
  // Without this, hosts with a short name, such as http://nas/, would find nothing.
  const routes = new Elysia({ handler: { standardHostname: false } })
    .onError(({ error, request }) => answerError(app, error, request))
    .use(
      new Elysia({ prefix: basePath })
        .use(redirectRoutes(app.entities, collector, peers))
        .use(imageRoutes(app.entities, collector, peers))
        .use(openapiRoutes(operations, basePath)),
    )
    .use(dashboard.routes)
    .use(
      trackerRoutes({
        scriptNames: app.config.trackerScriptName,
        collectEndpoint: app.config.collectApiEndpoint ?? '/api/send',
        basePath,
      }),
    )
    .use(mount(app, peers, basePath, operations))
    .all('*', ({ request }) => {
      const answered = dashboard.answerUnknown(request)
      return answered ?? answerOtherMethod(known, withoutBase(readPath(request.url)), request)
    })
  // Operations of the API look at such paths themselves, after they know who asks.
  const isUndecodable = (path: string) => !path.startsWith(`${basePath}/api/`) && !isDecodable(path)
  const answerNowhere = (request: Request) =>
    dashboard.answerUnknown(request) ?? answerError(app, notFound(), request)
  const answer = crossOrigin(
    `${basePath}/api/`,
    (path) => allowedMethods(known, withoutBase(path)),
    (request) => {
      if (app.requestProbe.isWaiting) {
        app.requestProbe.note(request, readPeerAddress(peers, request))
      }
      return isUndecodable(readPath(request.url)) ? answerNowhere(request) : routes.handle(request)
    },
  )
  const direct = Object.entries(collectRoutes(collector)).map(
    ([path, handler]) => [basePath + path, handler] as const,
  )
  const server = listen(app.config, {
    routes: Object.fromEntries(direct),
    fetch: answer,
    error: (error) => answerError(app, error, new Request('http://localhost/')),
  })
  return {
    port: server.port as number,
    async stop() {
      const isStopped = server.stop()
      const timer = setTimeout(() => void server.stop(true), stopWithinMs)
      await isStopped
      clearTimeout(timer)
    },
  }
}

/** Every route but the dashboard's, for requests with a method that they do not take. */
const knownRoutes = ({ trackerScriptName }: App['config']): KnownRoute[] =>
  compileRoutes([
    ...operations,
    ...rawRoutes,
    ...scriptPaths(trackerScriptName).map((path) => ({ method: 'GET', path })),
  ])

interface Handlers {
  routes: Record<string, CollectHandler>
  fetch: (request: Request) => Promise<Response>
  error: (error: Error) => Response
}

function listen({ port, host }: App['config'], handlers: Handlers): Bun.Server<undefined> {
  try {
    return Bun.serve({
      port,
      hostname: host,
      idleTimeout: 60,
      maxRequestBodySize,
      development: false,
      // Outside development Bun would share the port with another process.
      reusePort: false,
      ...handlers,
    })
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code
    const reason =
      code === 'EADDRINUSE'
        ? 'it is in use. Choose another with --port.'
        : `${(cause as Error).message}. Choose others with --host and --port.`
    throw new Error(`Cannot listen on ${host}, port ${port}: ${reason}`, { cause })
  }
}
