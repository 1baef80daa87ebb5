import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { startServer, type TestServer } from '../support/app.ts'
import { visits } from '../support/visits.ts'

setDefaultTimeout(60_000)

let server: TestServer
beforeAll(async () => {
  server = await startServer({ now: '2026-03-01T12:00:00Z' })
})
afterAll(() => server.stop())

interface Public {
  token: string
  parameters?: unknown
  websiteIds?: string[]
}

const open = async (slug: string) =>
  (await server.ask<Public>(`/api/share/${slug}`, { token: null })).body

const as = (shareToken: string) => ({
  token: null,
  headers: { 'x-umami-share-token': shareToken, 'x-umami-share-context': '1' },
})

const share = async (entityId: string, shareType: number, slug: string, parameters = {}) =>
  (
    await server.ask<{ id: string }>('/api/share', {
      body: { entityId, shareType, name: 'S', slug, parameters },
    })
  ).body.id

const toStatus = async (path: string, shareToken: string) =>
  (await server.ask(path, as(shareToken))).status

describe('a share token', () => {
  test('needs the context header, unless a user sends it', async () => {
    const id = await server.createWebsite()
    await share(id, 1, 'context')
    const { token } = await open('context')
    const path = `/api/websites/${id}`
    const alone = { token: null, headers: { 'x-umami-share-token': token } }
    expect((await server.ask(path, alone)).status).toBe(401)
    // Browsers that were never logged in send this.
    const headers = { ...as(token).headers, Authorization: 'Bearer null' }
    expect((await server.ask(path, { token: null, headers })).status).toBe(200)
  })

  test('does not reveal the address of another share page', async () => {
    const id = await server.createWebsite()
    await share(id, 1, 'little', { overview: true })
    server.setNow('2026-03-01T12:00:01Z')
    await share(id, 1, 'everything')
    const { token } = await open('little')
    expect(await server.ask(`/api/websites/${id}`, as(token))).toMatchObject({
      status: 200,
      body: { id, shareId: null },
    })
    expect(await server.ask(`/api/websites/${id}`)).toMatchObject({
      body: { shareId: 'everything' },
    })
  })

  test.each([
    ['a text', { overview: true, note: 'without distinctId' }, { overview: true }],
    [
      'a filter',
      { overview: true, goals: false, name: 'distinctId' },
      { overview: true, goals: false },
    ],
    ['a text alone', { sessions: false, note: 'sessionId=1' }, { sessions: false }],
    [
      'a key',
      { overview: true, filters: { distinct_id: 'a', path: '/' } },
      { overview: true, filters: { path: '/' } },
    ],
    ['an id', { overview: true, session_id: 'a' }, { overview: true }],
  ])(
    'answers all of its parameters but what names a person: %s',
    async (_, parameters, answered) => {
      const slug = crypto.randomUUID()
      await share(await server.createWebsite(), 1, slug, parameters)
      expect((await open(slug)).parameters).toEqual(answered)
    },
  )

  test('opens nothing else, and changes nothing', async () => {
    const [id, other] = [await server.createWebsite(), await server.createWebsite()]
    await share(id, 1, 'only-this')
    const { token } = await open('only-this')
    expect(await toStatus(`/api/websites/${other}`, token)).toBe(401)
    expect(await toStatus('/api/websites', token)).toBe(401)
    expect(await toStatus('/api/me', token)).toBe(401)
    const body = { name: 'Mine' }
    expect((await server.ask(`/api/websites/${id}`, { ...as(token), body })).status).toBe(401)
  })

  test.each([
    [
      'its page is deleted',
      (id: string) => server.ask(`/api/share/id/${id}`, { method: 'DELETE' }),
    ],
    [
      'its page gets another slug',
      (id: string) =>
        server.ask(`/api/share/id/${id}`, {
          body: { name: 'S', slug: crypto.randomUUID(), parameters: {} },
        }),
    ],
    ['a day is over', async () => server.setNow('2026-03-02T12:00:01Z')],
  ])('ends when %s', async (_, end) => {
    server.setNow('2026-03-01T12:00:00Z')
    const id = await server.createWebsite()
    const slug = crypto.randomUUID()
    const shareId = await share(id, 1, slug)
    const { token } = await open(slug)
    expect(await toStatus(`/api/websites/${id}`, token)).toBe(200)
    await end(shareId)
    expect(await toStatus(`/api/websites/${id}`, token)).toBe(401)
    server.setNow('2026-03-01T12:00:00Z')
  })

  test('ends when sharing the website is ended, and when the website is deleted', async () => {
    const id = await server.createWebsite()
    await server.ask(`/api/websites/${id}`, { body: { shareId: 'by-website' } })
    const { token } = await open('by-website')
    expect(await toStatus(`/api/websites/${id}`, token)).toBe(200)
    await server.ask(`/api/websites/${id}`, { body: { shareId: null } })
    expect(await toStatus(`/api/websites/${id}`, token)).toBe(401)
    expect((await server.ask('/api/share/by-website', { token: null })).status).toBe(404)
  })

  test('is no login token, and neither a login token nor a cache token is a share token', async () => {
    const id = await server.createWebsite()
    await share(id, 1, 'purpose')
    const { token } = await open('purpose')
    expect((await server.ask('/api/me', { token })).status).toBe(401)
    const [sent] = await visits(server, id, [
      { at: '2026-03-01T12:00:00Z', visitor: 'a', url: '/' },
    ])
    for (const wrong of [server.adminToken, sent?.cache as string]) {
      expect(await toStatus(`/api/websites/${id}`, wrong)).toBe(401)
    }
  })

  test('opens the sections that its page shows now', async () => {
    const id = await server.createWebsite()
    const shareId = await share(id, 1, 'sections', { events: true, sessions: false })
    const { token } = await open('sections')
    const at = 'startAt=0&endAt=1'
    const asked = async () => [
      await toStatus(`/api/websites/${id}/stats?${at}`, token),
      await toStatus(`/api/websites/${id}/events?${at}`, token),
      await toStatus(`/api/websites/${id}/sessions?${at}`, token),
      await toStatus(`/api/reports?websiteId=${id}`, token),
    ]
    expect(await asked()).toEqual([200, 200, 401, 401])
    const body = { name: 'S', slug: 'sections', parameters: { sessions: true, goals: true } }
    await server.ask(`/api/share/id/${shareId}`, { body })
    expect(await asked()).toEqual([200, 401, 200, 200])
  })

  test('shows saved goals and funnels only', async () => {
    const id = await server.createWebsite()
    await share(id, 1, 'reports', { funnels: true })
    const { token } = await open('reports')
    const ids: Record<string, string> = {}
    for (const type of ['goal', 'funnel', 'utm']) {
      const body = { websiteId: id, type, name: type, parameters: {} }
      ids[type] = (await server.ask<{ id: string }>('/api/reports', { body })).body.id
    }
    const { body } = await server.ask<{ data: { type: string }[] }>(
      `/api/reports?websiteId=${id}`,
      as(token),
    )
    expect(body.data.map(({ type }) => type)).toEqual(['funnel'])
    expect(await toStatus(`/api/reports/${ids.funnel}`, token)).toBe(200)
    expect(await toStatus(`/api/reports/${ids.goal}`, token)).toBe(401)
    expect(await toStatus(`/api/reports/${ids.utm}`, token)).toBe(401)
    expect(await toStatus(`/api/reports?websiteId=${id}&type=utm`, token)).toBe(401)
  })
})

