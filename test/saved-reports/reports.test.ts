import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { startServer, type TestServer } from '../support/app.ts'

setDefaultTimeout(60_000)

let server: TestServer
beforeAll(async () => {
  server = await startServer({ now: '2026-03-01T12:00:00Z' })
})
afterAll(() => server.stop())

const goal = { type: 'goal', name: 'Sold', parameters: { type: 'path', value: '/thanks' } }

test('saved reports are listed by website and type, the newest first', async () => {
  const websiteId = await server.createWebsite()
  const save = (type: string, name: string) =>
    server.ask('/api/reports', { body: { ...goal, websiteId, type, name } })
  await save('goal', 'First')
  server.setNow('2026-03-01T12:00:01Z')
  await save('performance', 'Second')
  const toNames = async (path: string) =>
    (await server.ask<{ data: { name: string }[] }>(path)).body.data.map(({ name }) => name)
  expect(await toNames(`/api/reports?websiteId=${websiteId}`)).toEqual(['Second', 'First'])
  expect(await toNames(`/api/websites/${websiteId}/reports?type=goal`)).toEqual(['First'])
  expect((await save('heatmap', 'x')).status).toBe(400)
  expect((await server.ask('/api/reports')).body).toMatchObject({
    error: { properties: { websiteId: { errors: [expect.any(String)] } } },
  })
})

test('a report moves only to a website that its editor may change', async () => {
  const websiteId = await server.createWebsite()
  const password = 'long enough'
  await server.ask('/api/users', { body: { username: 'anna', password, role: 'user' } })
  const token = await server.login('anna', password)
  const body = { name: 'Own', domain: 'o.example' }
  const mine = (await server.ask<{ id: string }>('/api/websites', { token, body })).body.id
  const saved = await server.ask<{ id: string }>('/api/reports', {
    token,
    body: { ...goal, websiteId: mine, description: 'kept' },
  })
  const change = (to: string) =>
    server.ask(`/api/reports/${saved.body.id}`, { token, body: { ...goal, websiteId: to } })
  expect((await change(websiteId)).status).toBe(401)
  expect((await change(mine)).body).toMatchObject({ websiteId: mine, description: 'kept' })
})

test('reports and segments go with their website', async () => {
  const websiteId = await server.createWebsite()
  const path = `/api/websites/${websiteId}/segments`
  const report = await server.ask<{ id: string }>('/api/reports', { body: { ...goal, websiteId } })
  await server.ask(path, { body: { type: 'segment', name: 'S', parameters: {} } })
  await server.ask(`/api/websites/${websiteId}`, { method: 'DELETE' })
  expect((await server.ask(`/api/reports/${report.body.id}`)).status).toBe(404)
  const left = server.app.entities
    .query<{ n: number }, [string]>('select count(*) as n from segment where website_id = ?')
    .get(websiteId)
  expect(left?.n).toBe(0)
})
