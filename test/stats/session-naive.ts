// Statistics of sessions, counted naively.

import type { Property } from '../../src/collect/hit.ts'
import { visitIdOf } from '../../src/collect/identity.ts'
import { appSecret } from '../support/app.ts'
import {
  by,
  count,
  distinct,
  eventId,
  inRange,
  isActivity,
  isCustom,
  isView,
  kept,
  labelOf,
  labelsOf,
  localHour,
  type Naive,
  newest,
  pivotText,
  type Query,
  shortNumber,
  shown,
  type Told,
  tally,
  typeOf,
  visitOf,
  type World,
  weekday,
} from '../support/naive.ts'

interface Live {
  sessionId: string
  property: Property
  at: number
}

/** Of each session and key the property written last, at any time. */
function liveProperties({ told }: World): Live[] {
  const live = new Map<string, Live>()
  for (const { hit } of told) {
    for (const property of hit.sessionData) {
      const { sessionId, at } = hit
      live.set(`${sessionId} ${property.key}`, { sessionId, property, at })
    }
  }
  return [...live.values()]
}

const liveIn = (world: World, query: Query): Live[] => {
  const sessions = new Set(kept(world, query, isActivity).map(({ hit }) => hit.sessionId))
  return liveProperties(world).filter(({ sessionId }) => sessions.has(sessionId))
}

/** Statistics of sessions and their data. */
export const naiveSessions: Record<string, Naive> = {
  'sessions/stats': (world, query) => {
    const rows = kept(world, query, isActivity)
    return {
      pageviews: { value: count(rows, isView) },
      visitors: { value: distinct(rows.map(({ hit }) => hit.sessionId)) },
      visits: { value: distinct(rows.map(visitOf)) },
      countries: { value: distinct(rows.flatMap(({ fields }) => fields.country ?? [])) },
      events: { value: count(rows, isCustom) },
    }
  },
  'sessions/weekly': (world, query) => {
    const { timezone = 'UTC' } = query
    const rows = kept(world, query, isView)
    return Array.from({ length: 7 }, (_, day) =>
      Array.from({ length: 24 }, (_, hour) => {
        const cell = rows.filter(
          ({ hit }) => weekday(hit.at, timezone) === day && localHour(hit.at, timezone) === hour,
        )
        return distinct(cell.map(({ hit }) => hit.sessionId))
      }),
    )
  },
  'session-data/properties': (world, query) =>
    tally(liveIn(world, query), ({ property }) => ({
      propertyName: property.key,
      dataType: property.type,
    })).sort(
      by(
        ({ total }) => -total,
        ({ propertyName }) => propertyName,
      ),
    ),
  'session-data/values': (world, query) =>
    tally(
      liveIn(world, query)
        .filter(({ property }) => property.key === query.propertyName)
        .flatMap(({ property }) => [...new Set(labelsOf(property))])
        .filter((value) => value !== null),
      (value) => ({ value }),
    )
      .sort(
        by(
          ({ total }) => -total,
          ({ value }) => value,
        ),
      )
      .slice(0, 100),
  'session-data/stats': (world, query) => {
    const labelled = liveIn(world, query).filter(
      ({ property }) => property.key === query.propertyName && labelOf(property),
    )
    const groups = Map.groupBy(labelled, ({ property }) => labelOf(property) as string)
    return [...groups]
      .map(([label, group]) => {
        const sessions = new Set(group.map(({ sessionId }) => sessionId))
        const rows = inRange(world).filter(
          (row) => isActivity(row) && sessions.has(row.hit.sessionId),
        )
        return {
          label,
          activity: rows.length,
          sessions: sessions.size,
          visits: distinct(rows.map(visitOf)),
          views: count(rows, isView),
          events: count(rows, isCustom),
        }
      })
      .sort(
        by(
          ({ activity }) => -activity,
          ({ label }) => label,
        ),
      )
      .slice(0, 100)
  },
  'session-data-pivot': (world, query) => {
    const live = Map.groupBy(liveIn(world, query), ({ sessionId }) => sessionId)
    const rows = [...live]
      .flatMap(([sessionId, properties]) => {
        const own = properties.find(({ property }) => property.key === query.propertyName)
        return own ? { sessionId, given: own.at, properties } : []
      })
      .sort(
        by(
          ({ given }) => -given,
          ({ sessionId }) => sessionId,
        ),
      )
    const data = rows.slice(0, 20).map(({ sessionId, properties }) => {
      const sorted = properties.sort(by(({ property }) => property.key))
      const first = world.told.find(({ hit }) => hit.sessionId === sessionId)
      return {
        sessionId,
        distinctId: first?.fields.distinctId ?? '',
        createdAt: new Date(Math.max(...properties.map(({ at }) => at))).toISOString(),
        propertyKeys: sorted.map(({ property }) => property.key),
        propertyValues: sorted.map(({ property }) => pivotText(property, query.timezone ?? 'UTC')),
      }
    })
    return { data, count: rows.length, page: 1, pageSize: 20 }
  },
}

const iso = (at: number) => new Date(at).toISOString()

/** Statistics of one session. */
export const naiveSession: Record<string, (world: World, sessionId: string) => unknown> = {
  '': ({ websiteId, told }, sessionId) => {
    const rows = told.filter((row) => row.hit.sessionId === sessionId)
    const own = rows.filter(isActivity)
    const seconds = [...Map.groupBy(own, visitOf).values()].map((visit) => {
      const times = visit.map(({ hit }) => Math.floor(hit.at / 1000))
      return Math.max(...times) - Math.min(...times)
    })
    const first = rows[0] as Told
    const times = own.length > 0 ? own.map(({ hit }) => hit.at) : [first.hit.at]
    return {
      id: sessionId,
      websiteId,
      ...first.hit.attributes,
      firstAt: iso(Math.min(...times)),
      lastAt: iso(Math.max(...times)),
      visits: distinct(own.map(visitOf)),
      views: count(own, isView),
      events: count(own, isCustom),
      totaltime: seconds.reduce((sum, each) => sum + each, 0),
    }
  },
  '/activity': (world, sessionId) =>
    inRange(world)
      .filter((row) => isActivity(row) && row.hit.sessionId === sessionId)
      .sort(newest)
      .map((row) => ({
        createdAt: iso(row.hit.at),
        urlPath: row.fields.path,
        urlQuery: row.fields.query,
        referrerDomain: row.fields.referrer,
        eventId: eventId(row.id),
        eventType: typeOf(row),
        eventName: row.fields.event,
        visitId: visitIdOf(sessionId, row.hit.visitHour, appSecret),
        hostname: row.fields.hostname,
        hasData: row.hit.eventData.length > 0,
      })),
  '/properties': (world, sessionId) =>
    liveProperties(world)
      .filter((live) => live.sessionId === sessionId)
      .sort(by(({ property }) => property.key))
      .map(({ property, at }) => ({
        websiteId: world.websiteId,
        sessionId,
        ...shown(property, at),
        stringValue: property.type === 2 ? shortNumber(property) : property.text,
      })),
}
