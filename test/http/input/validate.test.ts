import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { startServer, type TestServer } from '../../support/app.ts'

let server: TestServer
let id: string
beforeAll(async () => {
  server = await startServer()
  id = await server.createWebsite('Only')
})
afterAll(() => server.stop())

const inherited = ['__proto__', 'constructor', 'toString', 'hasOwnProperty']

describe.each(inherited)('an unknown member named %s is dropped', (name) => {
  test.each(['1', '{"x":1}', 'null', '[]'])('from a body, as %s', async (value) => {
    const body = `{"${name}":${value},"name":"N","domain":"example.com"}`
    const made = await server.ask<{ id: string; name: string }>('/api/websites', { body })
    expect([made.status, made.body.name]).toEqual([200, 'N'])
    await server.ask(`/api/websites/${made.body.id}`, { method: 'DELETE' })
  })

  test('from a query, also of an operation that takes numbered members', async () => {
    expect((await server.ask(`/api/websites?${name}=1`)).status).toBe(200)
    const range = 'startAt=1767225600000&endAt=1767312000000'
    expect((await server.ask(`/api/websites/${id}/stats?${range}&${name}=1`)).status).toBe(200)
  })

  test('from an object within a body', async () => {
    const filter = `{"name":"path","operator":"eq","value":"/","${name}":1}`
    const body = `{"type":"segment","name":"S","parameters":{"filters":[${filter}]}}`
    const made = await server.ask<{ parameters: { filters: object[] } }>(
      `/api/websites/${id}/segments`,
      { body },
    )
    expect([made.status, made.body.parameters?.filters]).toEqual([
      200,
      [{ name: 'path', operator: 'eq', value: '/' }],
    ])
  })
})

test('free parameters keep members of any name', async () => {
  const parameters = '{"overview":true,"constructor":1}'
  const body = `{"entityId":"${id}","shareType":1,"name":"x","parameters":${parameters}}`
  const made = await server.ask<{ parameters: object }>('/api/share', { body })
  expect([made.status, made.body.parameters]).toEqual([200, JSON.parse(parameters)])
})

const toPage = async (query: string) => {
  const { status, body } = await server.ask<object>(`/api/websites?${query}`)
  return { status, body }
}

test.each(['1001', '99999999999', '9'.repeat(30)])('pageSize=%s is cut', async (pageSize) => {
  expect(await toPage(`pageSize=${pageSize}`)).toMatchObject({
    status: 200,
    body: { pageSize: 1000 },
  })
})

test.each([
  ['1.0', 1],
  ['2.9', 2],
  ['1e2', 100],
  ['0.3e1', 3],
  ['7.', 7],
  [' 5 ', 5],
] as const)('page=%s is page %d, its fraction cut', async (text, number) => {
  expect(await toPage(`page=${text}&pageSize=${text}`)).toMatchObject({
    status: 200,
    body: { page: number, pageSize: number },
  })
})

test.each([
  '0x10',
  '1e',
  '0b1',
  '0.9',
  '1e999',
  '1.5.1',
  '%2B1',
  '',
  '0',
  '-1',
  'Infinity',
  '1_0',
  'NaN',
])('page=%s is no page', async (page) => {
  expect((await toPage(`page=${page}`)).status).toBe(400)
  expect((await toPage(`pageSize=${page}`)).status).toBe(400)
})

test('an instant may lie before 1970', async () => {
  const ask = (startAt: string) =>
    server.ask(`/api/websites/${id}/stats?startAt=${startAt}&endAt=1767312000000`)
  expect((await ask('-86400000')).status).toBe(200)
  expect((await ask('-8.64e7')).status).toBe(200)
})

test.each(['\u0000', '\u200b', ' \u200b\u2060 ', '\ufeff', '\t', '\u202e'])(
  'a name of nothing that can be seen counts as blank: %j',
  async (name) => {
    const { status, body } = await server.ask('/api/websites', {
      body: { name, domain: 'example.com' },
    })
    expect([status, body]).toEqual([
      400,
      {
        error: {
          message: 'Bad request',
          code: 'bad-request',
          status: 400,
          errors: [],
          properties: { name: { errors: ['Invalid string'] } },
        },
      },
    ])
  },
)

test('a name may hold what joins letters and emoji', async () => {
  const name = '👩\u200d💻 می\u200cخواهم'
  const made = await server.ask<{ name: string }>('/api/websites', {
    body: { name, domain: 'example.com' },
  })
  expect([made.status, made.body.name]).toEqual([200, name])
})
