import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { connect } from 'node:net'
import type { Hit } from '../../../src/collect/shape/hit.ts'
import { unavailable } from '../../../src/errors.ts'
import { fakeCollector, firefox, linkId, unknownId, websiteId } from '../fake-collector.ts'
import { serve } from '../served.ts'

// What the store does with a hit; each test may replace it.
let add: (hit: Hit) => Promise<void>
const hits: Hit[] = []
beforeEach(() => {
  hits.length = 0
  logged.length = 0
  add = async (hit) => void hits.push(hit)
})

const { collector, logged } = fakeCollector({
  config: { collectApiEndpoint: '/x/collect', trustProxy: 'none', ignoreIp: '203.0.113.66' },
  add: (hit) => add(hit),
})
const server = serve(collector)
afterAll(() => server.stop())

const view = (payload: object = {}) => ({
  type: 'event',
  payload: { website: websiteId, url: '/', ...payload },
})

const envelope = (message: string, code: string, status: number, problems: object = {}) => ({
  error: { message, code, status, ...problems },
})
const noWebsite = envelope('Website not found.', 'bad-request', 400)
const noObject = (received: string) =>
  envelope('Bad request', 'bad-request', 400, {
    errors: [`Invalid input: expected object, received ${received}`],
  })
const receipt = {
  cache: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
  sessionId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  visitId: expect.stringMatching(/^[0-9a-f-]{36}$/),
}

describe('/api/send', () => {
  test('stored', async () => {
    const { status, body, headers } = await server.post('/api/send', view())
    expect([status, body]).toEqual([200, receipt])
    expect(headers.get('content-type')).toStartWith('application/json')
    expect(hits.length).toBe(1)
  })

  test.each([['text/plain'], ['application/x-www-form-urlencoded'], ['multipart/form-data'], ['']])(
    'the content type %p does not matter',
    async (type) => {
      const { status } = await server.post('/api/send', view(), { 'content-type': type })
      expect([status, hits.length]).toEqual([200, 1])
    },
  )

  test('the answer comes after the hit is stored', async () => {
    let store = () => {}
    add = () => new Promise((resolve) => (store = resolve))
    let isAnswered = false
    const answer = server.post('/api/send', view()).finally(() => (isAnswered = true))
    // A second request that is answered without storing shows that the first one had its time.
    await server.post('/api/send', view({ website: unknownId }))
    expect(isAnswered).toBe(false)
    store()
    expect((await answer).status).toBe(200)
  })

  test.each([{ type: 'error', payload: { website: websiteId, message: 'x' } }, { type: 'error' }])(
    'a report of an error is answered and not stored: %j',
    async (report) => {
      const { status, body } = await server.post('/api/send', report)
      expect([status, body]).toEqual([200, { ok: false, reason: 'errors_disabled' }])
      const batch = await server.post('/api/batch', [report, view()])
      expect(batch.body).toMatchObject({ size: 2, processed: 2, errors: 0, details: [] })
      expect(hits).toHaveLength(1)
    },
  )

  test('a bot, and a request without User-Agent', async () => {
    const bot = await server.post('/api/send', view(), { 'user-agent': 'curl/8.5.0' })
    expect([bot.status, bot.body]).toEqual([200, { beep: 'boop' }])
    const nameless = await server.raw([
      'POST /api/send HTTP/1.1\r\nHost: x\r\nContent-Length: ',
      `${JSON.stringify(view()).length}\r\n\r\n${JSON.stringify(view())}`,
    ])
    expect(nameless).toStartWith('HTTP/1.1 200 OK')
    expect(nameless).toEndWith('{"beep":"boop"}')
    expect(hits).toEqual([])
  })

  test('an unknown website', async () => {
    const { status, body } = await server.post('/api/send', view({ website: unknownId }))
    expect([status, body]).toEqual([400, noWebsite])
  })

  test('a blocked address', async () => {
    const { status, body } = await server.post('/api/send', view({ ip: '203.0.113.66' }))
    expect([status, body]).toEqual([403, envelope('Forbidden', 'forbidden', 403)])
  })

  test('an invalid body', async () => {
    const { status, body } = await server.post('/api/send', view({ website: 'nope' }))
    const website = { errors: ['Invalid UUID'] }
    const problems = { payload: { errors: [], properties: { website } } }
    expect([status, body]).toEqual([
      400,
      envelope('Bad request', 'bad-request', 400, { errors: [], properties: problems }),
    ])
  })

  test('no room', async () => {
    add = () => Promise.reject(unavailable('Too many events at once.', 2))
    const { status, body, headers } = await server.post('/api/send', view())
    expect([status, body]).toEqual([503, envelope('Too many events at once.', 'unavailable', 503)])
    expect(headers.get('retry-after')).toBe('2')
  })

  test.each(['GET', 'PUT', 'PATCH', 'DELETE', 'HEAD'])('%s is not allowed', async (method) => {
    const refusal = envelope('Method not allowed', 'method-not-allowed', 405)
    for (const path of ['/api/send', '/api/batch', '/x/collect', '/api/send/', '/x/collect/']) {
      const { status, body, headers } = await server.ask(method, path)
      expect([status, body, headers.get('allow')]).toEqual([
        405,
        method === 'HEAD' ? '' : refusal,
        'POST, OPTIONS',
      ])
      expect(headers.get('access-control-allow-origin')).toBe('*')
    }
  })

  test('the peer is the visitor, whatever headers say, when no proxy is trusted', async () => {
    await server.post('/api/send', view())
    await server.post('/api/send', view(), { 'x-forwarded-for': '198.51.100.1' })
    await server.post('/api/send', view({ ip: '127.0.0.1' }))
    expect(new Set(hits.map(({ sessionId }) => sessionId)).size).toBe(1)
  })
})

