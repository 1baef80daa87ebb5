import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { startServer, type TestServer } from '../support/app.ts'

setDefaultTimeout(60_000)

interface Board {
  id: string
  name: string
  description: string
  type: string
  parameters: unknown
}

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const create = async (body: object) =>
  (await server.ask<Board>('/api/boards', { body: { type: 'mixed', ...body } })).body
const clone = (id: string, body: object = {}) =>
  server.ask<Board>(`/api/boards/${id}/clone`, { body })

test('a copy has all of the original, and what is changed of one leaves the other', async () => {
  const parameters = { rows: [{ columns: [{ component: { type: 'stats' } }] }] }
  const board = await create({ name: 'Wall', description: 'All of it', parameters })
  const copy = (await clone(board.id)).body
  expect(copy).toMatchObject({ name: 'Wall (copy)', description: 'All of it', parameters })
  expect(copy.id).not.toBe(board.id)
  await server.ask(`/api/boards/${copy.id}`, { method: 'DELETE' })
  expect((await server.ask(`/api/boards/${board.id}`)).body).toEqual(board)
})

test('what is sent replaces what the original has', async () => {
  const board = await create({ name: 'Wall', parameters: { a: 1 } })
  const sent = { name: 'Other', description: 'New', parameters: { b: 2 } }
  expect((await clone(board.id, sent)).body).toMatchObject(sent)
  expect((await clone(board.id, { name: 'x'.repeat(101) })).status).toBe(400)
})

test('the name of a copy is cut where the original has all the room, between characters', async () => {
  const board = await create({ name: `${'x'.repeat(91)}👩‍👩‍👧z` })
  const { status, body } = await clone(board.id)
  expect(status).toBe(200)
  expect(body.name.length).toBeLessThanOrEqual(100)
  expect(body.name).toStartWith('x'.repeat(91))
  expect(body.name).toEndWith(' (copy)')
  expect(body.name.isWellFormed()).toBe(true)
})

test('a copy of the dashboard is a board', async () => {
  const { body } = await server.ask<Board>('/api/dashboard', { body: { parameters: { rows: [] } } })
  const copy = (await clone(body.id)).body
  expect(copy).toMatchObject({ type: 'mixed', parameters: { rows: [] } })
  expect((await server.ask<{ count: number }>('/api/boards?search=dashboard')).body.count).toBe(1)
})
