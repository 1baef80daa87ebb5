// Random parameters for questions.

import { dayMs } from '../../../../src/time/durations.ts'
import { metricTypes } from '../answers/metrics.ts'
import { channels } from '../rows/channels.ts'
import { columnNames, filterColumns, filterNames, type Params } from '../rows/filters.ts'
import type { Site } from '../rows/rows.ts'
import * as pools from './pools.ts'
import { type Body, type Question, readQuestion, reportQuestion, reports } from './questions.ts'
import type { Random } from './random.ts'

export const zones = [
  'UTC',
  'America/New_York',
  'Asia/Kolkata',
  'Pacific/Chatham',
  'Europe/Berlin',
  // Without a midnight when summer time begins, on 8 March 2026.
  'America/Havana',
] as const
export const units = ['minute', 'hour', 'day', 'month', 'year'] as const

const patterns = ['^/a', 'e', 'o+', '[a-f]$', '^$', 'ü', '^(en|de)', '\\d', 'a|b', '^U']
const parts = ['a', 'A', 'e', '/', '%', '_', 'O', 'ü', 'x']

/** Names of filters on fields, and on properties of events and sessions. */
export const everyFilter = [...filterNames, 'epf', 'spf'] as const

/** A filter's text: a value that occurs, several, or one of the operators. */
export function filterText(random: Random, site: Site, name: (typeof everyFilter)[number]): string {
  if (name === 'epf' || name === 'spf') return propertyFilterText(random, name)
  const value = () => {
    if (name === 'channel') return random.pick(channels)
    const column = name === 'entry' || name === 'exit' ? 'urlPath' : filterColumns[name]
    const found = site.events.length > 0 ? random.pick(site.events)[column] : null
    return found || random.pick(parts)
  }
  const choices = [
    () => value(),
    () => `eq.${value()}`,
    () => `neq.${value()}`,
    () => `${value()},${value()}`,
    () => `neq.${value()},${value()},`,
    // Commas of the value, not between values.
    () => `eq.${value().replace(/(\\*),/g, '$1$1\\,')},${value()}`,
    () => `c.${random.isLucky(0.5) ? value().slice(0, 3).toUpperCase() : random.pick(parts)}`,
    () => `dnc.${random.pick(parts)}`,
    () => `re.${random.pick(patterns)}`,
    () => `nre.${random.pick(patterns)}`,
    () =>
      name === 'language'
        ? random.pick(['en', 'neq.de', 'fr,en', 'EN', 'fil', 'neq.fi', 'c'])
        : value(),
    () => '',
  ]
  return random.pick(choices)()
}

/** Filters of any kind, mostly few. */
export function randomFilters(random: Random, site: Site): Params {
  const filters: Params = {}
  for (let left = random.pick([0, 0, 1, 1, 2, 3]); left > 0; left--) {
    const name = random.pick([...everyFilter, 'epf', 'spf'] as const)
    const number = random.pick(['', '', '1', '2'])
    filters[name + number] = filterText(random, site, name)
  }
  const add = (share: number, more: () => Params) => {
    if (random.isLucky(share)) Object.assign(filters, more())
  }
  const toIds = (type: 'segment' | 'cohort') =>
    [...site.stored].filter(([, stored]) => stored.type === type).map(([id]) => id)
  add(0.3, () => ({ match: random.pick(['any', 'any', 'all']) }))
  add(0.1, () => ({ eventType: random.pick(['1', '2', '3', '5']) }))
  if (site.stored.size > 0) {
    add(0.2, () => ({ segment: random.pick(toIds('segment')) }))
    add(0.2, () => ({ cohort: random.pick(toIds('cohort')) }))
  }
  return filters
}

/** A window, a part of one, from one row to another, or years. */
export function randomRange(random: Random, site: Site): { startAt: number; endAt: number } {
  const window = random.pick(pools.windows)
  const rowAt = () => (site.events.length > 0 ? random.pick(site.events).at : window.startAt)
  const years = () => [0, Date.parse('2030-01-01')]
  const choices = [
    () => [window.startAt, window.endAt],
    () => [random.pick(window.edges), random.pick(window.edges) + dayMs - 1],
    () => [rowAt(), rowAt()],
    () => [rowAt(), rowAt()],
    () => [rowAt(), rowAt() + 1_800_000],
    () => [rowAt(), 0],
    () => [Date.parse('2026-03-01'), Date.parse('2026-04-30T23:59:59.999Z')],
    () => [Date.parse('2025-09-01'), Date.parse('2026-06-01')],
    () => [Date.parse('2025-03-01'), Date.parse('2026-05-05T12:00:00Z')],
    years,
    years,
    () => [Date.parse('2024-02-29'), Date.parse('2024-02-29T23:59:59.999Z')],
  ]
  const [first = 0, second = 0] = random.pick(choices)()
  if (second === 0) return { startAt: first, endAt: first }
  return { startAt: Math.min(first, second), endAt: Math.max(first, second) }
}