describe('a slash at the end changes nothing', () => {
  test.each(['/api/send/', '/x/collect/'])('%s', async (path) => {
    const { status, body } = await server.post(path, view())
    expect([status, body, hits.length]).toEqual([200, receipt, 1])
  })

  test('/api/batch/', async () => {
    const { status, body } = await server.post('/api/batch/', [view(), view()])
    expect([status, body, hits.length]).toEqual([200, expect.objectContaining({ size: 2 }), 2])
  })
})

test.each(['/api/send', '/api/send/', '/x/collect'])(
  'at %s an unknown error is logged, and pages of any origin may read the answer',
  async (path) => {
    add = () => Promise.reject(new Error('broken'))
    const { status, body, headers } = await server.post(path, view())
    expect([status, body]).toEqual([500, envelope('Server error', 'server-error', 500)])
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('content-type')).toStartWith('application/json')
    expect(logged.splice(0)).toEqual(['request failed'])
  },
)

describe('the second path of /api/send', () => {
  test('answers pages of any origin, errors too', async () => {
    for (const [website, status] of [
      [websiteId, 200],
      [unknownId, 400],
    ] as const) {
      const answer = await server.post('/x/collect', view({ website }))
      expect(answer.status).toBe(status)
      expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    }
  })

  test('answers the question of a browser before sending', async () => {
    const { status, body, headers } = await server.ask('OPTIONS', '/x/collect')
    expect([status, body]).toEqual([204, ''])
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('access-control-allow-headers')).toContain('x-umami-cache')
    expect(headers.get('access-control-allow-methods')).toContain('POST')
    expect(headers.get('access-control-max-age')).toBe('86400')
  })
})

