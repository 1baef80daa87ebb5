import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { sql } from '../../src/db/sql.ts'
import { startServer, type TestServer } from '../support/app.ts'
import { firefox } from '../support/visits.ts'

setDefaultTimeout(60_000)

let server: TestServer
beforeAll(async () => {
  server = await startServer({
    now: '2026-03-01T12:00:00Z',
    settings: { BASE_PATH: '/stats', IGNORE_IP: '192.0.2.9' },
  })
})
afterAll(() => server.stop())

const robot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'

/** What was recorded for an entity, once everything accepted is stored. */
async function recorded(id: string) {
  await server.app.writer.drain()
  const number = server.app.targets.find(id)?.number ?? -1
  return server.app.events.query(
    sql`select event_type as type, url_path as path, url_query as query, hostname,
          referrer_domain as referrer, utm_source as target, browser
        from event where source_id = ${number} order by event_id`,
  )
}

const visit = (
  path: string,
  headers: Record<string, string> = {},
  method: 'GET' | 'HEAD' = 'GET',
) =>
  server.ask<string>(path, {
    token: null,
    method,
    headers: { 'User-Agent': firefox, 'X-Forwarded-For': '198.51.100.1', ...headers },
  })

const create = async (path: string, body: object) =>
  (await server.ask<{ id: string }>(path, { body })).body.id

describe('a short link', () => {
  test('leads on and records where its visitor came from', async () => {
    const url = 'https://shop.example/sale?x=1#top'
    const id = await create('/api/links', { name: 'L', url, slug: 'spring-sale' })
    const answer = await visit('/q/spring-sale?utm_source=letter', {
      Referer: 'https://www.news.example/today',
    })
    expect(answer.status).toBe(307)
    expect(answer.headers.get('location')).toBe(url)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.body).toBe('')
    await visit('/q/spring-sale', { Referer: 'not an address' })
    expect(await recorded(id)).toEqual([
      {
        type: 3,
        path: '/stats/q/spring-sale',
        query: 'utm_source=letter',
        hostname: '127.0.0.1',
        referrer: 'news.example',
        target: 'letter',
        browser: 'firefox',
      },
      {
        type: 3,
        path: '/stats/q/spring-sale',
        query: null,
        hostname: '127.0.0.1',
        referrer: null,
        target: null,
        browser: 'firefox',
      },
    ])
  })

  test('serves robots, blocked addresses and HEAD without recording them', async () => {
    const url = 'https://shop.example/'
    const id = await create('/api/links', { name: 'L', url, slug: 'not-counted' })
    const answers = [
      await visit('/q/not-counted', { 'User-Agent': robot }),
      await visit('/q/not-counted', { 'X-Forwarded-For': '192.0.2.9' }),
      await visit('/q/not-counted', {}, 'HEAD'),
    ]
    expect(answers.map(({ status }) => status)).toEqual([307, 307, 307])
    expect(answers.map(({ headers }) => headers.get('location'))).toEqual([url, url, url])
    expect(await recorded(id)).toEqual([])
  })

  test('ends at once when its slug changes or it is deleted', async () => {
    const body = { name: 'L', url: 'https://shop.example/', slug: 'before-it' }
    const id = await create('/api/links', body)
    await server.ask(`/api/links/${id}`, { body: { slug: 'afterwards' } })
    expect((await visit('/q/before-it')).status).toBe(404)
    expect((await visit('/q/afterwards')).status).toBe(307)
    await server.ask(`/api/links/${id}`, { method: 'DELETE' })
    expect((await visit('/q/afterwards')).status).toBe(404)
  })

  test('that is unknown is a page for browsers and an error for others', async () => {
    const page = await visit('/q/no-such-link', { Accept: 'text/html,*/*' })
    expect(page.status).toBe(404)
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page.body).toContain('There is nothing at this address.')
    expect((await visit('/q/no-such-link')).body as unknown).toEqual({
      error: { message: 'Not found', code: 'not-found', status: 404 },
    })
  })

  test('leads to http and https only', async () => {
    const refused = [
      'javascript:alert(1)',
      'data:text/html,x',
      'ftp://a.example',
      '//a.example',
      '/path',
      'https://',
      'https://a.example/\r\nX: y',
      ' https://a.example',
    ]
    for (const url of refused) {
      const { status, body } = await server.ask('/api/links', {
        body: { name: 'L', url, slug: 'good-slug' },
      })
      expect([url, status]).toEqual([url, 400])
      expect(body).toMatchObject({
        error: { properties: { url: { errors: [expect.any(String)] } } },
      })
    }
  })
})

describe('slugs of links and pixels', () => {
  const kinds: [string, object][] = [
    ['/api/links', { name: 'L', url: 'https://a.example' }],
    ['/api/pixels', { name: 'P' }],
  ]
  test.each(kinds)(
    '%s: at least 8 URL-safe characters, on create and update',
    async (path, base) => {
      const id = await create(path, { ...base, slug: 'existing-1' })
      const bad = [
        '1234567',
        'x'.repeat(101),
        'with space',
        'with/slash',
        'with?mark',
        'ümlaut-slug',
        '',
      ]
      for (const slug of bad) {
        for (const target of [path, `${path}/${id}`]) {
          const { status, body } = await server.ask(target, { body: { ...base, slug } })
          expect([slug, status]).toEqual([slug, 400])
          expect(body).toMatchObject({
            error: { properties: { slug: { errors: [expect.stringContaining('Invalid slug')] } } },
          })
        }
      }
      const taken = {
        error: { message: 'That slug is already taken.', code: 'bad-request', status: 400 },
      }
      const other = await create(path, { ...base, slug: '12345678' })
      expect((await server.ask(path, { body: { ...base, slug: 'existing-1' } })).body).toEqual(
        taken,
      )
      const rename = (slug: string) => server.ask(`${path}/${other}`, { body: { slug } })
      expect((await rename('existing-1')).body).toEqual(taken)
      expect((await rename('Existing-1')).status).toBe(200)
      expect((await rename('Existing-1')).status).toBe(200)
    },
  )
})

describe('a pixel', () => {
  test('is a dot of 43 bytes that records who loads it', async () => {
    const id = await create('/api/pixels', { name: 'P', slug: 'letter-42' })
    const answer = await fetch(`${server.url}/p/letter-42.gif?utm_source=may`, {
      headers: { 'User-Agent': firefox, 'X-Forwarded-For': '198.51.100.1' },
    })
    expect((await answer.arrayBuffer()).byteLength).toBe(43)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/gif',
      'content-length': '43',
      'cache-control': 'no-cache, no-store, must-revalidate',
      pragma: 'no-cache',
      expires: '0',
    })
    expect((await visit('/p/letter-42', { 'User-Agent': robot })).status).toBe(200)
    expect((await visit('/p/letter-42', {}, 'HEAD')).status).toBe(200)
    expect(await recorded(id)).toEqual([
      {
        type: 4,
        path: '/stats/p/letter-42.gif',
        query: 'utm_source=may',
        hostname: '127.0.0.1',
        referrer: null,
        target: 'may',
        browser: 'firefox',
      },
    ])
    expect((await visit('/p/letter-43')).status).toBe(404)
  })
})
