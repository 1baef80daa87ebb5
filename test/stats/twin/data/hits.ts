// Random hits: the payload that is sent, and the columns that it must become.

import type { Attributes, EventColumns, Property, Site, TwinEvent } from '../rows/rows.ts'
import * as pools from './pools.ts'
import type { Random } from './random.ts'

export interface Visitor {
  /** What the page calls them; null for those who are known by address and browser alone. */
  id: string | null
  address: string
  agent: pools.Agent
  language: string | null
  screen: string | null
}

/** A hit before it is sent. */
export interface Hit {
  site: Site
  visitor: Visitor
  /** Epoch seconds; null to take the server's clock. */
  timestamp: number | null
  type: 'event' | 'identify' | 'performance'
  payload: Record<string, unknown>
  /** Null for identify. */
  columns: EventColumns | null
  attributes: Omit<Attributes, 'country' | 'region' | 'city'>
  data: Property[]
  revenue: TwinEvent['revenue']
}

export const randomVisitor = (random: Random, number: number): Visitor => ({
  id: number % 3 === 0 ? null : `visitor-${number}`,
  address: `81.2.69.${number}`,
  agent: random.pick(pools.agentTexts),
  language: random.pick(pools.languages),
  screen: random.pick(pools.screens),
})

export function randomHit(random: Random, site: Site, visitor: Visitor): Hit {
  const chance = site.kind === 'website' ? random.next() : 0
  const type = chance < 0.84 ? 'event' : chance < 0.92 ? 'identify' : 'performance'
  const name = type === 'event' && chance > 0.56 ? random.pick(pools.eventNames) : null
  const sentPage = randomPage(random, type === 'performance')
  const { data, revenue } = randomData(random, type, name)
  const attributes = randomAttributes(random, visitor)
  const vitals = type === 'performance' ? randomVitals(random) : noVitals
  const eventType = type === 'performance' ? 5 : name !== null ? 2 : eventTypes[site.kind]
  return {
    site,
    visitor,
    timestamp: null,
    type,
    payload: {
      [site.kind]: site.id,
      ...sentPage.payload,
      ...attributes.payload,
      ...(type === 'performance' ? vitals : {}),
      ...(name === null ? {} : { name }),
      ...(Object.keys(data).length > 0 ? { data } : {}),
    },
    columns:
      type === 'identify' ? null : { ...sentPage.columns, ...vitals, eventType, eventName: name },
    attributes: attributes.stored,
    data: type === 'performance' ? [] : flattened(data),
    revenue,
  }
}

/** Whose hit it is, where a request does not say it or is about several visitors. */
export function nameSender({ payload, visitor }: Hit, namesAddress: boolean, isBatch: boolean) {
  if (visitor.id === null && namesAddress) payload.ip = visitor.address
  if (isBatch) payload.userAgent = visitor.agent
}

const eventTypes = { website: 1, link: 3, pixel: 4 } as const
const noVitals = { lcp: null, inp: null, cls: null, fcp: null, ttfb: null }

function randomVitals(random: Random) {
  const milliseconds = () => (random.isLucky(0.2) ? null : random.below(40_000) / 10)
  return {
    lcp: milliseconds(),
    inp: milliseconds(),
    cls: random.isLucky(0.2) ? null : random.below(5000) / 10_000,
    fcp: milliseconds(),
    ttfb: milliseconds(),
  }
}

/** Attributes are mostly those of the visitor; the odd other value shows which hit came first. */
function randomAttributes(random: Random, visitor: Visitor) {
  const isOdd = random.isLucky(0.1)
  const odd = <Value>(values: readonly Value[], usual: Value): Value =>
    isOdd ? random.pick(values) : usual
  const screen = odd(pools.screens, visitor.screen)
  const language = odd(pools.languages, visitor.language)
  const browser = odd(pools.browsers, null)
  const os = odd(pools.systems, null)
  const device = odd(pools.devices, null)
  const agent = pools.agents[visitor.agent]
  const isNarrow = screen?.startsWith('1920') || screen?.startsWith('390')
  const parsed = agent.device === 'desktop' && isNarrow ? 'laptop' : agent.device
  return {
    payload: { screen, language, browser, os, device, id: visitor.id },
    stored: {
      browser: browser || agent.browser,
      os: os || agent.os,
      device: device || parsed,
      screen: screen || null,
      language,
      distinctId: visitor.id,
    },
  }
}

const clickIds = { gclid: 'gclid', fbclid: 'fbclid', msclkid: 'msclkid', ttclid: 'ttclid' }
const campaigns = {
  utmSource: 'utm_source',
  utmMedium: 'utm_medium',
  utmCampaign: 'utm_campaign',
  utmContent: 'utm_content',
  utmTerm: 'utm_term',
  ...clickIds,
  liFatId: 'li_fat_id',
  twclid: 'twclid',
} as const