describe('/api/batch', () => {
  test('good, failed and robot items', async () => {
    const robot = view({ userAgent: 'curl/8.5.0' })
    const items = [robot, view({ website: unknownId }), view(), view({ url: '/b' }), { type: 'x' }]
    const { status, body } = await server.post('/api/batch', items)
    const type = { errors: ['Invalid option: expected one of "event"|"identify"|"performance"'] }
    const payload = { errors: ['Invalid input: expected object, received undefined'] }
    const problems = { errors: [], properties: { type, payload } }
    expect([status, body]).toEqual([
      200,
      {
        size: 5,
        processed: 3,
        errors: 2,
        details: [
          { index: 1, response: noWebsite },
          { index: 4, response: envelope('Bad request', 'bad-request', 400, problems) },
        ],
        cache: receipt.cache,
      },
    ])
    expect(hits.map(({ event }) => event?.urlPath)).toEqual(['/', '/b'])
  })

  test('one object with the keys 0 to n − 1', async () => {
    const { status, body } = await server.post('/api/batch', { 0: view(), 1: view() })
    expect([status, body]).toEqual([
      200,
      { size: 2, processed: 2, errors: 0, details: [], cache: receipt.cache },
    ])
  })

  test('nothing at all, and robots only', async () => {
    const empty = { size: 0, processed: 0, errors: 0, details: [], cache: null }
    expect((await server.post('/api/batch', [])).body).toEqual(empty)
    const robots = await server.post('/api/batch', [view()], { 'user-agent': 'curl/8.5.0' })
    expect(robots.body).toEqual({ ...empty, size: 1, processed: 1 })
    expect(hits).toEqual([])
  })

  test('all failed', async () => {
    const { status, body } = await server.post('/api/batch', [view({ website: unknownId })])
    const details = [{ index: 0, response: noWebsite }]
    expect([status, body]).toEqual([
      200,
      { size: 1, processed: 0, errors: 1, details, cache: null },
    ])
  })

  test.each([
    [{ a: 1 }, ['Invalid input: expected array, received object']],
    [{ 1: view() }, ['Invalid input: expected array, received object']],
    [null, ['Invalid input: expected array, received null']],
    ['no json', ['Invalid input: expected array, received undefined']],
    [Array(501).fill({}), ['Too big: expected array to have <=500 items']],
  ])('no list of at most 500 %#', async (sent, errors) => {
    const { status, body } = await server.post('/api/batch', sent)
    expect([status, body]).toEqual([400, envelope('Bad request', 'bad-request', 400, { errors })])
  })

  test('elements that are no objects fail the whole', async () => {
    const { status, body } = await server.post('/api/batch', [view(), 'x', null])
    const items = [
      { errors: [] },
      { errors: ['Invalid input: expected object, received string'] },
      { errors: ['Invalid input: expected object, received null'] },
    ]
    expect([status, body]).toEqual([
      400,
      envelope('Bad request', 'bad-request', 400, { errors: [], items }),
    ])
    expect(hits).toEqual([])
  })

  test('500 items reach the store before the first is stored', async () => {
    let release = () => {}
    const stored = new Promise<void>((resolve) => (release = resolve))
    add = (hit) => {
      if (hits.push(hit) === 500) release()
      return stored
    }
    const { body } = await server.post('/api/batch', Array(500).fill(view()))
    expect(body).toMatchObject({ size: 500, processed: 500 })
  })

  test('items for which there is no room fail; when that is all of them, so does the batch', async () => {
    const full = unavailable('Too many events at once.', 2)
    add = (hit) => (hit.target === 1 ? Promise.reject(full) : Promise.resolve())
    const response = envelope('Too many events at once.', 'unavailable', 503)
    const link = view({ website: undefined, link: linkId })
    const some = await server.post('/api/batch', [view(), link])
    expect([some.status, some.body]).toEqual([
      200,
      {
        size: 2,
        processed: 1,
        errors: 1,
        details: [{ index: 0, response }],
        cache: receipt.cache,
      },
    ])
    const none = await server.post('/api/batch', [view(), view()])
    expect([none.status, none.body, none.headers.get('retry-after')]).toEqual([503, response, '2'])
  })

  test('an item that fails for unknown reasons is logged, and answered without them', async () => {
    add = () => Promise.reject(new Error('secret detail'))
    const { status, body } = await server.post('/api/batch', [view()])
    const response = envelope('Server error', 'server-error', 500)
    const details = [{ index: 0, response }]
    expect([status, body]).toEqual([
      200,
      { size: 1, processed: 0, errors: 1, details, cache: null },
    ])
    expect(logged).toEqual(['Item of a batch failed'])
  })
})

