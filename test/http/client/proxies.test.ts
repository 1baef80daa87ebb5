// Behind the reverse proxies that people use, as the README configures them. Visitors come from
// addresses of the loopback network, of which only the proxy's is trusted.

import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { request } from 'node:http'
import { startServer, type TestServer } from '../../support/app.ts'
import { canProxy, proxyNames, type ReverseProxy, startProxy } from '../../support/proxies.ts'
import { firefox } from '../../support/visits.ts'

// Twenty wrong passwords are hashed, by a machine that may be busy.
setDefaultTimeout(180_000)

const present = proxyNames.filter(canProxy)
const settings = { BASE_PATH: '/stats', TRUSTED_PROXIES: '127.0.0.1', IGNORE_IP: '127.0.0.66' }

interface Sent {
  /** Where the connection comes from. */
  from?: string
  method?: string
  headers?: Record<string, string>
  body?: unknown
}

/** Sends a request from an address of this host. */
function ask(port: number, path: string, { from = '127.0.0.5', method, headers, body }: Sent = {}) {
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        path: `/stats${path}`,
        localAddress: from,
        method: method ?? (body === undefined ? 'GET' : 'POST'),
        headers: { 'User-Agent': firefox, ...headers },
        agent: false,
      },
      (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (chunk) => {
          text += chunk
        })
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text }))
        response.on('error', reject)
      },
    )
    sent.on('error', reject)
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

/** What a visitor may send to be taken for another visitor. */
const spoofed = {
  'X-Forwarded-For': '8.8.8.8',
  Forwarded: 'for=8.8.8.8',
  'True-Client-IP': '8.8.8.8',
  'CF-Connecting-IP': '8.8.8.8',
  'X-Real-IP': '8.8.8.8',
  'Fastly-Client-IP': '8.8.8.8',
  'X-Client-IP': '8.8.8.8',
}

