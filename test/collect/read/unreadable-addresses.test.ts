// Addresses that nobody can read, sent to the real server: what of the hit is stored all the same.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { startServer, type TestServer } from '../../support/app.ts'
import { firefox } from '../../support/visits.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ now: '2026-03-10T10:00:00Z' })
})
afterAll(() => server.stop())

const [from, to] = ['2026-03-10', '2026-03-11'].map((date) => Date.parse(date))
const loneSurrogate = '\ud800'

/** Sends one page view of a new website and gives the answer and the rows that were stored. */
async function sent(payload: object) {
  const website = await server.createWebsite()
  const { status, body } = await server.ask('/api/send', {
    token: null,
    headers: { 'User-Agent': firefox },
    body: { type: 'event', payload: { website, ...payload } },
  })
  const events = await server.ask<{ data: Record<string, unknown>[] }>(
    `/api/websites/${website}/events?startAt=${from}&endAt=${to}`,
  )
  const rows = events.body.data.map(({ urlPath, hostname, referrerDomain, referrerPath }) => ({
    urlPath,
    hostname,
    referrerDomain,
    referrerPath,
  }))
  return { status, body, rows }
}

describe('a referrer', () => {
  test.each([
    'https://%zz.example/',
    'https://',
    'http://a b/',
    'https://a:99999/',
    'http://[::1',
    'https://xn--a.example/',
    `https://a${loneSurrogate}.example/`,
  ])('%p is none', async (referrer) => {
    const { status, rows } = await sent({ hostname: 'shop.example', url: '/a', referrer })
    const row = {
      urlPath: '/a',
      hostname: 'shop.example',
      referrerDomain: null,
      referrerPath: null,
    }
    expect([status, rows]).toEqual([200, [row]])
  })

  test('is none when it is long as well', async () => {
    const referrer = `https://${'%'.repeat(100_000)}/`
    const { status, rows } = await sent({ hostname: 'shop.example', url: '/a', referrer })
    expect([status, rows.map(({ referrerDomain }) => referrerDomain)]).toEqual([200, [null]])
  })

  test('is cut, and made fit for storing', async () => {
    const long = `https://a.example/${loneSurrogate}${'b'.repeat(600)}`
    const { status, rows } = await sent({ hostname: 'shop.example', url: '/a', referrer: long })
    expect([status, rows]).toEqual([
      200,
      [
        {
          urlPath: '/a',
          hostname: 'shop.example',
          referrerDomain: 'a.example',
          referrerPath: `/\ufffd${'b'.repeat(498)}`,
        },
      ],
    ])
  })

  test.each(['event', 'identify', 'performance'])('in a message of type %s', async (type) => {
    const website = await server.createWebsite()
    const payload = { website, url: '/a', referrer: 'https://%zz.example/', data: { plan: 'pro' } }
    const { status } = await server.ask('/api/send', {
      token: null,
      headers: { 'User-Agent': firefox },
      body: { type, payload },
    })
    expect(status).toBe(200)
  })

  test('of another type is a mistake of the sender', async () => {
    const { status, rows } = await sent({ url: '/a', referrer: 7 })
    expect([status, rows]).toEqual([400, []])
  })
})

describe('the address of the page', () => {
  test.each(['https://%zz.example/', `https://a${loneSurrogate}.example/`])(
    '%p is refused: without it nobody knows what was looked at',
    async (url) => {
      const { status, body, rows } = await sent({ hostname: 'shop.example', url })
      expect([status, rows]).toEqual([400, []])
      expect(body).toMatchObject({
        error: { properties: { payload: { properties: { url: { errors: ['Invalid URL.'] } } } } },
      })
    },
  )

  test.each([
    ['%zz', '%zz'],
    ['my shop', 'my shop'],
    ['[::1', '[::1'],
    [`a${loneSurrogate}.example`, 'a\ufffd.example'],
    ['h'.repeat(150), 'h'.repeat(100)],
  ])('with the hostname %p', async (hostname, stored) => {
    const { status, rows } = await sent({
      hostname,
      url: 'https://www.shop.example/a',
      referrer: 'https://other.example/b',
    })
    expect([status, rows]).toEqual([
      200,
      [{ urlPath: '/a', hostname: stored, referrerDomain: 'other.example', referrerPath: '/b' }],
    ])
  })
})
