import { afterAll, beforeAll, expect, test } from 'bun:test'
import { startServer, type TestServer } from '../support/app.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ settings: { BASE_PATH: '/stats' } })
})
afterAll(() => server.stop())

const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(server.url + path, { headers })

test.each(['', '/', '/login', '/websites/some-id/realtime', '/share/any/thing'])(
  'the page is served at %j, never from a cache unasked, and may load only from here',
  async (path) => {
    const response = await ask(path)
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'no-cache',
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
        "connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'",
      'content-type': 'text/html; charset=utf-8',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-content-type-options': 'nosniff',
    })
    const html = await response.text()
    expect(html).toContain('<meta name="base-path" content="/stats">')
    expect(html).not.toMatch(/<script(?![^>]* src=)| style=| on\w+=/)
  },
)

test('its files stay in caches for good, and are small for the first view', async () => {
  const html = await (await ask('/')).text()
  const names = [...html.matchAll(/(?:src|href)="\/stats(\/assets\/[^"]+)"/g)].map(
    ([, name]) => name,
  )
  expect(names.length).toBeGreaterThanOrEqual(3)
  for (const name of names) {
    const response = await ask(name as string, { 'Accept-Encoding': 'gzip' })
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('content-encoding')).toBe('gzip')
    expect(response.headers.get('vary')).toBe('Accept-Encoding')
  }
})

test('what is not there is answered 404', async () => {
  expect((await ask('/assets/other.js')).status).toBe(404)
  expect((await ask('/assets/')).status).toBe(404)
  const other = await ask('/unknown')
  expect(other.status).toBe(404)
  expect(other.headers.get('content-type')).toContain('json')
})

test.each(['/nope', '/nope/deeper?range=7d', '/openapi/nope'])(
  'a browser is shown the page at %j, with the status of what is not there',
  async (path) => {
    const browser = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
    const page = await ask(path, browser)
    expect(page.status).toBe(404)
    expect(Object.fromEntries(page.headers)).toMatchObject({
      'cache-control': 'no-cache',
      'content-type': 'text/html; charset=utf-8',
      vary: 'Accept, Accept-Encoding',
      'x-content-type-options': 'nosniff',
    })
    expect(await page.text()).toBe(await (await ask('/login')).text())
    const head = await fetch(server.url + path, { method: 'HEAD', headers: browser })
    expect([head.status, head.headers.get('content-type')]).toEqual([
      404,
      'text/html; charset=utf-8',
    ])
    const post = await fetch(server.url + path, { method: 'POST', headers: browser })
    expect(post.headers.get('content-type')).toContain('json')
  },
)

test.each(['/api/nope', '/api', '/api/websites/some-id/nope'])(
  'the API answers JSON at %j to every client',
  async (path) => {
    const answer = await ask(path, { Accept: 'text/html' })
    expect([404, 405]).toContain(answer.status)
    expect(answer.headers.get('content-type')).toContain('json')
  },
)

test('nothing else is hidden by it', async () => {
  expect((await ask('/script.js')).headers.get('content-type')).toContain('javascript')
  expect((await ask('/api/heartbeat')).headers.get('content-type')).toContain('json')
  expect((await ask('/openapi/json')).headers.get('content-type')).toContain('json')
})
