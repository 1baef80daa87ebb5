import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { adminId, startServer, type TestServer } from '../support/app.ts'

setDefaultTimeout(60_000)

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const id = '0a1b2c3d-0000-4000-8000-00000000abcd'
const kinds = [
  ['links', { name: 'L', url: 'https://a.example' }],
  ['pixels', { name: 'P' }],
] as const
const create = (kind: string, body: object) =>
  server.ask<{ id: string }>(`/api/${kind}`, {
    body: { slug: crypto.randomUUID(), ...body },
  })

test.each(kinds)('%s take an id of the caller, or make one', async (kind, body) => {
  const made = await create(kind, { ...body, id: id.toUpperCase() })
  expect(made).toMatchObject({ status: 200, body: { id } })
  expect((await server.ask(`/api/${kind}/${id}`)).status).toBe(200)
  expect((await create(kind, { ...body, id: null })).status).toBe(200)
  await server.ask(`/api/${kind}/${id}`, { method: 'DELETE' })
})

test.each(kinds)('%s refuse an id that anything has, and one that is none', async (kind, body) => {
  const website = await server.createWebsite()
  for (const taken of [website, adminId]) {
    const { status, body: answer } = await create(kind, { ...body, id: taken })
    expect(status).toBe(400)
    expect(answer).toMatchObject({ error: { message: 'That id is already in use.' } })
  }
  const { status, body: answer } = await create(kind, { ...body, id: 'mine' })
  expect(status).toBe(400)
  expect(answer).toMatchObject({ error: { properties: { id: { errors: ['Invalid UUID'] } } } })
})
