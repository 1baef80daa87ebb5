// Everything that the holder of a share token may ask about a website: each operation, with each
// value of what it groups by, and with each way to filter by a person.

import type { TSchema } from '@sinclair/typebox'
import type { Operation } from '../../../src/http/endpoint.ts'
import { dimensionNames } from '../../../src/stats/dimensions/dimensions.ts'
import { asked, type NamedSite } from '../named-site.ts'

export interface Question {
  operation: string
  path: string
  body?: object
  /** It filters by a person, or groups by them. */
  isPersonal: boolean
}

const range = { startAt: Date.parse('2026-03-01T00:00:00Z'), endAt: Date.parse(asked) }

const values: Record<string, string> = {
  startAt: String(range.startAt),
  endAt: String(range.endAt),
  eventName: 'sold',
  propertyName: 'plan',
  currency: 'EUR',
  value: '/thanks',
  model: 'first-click',
  step: '/thanks',
  steps: '3',
}

/** Where a name stands for something else. */
const ownValues: Record<string, Record<string, string>> = {
  '/api/websites/:websiteId/funnels/stats': {
    steps: JSON.stringify([
      { type: 'path', value: '/' },
      { type: 'path', value: '/thanks' },
    ]),
    window: '7',
  },
}

/** What each report asks for besides website and range. */
const reports: Record<string, object[]> = {
  attribution: [{ model: 'first-click', step: '/thanks', conversionType: 'path' }],
  breakdown: dimensionNames.map((name) => ({ fields: ['path', name] })),
  funnel: [
    {
      steps: [
        { type: 'path', value: '/' },
        { type: 'path', value: '/thanks' },
      ],
      window: 7,
    },
  ],
  goal: [{ value: '/thanks' }],
  journey: [{ steps: 3 }],
  performance: [{}],
  retention: [{}],
  revenue: [{ currency: 'EUR' }],
  utm: [{}],
}

/** Ways to ask about one person. */
const narrowed = ({ segments: [segment = '', , cohort = ''] }: NamedSite) => [
  { distinctId: 'alice-7f3a@example.com' },
  { distinctId3: 'c.alice' },
  { match: 'any', path: '/', distinctId: 're.^a' },
  { segment },
  { cohort },
]

const options = (schema: TSchema): string[] =>
  ((schema.anyOf as { const?: string }[] | undefined) ?? []).flatMap(({ const: name }) =>
    name === undefined ? [] : [name],
  )

/** The paths of an operation, with every id that it can be asked about. */
function toPaths(path: string, site: NamedSite, eventIds: readonly string[]): string[] {
  const ids: Record<string, readonly string[]> = {
    websiteId: [site.website],
    boardId: [site.board],
    sessionId: site.sessions,
    segmentId: site.segments,
    reportId: site.reports,
    // Two goals, then funnels.
    funnelId: site.reports.slice(2),
    goalId: site.reports.slice(0, 2),
    eventId: eventIds,
  }
  const name = /:(\w+)/.exec(path)?.[1]
  if (name === undefined) return [path]
  return (ids[name] ?? []).flatMap((id) => toPaths(path.replace(`:${name}`, id), site, eventIds))
}

function reading(operation: Operation, path: string, site: NamedSite): Question[] {
  const name = `${operation.method} ${operation.path}`
  const own = { ...values, ...ownValues[operation.path] }
  const given = Object.keys(operation.query).flatMap((key) =>
    own[key] === undefined ? [] : [[key, own[key]] as [string, string]],
  )
  const base = {
    ...Object.fromEntries(given),
    ...(operation.path === '/api/reports' ? { websiteId: site.website } : {}),
  }
  const ask = (more: Record<string, string>, isPersonal: boolean): Question => ({
    operation: name,
    path: `${path}?${new URLSearchParams({ ...base, ...more })}`,
    isPersonal,
  })
  const types = operation.query.type ? options(operation.query.type) : []
  const groups = operation.query.fields ? dimensionNames : []
  const fields = (name: string) => ({ fields: JSON.stringify(['path', name]) })
  const plain =
    types.length + groups.length === 0
      ? [ask({}, false)]
      : [
          ...types.map((type) => ask({ type }, type === 'distinctId')),
          ...groups.map((name) => ask(fields(name), name === 'distinctId')),
        ]
  const first: Record<string, string> = {
    ...(types[0] ? { type: types[0] } : {}),
    ...(groups[0] ? fields(groups[0]) : {}),
  }
  const narrow = operation.allowsExtraFields
    ? narrowed(site).map((more) => ask({ ...first, ...more }, true))
    : []
  return [...plain, ...narrow]
}

function reporting(operation: Operation, path: string, site: NamedSite): Question[] {
  const name = `${operation.method} ${operation.path}`
  const base = { websiteId: site.website, ...range, unit: 'hour', timezone: 'UTC' }
  const ask = (more: object, isPersonal: boolean) => ({
    operation: name,
    path,
    body: { ...base, ...more },
    isPersonal,
  })
  const bodies = reports[operation.path.split('/')[3] as string] ?? []
  return [
    ...bodies.map((body) => ask(body, JSON.stringify(body).includes('distinctId'))),
    ...narrowed(site).map((filters) => ask({ ...bodies[0], filters }, true)),
  ]
}

/** Every question about the site that an operation open to share tokens takes. */
export const questionsAbout = (
  site: NamedSite,
  operations: readonly Operation[],
  eventIds: readonly string[],
): Question[] =>
  operations
    .filter(({ access }) => access.audience === 'viewer')
    .flatMap((operation) =>
      toPaths(operation.path, site, eventIds).flatMap((path) =>
        operation.method === 'POST'
          ? reporting(operation, path, site)
          : reading(operation, path, site),
      ),
    )
