// What the server is asked, with what the twin says to it.

import * as attributions from '../answers/attribution.ts'
import { breakdown } from '../answers/breakdown.ts'
import * as eventData from '../answers/event-data.ts'
import * as events from '../answers/events.ts'
import { funnel, goal } from '../answers/funnel.ts'
import { journey, journeyFlows } from '../answers/journey.ts'
import * as metrics from '../answers/metrics.ts'
import { performance } from '../answers/performance.ts'
import { ofEvents, ofSessions, propertyReads } from '../answers/property-series.ts'
import { exported, realtime } from '../answers/realtime.ts'
import { retention, utm } from '../answers/retention.ts'
import * as revenue from '../answers/revenue.ts'
import * as sessionData from '../answers/session-data.ts'
import * as sessions from '../answers/sessions.ts'
import * as website from '../answers/totals.ts'
import type { Params } from '../rows/filters.ts'
import type { Site } from '../rows/rows.ts'
import { localText } from '../rows/time.ts'
import type { ReportBody } from './report-body.ts'

type Read = (site: Site, params: Params, now: number) => unknown

/** Everything under /api/websites/:websiteId that takes filters. */
export const reads: Record<string, Read> = {
  stats: website.stats,
  pageviews: website.pageviews,
  metrics: metrics.metrics,
  'metrics/expanded': metrics.expanded,
  events: events.events,
  'events/series': events.eventSeries,
  'events/stats': events.eventStats,
  'event-data': eventData.eventData,
  'event-data/events': eventData.eventDataEvents,
  'event-data/fields': eventData.eventDataFields,
  'event-data/properties': eventData.eventDataProperties,
  'event-data/values': eventData.eventDataValues,
  'event-data/stats': eventData.eventDataStats,
  'event-data-pivot': eventData.eventPivot,
  ...propertyReads('event-data-pivot', ofEvents),
  sessions: sessions.sessions,
  'sessions/stats': sessions.sessionStats,
  'sessions/weekly': sessions.weekly,
  'session-data/properties': sessionData.sessionDataProperties,
  'session-data/values': sessionData.sessionDataValues,
  'session-data/stats': sessionData.sessionDataStats,
  'session-data-pivot': sessionData.sessionPivot,
  ...propertyReads('session-data', ofSessions),
  'revenue/currencies': revenue.revenueCurrencies,
  'revenue/chart': revenue.revenueChart,
  'revenue/stats': revenue.revenueStats,
  'revenue/metrics': revenue.revenueMetrics,
  'revenue/sessions': revenue.revenueSessions,
  values: metrics.values,
  export: exported,
  realtime,
}

/** A report's body as it is sent, without the website. */
export type Body = ReportBody & Record<string, unknown>

type Report = (site: Site, body: Body, now: number) => unknown

/** Every report under /api/reports. Each reads its own members of the body. */
export const reports = {
  attribution: attributions.attribution as unknown as Report,
  breakdown: breakdown as unknown as Report,
  funnel: funnel as unknown as Report,
  goal: goal as unknown as Report,
  journey: journey as unknown as Report,
  'journey/flows': journeyFlows as unknown as Report,
  performance: performance as unknown as Report,
  retention,
  revenue: ((site, { startDate, endDate, filters, ...body }, now) => {
    const asked = { ...filters, ...body, startAt: String(startDate), endAt: String(endDate) }
    return revenue.revenueReport(site, asked as Params, now)
  }) satisfies Report as Report,
  utm,
}

export interface Question {
  path: string
  /** Posted as JSON; a GET without it. */
  body?: Record<string, unknown>
  answer: () => unknown
}

/** A GET. With `hasDates` the range is given as a date without an offset, and one in milliseconds. */
export function readQuestion(
  site: Site,
  name: string,
  params: Params,
  now: number,
  hasDates = false,
): Question {
  const { startAt, endAt, ...others } = params
  const range = hasDates
    ? { startDate: localText(Number(startAt), others.timezone || 'UTC'), endDate: String(endAt) }
    : { startAt, endAt }
  const query = new URLSearchParams({ ...range, ...others } as Params)
  const path = name === 'realtime' ? `/api/realtime/${site.id}` : `/api/websites/${site.id}/${name}`
  return {
    path: `${path}?${query}`,
    answer: () => (reads[name] as Read)(site, params, now),
  }
}

/** A POST, its parameters nested or flat. */
export function reportQuestion(
  site: Site,
  name: keyof typeof reports,
  body: Body,
  now: number,
  isFlat = false,
): Question {
  const { startDate, endDate, filters, ...parameters } = body
  const zone = body.timezone ?? 'UTC'
  const asked = { ...parameters, startDate: localText(startDate, zone), endDate }
  return {
    path: `/api/reports/${name}`,
    body: {
      websiteId: site.id,
      filters,
      ...(isFlat ? asked : { type: name.split('/')[0], parameters: asked }),
    },
    answer: () => reports[name](site, body, now),
  }
}
