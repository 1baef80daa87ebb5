import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { startServer, type TestServer } from '../support/app.ts'

setDefaultTimeout(60_000)

let server: TestServer
beforeAll(async () => {
  server = await startServer({ now: '2026-03-01T12:00:00Z' })
})
afterAll(() => server.stop())

interface Team {
  id: string
  accessCode: string | null
}

async function createUser(username: string, role = 'user') {
  const password = 'long enough'
  const { body } = await server.ask<{ id: string }>('/api/users', {
    body: { username, password, role },
  })
  const token = await server.login(username, password)
  return {
    id: body.id,
    ask: <Body = { id: string }>(path: string, body?: object) =>
      server.ask<Body>(path, { token, ...(body ? { body } : {}) }),
    remove: (path: string) => server.ask(path, { token, method: 'DELETE' }),
  }
}

const refusal = (message: string) => ({ error: { message, code: 'bad-request', status: 400 } })

test('what a deleted team owned passes to its owner, share pages and all', async () => {
  const [anna, berta] = [await createUser('anna'), await createUser('berta')]
  const [team] = (await anna.ask<[Team]>('/api/teams', { name: 'Crew' })).body
  await berta.ask('/api/teams/join', { accessCode: team.accessCode })
  const make = async (path: string, body: object) =>
    (await berta.ask(path, { ...body, teamId: team.id })).body.id
  const website = await make('/api/websites', {
    name: 'W',
    domain: 'w.example',
    shareId: 'team-share',
  })
  const link = await make('/api/links', { name: 'L', url: 'https://a.example', slug: 'team-link' })
  const pixel = await make('/api/pixels', { name: 'P', slug: 'team-pixel' })
  const board = await make('/api/boards', { name: 'B', type: 'mixed' })
  const things = [`websites/${website}`, `links/${link}`, `pixels/${pixel}`, `boards/${board}`]
  expect((await berta.ask(`/api/${things[0]}`)).status).toBe(200)
  expect((await anna.remove(`/api/teams/${team.id}`)).body).toEqual({ ok: true })
  for (const thing of things) {
    expect((await anna.ask(`/api/${thing}`)).body).toMatchObject({ userId: anna.id, teamId: null })
    expect((await berta.ask(`/api/${thing}`)).status).toBe(401)
  }
  expect((await server.ask('/api/share/team-share', { token: null })).status).toBe(200)
  expect((await berta.ask('/api/teams/join', { accessCode: team.accessCode })).status).toBe(404)
})

test('an access code is long, belongs to one team, and can be taken away', async () => {
  const owner = await createUser('chris')
  const [one] = (await owner.ask<[Team]>('/api/teams', { name: 'One' })).body
  const [two] = (await owner.ask<[Team]>('/api/teams', { name: 'Two' })).body
  const change = (accessCode: unknown) => owner.ask<Team>(`/api/teams/${one.id}`, { accessCode })
  expect((await change('1234567')).body).toMatchObject({
    error: {
      properties: {
        accessCode: { errors: ['Too small: expected string to have >=8 characters'] },
      },
    },
  })
  expect((await change(two.accessCode)).body as unknown).toEqual(
    refusal('That access code is already taken.'),
  )
  expect((await change(one.accessCode)).status).toBe(200)
  expect((await change(null)).body.accessCode).toBeNull()
  const guest = await createUser('dora')
  expect((await guest.ask('/api/teams/join', { accessCode: one.accessCode })).status).toBe(404)
  expect((await guest.ask('/api/teams/join', { accessCode: '' })).status).toBe(404)
})

test('a user is added once, and only one who exists', async () => {
  const [owner, user] = [await createUser('erik'), await createUser('fred')]
  const [team] = (await owner.ask<[Team]>('/api/teams', { name: 'T' })).body
  const add = (userId: string, role = 'team-member') =>
    owner.ask(`/api/teams/${team.id}/users`, { userId, role })
  expect((await add(user.id)).status).toBe(200)
  expect((await add(user.id)).body as unknown).toEqual(
    refusal('User is already a member of the Team.'),
  )
  expect((await add(crypto.randomUUID())).status).toBe(404)
  expect((await add(user.id, 'team-owner')).status).toBe(400)
  const gone = `/api/teams/${team.id}/users/${crypto.randomUUID()}`
  expect((await owner.ask(gone, { role: 'team-member' })).body as unknown).toEqual(
    refusal('The User does not exists on this team.'),
  )
  expect((await owner.remove(gone)).status).toBe(400)
  expect((await owner.ask(gone)).status).toBe(404)
})

test('who has left a team sees nothing of it, not even a report they wrote', async () => {
  const [owner, user] = [await createUser('gina'), await createUser('hugo')]
  const [team] = (await owner.ask<[Team]>('/api/teams', { name: 'T' })).body
  await user.ask('/api/teams/join', { accessCode: team.accessCode })
  const website = { name: 'W', domain: 'w.example', teamId: team.id }
  const websiteId = (await user.ask('/api/websites', website)).body.id
  const report = { websiteId, type: 'utm', name: 'R', parameters: {} }
  const reportId = (await user.ask('/api/reports', report)).body.id
  expect((await user.remove(`/api/teams/${team.id}/users/${user.id}`)).body).toEqual({ ok: true })
  for (const path of [`websites/${websiteId}`, `reports/${reportId}`, `teams/${team.id}`]) {
    expect((await user.ask(`/api/${path}`)).status).toBe(401)
  }
  expect((await user.ask(`/api/reports/${reportId}`, report)).status).toBe(401)
})
