// All hits of a demo, hour by hour, in order of time.

import { dayMs } from '../time/durations.ts'
import { Actions } from './actions.ts'
import { makePages } from './pages.ts'
import { Random } from './random.ts'
import { hoursBetween } from './traffic-profile.ts'
import { type DemoHit, makeVisit } from './visit.ts'
import { Visitors } from './visitors.ts'

/** Pages of the website: one per ten events, and no more than this, as all are kept in memory. */
const maxPages = 100_000
const eventsPerPage = 10
/** About what the chances of visit.ts come to. */
const eventsPerVisit = 3.5

export interface DemoPlan {
  /** Number of the website in table event_source. */
  target: number
  /** How many events there shall be, exactly. */
  events: number
  days: number
  seed: number
  /** Last instant, inclusive; epoch milliseconds. */
  endAt: number
}

/** The hits of the plan in batches, in order of time. The same plan always gives the same hits. */
export function* demoHits({ target, events, days, seed, endAt }: DemoPlan): Generator<DemoHit[]> {
  const random = new Random(seed)
  const pageCount = Math.min(maxPages, Math.max(10, Math.round(events / eventsPerPage)))
  const site = { target, pages: makePages(random, pageCount), actions: new Actions(random) }
  const visitors = new Visitors(random, events / eventsPerVisit)
  let made = 0
  let pending: DemoHit[] = []
  for (const hour of hoursBetween(endAt - days * dayMs, endAt)) {
    const target = Math.round(events * hour.share)
    while (made < target) {
      const at = hour.startAt + random.below(hour.endAt - hour.startAt)
      const hits = makeVisit(random, site, visitors.draw(at), at, { endAt, limit: events - made })
      for (const hit of hits) {
        pending.push(hit)
        if (hit.hit.event) made++
      }
    }
    const sorted = sortedByTime(pending, hour.startAt)
    // What lies beyond this hour waits for visits of the next one.
    const ripe = hour.endAt === endAt ? sorted.length : countBefore(sorted, hour.endAt)
    yield sorted.slice(0, ripe)
    pending = sorted.slice(ripe)
  }
}

/** Hits by time, those of the same instant in the order they have; none lies before `sinceAt`. */
function sortedByTime(hits: readonly DemoHit[], sinceAt: number): DemoHit[] {
  // Numbers sort many times faster than objects: milliseconds above, the place in the list below.
  const places = 2 ** 22
  const keys = new Float64Array(hits.length)
  hits.forEach(({ hit }, index) => {
    keys[index] = (hit.at - sinceAt) * places + index
  })
  keys.sort()
  return Array.from(keys, (key) => hits[key % places] as DemoHit)
}

function countBefore(sorted: readonly DemoHit[], at: number): number {
  const next = sorted.findIndex(({ hit }) => hit.at >= at)
  return next < 0 ? sorted.length : next
}