/** What some endpoints need besides a range and filters. */
export function ownParams(random: Random, name: string): Params {
  const params: Params = {}
  if (name.startsWith('metrics')) params.type = random.pick(metricTypes)
  if (name === 'values') params.type = random.pick(filterNames)
  if (name === 'revenue/metrics') {
    params.type = random.pick(['country', 'region', 'referrer', 'channel'])
  }
  if (name.startsWith('revenue')) params.currency = random.pick(['USD', 'usd', 'EUR', 'XXX'])
  if (/^event-data(.values|-pivot)/.test(name)) params.eventName = random.pick(pools.eventNames)
  if (/^event-data(.values|-pivot.)/.test(name)) params.propertyName = random.pick(pools.dataKeys)
  if (/^session-data(-pivot|.(?!properties))/.test(name)) {
    params.propertyName = random.pick(pools.sessionKeys)
  }
  return params
}

const searches = ['a', 'FIRE', 'sign', '100%', '_', 'o', '/B', 'be', 'san', 'zzz']

/** What may be asked for, and mostly is not. */
function furtherParams(random: Random, name: string): Params {
  const params: Params = {}
  const add = (share: number, more: () => Params) => {
    if (random.isLucky(share)) Object.assign(params, more())
  }
  add(0.5, () => ({ timezone: random.pick(zones) }))
  add(0.5, () => ({ unit: random.pick(units) }))
  add(0.4, () => ({ compare: random.pick(['prev', 'yoy']) }))
  add(0.2, () => ({ excludeBounce: random.pick(['true', '1', 'false', '0', '']) }))
  if (name.startsWith('metrics')) {
    add(0.3, () => ({ limit: random.pick(['1', '3', '10']), offset: random.pick(['0', '1', '4']) }))
  }
  if (name.startsWith('metrics')) {
    add(0.2, () => ({ containing: random.pick(searches) }))
  }
  if (name === 'events/series') add(0.4, () => ({ limit: random.pick(['1', '2', '4']) }))
  if (/^(metrics|events$|sessions$|values|revenue.sessions)/.test(name)) {
    add(0.4, () => ({ search: random.pick(searches) }))
  }
  if (name === 'values') add(0.3, () => ({ search: 'a,zz, O ,/' }))
  if (
    /^(events|sessions|event-data|event-data-pivot|session-data-pivot|revenue.sessions)$/.test(name)
  ) {
    add(0.6, () => ({
      page: random.pick(['1', '2', '99']),
      pageSize: random.pick(['1', '5', '50']),
    }))
    add(0.2, () => ({ maxResults: random.pick(['1', '3', '60']) }))
  }
  if (/^session-data.values|^event-data.values/.test(name)) {
    add(0.5, () => ({ dataType: random.pick(['1', '2', '3', '4', '5', 'array', 'string']) }))
  }
  if (/^session-data(?!.values)|^event-data-pivot/.test(name)) {
    add(0.5, () => randomPropertyFilter(random, name))
  }
  if (name.endsWith('numeric-series')) {
    add(0.7, () => ({ metric: random.pick(['sum', 'avg', 'count']) }))
  }
  if (name === 'session-data/properties') {
    add(0.3, () => ({ propertyName: random.pick(pools.sessionKeys) }))
  }
  return params
}

const propertyTests = [
  'string.eq.pro,basic',
  'eq.pro',
  'string.neq.pro',
  'c.P',
  'string.dnc.%',
  're.^p',
  'nre.o$',
  'number.gt.2.5',
  'number.lte.12.5',
  'number.eq.12.5',
  'number.neq.3',
  'number.lt.0',
  'number.gte.100',
  'number.eq.1.25e1',
  'number.eq.0x3',
  'number.eq. ',
  'date.bf.2026-03-29T01:30:00Z',
  'date.bf.2026-03-29T01:30:00+0100',
  'date.af.2026-03-29 01:30',
  'date.bf.Mar 29 2026',
  'date.neq.Mar 8 2026',
  'date.bf.soon',
  'date.af.2026-03-08T06:59:59Z',
  'date.eq.2026-03-29T12:00:00Z',
  'date.neq.2026-03-08T06:00:00Z',
  'boolean.eq.true',
  'boolean.neq.true',
  'array.c.b',
  'array.c.2.5',
  'array.dnc.b',
]

