// Collection on the real server, where pages of other sites call it.

import { afterAll, beforeAll, expect, test } from 'bun:test'
import { startServer, type TestServer } from '../support/app.ts'
import { firefox } from '../support/visits.ts'

let server: TestServer
let website: string
beforeAll(async () => {
  server = await startServer({ settings: { BASE_PATH: '/stats', COLLECT_API_ENDPOINT: '/c' } })
  website = await server.createWebsite()
})
afterAll(() => server.stop())

const paths = ['/api/send', '/api/send/', '/c', '/c/']

const send = (path: string) =>
  server.ask(path, {
    token: null,
    headers: { 'User-Agent': firefox, Origin: 'https://shop.example' },
    body: { type: 'event', payload: { website, url: '/' } },
  })

test.each(paths)('%s takes an event', async (path) => {
  const { status, headers } = await send(path)
  expect([status, headers.get('access-control-allow-origin')]).toEqual([200, '*'])
})

test.each(paths)('%s answers a preflight with what it takes', async (path) => {
  const { status, headers } = await server.ask(path, { token: null, method: 'OPTIONS' })
  expect([status, headers.get('allow')]).toEqual([204, 'POST, OPTIONS'])
  expect(headers.get('access-control-allow-origin')).toBe('*')
  expect(headers.get('access-control-allow-methods')).toContain('POST')
  expect(headers.get('access-control-allow-headers')).toContain('x-umami-cache')
  expect(headers.get('access-control-max-age')).toBe('86400')
})

test.each(paths)('the page that sent to %s may read why it failed', async (path) => {
  const { writer } = server.app
  const { add } = writer
  writer.add = () => Promise.reject(new Error('nobody expected this'))
  try {
    const { status, body, headers } = await send(path)
    expect([status, body]).toEqual([
      500,
      { error: { message: 'Server error', code: 'server-error', status: 500 } },
    ])
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(server.logged.splice(0).join()).toContain('nobody expected this')
  } finally {
    writer.add = add
  }
})
