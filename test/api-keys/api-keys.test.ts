import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { adminPassword, startServer, type TestServer } from '../support/app.ts'

setDefaultTimeout(60_000)

let server: TestServer
beforeEach(async () => {
  server = await startServer({ now: '2026-03-01T12:00:00Z' })
})
afterEach(() => server.stop())

interface Made {
  id: string
  key: string
  keyPrefix: string
}

interface Listed {
  id: string
  lastUsedAt: string | null
}

const create = async (body: object): Promise<Made> => {
  const answer = await server.ask<Made>('/api/me/api-keys', { body: { name: 'Graphs', ...body } })
  expect(answer.status).toBe(200)
  return answer.body
}

const refusal = (message: string) => ({ error: { message, code: 'unauthorized', status: 401 } })

const expectRefusal = async (path: string, token: string, message: string, body?: object) => {
  const answer = await server.ask(path, { token, ...(body ? { body } : {}) })
  expect([answer.status, answer.body]).toEqual([401, refusal(message)])
}

test('a key is shown once, is stored as a hash, and asks until it is revoked', async () => {
  const websiteId = await server.createWebsite()
  const { id, key, keyPrefix } = await create({})
  expect(key.startsWith(keyPrefix)).toBe(true)
  expect(JSON.stringify((await server.ask('/api/me/api-keys')).body)).not.toContain(key)
  const stored = server.app.entities.query('select * from api_key').get()
  expect(JSON.stringify(stored)).not.toContain(key)

  expect((await server.ask(`/api/websites/${websiteId}`, { token: key })).status).toBe(200)
  const renamed = await server.ask(`/api/websites/${websiteId}`, {
    token: key,
    body: { name: 'New' },
  })
  expect(renamed.status).toBe(200)

  await server.ask(`/api/me/api-keys/${id}`, { method: 'DELETE' })
  await expectRefusal('/api/websites', key, 'This API key is unknown or was revoked.')
  expect((await server.ask('/api/me/api-keys')).body).toEqual([])
  // What is public stays public.
  expect((await server.ask('/api/heartbeat', { token: key })).status).toBe(200)
})

test('a key ends at its instant', async () => {
  const { key } = await create({ expiresAt: '2026-03-02T13:00:00+01:00' })
  server.setNow('2026-03-02T11:59:59.999Z')
  expect((await server.ask('/api/websites', { token: key })).status).toBe(200)
  server.setNow('2026-03-02T12:00:00Z')
  await expectRefusal('/api/websites', key, 'This API key has expired.')
})

test('a key of some websites lists and opens these alone', async () => {
  const [first, second] = [
    await server.createWebsite('First'),
    await server.createWebsite('Second'),
  ]
  const { key } = await create({ websiteIds: [first.toUpperCase()] })
  for (const list of ['/api/websites', '/api/me/websites?includeTeams=true']) {
    const { body } = await server.ask<{ data: { id: string }[]; count: number }>(list, {
      token: key,
    })
    expect([list, body.count, body.data.map(({ id }) => id)]).toEqual([list, 1, [first]])
  }
  const isElsewhere = 'This API key is bound to websites and does not open this.'
  expect((await server.ask(`/api/websites/${first}/active`, { token: key })).status).toBe(200)
  await expectRefusal(`/api/websites/${second}/active`, key, isElsewhere)
  await expectRefusal('/api/websites', key, isElsewhere, { name: 'Third', domain: 'third.example' })
  await expectRefusal('/api/links', key, isElsewhere)

  const report = { type: 'goal', name: 'Sold', parameters: { value: '/thanks' } }
  const saved = await server.ask<{ id: string }>('/api/reports', {
    token: key,
    body: { ...report, websiteId: first },
  })
  expect(saved.status).toBe(200)
  await expectRefusal(`/api/reports/${saved.body.id}`, key, isElsewhere, {
    ...report,
    websiteId: second,
  })

  const share = { shareType: 1, name: 'Public', parameters: {} }
  const shared = await server.ask('/api/share', { token: key, body: { ...share, entityId: first } })
  expect(shared.status).toBe(200)
  await expectRefusal('/api/share', key, isElsewhere, { ...share, entityId: second })

  // The key is bound for good, also when nothing is left of what it was bound to.
  await server.ask(`/api/websites/${first}`, { method: 'DELETE' })
  await expectRefusal(`/api/websites/${second}/active`, key, isElsewhere)
})

