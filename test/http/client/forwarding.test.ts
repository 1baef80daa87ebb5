// Whose visit it is, through the API: what a proxy on this host says, and what visitors add to it.

import { expect, setDefaultTimeout, test } from 'bun:test'
import { startServer, type TestServer } from '../../support/app.ts'
import { firefox } from '../../support/visits.ts'

// Twenty wrong passwords are hashed, by a machine that may be busy.
setDefaultTimeout(180_000)

async function withServer(
  settings: Record<string, string>,
  work: (server: TestServer, website: string) => Promise<void>,
): Promise<void> {
  const server = await startServer({ settings })
  try {
    await work(server, await server.createWebsite())
  } finally {
    await server.stop()
  }
}

const send = (server: TestServer, website: string, headers: Record<string, string>) =>
  server.ask('/api/send', {
    token: null,
    headers: { 'User-Agent': firefox, ...headers },
    body: { type: 'event', payload: { website, url: '/' } },
  })

async function toCountries(server: TestServer, website: string) {
  const range = `startAt=0&endAt=${Date.now() + 60_000}`
  const path = `/api/websites/${website}/metrics?type=country&${range}`
  const { body } = await server.ask<{ x: string | null; y: number }[]>(path)
  return body.toSorted((one, other) => String(one.x).localeCompare(String(other.x)))
}

// The built-in countries.
const withPlaces = { GEO_DB: '' }

test('an inner proxy that names the outer one does not make all visitors one', async () => {
  await withServer(withPlaces, async (server, website) => {
    for (const address of ['8.8.8.8', '1.1.1.1']) {
      const { status } = await send(server, website, {
        'X-Real-IP': '10.70.1.31',
        'X-Forwarded-For': `${address}, 10.70.1.31`,
      })
      expect(status).toBe(200)
    }
    expect(await toCountries(server, website)).toEqual([
      { x: 'AU', y: 1 },
      { x: 'US', y: 1 },
    ])
  })
})

test('CLIENT_IP_HEADER names the header that counts', async () => {
  await withServer({ ...withPlaces, CLIENT_IP_HEADER: 'X-Real-IP' }, async (server, website) => {
    await send(server, website, { 'X-Real-IP': '1.1.1.1', 'X-Forwarded-For': '8.8.8.8' })
    expect(await toCountries(server, website)).toEqual([{ x: 'AU', y: 1 }])
  })
})

test('a network that is not trusted cannot say who visits', async () => {
  await withServer({ ...withPlaces, TRUSTED_PROXIES: 'none' }, async (server, website) => {
    await send(server, website, { 'X-Forwarded-For': '1.1.1.1', 'CF-IPCountry': 'DE' })
    expect(await toCountries(server, website)).toEqual([])
  })
})

test.each([
  ['false', 'DE'],
  ['true', 'AU'],
])('with SKIP_LOCATION_HEADERS=%s the place is %s', async (skips, country) => {
  const settings = { ...withPlaces, SKIP_LOCATION_HEADERS: skips }
  await withServer(settings, async (server, website) => {
    await send(server, website, { 'X-Forwarded-For': '1.1.1.1', 'CF-IPCountry': 'DE' })
    expect(await toCountries(server, website)).toEqual([{ x: country, y: 1 }])
  })
})

test("a vendor's header is no way around IGNORE_IP, nor around the limit of log-ins", async () => {
  await withServer({ IGNORE_IP: '203.0.113.66' }, async (server, website) => {
    server.setNow('2026-03-01T12:00:00Z')
    const from = (address: string, claimed: string) => ({
      'X-Forwarded-For': address,
      'True-Client-IP': claimed,
      'CF-Connecting-IP': claimed,
      'X-Real-IP': claimed,
    })
    expect((await send(server, website, from('203.0.113.66', '8.8.8.8'))).status).toBe(403)
    expect((await send(server, website, from('203.0.113.67', '203.0.113.66'))).status).toBe(200)
    const attempt = async (index: number) => {
      const { status } = await server.ask('/api/auth/login', {
        token: null,
        headers: from('203.0.113.68', `8.8.4.${index}`),
        body: { username: `name${index}`, password: 'a wrong password' },
      })
      return status
    }
    const found: number[] = []
    for (let index = 0; index < 21; index++) found.push(await attempt(index))
    expect(found).toEqual([...Array(20).fill(401), 429])
  })
})
