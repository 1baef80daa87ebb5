// Everything that a sender may choose is sent as long as it may be, each time another one: the
// caches that remember it stay within their budgets.

import { afterAll, beforeAll, expect, test } from 'bun:test'
import { cacheBudgets, cacheSizes } from '../../src/lib/byte-cache.ts'
import { startServer, type TestServer } from '../support/app.ts'

const hits = 12_000
const perBatch = 500

let server: TestServer
let website: string
beforeAll(async () => {
  server = await startServer({ settings: { DISABLE_BOT_CHECK: 'true' } })
  website = await server.createWebsite()
})
afterAll(() => server.stop())

/** A text of this length that no other number has, of characters that take two bytes each. */
const long = (length: number, number: number): string => `${number}`.padEnd(length, 'я')

function batch(first: number): object[] {
  return Array.from({ length: perBatch }, (_, index) => {
    const number = first + index
    return {
      type: 'event',
      payload: {
        website,
        url: `/${long(1_000, number)}`,
        title: long(500, number),
        hostname: `${'a'.repeat(60)}.${'b'.repeat(30)}.${number}`,
        // As long as addresses and browsers are remembered at all.
        userAgent: long(400, number),
        ip: `2001:db8:${(number >> 12).toString(16)}:${(number & 0xfff).toString(16)}::1%${'z'.repeat(40)}`,
        timestamp: 1_767_225_600 + number,
      },
    }
  })
}

const total = (name: string): number =>
  cacheSizes()
    .filter((cache) => cache.name === name)
    .reduce((most, { bytes }) => Math.max(most, bytes), 0)

test('the longest values there are fill no cache beyond its budget', async () => {
  for (let first = 0; first < hits; first += perBatch) {
    const { status, body } = await server.ask('/api/batch', {
      token: null,
      headers: { 'User-Agent': 'Filler' },
      body: batch(first),
    })
    expect([status, (body as { processed: number }).processed]).toEqual([200, perBatch])
    for (const { name, bytes } of cacheSizes())
      expect(bytes).toBeLessThanOrEqual(cacheBudgets[name])
  }
  // The budget is what held them, so it was tried.
  for (const name of ['visitors', 'clients', 'addresses', 'pageBases'] as const) {
    expect(total(name)).toBeGreaterThan(cacheBudgets[name] * 0.95)
  }
}, 300_000)