test('a key that may only read is refused every change', async () => {
  const websiteId = await server.createWebsite()
  const { key } = await create({ scope: 'read-only' })
  const mayOnlyRead = 'This API key may only read.'
  await expectRefusal(`/api/websites/${websiteId}`, key, mayOnlyRead, { name: 'New' })
  await expectRefusal(`/api/websites/${websiteId}/reset`, key, mayOnlyRead, {})
  const removal = await server.ask(`/api/websites/${websiteId}`, { token: key, method: 'DELETE' })
  expect([removal.status, removal.body]).toEqual([401, refusal(mayOnlyRead)])
})

test('a key makes no keys, changes no password and administers nothing', async () => {
  const { key } = await create({})
  const notAccepted = 'API keys are not accepted here; send the token of a log-in.'
  await expectRefusal('/api/me/api-keys', key, notAccepted)
  await expectRefusal('/api/me/api-keys', key, notAccepted, { name: 'Another' })
  const passwords = { currentPassword: adminPassword, newPassword: 'another password' }
  await expectRefusal('/api/me/password', key, notAccepted, passwords)
  await expectRefusal('/api/admin/users', key, notAccepted)
  await expectRefusal('/api/auth/verify', key, notAccepted, {})
})

test('a key has the rights that its user has now, and ends with the user', async () => {
  const { id } = (
    await server.ask<{ id: string }>('/api/users', {
      body: { username: 'anna', password: 'long enough', role: 'user' },
    })
  ).body
  const token = await server.login('anna', 'long enough')
  const { body } = await server.ask<Made>('/api/me/api-keys', { token, body: { name: 'Hers' } })
  const made = { name: 'Hers', domain: 'hers.example' }
  expect((await server.ask('/api/websites', { token: body.key, body: made })).status).toBe(200)
  await server.ask(`/api/users/${id}`, { body: { role: 'view-only' } })
  expect((await server.ask('/api/websites', { token: body.key, body: made })).status).toBe(401)
  await server.ask(`/api/users/${id}`, { method: 'DELETE' })
  await expectRefusal('/api/websites', body.key, 'This API key is unknown or was revoked.')
})

test('the last use is noted to the minute', async () => {
  const { key } = await create({})
  const readLast = async () =>
    (await server.ask<Listed[]>('/api/me/api-keys')).body.map(({ lastUsedAt }) => lastUsedAt)
  expect(await readLast()).toEqual([null])
  await server.ask('/api/me', { token: key })
  expect(await readLast()).toEqual(['2026-03-01T12:00:00.000Z'])
  server.setNow('2026-03-01T12:00:59Z')
  await server.ask('/api/me', { token: key })
  expect(await readLast()).toEqual(['2026-03-01T12:00:00.000Z'])
  server.setNow('2026-03-01T12:01:00Z')
  await server.ask('/api/me', { token: key })
  expect(await readLast()).toEqual(['2026-03-01T12:01:00.000Z'])
})

test.each([
  ['name', { name: '' }],
  ['name', { name: 'x'.repeat(256) }],
  ['scope', { scope: 'admin' }],
  ['websiteIds', { websiteIds: [] }],
  ['websiteIds', { websiteIds: ['no id'] }],
  ['websiteIds', { websiteIds: ['99999999-9999-4999-8999-999999999999'] }],
  ['expiresAt', { expiresAt: '2026-03-01T12:00:00Z' }],
  ['expiresAt', { expiresAt: '2026-03-02' }],
  ['expiresAt', { expiresAt: '2026-13-02T12:00:00Z' }],
  ['expiresAt', { expiresAt: '2027-02-30T00:00:00Z' }],
])('%s is refused by name: %j', async (field, body) => {
  const answer = await server.ask<{ error: { properties: object } }>('/api/me/api-keys', {
    body: { name: 'Graphs', ...body },
  })
  expect(answer.status).toBe(400)
  expect(Object.keys(answer.body.error.properties)).toEqual([field])
  expect((await server.ask('/api/me/api-keys')).body).toEqual([])
})

test('a website of another user cannot be bound, and at most 100 keys are made', async () => {
  await server.ask('/api/users', {
    body: { username: 'anna', password: 'long enough', role: 'user' },
  })
  const token = await server.login('anna', 'long enough')
  const websiteIds = [await server.createWebsite()]
  const bound = await server.ask('/api/me/api-keys', { token, body: { name: 'Hers', websiteIds } })
  expect(bound.status).toBe(400)
  for (let index = 0; index < 100; index++) await create({})
  const more = await server.ask('/api/me/api-keys', { body: { name: 'One more' } })
  expect(more.status).toBe(400)
  expect(more.body).toMatchObject({
    error: { message: 'You have 100 API keys; revoke one first.' },
  })
})
