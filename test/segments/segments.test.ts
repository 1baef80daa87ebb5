import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { startServer, type TestServer } from '../support/app.ts'

setDefaultTimeout(60_000)

let server: TestServer
let websiteId: string
beforeAll(async () => {
  server = await startServer({ now: '2026-03-01T12:00:00Z' })
  websiteId = await server.createWebsite()
})
afterAll(() => server.stop())

const create = (body: object) =>
  server.ask<{ id: string }>(`/api/websites/${websiteId}/segments`, { body })

test('filters are kept, unknown members are dropped', async () => {
  const filter = { name: 'country', operator: 'eq', value: 'DE,AT' }
  const { body } = await create({
    type: 'segment',
    name: 'German',
    parameters: { match: 'all', filters: [{ ...filter, extra: 1 }], other: true },
  })
  expect(body).toMatchObject({ parameters: { match: 'all', filters: [filter] } })
  expect(Object.keys(body).sort()).toEqual(
    ['createdAt', 'id', 'name', 'parameters', 'type', 'updatedAt', 'websiteId'].sort(),
  )
})

test.each('eq neq c dnc re nre s ns t f gt gte lt lte bf af'.split(' '))(
  'a stored filter may have the operator %s',
  async (operator) => {
    const filters = [{ name: 'country', operator, value: '1' }]
    const { status } = await create({ type: 'segment', name: operator, parameters: { filters } })
    expect(status).toBe(200)
  },
)

test.each([
  [{ match: 'some' }, 'match'],
  [{ filters: [{ name: 'country', operator: 'like', value: '' }] }, 'filters'],
  [{ filters: {} }, 'filters'],
  [{ dateRange: 'yesterday' }, 'dateRange'],
  [{ action: { type: 'tap', value: 'x' } }, 'action'],
])('parameters %j are refused by field', async (parameters, field) => {
  const { status, body } = await create({ type: 'segment', name: 'x', parameters })
  expect(status).toBe(400)
  expect(body).toMatchObject({
    error: { properties: { parameters: { properties: { [field]: expect.any(Object) } } } },
  })
})

test('a cohort says when its members did what', async () => {
  const missing = await create({ type: 'cohort', name: 'x', parameters: { dateRange: '30day' } })
  expect(missing.body as unknown).toEqual({
    error: {
      message: 'Bad request',
      code: 'bad-request',
      status: 400,
      errors: [],
      properties: {
        parameters: {
          errors: [],
          properties: { action: { errors: ['Invalid input: a cohort needs it'] } },
        },
      },
    },
  })
  const parameters = {
    dateRange: 'range:1777593600000:1780271999999',
    action: { type: 'event', value: 'signup' },
  }
  expect((await create({ type: 'cohort', name: 'x', parameters })).status).toBe(200)
})

test('a segment belongs to its website, and lists separate the types', async () => {
  const { body } = await create({ type: 'segment', name: 'Mine', parameters: {} })
  const other = await server.createWebsite('Other')
  expect((await server.ask(`/api/websites/${other}/segments/${body.id}`)).status).toBe(404)
  const list = (query: string) =>
    server.ask<{ count: number }>(`/api/websites/${websiteId}/segments?${query}`)
  expect((await list('type=segment&search=mine')).body.count).toBe(1)
  expect((await list('type=cohort&search=mine')).body.count).toBe(0)
  expect((await list('search=mine')).status).toBe(400)
})
