// Sends hits to the server and keeps what it must have stored.

import { deriveSessionId, deriveVisitId, toVisitHour } from '../../../../src/identity.ts'
import { eventUuid } from '../../../../src/stats/query/ids.ts'
import { appSecret, type TestServer } from '../../../support/app.ts'
import type { Hit } from './hits.ts'
import type { places } from './pools.ts'

type Place = (typeof places)[number]

/** Hits that are sent together, while the clock is at `at`. */
export interface Group {
  at: number
  place: Place
  hits: Hit[]
  /** Sent in one batch, or each in a request of its own. */
  isBatch: boolean
}

interface Token {
  text: string
  sessionId: string
  startAt: number
}

export interface Recorder {
  send(server: TestServer, group: Group): Promise<void>
}

/** A recorder for servers that have stored nothing, or what it has sent itself. */
export function openRecorder(): Recorder {
  let stored = 0
  let token: Token | null = null

  const post = async (
    server: TestServer,
    { at, place }: Group,
    visitor: Hit['visitor'],
    body: unknown,
    path: string,
  ) => {
    server.setNow(at)
    const answer = await server.ask<{ cache: string; errors?: number }>(path, {
      token: null,
      headers: {
        'User-Agent': visitor.agent,
        'X-Forwarded-For': visitor.address,
        ...(token ? { 'x-umami-cache': token.text } : {}),
        ...place.headers,
      },
      body,
    })
    if (answer.status !== 200 || !answer.body.cache || answer.body.errors) {
      throw new Error(`not stored: ${JSON.stringify([answer.body, body])}`)
    }
    return answer.body.cache
  }

  /** Adds the row that a hit makes; gives what a token for it says. */
  const keep = (hit: Hit, { at: clockAt, place }: Group, claims: Token | null) => {
    const { site, visitor, timestamp } = hit
    const at = timestamp === null ? clockAt : timestamp * 1000
    const sessionId = deriveSessionId(
      {
        targetId: site.id,
        address: visitor.address,
        userAgent: visitor.agent,
        distinctId: visitor.id,
        at,
      },
      'month',
      appSecret,
    )
    const isOwn = site.kind === 'website' && claims?.sessionId === sessionId
    const age = isOwn ? Math.floor(at / 1000) - claims.startAt : -1
    const startAt = isOwn && age >= 0 && age <= 1800 ? claims.startAt : Math.floor(at / 1000)
    // A place comes from headers, and those of hits that name an address are not its own.
    const { country, region, city } =
      hit.payload.ip === undefined ? place : { country: null, region: null, city: null }
    const attributes = site.sessions.get(sessionId) ?? {
      ...hit.attributes,
      country,
      region: region || null,
      city,
    }
    site.sessions.set(sessionId, attributes)
    const order = ++stored
    if (hit.columns) {
      site.events.push({
        ...hit.columns,
        ...attributes,
        id: eventUuid(order),
        order,
        sessionId,
        visitId: deriveVisitId(sessionId, toVisitHour(startAt * 1000), appSecret),
        at,
        data: hit.data,
        revenue: hit.revenue,
      })
    } else {
      site.written.push(...hit.data.map((property) => ({ ...property, sessionId, order, at })))
    }
    // A hit with a time of its own renews no token.
    return { sessionId, startAt: isOwn && timestamp !== null ? claims.startAt : startAt }
  }

  const toBody = ({ type, payload, timestamp }: Hit) => ({
    type,
    payload: { ...payload, ...(timestamp === null ? {} : { timestamp }) },
  })

  return {
    async send(server, group) {
      const [first] = group.hits
      if (!first) return
      if (group.isBatch) {
        const body = group.hits.map(toBody)
        const text = await post(server, group, first.visitor, body, '/api/batch')
        const kept = group.hits.map((hit) => keep(hit, group, token))
        token = { text, ...(kept[0] as { sessionId: string; startAt: number }) }
        return
      }
      for (const hit of group.hits) {
        const text = await post(server, group, hit.visitor, toBody(hit), '/api/send')
        token = { text, ...keep(hit, group, token) }
      }
    },
  }
}
