// How many hits per second pass from JSON text to the door of the store, on one core.
// Run: bun test/bench/collect.ts

import { prepareHit } from '../../src/collect/pipeline.ts'
import { parseSendBody } from '../../src/collect/read/payload.ts'
import { AppError } from '../../src/errors.ts'
import { fakeCollector, firefox, websiteId } from '../collect/fake-collector.ts'

const { collector } = fakeCollector()
const count = 20_000
const rounds = 10
const people = 5_000

const chrome = (version: number) =>
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) ' +
  `Chrome/${version}.0.0.0 Safari/537.36`

/** The request of the index-th hit: many addresses, some browsers. */
function toRequest(index: number, payload: object, token: string) {
  const person = index % people
  const headers = new Headers({
    'user-agent': person % 3 === 0 ? firefox : chrome(100 + (person % 40)),
    'x-forwarded-for': `${20 + (person % 180)}.${person >> 8}.${person & 255}.7`,
    'content-type': 'application/json',
    'x-umami-cache': token,
  })
  return { sender: { headers, peerAddress: '::ffff:127.0.0.1' }, text: toBody(index, payload) }
}

const toBody = (index: number, payload: object): string =>
  JSON.stringify({
    type: 'event',
    payload: {
      website: websiteId,
      hostname: 'shop.example',
      language: 'en-US',
      screen: '1920x1080',
      title: 'Shoes and more',
      url: `https://shop.example/shoes/${index % 1000}?utm_source=mail&utm_medium=news#red`,
      referrer: 'https://www.google.com/search?q=shoes',
      ...payload,
    },
  })

function measure(name: string, payload: object, token: string): void {
  const requests = Array.from({ length: count }, (_, index) => toRequest(index, payload, token))
  // The best round is the one least disturbed by whatever else the machine does.
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds; round++) {
    const startAt = performance.now()
    let stored = 0
    for (const { sender, text } of requests) {
      const body = parseSendBody(JSON.parse(text))
      if (body instanceof AppError) throw body
      if ('hit' in prepareHit(collector, sender, body)) stored++
    }
    best = Math.min(best, (performance.now() - startAt) / 1000)
    if (stored !== count) throw new Error(`${name}: only ${stored} of ${count} were stored`)
  }
  const each = (best / count) * 1e6
  console.log(`${name}: ${Math.round(count / best)} hits/s, ${each.toFixed(1)} µs each`)
}

function toToken(): string {
  const { sender, text } = toRequest(0, {}, '')
  const body = parseSendBody(JSON.parse(text))
  if (body instanceof AppError) throw body
  const prepared = prepareHit(collector, sender, body)
  return 'receipt' in prepared ? prepared.receipt.cache : ''
}

const data = { plan: 'pro', price: 19.9, at: '2025-03-15T13:00:00Z', cart: { items: 3, ids: [1] } }
measure('page views', {}, '')
measure('page views with token', {}, toToken())
measure('events with data', { name: 'order', data }, '')
