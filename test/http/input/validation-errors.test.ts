import { afterAll, beforeAll, expect, test } from 'bun:test'
import { startServer, type TestServer } from '../../support/app.ts'

let server: TestServer
let id: string
beforeAll(async () => {
  server = await startServer()
  id = await server.createWebsite()
})
afterAll(() => server.stop())

interface Refusal {
  error: { properties: { parameters: { properties: Record<string, unknown> } } }
}

const share = (parameters: string) =>
  server.ask<Refusal>('/api/share', {
    body: `{"entityId":"${id}","shareType":1,"name":"x","parameters":${parameters}}`,
  })

test('a name that looks like an index or a prototype is a name', async () => {
  const index = await share('{"900000000":"\\ud800"}')
  expect(index.status).toBe(400)
  expect(index.body.error.properties.parameters.properties).toEqual({
    '900000000': { errors: ['Invalid string: broken Unicode'] },
  })
  const prototype = await share('{"__proto__":{"x":"\\ud800"}}')
  expect(prototype.status).toBe(400)
  // Nothing of it stays behind for the next caller.
  expect(({} as Record<string, unknown>).properties).toBeUndefined()
  const next = await server.ask<Refusal>('/api/websites', { body: { name: 1, domain: 'a.b' } })
  expect(next.body.error.properties).toEqual({
    name: { errors: ['Invalid input: expected string, received number'] },
  } as never)
})

test('the position in a list is named', async () => {
  const { body } = await server.ask<Refusal>(`/api/websites/${id}/segments`, {
    body: {
      type: 'segment',
      name: 'S',
      parameters: { filters: [{ name: 'path', operator: 'eq', value: '/' }, { name: 'path' }] },
    },
  })
  expect(body.error.properties.parameters.properties.filters).toEqual({
    errors: [],
    items: [
      { errors: [] },
      {
        errors: [],
        properties: {
          operator: { errors: [expect.any(String)] },
          value: { errors: ['Invalid input: expected string, received undefined'] },
        },
      },
    ],
  })
})