describe('a shared board', () => {
  test('opens what its owner may see, at every use', async () => {
    await server.ask('/api/users', {
      body: { username: 'author', password: 'long enough', role: 'user' },
    })
    const token = await server.login('author', 'long enough')
    const make = async (path: string, body: object) =>
      (await server.ask<{ id: string }>(path, { token, body })).body.id
    const foreign = await server.createWebsite('Foreign')
    const mine = await make('/api/websites', { name: 'Mine', domain: 'm.example' })
    const link = await make('/api/links', {
      name: 'L',
      url: 'https://m.example',
      slug: 'author-link',
    })
    const pixel = await make('/api/pixels', { name: 'P', slug: 'author-pixel' })
    const board = await make('/api/boards', {
      name: 'B',
      type: 'mixed',
      parameters: {
        websiteId: foreign,
        rows: [
          { columns: [{ component: { entityType: 'link', entityId: link } }, { component: null }] },
          { columns: [{ component: { websiteId: mine } }, {}] },
          { columns: 'no list' },
          { columns: [{ component: { entityType: 'pixel', entityId: pixel.toUpperCase() } }] },
        ],
      },
    })
    await make('/api/share', {
      entityId: board,
      shareType: 4,
      name: 'B',
      slug: 'the-board',
      parameters: {},
    })
    const opened = await open('the-board')
    expect(opened).toEqual({
      shareId: expect.any(String),
      shareType: 4,
      parameters: {},
      boardId: board,
      websiteIds: [mine],
      linkIds: [link],
      pixelIds: [pixel],
      token: expect.any(String),
    } as unknown as Public)
    expect(await toStatus(`/api/boards/${board}`, opened.token)).toBe(200)
    expect(await toStatus(`/api/websites/${mine}`, opened.token)).toBe(200)
    expect(await toStatus(`/api/links/${link}`, opened.token)).toBe(200)
    expect(await toStatus(`/api/websites/${link}/stats?startAt=0&endAt=1`, opened.token)).toBe(200)
    expect(await toStatus(`/api/websites/${foreign}`, opened.token)).toBe(401)
    await server.ask(`/api/boards/${board}`, { token, body: { parameters: {} } })
    expect(await toStatus(`/api/websites/${mine}`, opened.token)).toBe(401)
  })
})

