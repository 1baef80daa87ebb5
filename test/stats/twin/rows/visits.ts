// Whole visits: what every row of a visit says together, whatever the range and the filters.

import { toChannel } from './channels.ts'
import { grouped, ordered } from './order.ts'
import { isPage, type Site, type TwinEvent } from './rows.ts'
import { visitSeconds } from './time.ts'

/** What a visit has of its own; other names belong to its rows or its session. */
const attributeNames = [
  'referrer',
  'channel',
  'utmSource',
  'utmMedium',
  'utmCampaign',
  'utmContent',
  'utmTerm',
  'entry',
  'exit',
] as const

type AttributeName = (typeof attributeNames)[number]

export const isVisitAttribute = (name: string): name is AttributeName =>
  attributeNames.some((one) => one === name)

export interface Visit extends Record<AttributeName, string | null> {
  /** The first page view; the first row of a visit that has none. */
  start: TwinEvent
  views: number
  seconds: number
}

/** Visits by id. */
export type Visits = ReadonlyMap<string, Visit>

/** All visits of a site; nothing before a reset belongs to one. */
export function wholeVisits({ events, resetAt }: Site): Visits {
  const seen = events.filter(({ at }) => at >= (resetAt ?? at))
  return new Map(grouped(seen, ({ visitId }) => visitId).map(([id, rows]) => [id, toVisit(rows)]))
}

function toVisit(unordered: TwinEvent[]): Visit {
  const rows = ordered(
    unordered,
    ({ at }) => at,
    ({ order }) => order,
  )
  const pages = rows.filter(isPage)
  const start = (pages[0] ?? rows[0]) as TwinEvent
  return {
    start,
    views: pages.length,
    seconds: pages.length === 0 ? 0 : visitSeconds(pages),
    entry: pages[0]?.urlPath ?? null,
    exit: pages.at(-1)?.urlPath ?? null,
    referrer: start.referrerDomain,
    channel: toChannel(start) ?? otherChannel(start),
    utmSource: start.utmSource,
    utmMedium: start.utmMedium,
    utmCampaign: start.utmCampaign,
    utmContent: start.utmContent,
    utmTerm: start.utmTerm,
  }
}

/** The channel of a visit whose first row is of none: a campaign that no rule knows, or a plain visit. */
function otherChannel({ isInside, utmSource, utmMedium, utmCampaign }: TwinEvent): string {
  const isCampaign = Boolean(utmSource || utmMedium || utmCampaign)
  return isCampaign && !isInside ? 'Unknown' : 'direct'
}
