// Visits of shapes that are easily counted wrong, and hits that come late to them.

import type { Site } from '../rows/rows.ts'
import { type Hit, nameSender, randomHit, type Visitor } from './hits.ts'
import * as pools from './pools.ts'
import type { Random } from './random.ts'
import type { Group } from './record.ts'

/**
 * Minute of the hour in which a visit starts; seconds after that with what is sent then; the same for
 * hits that come hours or days later.
 */
type Shape = [minute: number, steps: string, late: string]

const shapes: Shape[] = [
  // Custom events and measurements first, last and alone.
  [5, '0 event, 20 arrival, 50 view, 400 event', ''],
  [5, '0 vitals, 3 arrival, 900 event, 901 vitals', ''],
  [5, '0 event, 40 event', '600 arrival'],
  [5, '0 vitals, 5 vitals', ''],
  // Begun inside the website, or by a campaign of no channel.
  [10, '0 inside, 30 view', '-600 arrival'],
  [10, '0 insideWithQuery, 65 event, 66 arrival', ''],
  [10, '0 campaign, 31 inside', '-1 event'],
  // Several visits of a session in a day, three and seven hours later.
  [20, '0 arrival, 61 inside, 10800 campaign, 10845 arrival, 25200 arrival', '10200 arrival'],
  [20, '0 view, 7200 arrival, 7209 view, 7210 event', ''],
  // Over the hour, and at one instant.
  [0, '0 arrival, 1 event, 70 view', ''],
  [50, '0 arrival, 900 view, 1500 event', '-300 inside'],
  [55, '0 event, 600 arrival', '200 view'],
  [30, '0 arrival, 0 inside, 0 event, 0 arrival', ''],
  // Late hits become both ends of the visit.
  [25, '0 arrival, 10 event', '-1200 campaign, 1800 view, -1300 event'],
]

const isView = ({ columns }: Hit): boolean => columns?.eventType === 1
const hasQuery = ({ columns }: Hit): boolean => columns?.urlQuery !== null

const kinds: Record<string, (hit: Hit) => boolean> = {
  view: isView,
  event: ({ columns }) => columns?.eventType === 2,
  vitals: ({ columns }) => columns?.eventType === 5,
  arrival: (hit) => isView(hit) && hit.columns?.referrerDomain !== null,
  inside: (hit) => isView(hit) && hit.columns?.isInside === true && !hasQuery(hit),
  insideWithQuery: (hit) => isView(hit) && hit.columns?.isInside === true && hasQuery(hit),
  campaign: (hit) => isView(hit) && !hit.columns?.referrerDomain && Boolean(hit.columns?.utmMedium),
}

export interface ShapedVisit {
  group: Group
  late: Group | null
}

const hourMs = 3_600_000

/** A visit of each shape; all of them start around an instant where one is given. */
export const shapedVisits = (
  random: Random,
  site: Site,
  visitors: Visitor[],
  around: number | null,
): ShapedVisit[] =>
  shapes.map(([minute, steps, late]) => {
    const { startAt, endAt } = random.pick(pools.windows)
    const instant = around ?? startAt + random.below(endAt - startAt)
    const hour = Math.floor(instant / hourMs) - (around !== null && minute >= 50 ? 1 : 0)
    const visitor = random.pick(visitors)
    const at = hour * hourMs + minute * 60_000
    const place = random.pick(pools.places)
    const isBatch = random.isLucky(0.5)
    const lateHits = toHits(random, site, visitor, late, at, isBatch)
    const lateAt = at + hourMs * (1 + random.below(100))
    return {
      group: { at, place, hits: toHits(random, site, visitor, steps, at, false), isBatch: false },
      late: lateHits.length > 0 ? { at: lateAt, place, hits: lateHits, isBatch } : null,
    }
  })

function toHits(
  random: Random,
  site: Site,
  visitor: Visitor,
  steps: string,
  startAt: number,
  isBatch: boolean,
): Hit[] {
  return [...steps.matchAll(/(-?\d+) (\w+)/g)].map(([, seconds, kind = '']) => {
    let hit = randomHit(random, site, visitor)
    while (!kinds[kind]?.(hit)) hit = randomHit(random, site, visitor)
    // The visit's first hit has the time of the clock, and the others continue it by its token.
    hit.timestamp = seconds === '0' ? null : startAt / 1000 + Number(seconds)
    nameSender(hit, isBatch, isBatch)
    return hit
  })
}
