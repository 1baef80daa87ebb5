import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { startServer, type TestServer } from '../../support/app.ts'
import { firefox } from '../../support/visits.ts'

// Whatever is sent, the real server with the real store answers with what the contract allows, and
// what else travels in the same batch or is committed in the same group is stored.

setDefaultTimeout(120_000)

let server: TestServer
let website = ''
beforeAll(async () => {
  server = await startServer({ settings: { LOG_LEVEL: 'info' } })
  website = await server.createWebsite()
})
afterAll(() => server.stop())

interface Answer {
  status: number
  body: {
    error?: unknown
    cache?: string
    errors?: number
    details?: { response: unknown }[]
  }
}

async function post(path: string, body: string | Uint8Array<ArrayBuffer>): Promise<Answer> {
  const response = await fetch(server.url + path, {
    method: 'POST',
    headers: { 'User-Agent': firefox },
    body,
  })
  return { status: response.status, body: (await response.json()) as Answer['body'] }
}

const envelope = {
  error: expect.objectContaining({
    message: expect.any(String),
    code: expect.any(String),
    status: expect.any(Number),
  }),
}

function checkAllowed({ status, body }: Answer, sent: string): void {
  if (status === 200) {
    expect([sent, body.error]).toEqual([sent, undefined])
    for (const { response } of body.details ?? []) {
      expect([sent, response]).toEqual([sent, envelope])
      expect([sent, response]).not.toEqual([
        sent,
        { error: expect.objectContaining({ status: 500 }) },
      ])
    }
  } else {
    expect([400, 413]).toContain(status)
    expect([sent, body]).toEqual([sent, envelope])
  }
}

const sentNeighbours: string[] = []
/** A good item with a path of its own, which must be stored. */
function neighbour(): string {
  const path = `/neighbour/${sentNeighbours.length}`
  sentNeighbours.push(path)
  return view(`"url":"${path}"`)
}

const view = (members: string): string =>
  `{"type":"event","payload":{"website":"${website}",${members}}}`

const deep = (open: string, close: string) => open.repeat(5_000) + close.repeat(5_000)
const values = [
  ...[
    'null',
    'true',
    '0',
    '-1',
    '-0',
    '0.1',
    '1e15',
    '1e300',
    '-1e300',
    '1e999',
    '9007199254740993',
  ],
  ...[
    '""',
    '" "',
    '"x"',
    '"\\u0000"',
    '"\\ud800"',
    '"\\udc00\\ud800"',
    '"1e999"',
    '"2024-02-30T00:00:00Z"',
  ],
  ...['"%00%ff%"', '"http://["', '"//"', '"?&=&="', '"\'; drop table event; --"'],
  ...[`"${'x'.repeat(70_000)}"`, `"${'😀'.repeat(400)}"`],
  ...['[]', '[[]]', '[null]', '{}', '{"":{"":[{}]}}', '{"__proto__":{"a":1}}', '{"length":-1}'],
  ...[deep('[', ']'), deep('{"a":', '}').replace('}', '1}'), `[${'0,'.repeat(9_999)}0]`],
  ...['{"revenue":1e300,"currency":"EUR"}', '{"revenue":"-1","currency":7}', '{"currency":"EUR"}'],
  ...['{"revenue":99999999999999.99999,"currency":"EUR"}', '{"revenue":1e14,"currency":"\\u0000"}'],
  ...['{"revenue":5e-324,"currency":"\\ud800"}', '{"a":1e15,"b":-999999999999999.99,"c":-0.00004}'],
  ...['{"at":"9999-12-31T23:59:59.999Z","b":"0000-01-01T00:00:00Z"}'],
]
const members =
  'website link pixel hostname language screen title url referrer name tag data id ip userAgent ' +
  'timestamp browser os device lcp inp cls fcp ttfb __proto__ constructor toString'

describe.each(members.split(' '))('any value of %s', (member) => {
  test('alone and in a batch', async () => {
    for (const type of ['event', 'identify', 'performance']) {
      const items = values.map(
        (value) =>
          `{"type":"${type}","payload":{"website":"${website}",${JSON.stringify(member)}:${value}}}`,
      )
      const [batch, ...alone] = await Promise.all([
        post('/api/batch', `[${neighbour()},${items.join(`,`)},${neighbour()}]`),
        post('/api/send', neighbour()),
        ...items.map((item) => post('/api/send', item)),
      ])
      expect(batch.status).toBe(200)
      for (const answer of [batch, ...alone]) checkAllowed(answer, `${type} ${member}`)
      expect(alone[0]?.body.cache).toBeString()
    }
  })
})

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

