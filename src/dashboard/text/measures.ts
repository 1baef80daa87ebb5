// Numbers derived from those of the server.

/** Totals of a range, as the server sends them. */
export interface Totals {
  pageviews: number
  visitors: number
  visits: number
  /** Visits of a single page. */
  bounces: number
  /** Seconds of all visits. */
  totaltime: number
}

/** Totals of a range, with those of the period it is compared with. */
export interface ComparedTotals extends Totals {
  comparison: Totals
}

/** Share of visits that saw a single page. */
export const bounceRate = ({ visits, bounces }: Totals): number =>
  visits === 0 ? 0 : Math.min(visits, bounces) / visits

/** Mean seconds of a visit. */
export const visitSeconds = ({ visits, totaltime }: Totals): number =>
  visits === 0 ? 0 : totaltime / visits

/** How much of the old value was gained; `null` when there was none. */
export const relativeChange = (value: number, old: number): number | null =>
  old === 0 ? null : (value - old) / old
