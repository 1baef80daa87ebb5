// What every list does: paging, sorting and searching.

import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from '../../src/db/page.ts'
import { adminPassword, startServer, type TestServer } from '../support/app.ts'

setDefaultTimeout(60_000)

interface Row {
  id: string
  name: string
  /** Only of websites. */
  domain?: string
}

let server: TestServer
beforeAll(async () => {
  // The clock is stopped, so that all rows have the same instants.
  server = await startServer({ now: '2026-03-01T12:00:00Z' })
})
afterAll(() => server.stop())

const list = async (path: string) => (await server.ask<Page<Row>>(path)).body
const toNames = async (path: string) => (await list(path)).data.map(({ name }) => name)

async function create(path: string, bodies: object[]): Promise<void> {
  for (const body of bodies) {
    const answer = await server.ask(path, { body })
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  }
}

describe('pages', () => {
  const count = 23
  const kinds: [string, (index: number) => object][] = [
    ['/api/websites', () => ({ name: 'Same', domain: 'same.example' })],
    [
      '/api/links',
      (index) => ({ name: 'Same', url: 'https://same.example', slug: `same-slug-${index}` }),
    ],
    ['/api/pixels', (index) => ({ name: 'Same', slug: `same-slug-${index}` })],
    ['/api/boards', () => ({ name: 'Same', type: 'mixed' })],
    ['/api/teams', () => ({ name: 'Same' })],
  ]
  beforeAll(async () => {
    for (const [path, body] of kinds) {
      await create(
        path,
        Array.from({ length: count }, (_, index) => body(index)),
      )
    }
  })

  test.each(kinds)('of %s hold every row once although all sort keys are equal', async (path) => {
    for (const order of ['', '&orderBy=name&sortDescending=true', '&orderBy=createdAt']) {
      const seen: string[] = []
      for (let page = 1; page <= 4; page++) {
        const found = await list(`${path}?search=same&pageSize=7&page=${page}${order}`)
        expect(found).toMatchObject({ count, page, pageSize: 7 })
        seen.push(...found.data.map(({ id }) => id))
      }
      expect(new Set(seen).size).toBe(count)
      expect(seen).toHaveLength(count)
    }
  })

  test('past the end are empty and still have the count', async () => {
    const { data, count: all } = await list('/api/boards?search=same&page=99')
    expect({ data, all }).toEqual({ data: [], all: count })
  })

  test.each([
    'page=0',
    'page=',
    'page=abc',
    'page=0.9',
    'pageSize=0',
    'pageSize=-1',
    'maxResults=0',
    'sortDescending=yes',
  ])('%s is refused by name', async (query) => {
    const { status, body } = await server.ask(`/api/websites?${query}`)
    const field = query.split('=')[0] as string
    expect(status).toBe(400)
    expect(body).toMatchObject({
      error: { properties: { [field]: { errors: [expect.any(String)] } } },
    })
  })

  test('are cut to 1000 rows', async () => {
    expect((await list('/api/websites?pageSize=100000')).pageSize).toBe(1000)
  })

  test('have no more rows together than are wanted', async () => {
    const capped = { count: 20, isCapped: true }
    const first = await list('/api/boards?search=same&pageSize=15&maxResults=20')
    expect([first.data.length, first]).toEqual([15, expect.objectContaining(capped)])
    const second = await list('/api/boards?search=same&pageSize=15&maxResults=20&page=2')
    expect([second.data.length, second]).toEqual([5, expect.objectContaining(capped)])
    const third = await list('/api/boards?search=same&pageSize=15&maxResults=20&page=3')
    expect([third.data.length, third]).toEqual([0, expect.objectContaining(capped)])
    expect(await list(`/api/boards?search=same&maxResults=${count}`)).toMatchObject({
      count,
      isCapped: false,
    })
  })

  test('say how they are sorted', async () => {
    expect(await list('/api/websites')).toMatchObject({ orderBy: 'name', sortDescending: false })
    expect(await list('/api/boards')).toMatchObject({ orderBy: 'createdAt', sortDescending: true })
    expect(await list('/api/websites?orderBy=domain&sortDescending=true')).toMatchObject({
      orderBy: 'domain',
      sortDescending: true,
    })
  })

  test('a field that a list cannot be sorted by is ignored', async () => {
    expect((await list('/api/websites?orderBy=password')).orderBy).toBe('name')
  })
})

