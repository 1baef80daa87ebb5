import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { sql } from '../../src/db/sql.ts'
import { adminId, adminPassword, startServer, type TestServer } from '../support/app.ts'
import { visits } from '../support/visits.ts'

setDefaultTimeout(60_000)

let server: TestServer
beforeEach(async () => {
  server = await startServer({ now: '2026-03-01T12:00:00Z' })
})
afterEach(() => server.stop())

interface Made {
  id: string
  token: string
}

async function createUser(username: string, role = 'user', id?: string): Promise<Made> {
  const password = 'long enough'
  const { body } = await server.ask<{ id: string }>('/api/users', {
    body: { username, password, role, ...(id ? { id } : {}) },
  })
  return { id: body.id, token: await server.login(username, password) }
}

const toStatus = async (token: string) => (await server.ask('/api/me', { token })).status
const change = (id: string, body: object) => server.ask(`/api/users/${id}`, { body })

test('a token ends with logout; the others of the user go on', async () => {
  const { token } = await createUser('anna')
  const other = await server.login('anna', 'long enough')
  await server.ask('/api/auth/logout', { token, body: {} })
  expect([await toStatus(token), await toStatus(other)]).toEqual([401, 200])
})

test('a changed password ends all tokens; so does a changed role; a changed name does not', async () => {
  const { id, token } = await createUser('anna')
  await change(id, { username: 'Hannah' })
  expect(await toStatus(token)).toBe(200)
  await change(id, { role: 'user' })
  expect(await toStatus(token)).toBe(200)
  await change(id, { role: 'view-only' })
  expect(await toStatus(token)).toBe(401)
  const next = await server.login('hannah', 'long enough')
  await change(id, { password: 'even longer' })
  expect(await toStatus(next)).toBe(401)
  const third = await server.login('HANNAH', 'even longer')
  const body = { currentPassword: 'even longer', newPassword: 'the longest' }
  expect((await server.ask('/api/me/password', { token: third, body })).status).toBe(200)
  expect(await toStatus(third)).toBe(401)
})

test('a token ends with its user, also when another user gets the id', async () => {
  const { id, token } = await createUser('anna')
  await server.ask(`/api/users/${id}`, { method: 'DELETE' })
  expect(await toStatus(token)).toBe(401)
  server.setNow('2026-03-01T13:00:00Z')
  await createUser('berta', 'admin', id)
  expect(await toStatus(token)).toBe(401)
})

test('a token ends after 30 days', async () => {
  const { token } = await createUser('anna')
  server.setNow('2026-03-31T11:59:59Z')
  expect(await toStatus(token)).toBe(200)
  server.setNow('2026-03-31T12:00:01Z')
  expect(await toStatus(token)).toBe(401)
})

test('there is always an admin', async () => {
  const last = {
    error: { message: 'The last admin must stay an admin.', code: 'bad-request', status: 400 },
  }
  expect((await change(adminId, { role: 'user' })).body).toEqual(last)
  const self = await server.ask(`/api/users/${adminId}`, { method: 'DELETE' })
  expect(self.body).toEqual({
    error: { message: 'You cannot delete yourself.', code: 'bad-request', status: 400 },
  })
  const { id, token } = await createUser('second', 'admin')
  expect((await server.ask(`/api/users/${adminId}`, { method: 'DELETE', token })).status).toBe(200)
  expect((await server.ask(`/api/users/${id}`, { token, body: { role: 'user' } })).body).toEqual(
    last,
  )
})

test('a name or an id is taken once', async () => {
  const { id } = await createUser('anna')
  const taken = { error: { message: 'User already exists', code: 'bad-request', status: 400 } }
  const body = { password: 'long enough', role: 'user' }
  expect((await server.ask('/api/users', { body: { ...body, username: ' ANNA' } })).body).toEqual(
    taken,
  )
  const website = await server.createWebsite()
  for (const used of [id, website]) {
    const answer = await server.ask('/api/users', { body: { ...body, username: 'x', id: used } })
    expect(answer.body).toEqual(taken)
  }
  expect((await change(adminId, { username: 'Anna' })).body).toEqual(taken)
  expect((await change(id, { username: 'ANNA' })).status).toBe(200)
})

test('what is wrong with a new user is answered by field', async () => {
  const { status, body } = await server.ask('/api/users', {
    body: { username: '  ', password: 'short', role: 'king', id: 'x' },
  })
  expect({ status, body }).toEqual({
    status: 400,
    body: {
      error: {
        message: 'Bad request',
        code: 'bad-request',
        status: 400,
        errors: [],
        properties: {
          id: { errors: ['Invalid UUID'] },
          username: { errors: ['Invalid string'] },
          password: { errors: ['Too small: expected string to have >=8 characters'] },
          role: { errors: ['Invalid option: expected one of "admin"|"user"|"view-only"'] },
        },
      },
    },
  })
})

