// One visit: pages one after the other, and what is done on them, as hits.

import {
  type EventFields,
  emptyEvent,
  noPredecessors,
  type Predecessors,
  type Property,
} from '../collect/shape/columns.ts'
import type { Hit, Revenue } from '../collect/shape/hit.ts'
import { eventTypes } from '../db/event-type.ts'
import { toVisitHour } from '../identity.ts'
import { minuteMs } from '../time/durations.ts'
import { type Actions, userData } from './actions.ts'
import { direct, drawOrigin, type Origin, within } from './origins.ts'
import { drawPage } from './page-transitions.ts'
import type { DemoPage } from './pages.ts'
import type { Random } from './random.ts'
import type { Visitor } from './visitors.ts'

const hostname = 'shop.example'
/** Chance that a visitor goes on to another page: 2.6 page views per visit. */
const goesOn = 0.62
/** Chances that a page is measured, that something is done on it, that a user's data is sent again. */
const isMeasured = 0.06
const acts = 0.22
const sendsData = 0.15
/** A visit ends half an hour after it began. */
const maxVisitMs = 29 * minuteMs

/** A hit with its visitor and what it knows of the ones before it. */
export interface DemoHit {
  hit: Hit
  visitor: Visitor
  predecessors: Predecessors
}

interface Site {
  target: number
  pages: readonly DemoPage[]
  actions: Actions
}

const nothing: Property[] = []

/**
 * The hits of one visit, in order of time, none after `endAt` and not more than `limit` of them
 * events.
 */
export function makeVisit(
  random: Random,
  site: Site,
  visitor: Visitor,
  startAt: number,
  { endAt, limit }: { endAt: number; limit: number },
): DemoHit[] {
  const hits: DemoHit[] = []
  const visitHour = toVisitHour(startAt)
  const lastAt = Math.min(endAt, startAt + maxVisitMs)
  const isFirst = visitor.isNew
  visitor.beginVisit(visitHour, lastAt)

  const add = (
    at: number,
    event: EventFields | null,
    predecessors: Predecessors,
    eventData: Property[],
    sessionData: Property[],
    revenue: Revenue | null,
  ) => {
    const { uuid: sessionId, attributes } = visitor
    const { target } = site
    hits.push({
      hit: {
        target,
        sessionId,
        visitHour,
        at,
        attributes,
        event,
        eventData,
        sessionData,
        revenue,
      },
      visitor,
      predecessors,
    })
  }

  let left = limit
  let at = startAt
  if (visitor.attributes.distinctId !== null && (isFirst || random.happens(sendsData))) {
    add(at, null, noPredecessors, nothing, userData(random, at), null)
    at += 20 + random.below(200)
  }
  let origin = drawOrigin(random)
  let number: number | null = null
  do {
    if (left === 0 || at > lastAt) break
    number = drawPage(random, site.pages.length, number)
    const page = site.pages[number] as DemoPage
    add(at, toFields('page', null, page, origin), visitor.view(number, at), nothing, nothing, null)
    left--
    if (left > 0 && random.happens(acts)) {
      at += 1_000 + random.below(20_000)
      if (at > lastAt) break
      const { name, data, revenue } = site.actions.draw(random, at)
      add(at, toFields('custom', name, page, origin), noPredecessors, data, nothing, revenue)
      left--
    }
    if (left > 0 && random.happens(isMeasured)) {
      at += 1_000 + random.below(5_000)
      if (at > lastAt) break
      add(at, measured(random, page), noPredecessors, nothing, nothing, null)
      left--
    }
    origin = within(page.path)
    // A few seconds, mostly; now and then minutes.
    at += 2_000 + Math.floor(180_000 * random.unit() ** 3)
  } while (random.happens(goesOn))
  return hits
}

const toFields = (
  kind: 'page' | 'custom',
  eventName: string | null,
  page: DemoPage,
  origin: Origin,
): EventFields => ({
  ...emptyEvent,
  ...origin,
  eventType: eventTypes[kind],
  eventName,
  urlPath: page.path,
  hostname,
  pageTitle: page.title,
})

/** Load times of a page in milliseconds, most of them good. */
function measured(random: Random, page: DemoPage): EventFields {
  const slow = random.unit()
  const tenths = (value: number) => Math.round(value * 10) / 10
  return {
    ...toFields('page', null, page, direct),
    eventType: eventTypes.vitals,
    ttfb: tenths(40 + 900 * slow ** 4),
    fcp: tenths(300 + 2_500 * slow ** 3),
    lcp: tenths(600 + 5_000 * slow ** 3),
    inp: tenths(16 + 600 * random.unit() ** 5),
    cls: Math.round(random.unit() ** 6 * 5_000) / 10_000,
  }
}