describe('a share page', () => {
  test('has a slug of its own, and the kind of what it shows', async () => {
    const id = await server.createWebsite()
    await share(id, 1, 'taken')
    const create = (body: object) =>
      server.ask('/api/share', {
        body: { entityId: id, shareType: 1, name: 'S', parameters: {}, ...body },
      })
    const refusal = (message: string) => ({ error: { message, code: 'bad-request', status: 400 } })
    expect((await create({ slug: 'taken' })).body).toEqual(refusal('That slug is already taken.'))
    expect((await create({ slug: 'Taken' })).status).toBe(200)
    expect((await create({ slug: '', shareType: '1' })).body).toMatchObject({
      slug: expect.stringMatching(/^[0-9A-Za-z]{16}$/),
    })
    for (const slug of ['a/b', 'a?b', 'a b', '..', 'ü', 'x'.repeat(101)]) {
      expect((await create({ slug })).body).toMatchObject({
        error: { properties: { slug: { errors: [expect.stringContaining('Invalid slug')] } } },
      })
    }
    for (const shareType of [2, 5, 'x', 1.5]) expect((await create({ shareType })).status).toBe(400)
    expect((await create({ entityId: crypto.randomUUID() })).status).toBe(404)
    const website = (shareId: string) =>
      server.ask('/api/websites', { body: { name: 'W', domain: 'w.example', shareId } })
    expect((await website('taken')).body).toEqual(refusal('That share ID is already taken.'))
    // Nothing of the refused website was kept.
    expect(server.app.entities.query("select 1 from website where name = 'W'").get()).toBeNull()
  })
})

test('a share page without filters shows the numbers and refuses filtered ones', async () => {
  const server = await startServer()
  const id = await server.createWebsite()
  await visits(server, id, [{ at: '2026-01-05T10:00:00Z', visitor: 'anna', url: '/' }])
  await server.ask('/api/share', {
    body: {
      entityId: id,
      shareType: 1,
      name: 'Numbers',
      slug: 'numbers-only',
      parameters: { overview: true, journeys: true, sessions: true, allowFilter: false },
    },
  })
  const { body: shared } = await server.ask<{ token: string }>('/api/share/numbers-only', {
    token: null,
  })
  const asked = {
    token: null,
    headers: { 'x-umami-share-token': shared.token, 'x-umami-share-context': '1' },
  }
  const stats = `/api/websites/${id}/stats?startDate=2026-01-05&endDate=2026-01-06`
  expect(await server.ask(stats, asked)).toMatchObject({ status: 200, body: { pageviews: 1 } })
  for (const narrowed of [
    ...['path=/', 'excludeBounce=1', 'eventType=1'],
    ...['screen=x', 'entry=/', 'exit=/', 'channel=direct'],
  ]) {
    expect((await server.ask(`${stats}&${narrowed}`, asked)).status).toBe(401)
  }
  const paths = `/api/websites/${id}/metrics?startDate=2026-01-05&endDate=2026-01-06&type=path`
  expect((await server.ask(paths, asked)).status).toBe(200)
  expect((await server.ask(`${paths}&search=x`, asked)).status).toBe(401)
  expect((await server.ask(`${paths}&containing=x`, asked)).status).toBe(401)
  const known = `/api/websites/${id}/session-data/properties?startDate=2026-01-05&endDate=2026-01-06`
  expect((await server.ask(known, asked)).status).toBe(200)
  expect((await server.ask(`${known}&pf_plan=eq.pro`, asked)).status).toBe(401)
  const journey = {
    websiteId: id,
    startDate: '2026-01-05',
    endDate: '2026-01-06',
    steps: 3,
    filters: { path: '/' },
  }
  const report = (body: unknown) => server.ask('/api/reports/journey', { ...asked, body })
  expect((await report(journey)).status).toBe(401)
  expect((await report({ ...journey, filters: {} })).status).toBe(200)
  await server.stop()
})

test('a share page without sessions identifies nobody', async () => {
  const server = await startServer()
  const id = await server.createWebsite()
  await visits(server, id, [{ at: '2026-01-05T10:00:00Z', visitor: 'a', url: '/', id: 'anna' }])
  const range = 'startDate=2026-01-05&endDate=2026-01-06'
  const statuses = async (slug: string, parameters: Record<string, boolean>) => {
    await server.ask('/api/share', {
      body: { entityId: id, shareType: 1, name: 'S', slug, parameters },
    })
    const { token } = (await server.ask<{ token: string }>(`/api/share/${slug}`, { token: null }))
      .body
    const headers = { 'x-umami-share-token': token, 'x-umami-share-context': '1' }
    const asked = [
      `metrics?${range}&type=distinctId`,
      `metrics/expanded?${range}&type=distinctId`,
      `metrics?${range}&type=path&distinctId=anna`,
      `values?${range}&type=distinctId`,
      `values?${range}&type=path`,
    ]
    return Promise.all(
      asked.map(
        async (path) =>
          (await server.ask(`/api/websites/${id}/${path}`, { token: null, headers })).status,
      ),
    )
  }
  expect(await statuses('no-people', { overview: true })).toEqual([401, 401, 401, 401, 200])
  expect(await statuses('with-people', { overview: true, sessions: true })).toEqual(
    Array.from({ length: 5 }, () => 200),
  )
  expect(await statuses('no-filters', { sessions: true, allowFilter: false })).toEqual([
    200, 200, 401, 401, 401,
  ])
  await server.stop()
})
