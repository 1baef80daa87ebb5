import { describe, expect, test } from 'bun:test'
import { collectHit, Dropped, type Receipt } from '../../src/collect/pipeline.ts'
import { parseSendBody } from '../../src/collect/read/payload.ts'
import { emptyAttributes, emptyEvent } from '../../src/collect/shape/columns.ts'
import type { Hit } from '../../src/collect/shape/hit.ts'
import { AppError, errorBody } from '../../src/errors.ts'
import { minuteMs } from '../../src/time/durations.ts'
import {
  fakeCollector,
  firefox,
  linkId,
  pixelId,
  unknownId,
  vectorAt,
  websiteId,
} from './fake-collector.ts'

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) ' +
  'Chrome/126.0.0.0 Safari/537.36'

type Fake = ReturnType<typeof fakeCollector>

interface Request {
  type?: string
  payload?: object
  headers?: Record<string, string>
  peerAddress?: string | null
}

/** Sends one hit of a Firefox at 203.0.113.7, unless said otherwise. */
async function send(fake: Fake, request: Request = {}): Promise<Receipt | Dropped> {
  const { type = 'event', payload = {}, headers = {}, peerAddress = '203.0.113.7' } = request
  const body = parseSendBody({ type, payload: { website: websiteId, ...payload } })
  if (body instanceof AppError) throw body
  const sender = { headers: new Headers({ 'user-agent': firefox, ...headers }), peerAddress }
  return collectHit(fake.collector, sender, body)
}

async function stored(fake: Fake, request: Request = {}): Promise<Hit> {
  const outcome = await send(fake, request)
  if (outcome instanceof Dropped) throw new Error(`dropped: ${outcome.reason}`)
  return fake.hits.at(-1) as Hit
}

async function receipt(fake: Fake, request: Request = {}): Promise<Receipt> {
  const outcome = await send(fake, request)
  if (outcome instanceof Dropped) throw new Error(`dropped: ${outcome.reason}`)
  return outcome
}

async function dropped(fake: Fake, request: Request) {
  const outcome = await send(fake, request)
  if (!(outcome instanceof Dropped)) throw new Error('stored')
  expect(fake.hits).toEqual([])
  return [outcome.reason, outcome.error && errorBody(outcome.error).error]
}

const amsterdam = { country: 'NL', region: 'NL-NH', city: 'Amsterdam' }
const vectorHour = Date.UTC(2025, 2, 15, 13) / 3_600_000

const attributes = {
  ...emptyAttributes,
  browser: 'firefox',
  os: 'Linux',
  device: 'desktop',
  ...amsterdam,
}

const view = { ...emptyEvent, hostname: 'localhost' }

const page = {
  hostname: 'www.shop.example',
  language: 'en-US',
  screen: '1920x1080',
  title: 'Shoes%20%26%20more',
  url: 'https://www.shop.example/shoes?utm_source=mail#red',
  referrer: 'https://www.google.com/search?q=shoes',
  tag: 'b',
}

