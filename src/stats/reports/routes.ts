// Reports: the table of operations, each a POST with what it asks for in its body.

import type { TProperties, TSchema } from '@sinclair/typebox'
import type { Section } from '../../access/sections.ts'
import type { EventReader } from '../../db/duckdb/event-reader.ts'
import type { Operation, Values } from '../../http/endpoint.ts'
import type { ReportType } from '../../saved-reports/store.ts'
import { viewTargetInBody } from '../../targets/access.ts'
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

interface Spec<Fields extends TProperties> {
  summary: string
  /** Where it is asked, for a second answer about the same; else at the report's name. */
  path?: string
  section: Section
  fields: Fields
  answer: TSchema
  run: (events: EventReader, scope: Scope, parameters: Values<Fields>) => unknown
}

/** Declares POST /api/reports/`type`, or at a `path` below /api/reports/. */
function report<Fields extends TProperties>(
  type: ReportType,
  spec: Spec<Fields>,
): Operation<StatsServices> {
  const parse = reportParser(type, spec.fields)
  return writeStatistic(`/api/reports/${spec.path ?? type}`, {
    summary: spec.summary,
    access: viewTargetInBody(spec.section),
    body: reportBody(type, spec.fields),
    answer: spec.answer,
    run: async ({ app, subject, body }) => {
      const { scope, parameters } = await parse(app, subject, body)
      return spec.run(app.events, scope, parameters)
    },
  })
}

export const reportQueryOperations: readonly Operation<StatsServices>[] = [
  report('attribution', {
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
  }),
  report('breakdown', {
    summary: 'The main numbers by several dimensions at once.',
    section: 'breakdown',
    fields: breakdownFields,
    answer: breakdownAnswer,
    run: (events, scope, { fields }) => listBreakdown(events, scope, fields),
  }),
  report('funnel', {
    summary: 'Visitors who took several steps, one after the other.',
    section: 'funnels',
    fields: funnelFields,
    answer: funnelAnswer,
    run: countFunnel,
  }),
  report('goal', {
    summary: 'Visitors who reached a page or did an event.',
    section: 'goals',
    fields: { ...goalFields, ...conversionField },
    answer: goalAnswer,
    run: (events, scope, { value, conversionType }) =>
      countGoal(events, scope, { type: chooseConversionType(conversionType, value), value }),
  }),
  report('journey', {
    summary: 'The ways that visits take through pages and events.',
    section: 'journeys',
    fields: journeyFields,
    answer: journeyAnswer,
    run: listJourneys,
  }),
  report('journey', {
    path: 'journey/flows',
    summary: 'All journeys step by step: how many visits are where, and where they go on to.',
    section: 'journeys',
    fields: journeyFields,
    answer: journeyFlowsAnswer,
    run: readJourneyFlows,
  }),
  report('performance', {
    summary: 'How fast pages were for their visitors.',
    section: 'performance',
    fields: performanceFields,
    answer: performanceAnswer,
    run: (events, scope, { metric }) => readPerformance(events, scope, metric),
  }),
  report('retention', {
    summary: 'On which later days the visitors of a day came back.',
    section: 'retention',
    fields: {},
    answer: retentionAnswer,
    run: countReturns,
  }),
  report('revenue', {
    summary: 'Revenue over time, in total, and by where its visitors came from.',
    section: 'revenue',
    fields: revenueReportFields,
    answer: revenueReportAnswer,
    run: reportRevenue,
  }),
  report('utm', {
    summary: 'Page views by campaign parameters.',
    section: 'utm',
    fields: {},
    answer: utmAnswer,
    run: listCampaigns,
  }),
]
