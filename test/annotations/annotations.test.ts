import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { adminPassword, startServer, type TestServer } from '../support/app.ts'

setDefaultTimeout(60_000)

interface Row {
  id: string
  userId: string | null
  date: string
  allDay: boolean
  note: string
}

let server: TestServer
beforeAll(async () => {
  server = await startServer({ now: '2026-03-01T12:00:00Z' })
})
afterAll(() => server.stop())

const create = (websiteId: string, body: object, token?: string) =>
  server.ask<Row>(`/api/websites/${websiteId}/annotations`, { body, ...(token ? { token } : {}) })
const list = async (websiteId: string, query = '') =>
  (
    await server.ask<{ data: Row[]; count: number }>(
      `/api/websites/${websiteId}/annotations?${query}`,
    )
  ).body

test('the list has those of a range, both ends too, the newest first, and is searched', async () => {
  const website = await server.createWebsite()
  for (const [date, note] of [
    ['2026-02-01', 'Sale begins'],
    ['2026-02-02T10:30:00.000Z', 'Straßenfest'],
    ['2026-02-03T00:00:00+01:00', 'Sale ends'],
  ]) {
    expect((await create(website, { date, note })).status).toBe(200)
  }
  const dates = (rows: Row[]) => rows.map(({ date }) => date)
  expect(dates((await list(website)).data)).toEqual([
    '2026-02-02T23:00:00.000Z',
    '2026-02-02T10:30:00.000Z',
    '2026-02-01T00:00:00.000Z',
  ])
  const range = `startAt=${Date.UTC(2026, 1, 1)}&endAt=${Date.UTC(2026, 1, 2, 10, 30)}`
  expect(dates((await list(website, range)).data)).toEqual([
    '2026-02-02T10:30:00.000Z',
    '2026-02-01T00:00:00.000Z',
  ])
  expect((await list(website, 'search=STRASSE')).data.map(({ note }) => note)).toEqual([
    'Straßenfest',
  ])
  expect(await list(website, 'pageSize=2&page=2&orderBy=date')).toMatchObject({
    count: 3,
    data: [{ note: 'Sale ends' }],
  })
  const reversed = `startAt=${Date.UTC(2026, 1, 2)}&endAt=${Date.UTC(2026, 1, 1)}`
  const { status } = await server.ask(`/api/websites/${website}/annotations?${reversed}`)
  expect(status).toBe(400)
})

test.each([
  [{ date: 'soon', note: 'x' }, 'date', 'Invalid date'],
  [{ date: '2026-02-30', note: 'x' }, 'date', 'Invalid date'],
  [{ date: '2026/6/31 12:00', note: 'x' }, 'date', 'Invalid date'],
  [{ date: '2100-02-29T10:00:00Z', note: 'x' }, 'date', 'Invalid date'],
  [{ date: '0000-01-01', note: 'x' }, 'date', 'Invalid date'],
  [{ date: '', note: 'x' }, 'date', 'Too small: expected string to have >=1 characters'],
  [{ date: '2026-02-01', note: '' }, 'note', 'Too small: expected string to have >=1 characters'],
  [
    { date: '2026-02-01', note: 'x'.repeat(501) },
    'note',
    'Too big: expected string to have <=500 characters',
  ],
  [
    { date: '2026-02-01', note: 'x', allDay: 'yes' },
    'allDay',
    'Invalid input: expected boolean, received string',
  ],
])('%j is refused by field, and nothing is stored', async (body, field, problem) => {
  const website = await server.createWebsite()
  const answer = await create(website, body)
  expect(answer.status).toBe(400)
  expect(answer.body).toMatchObject({ error: { properties: { [field]: { errors: [problem] } } } })
  expect((await list(website)).count).toBe(0)
})

test('one belongs to its website, stays after a reset, and goes with the website', async () => {
  const [website, other] = [await server.createWebsite(), await server.createWebsite('Other')]
  const { body } = await create(website, { date: '2026-02-01', note: 'Sale', allDay: true })
  expect((await server.ask(`/api/websites/${other}/annotations/${body.id}`)).status).toBe(404)
  await server.ask(`/api/websites/${website}/reset`, { body: {} })
  expect((await list(website)).count).toBe(1)
  await server.ask(`/api/websites/${website}`, { method: 'DELETE' })
  const left = server.app.entities.query('select 1 from annotation where website_id = ?')
  expect(left.all(website)).toEqual([])
})

test('what a deleted user wrote about the website of others stays, without its author', async () => {
  const { body: user } = await server.ask<{ id: string }>('/api/users', {
    body: { username: 'anna', password: adminPassword, role: 'user' },
  })
  const { body: made } = await server.ask<[{ id: string }]>('/api/teams', { body: { name: 'T' } })
  const teamId = made[0].id
  const { body: site } = await server.ask<{ id: string }>('/api/websites', {
    body: { name: 'W', domain: 'w.example', teamId },
  })
  await server.ask(`/api/teams/${teamId}/users`, {
    body: { userId: user.id, role: 'team-member' },
  })
  const token = await server.login('anna', adminPassword)
  const written = await create(site.id, { date: '2026-02-01', note: 'By Anna' }, token)
  expect(written.body.userId).toBe(user.id)
  await server.ask(`/api/users/${user.id}`, { method: 'DELETE' })
  expect((await list(site.id)).data).toMatchObject([{ note: 'By Anna', userId: null }])
})

test('a share page that shows no section shows no annotations either', async () => {
  const website = await server.createWebsite()
  await create(website, { date: '2026-02-01', note: 'Sale' })
  const read = async (slug: string, parameters: object) => {
    await server.ask('/api/share', {
      body: { entityId: website, shareType: 1, name: 'S', slug, parameters },
    })
    const { body } = await server.ask<{ token: string }>(`/api/share/${slug}`, { token: null })
    return server.ask(`/api/websites/${website}/annotations`, {
      token: null,
      headers: { 'x-umami-share-token': body.token, 'x-umami-share-context': '1' },
    })
  }
  // Nor do visitors learn who wrote them.
  expect((await read('shows-some', { utm: true })).body).toMatchObject({
    count: 1,
    data: [{ note: 'Sale', userId: null }],
  })
  expect((await read('shows-none', { utm: false })).status).toBe(401)
})