describe('what is stored', () => {
  test('a page view with everything', async () => {
    expect(await stored(fakeCollector(), { payload: page })).toEqual({
      target: 1,
      sessionId: 'd6666096-3e44-5c6e-9614-27315521e14b',
      visitHour: vectorHour,
      at: vectorAt,
      attributes: { ...attributes, device: 'laptop', screen: '1920x1080', language: 'en-US' },
      event: {
        ...view,
        eventType: 1,
        urlPath: '/shoes#red',
        urlQuery: 'utm_source=mail',
        hostname: 'www.shop.example',
        pageTitle: 'Shoes & more',
        tag: 'b',
        referrerDomain: 'google.com',
        referrerPath: '/search',
        referrerQuery: 'q=shoes',
        utmSource: 'mail',
      },
      eventData: [],
      sessionData: [],
      revenue: null,
    })
  })

  test('the least that a server-side client sends', async () => {
    const payload = { name: 'signup', data: { plan: 'pro' } }
    expect(await stored(fakeCollector(), { payload })).toEqual({
      target: 1,
      sessionId: 'd6666096-3e44-5c6e-9614-27315521e14b',
      visitHour: vectorHour,
      at: vectorAt,
      attributes,
      event: { ...view, eventType: 2, eventName: 'signup' },
      eventData: [{ key: 'plan', type: 1, text: 'pro', number: null, dateMs: null }],
      sessionData: [],
      revenue: null,
    })
  })

  test('an event with revenue keeps its data as well', async () => {
    const data = { revenue: '19.90', currency: 'eur' }
    const hit = await stored(fakeCollector(), { payload: { name: 'order', data } })
    expect(hit.revenue).toEqual({ currency: 'EUR', amount: 19.9 })
    expect(hit.eventData.map(({ key, text }) => [key, text])).toEqual([
      ['revenue', '19.90'],
      ['currency', 'eur'],
    ])
  })

  test('identify: the session and its data, no event', async () => {
    const payload = { ...page, id: 'user-42', data: { plan: 'pro', revenue: 5, currency: 'EUR' } }
    const hit = await stored(fakeCollector(), { type: 'identify', payload })
    expect(hit).toEqual({
      target: 1,
      sessionId: 'ee93850c-b59f-568a-af77-d05a547c886a',
      visitHour: vectorHour,
      at: vectorAt,
      attributes: {
        ...attributes,
        device: 'laptop',
        screen: '1920x1080',
        language: 'en-US',
        distinctId: 'user-42',
      },
      event: null,
      eventData: [],
      sessionData: [
        { key: 'plan', type: 1, text: 'pro', number: null, dateMs: null },
        { key: 'revenue', type: 2, text: '5.0000', number: 5, dateMs: null },
        { key: 'currency', type: 1, text: 'EUR', number: null, dateMs: null },
      ],
      revenue: null,
    })
  })

  test('performance: measures, and only what identifies page and visitor', async () => {
    const measures = { lcp: 1234.56, inp: 40, cls: 0.123456, fcp: 900.04, ttfb: 0 }
    const payload = { ...page, ...measures, id: 'user-42', name: 'x', data: { a: 1 } }
    const hit = await stored(fakeCollector(), { type: 'performance', payload })
    expect(hit.event).toEqual({
      ...view,
      eventType: 5,
      urlPath: '/shoes',
      hostname: 'www.shop.example',
      pageTitle: 'Shoes & more',
      tag: 'b',
      lcp: 1234.6,
      inp: 40,
      cls: 0.1235,
      fcp: 900,
      ttfb: 0,
    })
    expect(hit.attributes.distinctId).toBe('user-42')
    expect([hit.eventData, hit.revenue]).toEqual([[], null])
  })

  test('hits of links and pixels', async () => {
    const fake = fakeCollector()
    const url = 'https://stats.example/q/abcdefgh?utm_source=x'
    const link = await stored(fake, { payload: { website: null, link: linkId, url, name: 'x' } })
    expect([link.target, link.event?.eventType, link.event?.urlPath]).toEqual([2, 3, '/q/abcdefgh'])
    expect(link.event?.utmSource).toBe('x')
    const pixel = await stored(fake, { payload: { website: null, pixel: pixelId, url } })
    expect([pixel.target, pixel.event?.eventType]).toEqual([3, 4])
    expect(new Set([link.sessionId, pixel.sessionId]).size).toBe(2)
  })

  test('browser, system, device and time as the sender says', async () => {
    const said = { browser: 'lynx', os: 'Plan 9', device: 'fridge', timestamp: 1735689600 }
    const hit = await stored(fakeCollector(), { payload: said })
    const { browser, os, device } = hit.attributes
    expect([browser, os, device]).toEqual(['lynx', 'Plan 9', 'fridge'])
    expect([hit.at, hit.visitHour]).toEqual([1735689600000, 1735689600 / 3600])
  })

  test('REMOVE_TRAILING_SLASH', async () => {
    const fake = fakeCollector({ config: { removeTrailingSlash: true } })
    const hit = await stored(fake, { payload: { url: '/blog/#x' } })
    expect(hit.event?.urlPath).toBe('/blog#x')
  })
})

