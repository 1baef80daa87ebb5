import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { type PasswordCost, Passwords, standardCost } from '../../src/users/password.ts'
import { adminPassword, startServer, type TestServer } from '../support/app.ts'

setDefaultTimeout(60_000)

let server: TestServer
const start = async (passwordCost?: PasswordCost) => {
  server = await startServer({
    now: '2026-03-01T12:00:00Z',
    ...(passwordCost ? { passwordCost } : {}),
  })
}
afterEach(() => server.stop())

const wrong = {
  error: { message: 'Unauthorized', code: 'incorrect-username-password', status: 401 },
}

const attempt = (address: string, username: string, password = 'a wrong password') =>
  server.ask('/api/auth/login', {
    token: null,
    headers: { 'X-Forwarded-For': address },
    body: { username, password },
  })

const statuses = async (
  count: number,
  address: (index: number) => string,
  name: (index: number) => string,
) => {
  const found: number[] = []
  for (let index = 0; index < count; index++) {
    found.push((await attempt(address(index), name(index))).status)
  }
  return found
}

const times = (count: number, status: number): number[] => Array(count).fill(status)

describe('attempts', () => {
  beforeEach(() => start())

  test('an unknown name and a wrong password get the same answer', async () => {
    expect(await attempt('198.51.100.1', 'nobody')).toMatchObject({ status: 401, body: wrong })
    expect(await attempt('198.51.100.1', 'admin')).toMatchObject({ status: 401, body: wrong })
  })

  test('a name is slowed from wherever it is tried, and recovers with time', async () => {
    const from = (index: number) => `203.0.113.${index}`
    expect(await statuses(12, from, () => 'Victim')).toEqual([...times(10, 401), ...times(2, 429)])
    const slowed = await attempt('203.0.113.50', ' VICTIM ')
    expect(slowed.status).toBe(429)
    expect(slowed.headers.get('retry-after')).toBe('30')
    expect(slowed.body).toEqual({
      error: {
        message: 'Too many attempts to log in; try again later.',
        code: 'too-many-requests',
        status: 429,
      },
    })
    server.setNow('2026-03-01T12:00:30Z')
    expect((await attempt('203.0.113.50', 'victim')).status).toBe(401)
    expect((await attempt('203.0.113.50', 'victim')).status).toBe(429)
  })

  test('an address is slowed whatever names it tries; a /64 of IPv6 is one address', async () => {
    const from = (index: number) => `2001:db8:1:1::${index + 1}`
    const names = (index: number) => `name${index}`
    expect(await statuses(21, from, names)).toEqual([...times(20, 401), 429])
    expect((await attempt('2001:db8:1:2::1', 'name1')).status).toBe(401)
  })

  test('where a user has logged in before, others cannot lock them out', async () => {
    const login = (address: string) => attempt(address, 'admin', adminPassword)
    expect((await login('192.0.2.1')).status).toBe(200)
    await statuses(
      10,
      (index) => `203.0.113.${100 + index}`,
      () => 'admin',
    )
    expect((await login('192.0.2.2')).status).toBe(429)
    expect((await login('192.0.2.1')).status).toBe(200)
  })

  test('guessing the current password to change it is slowed too', async () => {
    const change = () =>
      server.ask('/api/me/password', {
        headers: { 'X-Forwarded-For': '198.51.100.77' },
        body: { currentPassword: 'not this one', newPassword: 'a fine password' },
      })
    const found: number[] = []
    for (let index = 0; index < 11; index++) found.push((await change()).status)
    expect(found).toEqual([...times(10, 400), 429])
  })
})

describe('hashes that take their time', () => {
  beforeEach(() => start(standardCost))

  test('an unknown name takes a hash of the same cost', async () => {
    const toCost = (hash: string) => hash.split('$').slice(0, 4)
    const hash = await new Passwords().hash('any password', 'test')
    expect(toCost(hash)).toEqual(['', 'argon2id', 'v=19', 'm=65536,t=2,p=1'])
    expect(toCost(standardCost.decoyHash)).toEqual(toCost(hash))
  })

  test('a flood of log-ins leaves room for other requests', async () => {
    const flood = Array.from({ length: 12 }, (_, index) =>
      attempt(`192.0.2.${index + 1}`, `f${index}`),
    )
    let isOver = false
    const all = Promise.all(flood).finally(() => {
      isOver = true
    })
    expect((await server.ask('/api/heartbeat')).status).toBe(200)
    expect(isOver).toBe(false)
    expect((await all).map(({ status }) => status)).toEqual(times(12, 401))
  })

  test('one address that floods takes no places from others, and does not count what was refused', async () => {
    const flood = Array.from({ length: 20 }, (_, index) => attempt('192.0.2.99', `g${index}`))
    await server.ask('/api/heartbeat')
    const owner = await attempt('192.0.2.100', 'admin', adminPassword)
    expect(owner.status).toBe(200)
    const answers = await Promise.all(flood)
    const refused = answers.filter(({ status }) => status === 503)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused[0]?.headers.get('retry-after')).toBe('5')
    expect(refused[0]?.body).toEqual({
      error: { message: 'Too many log-ins at once.', code: 'unavailable', status: 503 },
    })
    const left = await statuses(
      refused.length + 1,
      () => '192.0.2.99',
      (index) => `h${index}`,
    )
    expect(left).toEqual([...times(refused.length, 401), 429])
  })
})