test.each([
  ['nothing', () => ''],
  ['blanks', () => '  \n'],
  ['a value', () => '1'],
  ['half of it', () => view('"url":"/x"').slice(0, 40)],
  ['two of them', () => view('"url":"/x"').repeat(2)],
  ['lists in lists', () => deep('[', ']')],
  ['objects in objects', () => deep('{"payload":', '}')],
  ['bodies in bodies', () => `[[${view('"url":"/x"')}]]`],
  ['a million brackets', () => '['.repeat(1_000_000)],
  ['more than is taken', () => `"${'x'.repeat(9 << 20)}"`],
  ['compressed bytes', () => Bun.gzipSync(view('"url":"/x"'))],
  ['UTF-16', () => new Uint8Array(Buffer.from(view('"url":"/x"'), 'utf16le'))],
  ['random bytes', () => new Uint8Array(4096).map((_, index) => (index * 7919) >> 3)],
  ['broken UTF-8', () => bytes(view('"title":"\xff\xc3\xf8","tag":"\xed\xa0\x80"'))],
  ['NUL bytes', () => bytes(view('"title":"a\0b"'))],
  ['many unknown members', () => view(Array.from({ length: 9_999 }, (_, n) => `"m${n}":1`).join())],
  [
    'huge data',
    () => view(`"name":"n","data":{${Array.from({ length: 20_000 }, (_, n) => `"k${n}":${n}`)}}`),
  ],
  ['501 items', () => `[${Array(501).fill('{}')}]`],
  ['500 empty items', () => `[${Array(500).fill('{}')}]`],
  ['keys of a prototype', () => '{"0":{"type":"event"},"__proto__":[],"constructor":{}}'],
])('%s as a body', async (name, body) => {
  const [send, batch, good] = await Promise.all([
    post('/api/send', body()),
    post('/api/batch', body()),
    post('/api/send', neighbour()),
  ])
  checkAllowed(send, name)
  checkAllowed(batch, name)
  expect(good.status).toBe(200)
})

test('bodies changed at random places', async () => {
  const whole = view(
    '"url":"/r?utm_source=a&gclid=b","name":"buy","data":{"revenue":1.5,"currency":"EUR","l":[1]}',
  )
  // Numbers that repeat with every run (a linear congruential generator).
  let state = 1
  const below = (limit: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
  const pieces = [
    '"',
    '{',
    '}',
    '[',
    ']',
    ':',
    ',',
    '\\',
    '\\u',
    '0',
    '-',
    'e',
    '\0',
    '\xff',
    'null',
    '{}',
  ]
  for (let round = 0; round < 40; round++) {
    const bodies = Array.from({ length: 25 }, () => {
      let body = whole
      for (let change = below(4); change >= 0; change--) {
        const at = below(body.length)
        body = body.slice(0, at) + pieces[below(pieces.length)] + body.slice(at + below(6))
      }
      return body
    })
    const answers = await Promise.all([
      ...bodies.map((body) => post('/api/send', bytes(body))),
      ...bodies.map((body) => post('/api/batch', bytes(`[${body}]`))),
      post('/api/send', neighbour()),
    ])
    for (const [index, answer] of answers.entries()) {
      checkAllowed(answer, bodies[index % bodies.length] as string)
    }
    expect(answers.at(-1)?.status).toBe(200)
  }
})

test('every good neighbour is stored exactly once, and nothing was logged as an error', async () => {
  const stored = new Map<string, number>()
  for (let page = 1; ; page++) {
    const range = `startAt=0&endAt=${Date.now() + 60_000}&search=neighbour`
    const { body } = await server.ask<{ data: { urlPath: string }[] }>(
      `/api/websites/${website}/events?${range}&pageSize=1000&page=${page}`,
    )
    for (const { urlPath } of body.data) stored.set(urlPath, (stored.get(urlPath) ?? 0) + 1)
    if (body.data.length === 0) break
  }
  const expected = sentNeighbours.map((path): [string, number] => [path, 1])
  expect([...stored].toSorted()).toEqual(expected.toSorted())
  expect(server.logged.filter((line) => / (error|warn) /.test(line))).toEqual([])
})
