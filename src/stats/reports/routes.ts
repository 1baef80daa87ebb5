// Reports: the table of operations, each a POST with what it asks for in its body.

import type { TProperties, TSchema } from '@sinclair/typebox'
import type { Section } from '../../access/sections.ts'
import type { EventReader } from '../../db/duckdb/event-reader.ts'
import type { Operation, Values } from '../../http/endpoint.ts'
import type { ReportType } from '../../saved-reports/store.ts'
import { viewTargetInBody } from '../../targets/access.ts'
import { campaignParameters } from '../arrival/campaigns.ts'
import { type StatsServices, writeStatistic } from '../input/services.ts'
import type { Scope } from '../query/scope.ts'
import { attributeConversions, attributionAnswer, attributionFields } from './attribution.ts'
import { conversionField, reportBody, reportParser } from './body.ts'
import { breakdownAnswer, breakdownFields, listBreakdown } from './breakdown.ts'
import { countFunnel, funnelAnswer, funnelFields } from './funnel.ts'
import { countGoal, goalAnswer, goalFields } from './goal.ts'
import { journeyAnswer, journeyFields, listJourneys } from './journey.ts'
import { journeyFlowsAnswer, readJourneyFlows } from './journey-flows.ts'
import { performanceAnswer, performanceFields, readPerformance } from './performance.ts'
import { countReturns, retentionAnswer } from './retention.ts'
import { reportRevenue, revenueReportAnswer, revenueReportFields } from './revenue.ts'
import { chooseConversionType } from './steps.ts'
import { listCampaigns, utmAnswer } from './utm.ts'

/** What a report asks for and who may ask, by POST and by GET. */
export interface ReportSpec<Fields extends TProperties> {
  type: ReportType
  summary: string
  section: Section
  fields: Fields
  answer: TSchema
  run: (events: EventReader, scope: Scope, parameters: Values<Fields>) => unknown
}

/** Gives a spec the types of its own fields. */
const describeReport = <Fields extends TProperties>(spec: ReportSpec<Fields>) => spec

/** Declares POST /api/reports/`path`. */
function report<Fields extends TProperties>(
  path: string,
  spec: ReportSpec<Fields>,
): Operation<StatsServices> {
  const parse = reportParser(spec.type, spec.fields)
  return writeStatistic(`/api/reports/${path}`, {
    summary: spec.summary,
    access: viewTargetInBody(spec.section),
    body: reportBody(spec.type, spec.fields),
    answer: spec.answer,
    run: async ({ app, subject, body }) => {
      const { scope, parameters } = await parse(app, subject, body)
      return spec.run(app.events, scope, parameters)
    },
  })
}

export const attribution = describeReport({
  type: 'attribution',
  summary: 'What brought the visitors who converted.',
  section: 'attribution',
  fields: { ...attributionFields, ...conversionField },
  answer: attributionAnswer,
  run: (events, scope, { model, step, conversionType }) =>
    attributeConversions(events, scope, {
      model,
      step,
      type: chooseConversionType(conversionType, step),
    }),
})

export const breakdown = describeReport({
  type: 'breakdown',
  summary: 'The main numbers by several dimensions at once.',
  section: 'breakdown',
  fields: breakdownFields,
  answer: breakdownAnswer,
  run: (events, scope, { fields }) => listBreakdown(events, scope, fields),
})

export const journey = describeReport({
  type: 'journey',
  summary: 'The ways that visits take through pages and events.',
  section: 'journeys',
  fields: journeyFields,
  answer: journeyAnswer,
  run: listJourneys,
})

export const retention = describeReport({
  type: 'retention',
  summary: 'On which later days the visitors of a day came back.',
  section: 'retention',
  fields: {},
  answer: retentionAnswer,
  run: countReturns,
})

export const reportQueryOperations: readonly Operation<StatsServices>[] = [
  report('attribution', attribution),
  report('breakdown', breakdown),
  report('funnel', {
    type: 'funnel',
    summary: 'Visitors who took several steps, one after the other.',
    section: 'funnels',
    fields: funnelFields,
    answer: funnelAnswer,
    run: countFunnel,
  }),
  report('goal', {
    type: 'goal',
    summary: 'Visitors who reached a page or did an event.',
    section: 'goals',
    fields: { ...goalFields, ...conversionField },
    answer: goalAnswer,
    run: (events, scope, { value, conversionType }) =>
      countGoal(events, scope, { type: chooseConversionType(conversionType, value), value }),
  }),
  report('journey', journey),
  report('journey/flows', {
    type: 'journey',
    summary: 'All journeys step by step: how many visits are where, and where they go on to.',
    section: 'journeys',
    fields: journeyFields,
    answer: journeyFlowsAnswer,
    run: readJourneyFlows,
  }),
  report('performance', {
    type: 'performance',
    summary: 'How fast pages were for their visitors.',
    section: 'performance',
    fields: performanceFields,
    answer: performanceAnswer,
    run: (events, scope, { metric }) => readPerformance(events, scope, metric),
  }),
  report('retention', retention),
  report('revenue', {
    type: 'revenue',
    summary: 'Revenue over time, in total, and by where its visitors came from.',
    section: 'revenue',
    fields: revenueReportFields,
    answer: revenueReportAnswer,
    run: reportRevenue,
  }),
  report('utm', {
    type: 'utm',
    summary: 'Page views by campaign parameters.',
    section: 'utm',
    fields: {},
    answer: utmAnswer,
    run: (events, scope) => listCampaigns(events, scope, campaignParameters),
  }),
]
