// A hit as rows: cells in the column order of migrations/events.

import type { Cell } from '../../../db/duckdb/tables.ts'
import type { Hit, Property, SessionAttributes } from '../../shape/hit.ts'
import type { Predecessors } from '../sessions/session-history.ts'

/** A hit with the numbers the writer gave it. */
export interface NumberedHit {
  hit: Hit
  /** Its event's id; also orders session properties, so identify takes one too. */
  id: number
  session: number
  /** Those of the session's first hit. */
  attributes: SessionAttributes
  predecessors: Predecessors
}

const attributeCells = (attributes: SessionAttributes): Cell[] => [
  attributes.browser,
  attributes.os,
  attributes.device,
  attributes.screen,
  attributes.language,
  attributes.country,
  attributes.region,
  attributes.city,
  attributes.distinctId,
]

const propertyCells = ({ key, type, text, number, dateMs }: Property): Cell[] => [
  key,
  type,
  text,
  number,
  dateMs,
]

/** How many rows a hit becomes at most; what it costs until then goes with them. */
export const countRows = ({ eventData, sessionData }: Hit): number =>
  1 + eventData.length + sessionData.length

/**
 * How many of these hits, from the first one on, make no more than so many rows; at least one, and at
 * most `maxHits`.
 */
export function countWithin(
  waiting: readonly { hit: Hit }[],
  { maxHits, maxRows }: { maxHits: number; maxRows: number },
): number {
  let rows = 0
  for (let count = 0; count < Math.min(waiting.length, maxHits); count++) {
    rows += countRows((waiting[count] as { hit: Hit }).hit)
    if (rows > maxRows) return Math.max(1, count)
  }
  return Math.min(waiting.length, maxHits)
}

/** Table `session`. */
export const sessionCells = ({ hit, session, attributes }: NumberedHit): Cell[] => [
  session,
  hit.target,
  hit.sessionId,
  hit.at,
  ...attributeCells(attributes),
]

/** Table `event`; a hit of an identify has no event. */
export function eventCells({
  hit,
  id,
  session,
  attributes,
  predecessors,
}: NumberedHit): Cell[] | null {
  const event = hit.event
  if (!event) return null
  return [
    id,
    hit.target,
    session,
    hit.visitHour,
    hit.at,
    event.eventType,
    event.eventName,
    event.urlPath,
    event.urlQuery,
    event.hostname,
    event.pageTitle,
    event.tag,
    event.referrerDomain,
    event.referrerPath,
    event.referrerQuery,
    event.utmSource,
    event.utmMedium,
    event.utmCampaign,
    event.utmContent,
    event.utmTerm,
    event.gclid,
    event.fbclid,
    event.msclkid,
    event.ttclid,
    event.liFatId,
    event.twclid,
    event.lcp,
    event.inp,
    event.cls,
    event.fcp,
    event.ttfb,
    // Written out, because spreading a list costs as much as all the rest.
    attributes.browser,
    attributes.os,
    attributes.device,
    attributes.screen,
    attributes.language,
    attributes.country,
    attributes.region,
    attributes.city,
    attributes.distinctId,
    predecessors.previousAt,
    predecessors.visitPreviousAt,
    predecessors.visitSecondAt,
    predecessors.visitGap,
    predecessors.pathPreviousAt,
    predecessors.titlePreviousAt,
  ]
}

/** Table `event_data`. */
export const eventDataCells = ({ hit, id, session }: NumberedHit): Cell[][] =>
  hit.eventData.map((property) => [
    id,
    hit.target,
    session,
    hit.at,
    hit.event?.eventName ?? null,
    ...propertyCells(property),
  ])

/** Table `session_data`. */
export const sessionDataCells = ({ hit, id, session }: NumberedHit): Cell[][] =>
  hit.sessionData.map((property) => [
    id,
    hit.target,
    session,
    hit.at,
    hit.attributes.distinctId,
    ...propertyCells(property),
  ])

/** Table `revenue`. */
export const revenueCells = ({ hit, id, session }: NumberedHit): Cell[][] =>
  hit.revenue
    ? [
        [
          id,
          hit.target,
          session,
          hit.at,
          hit.event?.eventName ?? '',
          hit.revenue.currency,
          hit.revenue.amount,
        ],
      ]
    : []
