import { emptyAttributes, emptyEvent } from '../../shape/columns.ts'
import type { Hit } from '../../shape/hit.ts'

/** A page view that every sound store takes. It belongs to no website, and is never kept. */
export const soundHit: Hit = {
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
