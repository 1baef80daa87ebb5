// Collection behind a real server on a free port, asked over real connections.

import { connect } from 'node:net'
import type { Collector } from '../../src/collect/collector.ts'
import { collectRoutes } from '../../src/collect/read/routes.ts'
import { firefox } from './fake-collector.ts'

export interface Answer {
  status: number
  headers: Headers
  /** Parsed JSON, or the text that is none. */
  body: unknown
}

export function serve(collector: Collector) {
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    routes: collectRoutes(collector),
    fetch: () => new Response(null, { status: 404 }),
  })
  const port = server.port as number

  /** POST of a value as JSON, or of text or bytes as they are, by a Firefox. */
  async function post(
    path: string,
    body: unknown,
    headers: Record<string, string | undefined> = {},
  ): Promise<Answer> {
    const isRaw = typeof body === 'string' || body instanceof Uint8Array
    return ask('POST', path, isRaw ? body : JSON.stringify(body), headers)
  }

  async function ask(
    method: string,
    path: string,
    body: string | Uint8Array | null = null,
    headers: Record<string, string | undefined> = {},
  ): Promise<Answer> {
    const sent = Object.entries({ 'user-agent': firefox, ...headers }).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    )
    const url = `http://127.0.0.1:${port}${path}`
    const response = await fetch(url, { method, body: body as BodyInit | null, headers: sent })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: parsed(text) }
  }

  /** Writes bytes to a connection, piece by piece while it takes them, and reads what comes back. */
  function raw(pieces: Iterable<string | Uint8Array>): Promise<string> {
    return new Promise((resolve, reject) => {
      let received = ''
      const socket = connect(port, '127.0.0.1')
      const send = async () => {
        for (const piece of pieces) {
          if (received !== '' || socket.destroyed) return
          if (!socket.write(piece)) await new Promise((drained) => socket.once('drain', drained))
        }
      }
      socket.on('connect', () => send().catch(reject))
      socket.on('data', (chunk) => {
        received += chunk
        socket.end()
      })
      // The server may close while we still write; what it answered is what counts.
      socket.on('error', () => resolve(received))
      socket.on('close', () => resolve(received))
    })
  }

  return { port, post, ask, raw, stop: () => server.stop(true) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
