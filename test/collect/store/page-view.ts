import { emptyPayload } from '../../../src/collect/read/payload.ts'
import { emptyAttributes } from '../../../src/collect/shape/columns.ts'
import { viewFields } from '../../../src/collect/shape/event-fields.ts'
import { emptyHit, type Hit } from '../../../src/collect/shape/hit.ts'

interface Wanted {
  /** Any text; the same text is the same visitor. */
  session: string
  /** Epoch milliseconds. */
  at: number
  path: string
  title: string | null
  target: number
}

/** A page view as the writer gets it. */
export function pageView({ session, at, path, title, target }: Wanted): Hit {
  return {
    ...emptyHit,
    target,
    sessionId: Bun.randomUUIDv5(session, 'dns'),
    visitHour: Math.floor(at / 3_600_000),
    at,
    attributes: {
      ...emptyAttributes,
      browser: 'firefox',
      os: 'Linux',
      device: 'desktop',
      distinctId: session,
    },
    event: { ...viewFields({ ...emptyPayload, url: path }, 'website', false), pageTitle: title },
  }
}
