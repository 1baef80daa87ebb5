import { afterAll, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { adminPassword } from './support/app.ts'
import { openRequest, type Running, startProcess } from './support/process.ts'
import { firefox } from './support/visits.ts'

// Processes start slowly on a busy machine.
setDefaultTimeout(60_000)

const base = await mkdtemp(join(tmpdir(), 'footfall-server-'))
afterAll(() => rm(base, { recursive: true, force: true }))
let dataDir = ''
let count = 0
beforeEach(() => {
  dataDir = join(base, String(++count))
})

const settings = { ADMIN_PASSWORD: adminPassword }

async function createWebsite(server: Running): Promise<string> {
  const website = { name: 'Example', domain: 'example.com' }
  const token = await server.login()
  return (await server.ask<{ id: string }>('/api/websites', token, website)).id
}

const view = (website: string, url: string) =>
  JSON.stringify({ type: 'event', payload: { website, url, hostname: 'example.com' } })

async function toPaths(server: Running, website: string): Promise<string[]> {
  const rows = await server.ask<{ x: string }[]>(
    `/api/websites/${website}/metrics?type=path&limit=500&startAt=0&endAt=${Date.now() + 60_000}`,
    await server.login(),
  )
  return rows.map(({ x }) => x).sort()
}

describe.each(['SIGTERM', 'SIGINT'] as const)('%s', (signal) => {
  test('finishes requests in flight, commits them, leaves whole databases, exits with 0', async () => {
    const server = await startProcess({ dataDir, settings })
    const website = await createWebsite(server)
    const body = view(website, '/slow')
    const slow = openRequest(server.port)
    await slow.write(
      `POST /api/send HTTP/1.1\r\nHost: x\r\nUser-Agent: ${firefox}\r\n` +
        `Content-Length: ${body.length}\r\nConnection: close\r\n\r\n${body.slice(0, 20)}`,
    )
    const quick = Array.from({ length: 50 }, (_, index) =>
      fetch(`${server.url}/api/send`, {
        method: 'POST',
        headers: { 'User-Agent': firefox },
        body: view(website, `/quick/${index}`),
      }).then((response) => response.status),
    )
    // An answered request shows that the server has seen those before it.
    await server.ask('/api/heartbeat', null)
    server.kill(signal)
    await refusesConnections(server.port)
    await slow.write(body.slice(20))
    expect(await slow.closed).toStartWith('HTTP/1.1 200 OK')
    expect(await Promise.all(quick)).toEqual(Array(50).fill(200))
    expect(await server.exited).toBe(0)
    for (const name of ['events.duckdb.wal', 'footfall.db-wal', 'footfall.db-shm']) {
      expect([name, existsSync(join(dataDir, name))]).toEqual([name, false])
    }

    const again = await startProcess({ dataDir, settings })
    const expected = ['/slow', ...quick.map((_, index) => `/quick/${index}`)].sort()
    expect(await toPaths(again, website)).toEqual(expected)
    expect(await again.stop()).toBe(0)
  })
})

test('a sender that never finishes its request does not keep the server from stopping', async () => {
  const server = await startProcess({ dataDir, settings })
  const request = openRequest(server.port)
  await request.write('POST /api/send HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n{')
  await server.ask('/api/heartbeat', null)
  expect(await server.stop()).toBe(0)
  await request.closed
})

test.each(['x', 'pi', 'nas:80', '[::1]'])('the host may have the short name %s', async (host) => {
  const server = await startProcess({ dataDir, settings })
  const request = openRequest(server.port)
  await request.write(`GET /api/heartbeat HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
  expect(await request.closed).toEndWith('\r\n\r\n{"ok":true}')
  await server.stop()
})

test('BASE_PATH is in front of everything', async () => {
  const server = await startProcess({
    dataDir,
    settings: { ...settings, BASE_PATH: '/stats/', COLLECT_API_ENDPOINT: '/c' },
  })
  expect(server.url).toEndWith('/stats')
  const origin = new URL(server.url).origin
  const website = await createWebsite(server)
  for (const path of ['/api/send', '/c']) {
    const options = {
      method: 'POST',
      headers: { 'User-Agent': firefox },
      body: view(website, `/sent-to${path}`),
    }
    expect((await fetch(server.url + path, options)).status).toBe(200)
    expect((await fetch(origin + path, options)).status).toBe(404)
  }
  expect(await toPaths(server, website)).toEqual(['/sent-to/api/send', '/sent-to/c'])
  const script = await fetch(`${server.url}/script.js`)
  expect(script.status).toBe(200)
  expect(await script.text()).toContain('"/c"')
  for (const path of ['/script.js', '/api/heartbeat', '/statsapi/heartbeat', '/']) {
    expect([path, (await fetch(origin + path)).status]).toEqual([path, 404])
  }
  await server.stop()
})

/** Waits until nobody accepts connections at this port any more. */
async function refusesConnections(port: number): Promise<void> {
  for (;;) {
    const isOpen = await fetch(`http://127.0.0.1:${port}/api/heartbeat`, { keepalive: false }).then(
      () => true,
      () => false,
    )
    if (!isOpen) return
  }
}

test('a Host header that is no host changes nothing', async () => {
  const server = await startProcess({ dataDir, settings })
  const token = await server.login()
  const link = { name: 'L', url: 'https://example.com/there', slug: 'somewhere' }
  const { id } = await server.ask<{ id: string }>('/api/links', token, link)
  const answerTo = async (path: string, host: string, method = 'GET') => {
    const request = openRequest(server.port)
    await request.write(
      `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\nUser-Agent: ${firefox}\r\nConnection: close\r\n\r\n`,
    )
    return request.closed
  }
  const hosts = ['[', '', 'a b', '%zz', 'x:99999', 'a@b']
  for (const host of hosts) {
    const redirect = await answerTo('/q/somewhere', host)
    expect([host, redirect.split('\r\n')[0]]).toEqual([host, 'HTTP/1.1 307 Temporary Redirect'])
    const unknown = await answerTo('/api/nope', host)
    expect([host, unknown.split('\r\n')[0]]).toEqual([host, 'HTTP/1.1 404 Not Found'])
    for (const method of ['GET', 'HEAD']) {
      const health = await answerTo('/api/heartbeat', host, method)
      expect([host, method, health.split('\r\n')[0]]).toEqual([host, method, 'HTTP/1.1 200 OK'])
      expect(health).toContain('Access-Control-Allow-Origin: *')
    }
    const document = await answerTo('/openapi/json', host)
    expect([host, document.split('\r\n')[0]]).toEqual([host, 'HTTP/1.1 200 OK'])
    const swallowed = await answerTo('/longer-than-a-host/api/heartbeat', host)
    expect([host, swallowed.split('\r\n')[0]]).toEqual([host, 'HTTP/1.1 404 Not Found'])
  }
  const range = `startAt=0&endAt=${Date.now() + 60_000}`
  // Redirects do not wait for what they record.
  const views = async () =>
    (await server.ask<{ pageviews: number }>(`/api/websites/${id}/stats?${range}`, token)).pageviews
  for (let tries = 0; tries < 100 && (await views()) < hosts.length; tries++) await Bun.sleep(50)
  expect(await views()).toBe(hosts.length)
  expect(await toPaths(server, id)).toEqual(['/q/somewhere'])
  expect(server.stderr()).not.toContain('request failed')
  expect(await server.stop()).toBe(0)
})

test('what is stored is for its owner alone, also in a folder that others may look into', async () => {
  await mkdir(dataDir, { mode: 0o755 })
  const server = await startProcess({ dataDir, settings })
  const names = await readdir(dataDir)
  for (const name of names) {
    expect([name, (await stat(join(dataDir, name))).mode & 0o077]).toEqual([name, 0])
  }
  expect(names).toContain('footfall.db')
  expect(await server.stop()).toBe(0)
})