const typeNames = ['string', 'number', 'date', 'boolean', 'array']

/** The whole filter: the number or the name of a type, the operator, the property, the value. */
function propertyFilterText(random: Random, name: 'epf' | 'spf'): string {
  const key = random.pick(name === 'epf' ? pools.dataKeys : pools.sessionKeys)
  const [first = '', ...others] = random.pick(propertyTests).split('.')
  const isNamed = typeNames.includes(first)
  const [operator = '', ...value] = isNamed ? others : [first, ...others]
  const type = isNamed ? first : 'string'
  const number = String(typeNames.indexOf(type) + 1)
  const property = encodeURIComponent(key).replaceAll('.', '%2E')
  return [random.pick([type, number]), operator, property, ...value].join('.')
}

function randomPropertyFilter(random: Random, name: string): Params {
  const keys = name.startsWith('session') ? pools.sessionKeys : pools.dataKeys
  return { [`pf_${random.pick(keys)}`]: random.pick(propertyTests) }
}

/** Whole visits, unless only rows are to be counted. */
const visitLevel: Params = { level: process.env.TWIN_LEVEL ?? 'visit' }

/** What is counted: rows, which may be said, or whole visits. */
export const levels: readonly Params[] = [{}, visitLevel]

/** Whole visits for every second question. */
export const randomLevel = (random: Random): Params =>
  random.pick([{}, { level: 'row' }, visitLevel, visitLevel])

/** `filters` may have a level. */
export function randomRead(random: Random, site: Site, name: string, filters: Params): Question {
  const { startAt, endAt } = randomRange(random, site)
  const params = {
    startAt: String(startAt),
    endAt: String(endAt),
    ...filters,
    ...furtherParams(random, name),
    ...ownParams(random, name),
  }
  return readQuestion(site, name, params, pools.askedAt, random.isLucky(0.15))
}

type ReportName = keyof typeof reports
export const reportNames = Object.keys(reports) as ReportName[]

const steps = [
  { type: 'path', value: '/' },
  { type: 'path', value: '/a' },
  { type: 'path', value: '/a*' },
  { type: 'path', value: '*b' },
  { type: 'path', value: '*log*' },
  { type: 'path', value: '/x_y' },
  { type: 'path', value: '*%' },
  { type: 'path', value: '*' },
  { type: 'event', value: 'signup' },
  { type: 'event', value: 'purchase' },
  { type: 'event', value: '*ign*' },
  { type: 'event', value: 'nothing' },
] as const

function ownBody(random: Random, name: ReportName): Record<string, unknown> {
  const step = random.pick(steps)
  switch (name) {
    case 'attribution':
      return {
        model: random.pick(['first-click', 'last-click']),
        type: step.type,
        step: step.value,
      }
    case 'breakdown':
      return { fields: random.shuffle(columnNames).slice(0, 1 + random.below(3)) }
    case 'funnel':
      return {
        steps: Array.from({ length: 2 + random.below(3) }, () => random.pick(steps)),
        window: random.pick([1, 1, 2, 30, 0.01]),
      }
    case 'goal':
      return { ...step }
    case 'journey':
    case 'journey/flows':
      return {
        steps: 3 + random.below(5),
        ...(random.isLucky(0.4) ? { startStep: random.pick(['/', '/a', 'signup', '']) } : {}),
        ...(random.isLucky(0.4) ? { endStep: random.pick(['/', '/a', 'signup', '']) } : {}),
        ...(random.isLucky(0.2) ? { eventType: random.pick([1, 2]) } : {}),
      }
    case 'performance':
      return random.isLucky(0.8)
        ? { metric: random.pick(['lcp', 'inp', 'cls', 'fcp', 'ttfb']) }
        : {}
    case 'revenue':
      return {
        currency: random.pick(['USD', 'eur', 'JPY', 'XXX']),
        ...(random.isLucky(0.5) ? { compare: random.pick(['prev', 'yoy']) } : {}),
      }
    default:
      return {}
  }
}

export function randomReport(
  random: Random,
  site: Site,
  name: ReportName,
  { level, ...filters }: Params,
): Question {
  const { startAt, endAt } = randomRange(random, site)
  const hasUnit = name === 'performance' || name === 'revenue'
  const body: Body = {
    startDate: startAt,
    endDate: endAt,
    filters,
    ...(level ? { level } : {}),
    ...(random.isLucky(0.6) ? { timezone: random.pick(zones) } : {}),
    ...(hasUnit && random.isLucky(0.6) ? { unit: random.pick(units.slice(1)) } : {}),
    ...ownBody(random, name),
  }
  return reportQuestion(site, name, body, pools.askedAt, random.isLucky(0.3))
}
