import { emptyPayload } from '../../read/payload.ts'
import { viewFields } from '../../shape/event-fields.ts'
import type { Hit } from '../../shape/hit.ts'

/** A page view that every sound store takes. It belongs to no website, and is never kept. */
export const soundHit: Hit = {
  target: 0,
  sessionId: '00000000-0000-0000-0000-000000000000',
  visitHour: 0,
  at: 0,
  attributes: {
    browser: null,
    os: null,
    device: null,
    screen: null,
    language: null,
    country: null,
    region: null,
    city: null,
    distinctId: null,
  },
  event: viewFields({ ...emptyPayload, url: '/' }, 'website', false),
  eventData: [],
  sessionData: [],
  revenue: null,
}