describe('bodies beyond the limit', () => {
  const tooLarge = envelope('Payload too large', 'payload-too-large', 413)
  const limits = [
    ['/api/send', 1 << 20],
    ['/api/batch', 8 << 20],
  ] as const

  test.each(limits)('%s takes %i bytes and not one more', async (path, limit) => {
    const item = JSON.stringify(path === '/api/send' ? view() : [view()])
    const fits = await server.post(path, item.padEnd(limit))
    const over = await server.post(path, item.padEnd(limit + 1))
    expect([fits.status, over.status, over.body]).toEqual([200, 413, tooLarge])
  })

  const head = (path: string) =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\nUser-Agent: ${firefox}\r\nTransfer-Encoding: chunked\r\n`
  const chunk = `10000\r\n${' '.repeat(65536)}\r\n`

  test.each(limits)('%s stops reading an endless body', async (path) => {
    let chunks = 0
    function* endless() {
      yield `${head(path)}\r\n`
      for (; chunks < 4096; chunks++) yield chunk
    }
    expect(await server.raw(endless())).toStartWith('HTTP/1.1 413')
    // 256 MiB were to come.
    expect(chunks).toBeLessThan(4096)
  })

  test('chunks within the limit are read', async () => {
    const text = JSON.stringify(view())
    const chunks = [`5\r\n${text.slice(0, 5)}\r\n`, `${(text.length - 5).toString(16)}\r\n`]
    const answer = await server.raw([
      `${head('/api/send')}\r\n`,
      ...chunks,
      `${text.slice(5)}\r\n0\r\n\r\n`,
    ])
    expect(answer).toStartWith('HTTP/1.1 200 OK')
  })

  test('a small announced length does not hide a big body', async () => {
    function* lying() {
      yield `${head('/api/send')}Content-Length: 10\r\n\r\n`
      for (let count = 0; count < 40; count++) yield chunk
      yield '0\r\n\r\n'
    }
    expect(await server.raw(lying())).toMatch(/^HTTP\/1.1 4(00|13)/)
    expect(hits).toEqual([])
  })
})

describe('bodies of any kind are stored or refused, never an error of ours', () => {
  const values = [
    null,
    true,
    -1,
    1e300,
    '',
    'x',
    '\0',
    '\ud800',
    'x'.repeat(100_000),
    [],
    [[]],
    {},
    { a: { b: [null] } },
  ]
  const members =
    'website link pixel hostname language screen title url referrer name tag data id ip userAgent ' +
    'timestamp browser os device lcp inp cls fcp ttfb duration __proto__ constructor toString'

  test.each(members.split(' '))('%s of every type', async (member) => {
    for (const type of ['event', 'identify', 'performance']) {
      for (const value of values) {
        const payload = `{"website":"${websiteId}",${JSON.stringify(member)}:${JSON.stringify(value)}}`
        const answer = await server.post('/api/send', `{"type":"${type}","payload":${payload}}`)
        expect([200, 400]).toContain(answer.status)
      }
    }
  })

  const nested = (open: string, close: string, depth = 10_000) =>
    open.repeat(depth) + close.repeat(depth)
  const bytes = (text: string) => Buffer.from(text, 'latin1')
  const viewWith = (member: string) =>
    `{"type":"event","payload":{"website":"${websiteId}",${member}}}`

  test.each([
    ['empty', '', 400],
    ['null', 'null', 400],
    ['a number', '1', 400],
    ['an empty list', '[]', 400],
    ['a list', JSON.stringify([view()]), 400],
    ['no JSON', '{"type":"event"', 400],
    ['single quotes', "{'type':'event'}", 400],
    ['compressed', Bun.gzipSync(JSON.stringify(view())), 400],
    ['UTF-16', Buffer.from(JSON.stringify(view()), 'utf16le'), 400],
    ['bytes', new Uint8Array(256).map((_, index) => index), 400],
    ['deep lists', nested('[', ']'), 400],
    ['deep objects', `${'{"payload":'.repeat(10_000)}1${'}'.repeat(10_000)}`, 400],
    ['open lists', '['.repeat(100_000), 400],
    ['an infinite time', viewWith('"timestamp":1e999'), 400],
    ['an infinite measure', viewWith('"lcp":1e999'), 400],
    ['a byte order mark', `\ufeff${JSON.stringify(view())}`, 200],
    ['blanks around', `\n ${JSON.stringify(view())}\r\n`, 200],
    ['broken UTF-8', bytes(viewWith('"title":"\xff\xc3"')), 200],
    ['NUL and lone surrogates', viewWith('"title":"a\\u0000b\\ud800"'), 200],
    ['deep data', viewWith(`"data":{"a":${nested('{"a":', '}').replace('}', '1}')}}`), 200],
    ['deep lists in data', viewWith(`"data":{"a":${nested('[', ']')}}`), 200],
    ['infinite data', viewWith('"data":{"a":1e999}'), 200],
    ['a key of prototypes', viewWith('"data":{"__proto__":{"a":1},"constructor":{"b":2}}'), 200],
    ['a prototype for a payload', `{"type":"event","__proto__":${JSON.stringify(view())}}`, 400],
    ['a member twice', viewWith('"url":1,"url":"/x"'), 200],
  ])('%s', async (_, sent, status) => {
    const answer = await server.post('/api/send', sent)
    expect(answer.status).toBe(status)
    expect(hits.length).toBe(status === 200 ? 1 : 0)
    for (const path of ['/api/batch', '/x/collect']) {
      expect((await server.post(path, sent)).status).toBeLessThan(500)
    }
  })

  test('what is stored of them', async () => {
    await server.post('/api/send', bytes(viewWith('"title":"\xff","tag":"\xc3\xbc"')))
    await server.post('/api/send', viewWith('"title":"a\\u0000b\\ud800"'))
    await server.post('/api/send', viewWith('"data":{"__proto__":{"a":1},"b":1e999}'))
    await server.post('/api/send', viewWith('"url":1,"url":"/x"'))
    const [broken, odd, prototype, twice] = hits
    expect([broken?.event?.pageTitle, broken?.event?.tag]).toEqual(['\ufffd', 'ü'])
    expect(odd?.event?.pageTitle).toBe('ab\ufffd')
    expect(prototype?.eventData.map(({ key, text }) => [key, text])).toEqual([
      ['__proto__.a', '1.0000'],
      ['b', 'Infinity'],
    ])
    expect(twice?.event?.urlPath).toBe('/x')
  })

  test('an empty body is said to be none', async () => {
    expect((await server.post('/api/send', '')).body).toEqual(noObject('undefined'))
    expect((await server.post('/api/send', 'null')).body).toEqual(noObject('null'))
  })

  test('a sender that goes away half-way costs nothing', async () => {
    const socket = connect(server.port, '127.0.0.1')
    socket.write('POST /api/send HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n{')
    expect((await server.post('/api/send', view())).status).toBe(200)
    socket.destroy()
    expect((await server.post('/api/send', view())).status).toBe(200)
    expect(hits.length).toBe(2)
  })
})
