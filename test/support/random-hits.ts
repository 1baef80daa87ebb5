// Random hits for comparing statistics with a second, naive count of them.

import {
  type EventFields,
  emptyAttributes,
  emptyEvent,
  type Property,
  type SessionAttributes,
} from '../../src/collect/shape/columns.ts'
import type { Hit } from '../../src/collect/shape/hit.ts'
import { hourMs } from '../../src/time/durations.ts'

/** Numbers from 0 to below 1, the same for the same seed (mulberry32). */
export function toRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

interface Wanted {
  target: number
  count: number
  /** Instants fall into the time from one to the other. */
  startAt: number
  endAt: number
}

/**
 * Hits of few visitors, so that sessions, visits, values and instants repeat: page views, custom
 * events, measurements and identifies, in no order of time, with and without properties.
 */
export function randomHits(random: () => number, { target, count, startAt, endAt }: Wanted): Hit[] {
  const below = (limit: number) => Math.floor(random() * limit)
  const pick = <Value>(values: readonly Value[]): Value => values[below(values.length)] as Value
  const uuid = () =>
    `00000000-0000-4000-8000-${Array.from({ length: 12 }, () => below(16).toString(16)).join('')}`
  const sessions = Array.from({ length: Math.ceil(count / 15) }, uuid)

  const attributes = (): SessionAttributes => ({
    ...emptyAttributes,
    browser: pick(['chrome', 'firefox', 'safari', null]),
    os: pick(['Linux', 'Mac OS', 'iOS']),
    device: pick(['desktop', 'laptop', 'mobile']),
    screen: pick(['1920x1080', '390x844', null]),
    language: pick(['en-US', 'en-GB', 'de', 'sv-SE', null]),
    country: pick(['US', 'DE', 'JP', null]),
    region: pick(['US-CA', 'DE-BY', null]),
    city: pick(['Austin', 'Kyoto', 'São Paulo', null]),
    distinctId: pick(['anna', 'ben', null, null]),
  })
  const event = (eventType: EventFields['eventType']): EventFields => ({
    ...emptyEvent,
    eventType,
    eventName: eventType === 2 ? pick(['buy', 'signup', 'neq.x', 'a,b']) : null,
    urlPath: pick(['/', '/a', '/a/b', '/100%', '/1000', '/A']),
    urlQuery: pick(['x=1', 'utm_source=news', null, null]),
    hostname: pick(['example.com', 'www.example.com', 'other.org', null]),
    pageTitle: pick(['Home', 'A 100% b', null]),
    tag: pick(['beta', null]),
    referrerDomain: pick(['t.co', 'google.com', 'example.com', null]),
    utmSource: pick(['news', 'mail', null]),
    utmMedium: pick(['cpc', null]),
    utmCampaign: pick(['spring', null]),
    utmContent: pick(['a', null]),
    utmTerm: pick(['t', null]),
    lcp: eventType === 5 ? below(5000) : null,
  })
  const property = (key: string, at: number): Property => {
    const none = { key, number: null, dateMs: null }
    switch (key) {
      case 'price': {
        const number = below(8) / 4
        return { ...none, type: 2, number, text: number.toFixed(4) }
      }
      case 'when': {
        const dateMs = at - below(4) * 6 * hourMs
        return { ...none, type: 3, dateMs, text: new Date(dateMs).toISOString() }
      }
      case 'gift':
        return { ...none, type: 4, text: pick(['true', 'false']) }
      case 'tags':
        return { ...none, type: 5, text: pick(['["x","y"]', '["x","x"]', '[]', '[1,true]', null]) }
      default:
        return { ...none, type: 1, text: pick(['pro', 'free', 'Pro', '']) }
    }
  }
  const properties = (at: number): Property[] =>
    ['gift', 'plan', 'price', 'tags', 'team', 'when']
      .filter(() => random() < 0.3)
      .map((key) => property(key, at))

  return Array.from({ length: count }, (): Hit => {
    // Whole minutes often, so that instants tie.
    const exact = startAt + below(endAt - startAt)
    const at = random() < 0.5 ? exact : exact - (exact % 60_000)
    const kind = pick(['view', 'view', 'view', 'custom', 'custom', 'vitals', 'identify'] as const)
    const type = ({ view: 1, custom: 2, vitals: 5, identify: null } as const)[kind]
    const hasData = type === 2 ? random() < 0.7 : type === 1 && random() < 0.2
    return {
      target,
      sessionId: pick(sessions),
      visitHour: Math.floor(at / hourMs),
      at,
      attributes: attributes(),
      event: type === null ? null : event(type),
      eventData: hasData ? properties(at) : [],
      sessionData: kind === 'identify' ? properties(at) : [],
      revenue: null,
    }
  })
}
