// Those who visit: newcomers, some who come again within the month, and users who are logged in.

import {
  emptyAttributes,
  noPredecessors,
  type Predecessors,
  type SessionAttributes,
} from '../collect/shape/columns.ts'
import { toVisitHour } from '../identity.ts'
import { clients } from './clients.ts'
import { drawPlace } from './places.ts'
import type { Random } from './random.ts'

/** Share of visits by newcomers of the same month who come again, and by users. */
const returning = 0.25
const loggedIn = 0.06
/** How many of the latest newcomers may come again: their page views stay in memory until then. */
const maxRemembered = 16_384
const visitsPerUser = 25

/** A session, with the page views it had. */
export class Visitor {
  /** Its number in the store; 0 until its first hit is stored. */
  session = 0
  private visitPreviousAt: number | null = null
  private visitSecondAt: number | null = null
  private lastHour = -1
  private lastAt = -1
  private readonly seenPages: number[] = []
  private readonly seenAt: number[] = []

  constructor(
    readonly uuid: string,
    readonly attributes: SessionAttributes,
  ) {}

  get isNew(): boolean {
    return this.lastHour < 0
  }

  /** Whether a visit that begins at this instant would be a visit of its own. */
  canVisit(at: number): boolean {
    return at > this.lastAt && toVisitHour(at) > this.lastHour
  }

  /** Notes a visit that begins in this hour since the epoch and ends at this instant at the latest. */
  beginVisit(hour: number, endAt: number): void {
    this.lastHour = hour
    this.lastAt = endAt
    this.visitPreviousAt = null
    this.visitSecondAt = null
  }

  /** Notes a page view, later than all before, and returns its predecessors. Each page has its own title. */
  view(page: number, at: number): Predecessors {
    let pathPreviousAt: number | null = null
    for (let index = this.seenPages.length - 1; index >= 0; index--) {
      if (this.seenPages[index] !== page) continue
      pathPreviousAt = this.seenAt[index] as number
      break
    }
    const { visitPreviousAt } = this
    const predecessors = {
      previousAt: this.seenAt.at(-1) ?? null,
      visitPreviousAt,
      visitSecondAt: this.visitSecondAt,
      visitGap:
        visitPreviousAt === null
          ? noPredecessors.visitGap
          : Math.floor(at / 1000) - Math.floor(visitPreviousAt / 1000),
      pathPreviousAt,
      titlePreviousAt: pathPreviousAt,
    }
    this.visitSecondAt = visitPreviousAt
    this.visitPreviousAt = at
    this.seenPages.push(page)
    this.seenAt.push(at)
    return predecessors
  }
}

/** Who comes next. */
export class Visitors {
  private remembered: Visitor[] = []
  private nextSlot = 0
  private month = -1
  private readonly users: (Visitor | null)[]

  constructor(
    private readonly random: Random,
    expectedVisits: number,
  ) {
    const count = Math.max(1, Math.ceil((expectedVisits * loggedIn) / visitsPerUser))
    this.users = Array.from({ length: count }, () => null)
  }

  /** The visitor of a visit that begins at this instant. */
  draw(at: number): Visitor {
    this.forgetLastMonth(at)
    const chance = this.random.unit()
    if (chance < loggedIn) {
      const user = this.drawUser()
      if (user.canVisit(at)) return user
    } else if (chance < loggedIn + returning && this.remembered.length > 0) {
      const known = this.random.oneOf(this.remembered)
      if (known.canVisit(at)) return known
    }
    return this.newcomer()
  }

  /** Sessions of visitors without a name end with the month. */
  private forgetLastMonth(at: number): void {
    const month = new Date(at).getUTCMonth()
    if (month === this.month) return
    this.month = month
    this.remembered = []
    this.nextSlot = 0
  }

  private drawUser(): Visitor {
    // Some users come more often than others.
    const index = Math.floor(this.users.length * this.random.unit() ** 1.3)
    const known = this.users[index]
    if (known) return known
    const user = new Visitor(this.random.uuid(), this.attributes(`user-${index + 1}`))
    this.users[index] = user
    return user
  }

  private newcomer(): Visitor {
    const visitor = new Visitor(this.random.uuid(), this.attributes(null))
    this.remembered[this.nextSlot] = visitor
    this.nextSlot = (this.nextSlot + 1) % maxRemembered
    return visitor
  }

  private attributes(distinctId: string | null): SessionAttributes {
    const { browser, os, device, screen } = clients.draw(this.random)
    const { country, region, city, languages } = drawPlace(this.random)
    const language = languages.draw(this.random)
    const client = { browser, os, device, screen, language }
    return { ...emptyAttributes, ...client, country, region, city, distinctId }
  }
}
