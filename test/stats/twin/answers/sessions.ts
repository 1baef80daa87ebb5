// sessions, one session, and sessions by hour of the week: sections 6.1 to 6.6.

import { type Params, readScope, rowsBetween, toRows } from '../rows/filters.ts'
import { toLabel } from '../rows/labels.ts'
import { distinct, grouped, ordered, paged, sum } from '../rows/order.ts'
import { liveProperties } from '../rows/property-conditions.ts'
import {
  type Attributes,
  isActivity,
  isCustom,
  isPage,
  type Site,
  type TwinEvent,
} from '../rows/rows.ts'
import { instantText, toLocal, visitSeconds } from '../rows/time.ts'
import { shownProperty } from './event-data.ts'
import { newestFirst } from './events.ts'

const shownAttributes = ({ ...attributes }: Attributes): Attributes => attributes

/** One page of the sessions that have rows here, the latest active first. */
export function sessionList(site: Site, rows: TwinEvent[], params: Params) {
  const places = new Map([...site.sessions.keys()].map((id, place) => [id, place]))
  const sessions = ordered(
    grouped(newestFirst(rows), ({ sessionId }) => sessionId),
    ([, found]) => -(found[0]?.at ?? 0),
    ([id]) => -(places.get(id) ?? 0),
  )
  const page = paged(sessions, params)
  return {
    ...page,
    data: page.data.map(([id, found]) => {
      const times = found.map(({ at }) => at)
      return {
        id,
        websiteId: site.id,
        hostname: found[0]?.hostname,
        ...shownAttributes(site.sessions.get(id) as Attributes),
        firstAt: instantText(Math.min(...times)),
        lastAt: instantText(Math.max(...times)),
        visits: distinct(found, ({ visitId }) => visitId),
        views: found.filter(isPage).length,
        events: found.filter(isCustom).length,
        createdAt: instantText(Math.max(...times)),
      }
    }),
  }
}

/** Rows of which one of the session's columns contains the search. */
export const searchedRows = (
  rows: TwinEvent[],
  search: string | undefined,
  columns: readonly (keyof Attributes)[],
): TwinEvent[] =>
  rows.filter((row) =>
    columns.some((column) =>
      (row[column] ?? '').toLowerCase().includes((search ?? '').toLowerCase()),
    ),
  )

export function sessions(site: Site, params: Params, now: number) {
  const rows = toRows(readScope(site, params, now), 'activity')
  const columns = ['distinctId', 'city', 'browser', 'os', 'device'] as const
  return sessionList(site, searchedRows(rows, params.search, columns), params)
}

export function sessionStats(site: Site, params: Params, now: number) {
  const rows = toRows(readScope(site, params, now), 'activity')
  return {
    pageviews: { value: rows.filter(isPage).length },
    visitors: { value: distinct(rows, ({ sessionId }) => sessionId) },
    visits: { value: distinct(rows, ({ visitId }) => visitId) },
    countries: {
      value: distinct(
        rows.filter(({ country }) => country),
        ({ country }) => country,
      ),
    },
    events: { value: rows.filter(isCustom).length },
  }
}

export function weekly(site: Site, params: Params, now: number) {
  const scope = readScope(site, params, now)
  const rows = toRows(scope, 'page')
  const week = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => new Set<string>()))
  for (const { at, sessionId } of rows) {
    const local = new Date(toLocal(at, scope.zone))
    week[local.getUTCDay()]?.[local.getUTCHours()]?.add(sessionId)
  }
  return week.map((day) => day.map((cell) => cell.size))
}

export function session(site: Site, id: string) {
  const rows = site.events.filter(
    (row) => row.sessionId === id && isActivity(row) && row.at >= (site.resetAt ?? row.at),
  )
  const times = rows.map(({ at }) => at)
  const visits = grouped(rows, ({ visitId }) => visitId)
  return {
    id,
    websiteId: site.id,
    ...shownAttributes(site.sessions.get(id) as Attributes),
    firstAt: instantText(Math.min(...times)),
    lastAt: instantText(Math.max(...times)),
    visits: visits.length,
    views: rows.filter(isPage).length,
    events: rows.filter(isCustom).length,
    totaltime: sum(visits.map(([, visit]) => visitSeconds(visit))),
    stitchedSessionCount: 1,
    // The admin asks.
    canDelete: true,
  }
}

export function activity(site: Site, id: string, params: Params) {
  const range = { startAt: Number(params.startAt), endAt: Number(params.endAt) }
  const rows = rowsBetween(site, range).filter((row) => row.sessionId === id && isActivity(row))
  return newestFirst(rows)
    .slice(0, 500)
    .map((row) => ({
      createdAt: instantText(row.at),
      urlPath: row.urlPath,
      urlQuery: row.urlQuery,
      referrerDomain: row.referrerDomain,
      eventId: row.id,
      eventType: row.eventType,
      eventName: row.eventName,
      visitId: row.visitId,
      hostname: row.hostname,
      hasData: row.data.length > 0,
    }))
}

export const sessionProperties = (site: Site, id: string) =>
  liveProperties(site, id).map((property) => ({
    websiteId: site.id,
    sessionId: id,
    ...shownProperty(property, property.at),
    stringValue: property.type === 2 ? toLabel(property) : property.text,
  }))
