// What collection hands to the writer: one accepted item of /api/send, ready to be stored.

import {
  type EventFields,
  emptyAttributes,
  emptyEvent,
  type Property,
  type SessionAttributes,
} from './columns.ts'

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

/** A page view of nobody, which every sound store takes. It belongs to no website. */
export const emptyHit: Hit = {
  target: 0,
  sessionId: '00000000-0000-0000-0000-000000000000',
  visitHour: 0,
  at: 0,
  attributes: emptyAttributes,
  event: emptyEvent,
  eventData: [],
  sessionData: [],
  revenue: null,
}
