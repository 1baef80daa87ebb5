// What collection hands to the writer: one accepted item of /api/send, ready to be stored.

import type { DataType } from '../../db/data-type.ts'

/** Attributes that belong to the session; those of a session's first hit are the ones that stay. */
export interface SessionAttributes {
  browser: string | null
  os: string | null
  device: string | null
  screen: string | null
  language: string | null
  country: string | null
  region: string | null
  city: string | null
  distinctId: string | null
}

/** 1 page view, 2 custom event, 3 link hit, 4 pixel hit, 5 performance measurement. */
export type EventType = 1 | 2 | 3 | 4 | 5

/** Columns of an event row that do not belong to its session. `null` means absent. */
export interface EventFields {
  eventType: EventType
  eventName: string | null
  urlPath: string
  urlQuery: string | null
  hostname: string | null
  pageTitle: string | null
  tag: string | null
  referrerDomain: string | null
  referrerPath: string | null
  referrerQuery: string | null
  utmSource: string | null
  utmMedium: string | null
  utmCampaign: string | null
  utmContent: string | null
  utmTerm: string | null
  gclid: string | null
  fbclid: string | null
  msclkid: string | null
  ttclid: string | null
  liFatId: string | null
  twclid: string | null
  lcp: number | null
  inp: number | null
  cls: number | null
  fcp: number | null
  ttfb: number | null
}

/** One flattened property of an event or a session. */
export interface Property {
  key: string
  type: DataType
  text: string | null
  number: number | null
  /** Epoch milliseconds; only for dates. */
  dateMs: number | null
}

export interface Revenue {
  /** Trimmed and upper-cased, at most 10 characters. */
  currency: string
  /** Positive, at most 4 decimals. */
  amount: number
}

export interface Hit {
  /** Number of the website, link or pixel in table event_source. */
  target: number
  sessionId: string
  /** Hours since the epoch of the visit's start; with the session it identifies the visit. */
  visitHour: number
  /** Epoch milliseconds. */
  at: number
  attributes: SessionAttributes
  /** `null` for identify, which makes no event row. */
  event: EventFields | null
  eventData: Property[]
  sessionData: Property[]
  revenue: Revenue | null
}