test('deleting a user deletes what is theirs, in both databases', async () => {
  const { id, token } = await createUser('anna')
  const ask = <Body = { id: string }>(path: string, body: object) =>
    server.ask<Body>(path, { token, body })
  const [team] = (await ask<[{ id: string }]>('/api/teams', { name: 'Crew' })).body
  const website = await ask('/api/websites', {
    name: 'Own',
    domain: 'a.example',
    shareId: 'shared',
  })
  const ofTeam = await ask('/api/websites', { name: 'Ours', domain: 'b.example', teamId: team.id })
  await ask('/api/links', { name: 'L', url: 'https://a.example', slug: 'my-link-1' })
  await ask('/api/pixels', { name: 'P', slug: 'my-pixel-1', teamId: team.id })
  await ask('/api/boards', { name: 'B', type: 'mixed' })
  await ask('/api/dashboard', {})
  for (const { body } of [website, ofTeam]) {
    await visits(server, body.id, [{ at: '2026-03-01T12:00:00Z', visitor: 'x', url: '/' }])
  }
  const kept = await server.createWebsite('Kept')
  await visits(server, kept, [{ at: '2026-03-01T12:00:00Z', visitor: 'x', url: '/' }])
  expect((await server.ask(`/api/users/${id}`, { method: 'DELETE' })).body).toEqual({ ok: true })
  await server.app.jobs.run('erase')
  const tables = ['team', 'team_user', 'website', 'link', 'pixel', 'board', 'share', 'event_source']
  const left = tables.map((table) => [
    table,
    server.app.entities.query<{ n: number }, []>(`select count(*) as n from ${table}`).get()?.n,
  ])
  expect(Object.fromEntries(left)).toEqual({
    team: 0,
    team_user: 0,
    website: 1,
    link: 0,
    pixel: 0,
    board: 0,
    share: 0,
    event_source: 1,
  })
  expect(await server.app.events.query(sql`select count(*) as n from event`)).toEqual([{ n: 1 }])
  expect((await server.ask('/api/share/shared', { token: null })).status).toBe(404)
})

test('the password in use is the new one', async () => {
  const body = { currentPassword: adminPassword, newPassword: 'a new password' }
  await server.ask('/api/me/password', { body })
  expect(await toStatus(await server.login('admin', 'a new password'))).toBe(200)
})

test('names that look alike are one name, and characters that cannot be seen are refused', async () => {
  const create = (username: string) =>
    server.ask<{ username: string }>('/api/users', {
      body: { username, password: 'long enough', role: 'user' },
    })
  // "é" as one character, and as "e" with an accent.
  expect((await create('Ren\u00e9')).body.username).toBe('ren\u00e9')
  expect((await create('rene\u0301')).body).toEqual({
    error: { message: 'User already exists', code: 'bad-request', status: 400 },
  } as never)
  expect(await toStatus(await server.login('RENE\u0301', 'long enough'))).toBe(200)
  for (const hidden of ['\u0000', '\u0007', '\u00ad', '\u200b', '\u202e', '\u2066', '\ufeff']) {
    for (const username of [`admin${hidden}`, `${hidden}admin`, `ad${hidden}min`, hidden]) {
      const { body } = await create(username)
      expect([username, body]).toEqual([
        username,
        {
          error: {
            message: 'Bad request',
            code: 'bad-request',
            status: 400,
            errors: [],
            properties: { username: { errors: ['Invalid string'] } },
          },
        },
      ] as never)
    }
  }
  for (const username of ['Zoë van Dijk', '李雷', 'عمر', '😀']) {
    expect([username, (await create(username)).status]).toEqual([username, 200])
  }
})

test('a user is listed with the instant of the last change, which is at first that of creation', async () => {
  const { id } = await createUser('anna')
  const listed = async () => {
    const { body } = await server.ask<{ data: { id: string; updatedAt: string }[] }>(
      '/api/admin/users',
    )
    return Object.fromEntries(body.data.map((row) => [row.id, row.updatedAt]))
  }
  const created = '2026-03-01T12:00:00.000Z'
  expect(await listed()).toEqual({ [id]: created, [adminId]: expect.any(String) })
  // Those who were made before that instant was stored.
  server.app.entities.query('update user set updated_at = null').run()
  expect(await listed()).toEqual({ [id]: created, [adminId]: expect.any(String) })
  server.setNow('2026-03-01T13:00:00Z')
  await change(id, { username: 'berta' })
  expect(await listed()).toMatchObject({ [id]: '2026-03-01T13:00:00.000Z' })
})
