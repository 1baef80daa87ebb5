// What a session has seen so far, so that each page view can remember when it was preceded.

/**
 * When this page view was preceded, in epoch milliseconds; `null` where it was the first. With these
 * a visitor of any range is found without a hash table: it is counted at its first row in the range,
 * the one whose predecessor lies before the range.
 */
export interface Pointers {
  /** By a page view of the same session. */
  previousAt: number | null
  /** By one of the same visit, and by the one before that. */
  visitPreviousAt: number | null
  visitSecondAt: number | null
  /** Whole epoch seconds from `visitPreviousAt` to this row; -1 when there is none. */
  visitGap: number
  /** By one of the same session with the same path, the same title. */
  pathPreviousAt: number | null
  titlePreviousAt: number | null
}

export const noGap = -1

export const noPointers: Pointers = {
  previousAt: null,
  visitPreviousAt: null,
  visitSecondAt: null,
  visitGap: noGap,
  pathPreviousAt: null,
  titlePreviousAt: null,
}

export interface PageView {
  at: number
  visitHour: number
  path: string
  title: string | null
}

/** A trail with more visits, paths and titles is not kept at hand but read again when needed. */
const maxParts = 100

/** The page views of one session, as far as later ones need them. */
export class Trail {
  private lastAt: number | null = null
  private readonly visits = new Map<number, { lastAt: number; secondAt: number | null }>()
  private readonly paths = new Map<string, number>()
  private readonly titles = new Map<string | null, number>()

  /** Whether this trail is small enough to be remembered. */
  get isHandy(): boolean {
    return this.visits.size + this.paths.size + this.titles.size <= maxParts
  }

  /**
   * Adds a page view and gives its pointers; `null` when it lies before one that was already added,
   * whose own pointers are then wrong.
   */
  add({ at, visitHour, path, title }: PageView): Pointers | null {
    if (this.lastAt !== null && at < this.lastAt) return null
    const visit = this.visits.get(visitHour)
    const pointers: Pointers = {
      previousAt: this.lastAt,
      visitPreviousAt: visit?.lastAt ?? null,
      visitSecondAt: visit?.secondAt ?? null,
      visitGap: visit ? Math.floor(at / 1000) - Math.floor(visit.lastAt / 1000) : noGap,
      pathPreviousAt: this.paths.get(path) ?? null,
      titlePreviousAt: this.titles.get(title) ?? null,
    }
    this.lastAt = at
    this.visits.set(visitHour, { lastAt: at, secondAt: visit?.lastAt ?? null })
    this.paths.set(path, at)
    this.titles.set(title, at)
    return pointers
  }
}