describe('who is not recorded', () => {
  const refusal = (message: string, code = 'bad-request', status = 400) => ({
    message,
    code,
    status,
  })

  test('unknown websites, links and pixels', async () => {
    const fake = fakeCollector()
    const drop = (payload: object) => dropped(fake, { payload })
    expect(await drop({ website: unknownId })).toEqual([
      'no such target',
      refusal('Website not found.'),
    ])
    expect(await drop({ website: null, link: unknownId })).toEqual([
      'no such target',
      refusal('Link not found.'),
    ])
    expect(await drop({ website: null, pixel: linkId })).toEqual([
      'no such target',
      refusal('Pixel not found.'),
    ])
  })

  test('bots, by header or by payload', async () => {
    const fake = fakeCollector()
    const headers = { 'user-agent': 'curl/8.5.0' }
    expect(await dropped(fake, { headers })).toEqual(['bot', null])
    expect(await dropped(fake, { payload: { userAgent: 'curl/8.5.0' } })).toEqual(['bot', null])
    expect(
      (await stored(fake, { headers, payload: { userAgent: chrome } })).attributes.browser,
    ).toBe('chrome')
  })

  test('bots are recorded with DISABLE_BOT_CHECK, but not those without a name', async () => {
    const config = { disableBotCheck: true }
    const nameless = { headers: { 'user-agent': ' ' }, payload: { userAgent: ' ' } }
    expect(await dropped(fakeCollector({ config }), nameless)).toEqual(['no user agent', null])
    expect(await dropped(fakeCollector(), nameless)).toEqual(['no user agent', null])
    const hit = await stored(fakeCollector({ config }), { headers: { 'user-agent': 'curl/8.5.0' } })
    expect(hit.attributes.browser).toBe('curl')
  })

  test('blocked addresses', async () => {
    const ignoreIp = '203.0.113.0/24, 2001:db8::1'
    const fake = fakeCollector({ config: { ignoreIp } })
    const answer: Awaited<ReturnType<typeof dropped>> = [
      'blocked',
      refusal('Forbidden', 'forbidden', 403),
    ]
    expect(await dropped(fake, {})).toEqual(answer)
    expect(await dropped(fake, { payload: { ip: '2001:DB8:0::1' } })).toEqual(answer)
    expect(await dropped(fake, { peerAddress: '::ffff:203.0.113.9' })).toEqual(answer)
    await stored(fake, { payload: { ip: 'unknown' } })
    await stored(fake, { peerAddress: null })
  })

  test('an unknown website wins over a bot, a bot over a blocked address', async () => {
    const fake = fakeCollector({ config: { ignoreIp: '203.0.113.7' } })
    const headers = { 'user-agent': 'curl/8.5.0' }
    const [first] = await dropped(fake, { headers, payload: { website: unknownId } })
    const [second] = await dropped(fake, { headers })
    expect([first, second]).toEqual(['no such target', 'bot'])
  })

  test('when the store refuses, so does collection', async () => {
    const full = new AppError('unavailable')
    const fake = fakeCollector({ add: () => Promise.reject(full) })
    await expect(send(fake)).rejects.toBe(full)
  })
})

