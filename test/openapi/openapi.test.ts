import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { visiblePattern } from '../../src/http/input/visible-text.ts'
import { rawRoutes } from '../../src/openapi/raw-routes.ts'
import { operations } from '../../src/server.ts'
import { adminPassword, startServer, type TestServer } from '../support/app.ts'
import { canBrowse, openChromium, openVisitor } from '../support/chromium.ts'

setDefaultTimeout(60_000)

interface Parameter {
  name: string
  in: string
  required: boolean
}

interface Described {
  operationId: string
  summary: string
  parameters: Parameter[]
  responses: Record<string, { content?: Record<string, { schema: object }> }>
  security: Record<string, string[]>[]
  'x-permission': string
  requestBody?: { content: Record<string, { schema: Record<string, unknown> }> }
}

interface Document {
  openapi: string
  servers: { url: string }[]
  paths: Record<string, Record<string, Described>>
}

let server: TestServer
let document: Document
beforeAll(async () => {
  server = await startServer({ settings: { BASE_PATH: '/stats' } })
  document = (await server.ask<Document>('/openapi/json', { token: null })).body
})
afterAll(() => server.stop())

const described = (name: string): Described => {
  const [method = '', path = ''] = name.split(' ')
  return document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()] as Described
}

test('the document has every operation and every other route', () => {
  expect(document.openapi).toBe('3.1.0')
  expect(document.servers).toEqual([{ url: '/stats' }])
  const names = [...operations, ...rawRoutes].map(({ method, path }) => `${method} ${path}`)
  expect(names.filter((name) => !described(name)?.summary)).toEqual([])
  const all = Object.values(document.paths).flatMap((path) => Object.values(path))
  expect(all).toHaveLength(new Set(names).size)
  expect(new Set(all.map(({ operationId }) => operationId)).size).toBe(all.length)
})

test('every operation says what its answer looks like', () => {
  const bare = operations.filter(({ answer }) => answer === null)
  expect(bare.map(({ method, path }) => `${method} ${path}`)).toEqual([])
  const health = described('GET /api/heartbeat').responses[200]?.content?.['application/json']
  expect(health?.schema).toMatchObject({ type: 'object', required: ['ok'] })
})

test('an operation has its parameters, body, answers and permission', () => {
  const list = described('GET /api/teams/:teamId/users')
  expect(list.parameters.map(({ name, in: where, required }) => [name, where, required])).toEqual([
    ['teamId', 'path', true],
    ['search', 'query', false],
    ['page', 'query', false],
    ['pageSize', 'query', false],
    ['maxResults', 'query', false],
    ['orderBy', 'query', false],
    ['sortDescending', 'query', false],
  ])
  expect(Object.keys(list.responses)).toEqual(['200', '400', '401', '404', 'default'])
  expect([list['x-permission'], list.security]).toEqual(['view team', [{ login: [] }]])

  const create = described('POST /api/pixels')
  expect(create.requestBody?.content['application/json']?.schema).toEqual({
    type: 'object',
    properties: {
      name: {
        type: 'string',
        minLength: 1,
        maxLength: 100,
        pattern: visiblePattern,
        description: 'Name of the pixel.',
      },
      slug: {
        type: 'string',
        minLength: 8,
        maxLength: 100,
        pattern: '^(?!\\.{1,2}$)[A-Za-z0-9._~-]+$',
        description: 'Last part of the address of the image, /p/:slug.',
      },
      teamId: {
        anyOf: [
          { type: 'string', format: 'uuid', description: 'Team that owns the pixel.' },
          { type: 'null' },
        ],
      },
      id: {
        anyOf: [{ type: 'string', format: 'uuid', description: 'Id to use.' }, { type: 'null' }],
      },
    },
    required: ['name', 'slug'],
  })
  expect(described('POST /api/2fa/verify').security).toEqual([{ partialLogin: [] }])
  expect(described('GET /api/websites/:websiteId').security).toEqual([
    { login: [] },
    { share: [], shareContext: [] },
  ])
})

test.each([
  ['POST /api/auth/login', ['200', '400', '401', '429', 'default']],
  ['POST /api/reports/funnel', ['200', '400', '401', '404', '429', 'default']],
  ['GET /api/reports', ['200', '400', '401', '404', '429', 'default']],
  ['POST /api/reports', ['200', '400', '401', '404', 'default']],
  ['POST /api/share', ['200', '400', '401', '404', 'default']],
  ['POST /api/teams/join', ['200', '400', '401', '404', 'default']],
  ['POST /api/send', ['200', '400', 'default']],
  ['POST /api/batch', ['200', '400', 'default']],
  ['GET /q/:slug', ['307', '404', 'default']],
  ['GET /api/heartbeat', ['200', 'default']],
])('%s lists what it is answered with', (name, statuses) => {
  expect(Object.keys(described(name).responses).toSorted()).toEqual(statuses.toSorted())
})

test('nothing in the document or the page comes from elsewhere', async () => {
  const page = await server.ask<string>('/openapi', { token: null })
  expect(page.body).not.toMatch(/(src|href)="(https?:)?\/\//)
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
})

test.if(canBrowse)('the page shows the operations and tries them', async () => {
  const browser: Browser = await openChromium()
  try {
    const visitor = await openVisitor(browser)
    const page = await visitor.newPage()
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(String(error)))
    page.on('console', (line) => {
      if (line.type() === 'error') problems.push(line.text())
    })
    const hosts = new Set<string>()
    page.on('request', (request) => hosts.add(new URL(request.url()).origin))
    await page.goto(`${server.url}/openapi`)
    await page.locator('details.operation').first().waitFor()
    expect(await page.locator('details.operation').count()).toBe(
      Object.values(document.paths).flatMap((path) => Object.keys(path)).length,
    )
    await page.getByRole('searchbox').fill('auth/login')
    const login = page.locator('details.operation:visible')
    expect(await login.count()).toBe(1)
    await login.locator('summary').click()
    await login
      .getByRole('textbox', { name: 'Body' })
      .fill(JSON.stringify({ username: 'admin', password: adminPassword }))
    await login.getByRole('button', { name: 'Send' }).click()
    await login.locator('pre', { hasText: '200 OK' }).waitFor()
    // The token that was answered serves the next call.
    await page.getByRole('searchbox').fill('who is signed in')
    const me = page.locator('details.operation:visible')
    await me.locator('summary').click()
    await me.getByRole('button', { name: 'Send' }).click()
    await me.locator('pre', { hasText: '200 OK' }).waitFor()
    expect(problems).toEqual([])
    expect([...hosts]).toEqual([new URL(server.url).origin])
  } finally {
    await browser.close()
  }
})
