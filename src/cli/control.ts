// How commands ask a running server: through a socket in the data folder. Who can open it can read
// everything in that folder anyway, so it needs no secret of its own, and nothing of it is on the network.

import { closeSync, openSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { App } from '../app.ts'
import { streamBackup } from '../backup/make.ts'
import { checkRunning } from '../doctor/running.ts'
import { AppError, errorBody } from '../errors.ts'
import { minuteMs } from '../time/durations.ts'

const socketName = 'control.sock'
/** A command that reads nothing for so long has its backup ended: it holds checkpoints off. */
const readerTimeoutMs = minuteMs

interface Control {
  stop(): Promise<void>
}

/** Takes requests of commands. Without a socket, which some file systems lack, they are refused. */
export function openControl(app: App): Control | null {
  const folder = openSync(app.store.dataDir, 'r')
  rmSync(join(app.store.dataDir, socketName), { force: true })
  try {
    const server = Bun.serve({
      unix: toSocketPath(folder),
      development: false,
      routes: {
        '/backup': { GET: (request) => answerBackup(app, request) },
        '/doctor': {
          GET: async (request) => {
            const url = new URL(request.url).searchParams.get('url')
            return Response.json(await checkRunning(app, url))
          },
        },
        '/entities-changed': { POST: () => takeNote(app) },
      },
      fetch: () => new Response(null, { status: 404 }),
      error: (error) => {
        const known =
          error instanceof AppError ? error : new AppError('server-error', error.message)
        return Response.json(errorBody(known), { status: known.status })
      },
    })
    return {
      async stop() {
        await server.stop(true)
        rmSync(join(app.store.dataDir, socketName), { force: true })
      },
    }
  } catch (error) {
    app.log.warn('commands cannot ask this server: there is no socket in the data folder', {
      error,
    })
    return null
  } finally {
    closeSync(folder)
  }
}

/** A command has removed what events can be about. */
function takeNote({ targets, jobs }: App): Response {
  targets.invalidateAll()
  jobs.wake('erase')
  return Response.json({ ok: true })
}

/** A path of any folder that is short enough for the name of a socket. */
const toSocketPath = (folder: number): string => `/proc/self/fd/${folder}/${socketName}`

/** Asks the server of a data folder; `null` when none runs there. */
export async function askServer(
  dataDir: string,
  path: string,
  request: { method?: 'GET' | 'POST' } = {},
): Promise<Response | null> {
  let folder: number
  try {
    folder = openSync(dataDir, 'r')
  } catch {
    return null
  }
  try {
    return await fetch(`http://footfall${path}`, { ...request, unix: toSocketPath(folder) })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (['ENOENT', 'ECONNREFUSED', 'FailedToOpenSocket'].includes(code ?? '')) return null
    throw error
  } finally {
    closeSync(folder)
  }
}

/** A backup of this moment, once the jobs before it are done. */
function answerBackup({ jobs, store, entities, writer, now }: App, request: Request) {
  return new Promise<Response>((resolve, reject) => {
    const work = async (closing: AbortSignal) => {
      const stalled = new AbortController()
      const timer = setTimeout(() => stalled.abort(), readerTimeoutMs)
      const signal = AbortSignal.any([closing, request.signal, stalled.signal])
      const { promise: ended, resolve: end } = Promise.withResolvers<void>()
      async function* run() {
        try {
          for await (const piece of streamBackup({ store, entities, writer, now }, signal)) {
            timer.refresh()
            yield piece
          }
        } finally {
          clearTimeout(timer)
          end()
        }
      }
      const bytes = run()
      // What fails before the first piece is an answer of its own.
      const first = await bytes.next()
      signal.addEventListener('abort', () => void bytes.return(undefined))
      const body = Readable.toWeb(Readable.from(prepend(first, bytes)))
      resolve(new Response(body as unknown as ReadableStream))
      await ended
    }
    jobs.runAlone(work).catch(reject)
  })
}

async function* prepend(first: IteratorResult<Buffer>, rest: AsyncGenerator<Buffer>) {
  if (!first.done) yield first.value
  yield* rest
}