describe('place', () => {
  const placeFor = async (request: Request, config = {}) => {
    const { country, region, city } = (await stored(fakeCollector({ config }), request)).attributes
    return [country, region, city]
  }
  const nowhere: (string | null)[] = [null, null, null]
  const cdn = { 'cf-ipcountry': 'US', 'cf-region-code': 'CA', 'cf-ipcity': 'San Jose' }
  const proxied = { ...cdn, 'x-forwarded-for': '198.51.100.1' }

  test('of the address', async () => {
    expect(await placeFor({})).toEqual(['NL', 'NL-NH', 'Amsterdam'])
    expect(await placeFor({ peerAddress: '::ffff:203.0.113.7' })).toEqual([
      'NL',
      'NL-NH',
      'Amsterdam',
    ])
    expect(await placeFor({ peerAddress: '198.51.100.1' })).toEqual(nowhere)
  })

  test('by headers of a trusted proxy', async () => {
    const peerAddress = '10.0.0.1'
    expect(await placeFor({ headers: proxied, peerAddress })).toEqual(['US', 'US-CA', 'San Jose'])
  })

  test('not by headers of anybody else, nor with SKIP_LOCATION_HEADERS or payload.ip', async () => {
    const there = ['NL', 'NL-NH', 'Amsterdam']
    const forwarded = { ...cdn, 'x-forwarded-for': '203.0.113.7' }
    const request = { headers: forwarded, peerAddress: '10.0.0.1' }
    expect(await placeFor({ headers: cdn })).toEqual(there)
    expect(await placeFor(request, { skipLocationHeaders: true })).toEqual(there)
    expect(await placeFor({ ...request, payload: { ip: '203.0.113.7' } })).toEqual(there)
  })

  test('none for private addresses and for text that is no address, whatever headers say', async () => {
    expect(await placeFor({ headers: cdn, peerAddress: '10.0.0.1' })).toEqual(nowhere)
    const headers = { ...cdn, 'x-forwarded-for': 'unknown' }
    expect(await placeFor({ headers, peerAddress: '10.0.0.1' })).toEqual(nowhere)
    expect(await placeFor({ peerAddress: null })).toEqual(nowhere)
  })
})

describe('sessions', () => {
  test('payload.ip and payload.userAgent name the visitor', async () => {
    const fake = fakeCollector()
    const direct = await stored(fake)
    const forwarded = await stored(fake, {
      payload: { ip: '203.0.113.7', userAgent: firefox },
      headers: { 'user-agent': 'node' },
      peerAddress: '198.51.100.1',
    })
    expect(forwarded.sessionId).toBe(direct.sessionId)
  })

  test('the case of the website id does not matter', async () => {
    const fake = fakeCollector()
    const upper = await stored(fake, { payload: { website: websiteId.toUpperCase() } })
    expect(upper.sessionId).toBe((await stored(fake)).sessionId)
  })

  test('an id is cut before it counts', async () => {
    const fake = fakeCollector()
    const long = await stored(fake, { payload: { id: 'u'.repeat(60) } })
    const cut = await stored(fake, { payload: { id: 'u'.repeat(50) } })
    expect(long.sessionId).toBe(cut.sessionId)
    expect(long.attributes.distinctId).toBe('u'.repeat(50))
  })

  test('SALT_ROTATION', async () => {
    const fake = fakeCollector({ config: { saltRotation: 'day' } })
    const today = await stored(fake)
    fake.clock.now += 24 * 3_600_000
    expect((await stored(fake)).sessionId).not.toBe(today.sessionId)
  })
})

