// Reports by GET, for clients that ask for them as for any other statistic: a query is read as the body
// of the POST, and the same function answers.

import { type TProperties, Type as t } from '@sinclair/typebox'
import { invalidField } from '../../errors.ts'
import type { Operation } from '../../http/endpoint.ts'
import { viewTarget } from '../../targets/access.ts'
import { campaignParameters } from '../arrival/campaigns.ts'
import { readStatistic, type StatsServices } from '../input/services.ts'
import { rangeFields, unitField, zoneField } from '../query/range-input.ts'
import { filterFields, levelField } from '../query/scope.ts'
import { conversionField, reportParser } from './body.ts'
import {
  listVitals,
  performanceFields,
  readVitalsChart,
  summarizeVitals,
  type VitalsList,
  vitalsChartAnswer,
  vitalsListAnswer,
  vitalsSummaryAnswer,
} from './performance.ts'
import { attribution, breakdown, journey, type ReportSpec, retention } from './routes.ts'
import { campaignListAnswer, listCampaigns } from './utm.ts'

type Query = Record<string, unknown>

interface ReadSpec<Fields extends TProperties> extends Omit<ReportSpec<Fields>, 'run'> {
  /** Members of the query that are none of the report's fields, or are written in another way. */
  query?: TProperties
  /** What these say as members of the body. */
  toBody?: (query: Query) => object
  run: (...args: [...Parameters<ReportSpec<Fields>['run']>, query: Query]) => unknown
}

const scopeFields = { ...rangeFields, ...unitField, ...zoneField, ...levelField }

/** Members of the query by whether they are named in `fields`. */
function split(query: Query, fields: object): { named: Query; others: Query } {
  const { named = [], others = [] } = Object.groupBy(Object.entries(query), ([name]) =>
    Object.hasOwn(fields, name) ? 'named' : 'others',
  )
  return { named: Object.fromEntries(named), others: Object.fromEntries(others) }
}

/** Declares GET /api/websites/:websiteId/`path`. */
function reportRead<Fields extends TProperties>(
  path: string,
  { type, summary, section, fields, query: own = {}, toBody, answer, run }: ReadSpec<Fields>,
): Operation<StatsServices> {
  const parse = reportParser(type, fields)
  const common = { ...scopeFields, ...fields }
  return readStatistic(`/api/websites/:websiteId/${path}`, {
    summary,
    access: viewTarget(section),
    query: { ...filterFields, ...common, ...own },
    allowsExtraFields: true,
    answer,
    run: async ({ app, subject, query }) => {
      const { named: given, others } = split(query, own)
      const { named: members, others: filters } = split(others, common)
      const body = { ...members, ...toBody?.(given), filters }
      const { scope, parameters } = await parse(app, subject, body)
      return run(app.events, scope, parameters, query)
    },
  })
}

const vitals = { type: 'performance', section: 'performance' } as const

const vitalsListByType = {
  path: 'pages',
  title: 'pageTitles',
  device: 'devices',
  browser: 'browsers',
} as const satisfies Record<string, VitalsList>

const oneOf = (names: readonly string[], description: string) =>
  t.Union(
    names.map((name) => t.Literal(name)),
    { error: 'Invalid type', description },
  )

export const reportReadOperations: readonly Operation<StatsServices>[] = [
  reportRead('attribution', {
    ...attribution,
    query: { type: conversionField.conversionType },
    toBody: (query) => query,
  }),
  reportRead('breakdown', {
    ...breakdown,
    query: { fields: t.String({ description: 'What to group by: a JSON list of filter fields.' }) },
    toBody: ({ fields }) => ({ fields: parseList('fields', fields) }),
  }),
  reportRead('journeys', journey),
  reportRead('retention', retention),
  reportRead('performance/stats', {
    ...vitals,
    summary: 'How fast pages were for their visitors: all measurements together.',
    fields: {},
    answer: vitalsSummaryAnswer,
    run: summarizeVitals,
  }),
  reportRead('performance/chart', {
    ...vitals,
    summary: 'How fast pages were over time.',
    fields: performanceFields,
    answer: vitalsChartAnswer,
    run: async (events, scope, { metric }) => ({
      chart: await readVitalsChart(events, scope, metric),
    }),
  }),
  reportRead('performance/metrics', {
    ...vitals,
    summary: 'How fast pages were by path, title, device or browser, the slowest first.',
    fields: performanceFields,
    query: {
      type: oneOf(Object.keys(vitalsListByType), 'What to group by.'),
      limit: t.Optional(t.Integer({ minimum: 1, maximum: 1_000_000, description: 'Rows.' })),
    },
    answer: vitalsListAnswer,
    run: async (events, scope, { metric }, query) => {
      const list = vitalsListByType[query.type as keyof typeof vitalsListByType]
      const found = await listVitals(events, scope, [list], metric)
      return found[list].slice(0, query.limit as number | undefined)
    },
  }),
  reportRead('utm/metrics', {
    type: 'utm',
    summary: 'Page views by one campaign parameter.',
    section: 'utm',
    fields: {},
    query: { type: oneOf(campaignParameters, 'The parameter.') },
    answer: campaignListAnswer,
    run: async (events, scope, _, query) => {
      const name = query.type as (typeof campaignParameters)[number]
      return (await listCampaigns(events, scope, [name]))[name]
    },
  }),
]

/** The list that a text is as JSON. Throws 400 for any other text. */
function parseList(field: string, text: unknown): unknown[] {
  try {
    const value: unknown = JSON.parse(String(text))
    if (Array.isArray(value)) return value
  } catch {
    // Said below, as for JSON that is no list.
  }
  throw invalidField(field, 'Invalid list: expected JSON, such as ["path"]')
}