describe('search', () => {
  beforeAll(async () => {
    const names = [
      '100% fun',
      '100 fun',
      'a_b',
      'axb',
      'ÄRGER',
      'Straße',
      'ΟΔΟΣ',
      "O'Hara",
      'back\\slash',
    ]
    await create(
      '/api/websites',
      names.map((name) => ({ name, domain: 'search.example' })),
    )
  })

  test.each([
    ['100%', ['100% fun']],
    ['a_b', ['a_b']],
    ['%', ['100% fun']],
    ['_', ['a_b']],
    ['\\', ['back\\slash']],
    ['ärger', ['ÄRGER']],
    ['STRASSE', ['Straße']],
    ['οδος', ['ΟΔΟΣ']],
    ["o'h", ["O'Hara"]],
    ["' or 1=1 --", []],
    ['FUN', ['100 fun', '100% fun']],
  ])('%s finds %j', async (search, names) => {
    const { data } = await list(`/api/websites?search=${encodeURIComponent(search)}`)
    const ofThese = data.filter(({ domain }) => domain === 'search.example')
    expect(ofThese.map(({ name }) => name)).toEqual(names)
  })

  test('an empty one finds everything', async () => {
    expect((await list('/api/websites?search=')).count).toBe((await list('/api/websites')).count)
  })
})

describe('names', () => {
  const hostile = [
    `'; drop table website; --`,
    '"><script>alert(1)</script>',
    '👩‍👩‍👧‍👦 family',
    'שלום עולם',
    'left\u202Eright',
    'tab\tand\nnewline',
    'nul\u0000inside',
    '{{constructor.constructor(1)}}',
    '__proto__',
  ]
  const paths: [string, (name: string) => object][] = [
    ['/api/websites', (name) => ({ name, domain: name })],
    ['/api/links', (name) => ({ name, url: 'https://a.example', slug: crypto.randomUUID() })],
    ['/api/pixels', (name) => ({ name, slug: crypto.randomUUID() })],
    [
      '/api/boards',
      (name) => ({ name, type: 'mixed', description: name, parameters: { [name]: name } }),
    ],
  ]
  test.each(paths)('at %s are stored and returned as given', async (path, toBody) => {
    for (const name of hostile) {
      const body = toBody(name)
      const made = await server.ask<Row>(path, { body })
      expect(made).toMatchObject({ status: 200, body })
      const single = await server.ask(`${path}/${made.body.id}`)
      expect(single.body).toEqual(made.body)
      const search = encodeURIComponent(name)
      expect(await toNames(`${path}?search=${search}`)).toEqual([name])
    }
  })

  test.each(paths)('at %s that cannot be stored are refused by field', async (path, toBody) => {
    const refusals: [unknown, string][] = [
      ['x'.repeat(10_000), 'Too big: expected string to have <=100 characters'],
      ['half \ud83d', 'Invalid string: broken Unicode'],
      ['   ', 'Invalid string'],
      [7, 'Invalid input: expected string, received number'],
      [null, 'Invalid input: expected string, received null'],
    ]
    for (const [name, problem] of refusals) {
      const { status, body } = await server.ask(path, {
        body: { ...toBody('x'), name },
      })
      expect(status).toBe(400)
      expect(body).toMatchObject({ error: { properties: { name: { errors: [problem] } } } })
    }
  })

  test('of users and teams are stored as given too, those of users in lower case', async () => {
    for (const name of hostile) {
      const username = `${name}.u`
      const made = await server.ask<Row & { username: string }>('/api/users', {
        body: { username, password: 'long enough', role: 'user' },
      })
      // A name that holds what cannot be seen could be taken for another one's.
      if (/\p{Cf}|\p{Cc}|\ufe0f/u.test(name)) {
        expect(made).toMatchObject({
          status: 400,
          body: { error: { properties: { username: { errors: [expect.any(String)] } } } },
        })
      } else expect(made.body.username).toBe(username.trim().toLowerCase())
      const { body } = await server.ask<{ name: string }[]>('/api/teams', { body: { name } })
      expect(body[0]?.name).toBe(name)
    }
  })

  test('nested too deeply are refused by field', async () => {
    let deep: unknown = 1
    for (let level = 0; level < 100; level++) deep = { deep }
    const { status, body } = await server.ask('/api/boards', {
      body: { name: 'Deep', type: 'mixed', parameters: { deep } },
    })
    expect(status).toBe(400)
    expect(body).toMatchObject({
      error: { properties: { parameters: { errors: ['Too deep: expected <=64 levels'] } } },
    })
    const endless = `{"name":"x","type":"mixed","parameters":{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`
    expect((await server.ask('/api/boards', { body: endless })).status).toBe(400)
  })
})

test('ids of any shape are answered like unknown ones', async () => {
  await server.ask('/api/users', {
    body: { username: 'nobody', password: adminPassword, role: 'user' },
  })
  const token = await server.login('nobody', adminPassword)
  for (const id of [
    'x',
    '%00',
    '%27%20or%201',
    '..%2f..',
    'x'.repeat(5000),
    '%E0%A4%A',
    '0',
    'null',
  ]) {
    for (const path of [
      'websites',
      'links',
      'pixels',
      'boards',
      'teams',
      'users',
      'reports',
      'share/id',
    ]) {
      expect([path, id, (await server.ask(`/api/${path}/${id}`)).status]).toEqual([path, id, 404])
      expect([path, id, (await server.ask(`/api/${path}/${id}`, { token })).status]).toEqual([
        path,
        id,
        401,
      ])
    }
  }
})