describe('visits', () => {
  test('the answer names session and visit', async () => {
    const { sessionId, visitId } = await receipt(fakeCollector())
    expect([sessionId, visitId]).toEqual([
      'd6666096-3e44-5c6e-9614-27315521e14b',
      '1fa39096-a731-5a4d-a22d-c0b92153b794',
    ])
  })

  test('without the token a visit ends with the hour', async () => {
    const fake = fakeCollector()
    const first = await receipt(fake)
    fake.clock.now = Date.UTC(2025, 2, 15, 13, 59, 59)
    expect((await receipt(fake)).visitId).toBe(first.visitId)
    fake.clock.now = Date.UTC(2025, 2, 15, 14)
    expect((await receipt(fake)).visitId).not.toBe(first.visitId)
  })

  test('with the token it lasts half an hour, across the hour', async () => {
    const fake = fakeCollector()
    fake.clock.now = Date.UTC(2025, 2, 15, 13, 50)
    const first = await receipt(fake)
    fake.clock.now += 30 * minuteMs
    const second = await receipt(fake, { headers: { 'x-umami-cache': first.cache } })
    expect(second.visitId).toBe(first.visitId)
    expect(fake.hits.map(({ visitHour }) => visitHour)).toEqual([vectorHour, vectorHour])
    fake.clock.now += 1000
    const third = await receipt(fake, { headers: { 'x-umami-cache': second.cache } })
    expect(third.visitId).not.toBe(first.visitId)
    expect(fake.hits.at(-1)?.visitHour).toBe(vectorHour + 1)
  })

  test('a token of another website, of a link or of nobody counts for nothing', async () => {
    const fake = fakeCollector()
    fake.clock.now = Date.UTC(2025, 2, 15, 13, 50)
    const link = await receipt(fake, { payload: { website: null, link: linkId } })
    const stranger = fakeCollector()
    stranger.collector.cacheKey = 'other'
    stranger.clock.now = fake.clock.now
    const forged = await receipt(stranger)
    fake.clock.now += 15 * minuteMs
    const fresh = await receipt(fake)
    for (const cache of [link.cache, forged.cache, '', 'x.y.z', `${fresh.cache}x`]) {
      const answer = await receipt(fake, { headers: { 'x-umami-cache': cache } })
      expect(answer.visitId).toBe(fresh.visitId)
    }
  })

  test('a token of another session starts a new visit', async () => {
    const fake = fakeCollector()
    fake.clock.now = Date.UTC(2025, 2, 15, 13, 50)
    const { cache } = await receipt(fake)
    fake.clock.now += 15 * minuteMs
    const moved = { peerAddress: '198.51.100.1', headers: { 'x-umami-cache': cache } }
    const { cache: _, ...answer } = await receipt(fake, moved)
    const { cache: __, ...fresh } = await receipt(fake, { peerAddress: '198.51.100.1' })
    expect(answer).toEqual(fresh)
  })

  test('imported hits keep the visit of their token for half an hour of their own time', async () => {
    const fake = fakeCollector()
    const at = Date.UTC(2025, 2, 1, 10, 59) / 1000
    const first = await receipt(fake, { payload: { timestamp: at } })
    const headers = { 'x-umami-cache': first.cache }
    const second = await receipt(fake, { headers, payload: { timestamp: at + 1800 } })
    const third = await receipt(fake, { headers, payload: { timestamp: at + 1801 } })
    const fourth = await receipt(fake, { headers, payload: { timestamp: at - 60 } })
    expect([second, third, fourth].map(({ visitId }) => visitId === first.visitId)).toEqual([
      true,
      false,
      // The same visit by its hour.
      true,
    ])
    // The token is never renewed by them.
    expect([second, third, fourth].map(({ cache }) => cache)).toEqual(Array(3).fill(first.cache))
    const hour = Math.floor(at / 3600)
    expect(fake.hits.map(({ visitHour }) => visitHour)).toEqual([hour, hour, hour + 1, hour])
  })

  test('an imported hit in the middle of a visit leaves the visit as it is', async () => {
    const fake = fakeCollector()
    fake.clock.now = Date.UTC(2025, 2, 15, 13, 50)
    const first = await receipt(fake)
    const headers = { 'x-umami-cache': first.cache }
    const old = await receipt(fake, {
      headers,
      payload: { timestamp: Date.UTC(2025, 2, 1) / 1000 },
    })
    fake.clock.now += 29 * minuteMs
    const next = await receipt(fake, { headers: { 'x-umami-cache': old.cache } })
    expect(next.visitId).toBe(first.visitId)
    expect(old.visitId).not.toBe(first.visitId)
  })

  test('a time is taken up to a day ahead', async () => {
    const fake = fakeCollector()
    const tomorrow = Math.floor(fake.clock.now / 1000) + 86_400
    await receipt(fake, { payload: { timestamp: tomorrow } })
    fake.hits.length = 0
    const [reason, error] = await dropped(fake, { payload: { timestamp: tomorrow + 1 } })
    expect(reason).toBe('in the future')
    expect(JSON.stringify(error)).toContain(`<=${tomorrow}, a day ahead`)
  })

  test('a deleted website is not found, token or not', async () => {
    const fake = fakeCollector()
    const { cache } = await receipt(fake)
    fake.hits.length = 0
    fake.collector.findTarget = () => null
    const [reason] = await dropped(fake, { headers: { 'x-umami-cache': cache } })
    expect(reason).toBe('no such target')
  })
})
