// What is found out of a request by its address and its connection, also where another one is made of it.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readPeerAddress } from '../../src/http/client/peer.ts'
import { crossOrigin } from '../../src/http/cross-origin.ts'
import { readPath } from '../../src/http/path.ts'
import { openRequest } from '../support/process.ts'

let server: Bun.Server<undefined>
beforeAll(() => {
  const answer = crossOrigin(
    '/api/',
    () => null,
    async (request) => {
      const facts = {
        'X-Body': await request.text(),
        'X-Method': request.method,
        'X-Path': readPath(request.url),
        'X-Peer': String(readPeerAddress(server, request)),
      }
      return new Response(null, { headers: facts })
    },
  )
  server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: answer })
})
afterAll(() => server.stop(true))

async function ask(method: string, path: string, host: string): Promise<Record<string, string>> {
  const request = openRequest(server.port as number)
  const body = method === 'POST' ? 'text' : ''
  await request.write(
    `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: ${body.length}\r\n` +
      `Connection: close\r\n\r\n${body}`,
  )
  const answer = await request.closed
  const headers = answer.matchAll(/^x-(\w+): (.*?)\r$/gim)
  return Object.fromEntries(
    [...headers].map(([, name = '', value = '']) => [name.toLowerCase(), value]),
  )
}

describe.each(['localhost', 'a b', '', 'a/b', 'a@b', '[', '%zz', 'x:99999', '1.2.3.4.5'])(
  'with the host %j',
  (host) => {
    test.each(['/api/some', '/a/api/some', '/longer-than-a-host/api/some', '/some'])(
      'the path %s is whole, and the connection known',
      async (path) => {
        expect(await ask('POST', path, host)).toEqual({
          body: 'text',
          method: 'POST',
          path,
          peer: '127.0.0.1',
        })
      },
    )

    test('HEAD is asked as GET, by the same connection', async () => {
      expect(await ask('HEAD', '/api/some', host)).toMatchObject({
        method: 'GET',
        peer: '127.0.0.1',
      })
    })
  },
)