function randomPage(random: Random, isMeasured: boolean) {
  const hostname = random.pick(pools.hostnames)
  const path = random.isLucky(0.02) ? null : random.pick(pools.paths)
  const query = path ? random.pick(pools.queries) : ''
  const referrer = random.pick(pools.referrers)
  const [title, pageTitle] = random.pick(pools.titles)
  const tag = random.pick(pools.tags)
  const [plain, hash] = path?.sent.split('#') ?? []
  const url = path && `${plain}${query && `?${query}`}${hash ? `#${hash}` : ''}`
  const isWhole = url !== null && hostname !== null && random.isLucky(0.3)
  const parameters = new URLSearchParams(isMeasured ? '' : query)
  const origin = isMeasured ? null : toOrigin(referrer, hostname)
  return {
    payload: { hostname, url: isWhole ? `https://${hostname}${url}` : url, referrer, title, tag },
    columns: {
      urlPath: (isMeasured ? path?.measured : path?.stored) ?? '',
      urlQuery: (!isMeasured && query) || null,
      hostname: hostname ?? 'localhost',
      pageTitle,
      tag: tag || null,
      referrerDomain: origin?.domain ?? null,
      referrerPath: origin?.path ?? null,
      referrerQuery: origin?.query ?? null,
      isInside: origin?.isInside ?? false,
      ...(Object.fromEntries(
        Object.entries(campaigns).map(([column, parameter]) => [column, parameters.get(parameter)]),
      ) as Record<keyof typeof campaigns, string | null>),
    },
  }
}

/** A referrer's columns; its host is not kept when it is the page's own. One without a host is none. */
function toOrigin(referrer: string | null, hostname: string | null) {
  if (!referrer || referrer.startsWith('about:')) return null
  const [, host = '', path = '/', query] =
    /^(?:https:\/\/(?:www\.)?([^/:]+)(?::\d+)?)?([^?]*)\??(.*)$/.exec(referrer) ?? []
  const [own] = (hostname ?? 'localhost')
    .toLowerCase()
    .replace(/^www\./, '')
    .split(':')
  const isInside = host === '' || host === own
  return {
    domain: isInside ? null : host,
    isInside,
    path: decodeURI(path),
    query: query || null,
  }
}

function randomData(random: Random, type: Hit['type'], name: string | null) {
  const data: Record<string, unknown> = {}
  const isRich = type === 'identify' || random.isLucky(name === null ? 0.05 : 0.5)
  const keys = type === 'identify' ? pools.sessionKeys : pools.dataKeys
  for (let left = isRich ? random.below(5) : 0; left > 0; left--) {
    put(data, random.pick(keys).split('.'), random.pick(pools.leaves))
  }
  const isSale = type === 'event' && random.isLucky(name === 'purchase' ? 0.7 : 0.02)
  if (!isSale) return { data, revenue: null }
  const revenue = random.pick(pools.amounts)
  const currency = random.pick(pools.currencies)
  Object.assign(data, { revenue, ...(currency === null ? {} : { currency }) })
  const isCounted = Number(revenue) > 0 && currency !== null
  return {
    data,
    revenue: isCounted
      ? { currency: currency.trim().toUpperCase(), amount: Number(revenue) }
      : null,
  }
}

function put(data: Record<string, unknown>, [first = '', ...rest]: string[], value: unknown): void {
  if (rest.length === 0) {
    data[first] = value
    return
  }
  const inner = (data[first] ?? {}) as Record<string, unknown>
  data[first] = inner
  put(inner, rest, value)
}

function flattened(data: Record<string, unknown>, prefix = ''): Property[] {
  return Object.entries(data).flatMap(([name, value]) => {
    const key = prefix + name
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return flattened(value as Record<string, unknown>, `${key}.`)
    }
    return [toProperty(key, value)]
  })
}

function toProperty(key: string, value: unknown): Property {
  const none = { number: null, dateAt: null }
  if (typeof value === 'boolean') return { key, type: 4, text: String(value), ...none }
  if (Array.isArray(value)) return { key, type: 5, text: JSON.stringify(value), ...none }
  if (typeof value === 'number') {
    const text = value.toFixed(4)
    return { key, type: 2, text, number: Number(text), dateAt: null }
  }
  const text = String(value)
  if (!/^\d{4}-\d\d-\d\dT/.test(text)) return { key, type: 1, text, ...none }
  const dateAt = Date.parse(/(Z|\+\d\d:\d\d)$/.test(text) ? text : `${text}Z`)
  return { key, type: 3, text: new Date(dateAt).toISOString(), number: null, dateAt }
}
