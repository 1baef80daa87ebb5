import { afterAll, beforeAll, expect, test } from 'bun:test'
import { startServer, type TestServer } from '../support/app.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({
    settings: { TRACKER_SCRIPT_NAME: 'count.js' },
  })
  await server.ask('/api/links', {
    body: { name: 'L', url: 'https://a.example', slug: 'my-link-1' },
  })
})
afterAll(() => server.stop())

const pages = ['/q/my-link-1', '/q/nothing-here', '/p/nothing-here', '/script.js', '/count.js']
const readable = [...pages, '/openapi', '/openapi/json']

test.each(readable)('%s is for reading', async (path) => {
  for (const method of ['POST', 'PUT', 'DELETE'] as const) {
    const { status, headers, body } = await server.ask(path, { method })
    expect([method, status, headers.get('allow'), body]).toEqual([
      method,
      405,
      'GET, HEAD, OPTIONS',
      { error: { message: 'Method not allowed', code: 'method-not-allowed', status: 405 } },
    ])
  }
  const asked = await server.ask(path, { method: 'OPTIONS' })
  expect([asked.status, asked.headers.get('allow'), asked.body]).toEqual([
    204,
    'GET, HEAD, OPTIONS',
    '',
  ])
})

test.each(['/openapi', '/openapi/json', '/script.js'])('HEAD of %s is as GET', async (path) => {
  const head = await fetch(server.url + path, { method: 'HEAD' })
  const type = (await server.ask(path)).headers.get('content-type')
  expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([
    200,
    type,
    '',
  ])
})

test.each([
  ['/api/websites', 'GET, HEAD, POST, OPTIONS'],
  ['/api/websites/41e2b680-648e-4b09-bcd7-3e2b10c06264', 'GET, HEAD, POST, DELETE, OPTIONS'],
  ['/api/auth/login', 'POST, OPTIONS'],
  ['/api/me', 'GET, HEAD, OPTIONS'],
  ['/api/send', 'POST, OPTIONS'],
  ['/api/batch', 'POST, OPTIONS'],
  ['/api/nothing/here', 'OPTIONS'],
])('OPTIONS of %s lists its methods', async (path, allow) => {
  const { status, headers } = await server.ask(path, { method: 'OPTIONS', token: null })
  expect([status, headers.get('allow'), headers.get('access-control-allow-methods')]).toEqual([
    204,
    allow,
    'GET, DELETE, POST, PUT',
  ])
})

test('a wrong method under /api is answered with the right ones; an unknown address is not found', async () => {
  const wrong = await server.ask('/api/me', { method: 'PUT' })
  expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
  for (const path of ['/q', '/q/a/b', '/scriptxjs', '/openapi/nothing', '/api/nothing']) {
    expect([path, (await server.ask(path, { method: 'PUT' })).status]).toEqual([path, 404])
  }
})
