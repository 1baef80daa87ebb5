// Requests that are on their way while the sender loses the right to make them.

import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { createUser, findUser, replacePassword } from '../../src/users/store.ts'
import { showToken } from '../sign-in/two-factor/authenticator.ts'
import { adminId, startServer, type TestServer } from '../support/app.ts'
import { openRequest } from '../support/process.ts'

setDefaultTimeout(180_000)

let server: TestServer
const releases: (() => void)[] = []
beforeEach(async () => {
  server = await startServer({ now: '2026-03-01T12:00:00Z' })
})
afterEach(async () => {
  for (const release of releases.splice(0)) release()
  await server.stop()
})

const unauthorized = { error: { message: 'Unauthorized', code: 'unauthorized', status: 401 } }
const password = 'long enough'

async function addUser(username: string, role: string): Promise<{ id: string; token: string }> {
  const body = { username, password, role }
  const { id } = (await server.ask<{ id: string }>('/api/users', { body })).body
  return { id, token: await server.login(username, password) }
}

/** Takes permits to work on passwords; those who need one wait until they are given back. */
async function holdPasswordWork(permits: number): Promise<() => void> {
  const held: (() => void)[] = []
  const release = () => {
    for (const giveBack of held.splice(0)) giveBack()
  }
  releases.push(release)
  for (let n = 0; n < permits; n++) {
    held.push(await server.app.passwords.work.acquire({ key: `test ${n}`, isLimited: false }))
  }
  return release
}

/** Resolves when that many requests have been let in and wait to work on a password. */
async function untilWaiting(count: number): Promise<void> {
  while (server.app.passwords.work.waiting < count)
    await new Promise<void>((resolve) => setImmediate(resolve))
}

/** Resolves when the server has read the next login token, and so has seen who sends a request. */
function untilCallerIsFound(): Promise<void> {
  const { tokens } = server.app
  const readClaims = tokens.readClaims.bind(tokens)
  return new Promise((resolve) => {
    tokens.readClaims = async (token) => {
      tokens.readClaims = readClaims
      const claims = await readClaims(token)
      setImmediate(resolve)
      return claims
    }
  })
}

const canLogIn = async (username: string, tried: string): Promise<number> =>
  (await server.ask('/api/auth/login', { token: null, body: { username, password: tried } })).status

test.each([
  ['deleted', (id: string) => server.ask(`/api/users/${id}`, { method: 'DELETE' })],
  ['demoted', (id: string) => server.ask(`/api/users/${id}`, { body: { role: 'user' } })],
])('an admin who is %s during the request makes no admin', async (_, end) => {
  const { id, token } = await addUser('second', 'admin')
  const body = { username: 'backdoor', password, role: 'admin' }
  const release = await holdPasswordWork(2)
  const made = server.ask('/api/users', { token, body })
  await untilWaiting(1)
  expect((await end(id)).status).toBe(200)
  release()
  expect(await made).toMatchObject({ status: 401, body: unauthorized })
  expect(await canLogIn('backdoor', password)).toBe(401)
})

test('an admin who is deleted during the request changes nobody', async () => {
  const { id, token } = await addUser('second', 'admin')
  const body = { password: 'taken over' }
  const release = await holdPasswordWork(2)
  const changed = server.ask(`/api/users/${adminId}`, { token, body })
  await untilWaiting(1)
  await server.ask(`/api/users/${id}`, { method: 'DELETE' })
  release()
  expect(await changed).toMatchObject({ status: 401, body: unauthorized })
  expect(await canLogIn('admin', 'taken over')).toBe(401)
})

test('a body that takes its time is judged by what the sender may do at its end', async () => {
  const { id, token } = await addUser('anna', 'admin')
  const body = JSON.stringify({ name: 'Crew' })
  const isFound = untilCallerIsFound()
  const slow = openRequest(Number(new URL(server.url).port))
  await slow.write(
    `POST /api/teams HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n` +
      `Content-Length: ${body.length}\r\nConnection: close\r\n\r\n${body.slice(0, 5)}`,
  )
  await isFound
  await server.ask(`/api/users/${id}`, { body: { role: 'view-only' } })
  await slow.write(body.slice(5))
  expect(await slow.closed).toStartWith('HTTP/1.1 401 ')
  const teams = await server.ask<{ count: number }>('/api/admin/teams')
  expect(teams.body.count).toBe(0)
})

test('of two changes of one password, one counts', async () => {
  const { token } = await addUser('anna', 'user')
  const wanted = ['new password A', 'new password B']
  const answers = await Promise.all(
    wanted.map((newPassword) =>
      server.ask('/api/me/password', { token, body: { currentPassword: password, newPassword } }),
    ),
  )
  const statuses = answers.map(({ status }) => status)
  expect([...statuses].sort()).toEqual([200, 401])
  const works = await Promise.all(wanted.map((tried) => canLogIn('anna', tried)))
  expect(works).toEqual(statuses)
})

test('the password that an admin sets is not overwritten by a change on its way', async () => {
  const { id, token } = await addUser('anna', 'user')
  const body = { currentPassword: password, newPassword: 'of the thief' }
  // Both are let in before either is worked on, the admin's first; then one after the other.
  await holdPasswordWork(1)
  const release = await holdPasswordWork(1)
  const setByAdmin = server.ask(`/api/users/${id}`, { body: { password: 'of the admin' } })
  await untilWaiting(1)
  const change = server.ask('/api/me/password', { token, body })
  await untilWaiting(2)
  release()
  expect((await setByAdmin).status).toBe(200)
  expect((await change).status).toBe(401)
  expect(await canLogIn('anna', 'of the admin')).toBe(200)
})

test('a second factor that an admin requires during the request is not given up', async () => {
  const { id, token } = await addUser('anna', 'user')
  const begun = await server.ask<{ manualKey: string }>('/api/2fa/setup/initiate', {
    token,
    method: 'POST',
  })
  const body = { token: showToken(begun.body.manualKey, '2026-03-01T12:00:00Z') }
  const confirmed = await server.ask<{ token: string; backupCodes: string[] }>(
    '/api/2fa/setup/confirm',
    { token, body },
  )
  const [code] = confirmed.body.backupCodes
  const release = await holdPasswordWork(2)
  const disabled = server.ask('/api/2fa/disable', {
    token: confirmed.body.token,
    body: { password, token: code },
  })
  await untilWaiting(1)
  const path = `/api/admin/users/${id}/2fa`
  await server.ask(path, { body: { required: true } })
  release()
  expect(await disabled).toMatchObject({
    status: 400,
    body: { error: { code: 'two-factor-error-disable-not-allowed' } },
  })
  expect((await server.ask(path)).body).toEqual({ isEnabled: true, twoFactorRequired: true })
})

test('a password is replaced only while it is the one that was checked', () => {
  const { entities } = server.app
  const id = '7b1e2b52-5d2a-4a7e-9d0e-0c51a3f3a001'
  createUser(entities, { id, username: 'anna', passwordHash: 'a', role: 'user', createdAt: 1 })
  expect(replacePassword(entities, { id, oldHash: 'b', newHash: 'c' }, 2)).toBe(false)
  expect(findUser(entities, id)).toMatchObject({ passwordHash: 'a', tokenVersion: 1 })
  expect(replacePassword(entities, { id, oldHash: 'a', newHash: 'c' }, 2)).toBe(true)
  expect(findUser(entities, id)).toMatchObject({ passwordHash: 'c', tokenVersion: 2, updatedAt: 2 })
})