describe.each(present)('behind %s', (name) => {
  let server: TestServer
  let proxy: ReverseProxy
  let website: string
  const directPort = () => Number(new URL(server.url).port)
  beforeAll(async () => {
    server = await startServer({ settings })
    website = await server.createWebsite()
    proxy = await startProxy(name, directPort())
  })
  afterAll(async () => {
    await proxy.stop()
    await server.stop()
  })

  const view = (payload: object = {}) => ({
    type: 'event',
    payload: { website, url: '/', ...payload },
  })
  const sessionIn = ({ status, body }: { status: number; body: string }): string => {
    expect([status, body]).toEqual([200, expect.stringContaining('"sessionId"')])
    return JSON.parse(body).sessionId
  }
  const toSession = async (sent: Sent) =>
    sessionIn(await ask(proxy.port, '/api/send', { body: view(), ...sent }))
  /** The session of a visitor whose address is in the payload, without any proxy. */
  const sessionAt = async (ip: string) =>
    sessionIn(await ask(directPort(), '/api/send', { body: view({ ip }) }))

  test('each visitor has their own address', async () => {
    expect(await toSession({ from: '127.0.0.5' })).toBe(await sessionAt('127.0.0.5'))
    expect(await toSession({ from: '127.0.0.6' })).toBe(await sessionAt('127.0.0.6'))
    expect(await sessionAt('127.0.0.5')).not.toBe(await sessionAt('127.0.0.6'))
  })

  test('whatever they send to be another visitor', async () => {
    const own = await sessionAt('127.0.0.7')
    for (const [header, value] of Object.entries(spoofed)) {
      const session = await toSession({ from: '127.0.0.7', headers: { [header]: value } })
      expect([header, session]).toEqual([header, own])
    }
    expect(await toSession({ from: '127.0.0.7', headers: spoofed })).toBe(own)
  })

  test('past the proxy their headers do not count either', async () => {
    const direct = await ask(directPort(), '/api/send', {
      from: '127.0.0.8',
      headers: spoofed,
      body: view(),
    })
    expect(sessionIn(direct)).toBe(await sessionAt('127.0.0.8'))
  })

  test('nobody gets around IGNORE_IP', async () => {
    for (const headers of [{}, spoofed]) {
      const sent = { from: '127.0.0.66', headers, body: view() }
      expect((await ask(proxy.port, '/api/send', sent)).status).toBe(403)
    }
  })

  test('nor around the limit of log-ins', async () => {
    const attempt = async (from: string, index: number) => {
      const { status } = await ask(proxy.port, '/api/auth/login', {
        from,
        headers: { 'CF-Connecting-IP': `9.9.9.${index}`, 'X-Forwarded-For': `9.9.8.${index}` },
        body: { username: `${name}${index}`, password: 'a wrong password' },
      })
      return status
    }
    server.setNow(Date.now())
    const found: number[] = []
    for (let index = 0; index < 21; index++) found.push(await attempt('127.0.0.9', index))
    expect(found).toEqual([...Array(20).fill(401), 429])
    expect(await attempt('127.0.0.10', 30)).toBe(401)
    server.setNow(null)
  })

  test('everything is there, below BASE_PATH', async () => {
    for (const path of ['/api/heartbeat', '/script.js', '/login', '/openapi/json', '/share/x']) {
      const direct = await ask(directPort(), path)
      const proxied = await ask(proxy.port, path)
      expect([path, proxied.status, proxied.body]).toEqual([path, 200, direct.body])
    }
    const html = (await ask(proxy.port, '/')).body
    const [, script = ''] = /<script type="module" src="\/stats([^"]+)"/.exec(html) ?? []
    expect((await ask(proxy.port, script)).body).toBe((await ask(directPort(), script)).body)
    expect((await ask(proxy.port, '/q/nothing')).status).toBe(404)
  })

  test('a large batch arrives whole, however it is sent, and so does the list of it', async () => {
    const title = 'x'.repeat(15_000)
    const body = JSON.stringify(Array(500).fill(view({ title })))
    expect(body.length).toBeGreaterThan(7 << 20)
    async function* pieces() {
      for (let at = 0; at < body.length; at += 100_000) yield body.slice(at, at + 100_000)
    }
    for (const sent of [body, pieces()]) {
      const response = await fetch(`http://127.0.0.1:${proxy.port}/stats/api/batch`, {
        method: 'POST',
        headers: { 'User-Agent': firefox },
        body: sent as BodyInit,
      })
      expect([response.status, await response.json()]).toEqual([
        200,
        expect.objectContaining({ size: 500, processed: 500, errors: 0 }),
      ])
    }
    const range = `startAt=0&endAt=${Date.now() + 60_000}`
    const headers = { Authorization: `Bearer ${server.adminToken}` }
    const path = `/api/websites/${website}/events?pageSize=1000&${range}`
    const direct = await ask(directPort(), path, { headers })
    const proxied = await ask(proxy.port, path, { headers })
    expect(direct.body.length).toBeGreaterThan(500_000)
    expect(proxied.body === direct.body).toBe(true)
  })

  test('a batch that is too large is refused', async () => {
    const response = await fetch(`http://127.0.0.1:${proxy.port}/stats/api/batch`, {
      method: 'POST',
      headers: { 'User-Agent': firefox },
      body: `["${'x'.repeat(9 << 20)}"]`,
    })
    await response.arrayBuffer()
    expect(response.status).toBe(413)
  })
})

// The inner one names its peer, which is the outer one, in a header of its own, as many do.
test.skipIf(present.length < proxyNames.length)(
  'behind Caddy and nginx in a row each visitor has their own address',
  async () => {
    const server = await startServer({ settings })
    const website = await server.createWebsite()
    const directPort = Number(new URL(server.url).port)
    const inner = await startProxy('nginx', directPort, 'proxy_set_header X-Real-IP $remote_addr;')
    const outer = await startProxy('caddy', inner.port)
    const toSession = async (port: number, payload: object, sent: Sent) => {
      const body = { type: 'event', payload: { website, url: '/', ...payload } }
      return JSON.parse((await ask(port, '/api/send', { ...sent, body })).body).sessionId
    }
    try {
      for (const from of ['127.0.0.5', '127.0.0.6']) {
        const expected = await toSession(directPort, { ip: from }, {})
        expect(expected).toMatch(/^[0-9a-f-]{36}$/)
        for (const headers of [{}, spoofed]) {
          expect(await toSession(outer.port, {}, { from, headers })).toBe(expected)
        }
      }
    } finally {
      await outer.stop()
      await inner.stop()
      await server.stop()
    }
  },
)
