// Metrics: lists of values with how often each was seen.

import type { FilterField } from '../../filters/filter.ts'

/** How a metric is shown. */
export interface Metric {
  /** The server's word for it. */
  type: string
  /** Its name, for tabs and titles: the values together. */
  label: string
  /** Heading of its column: what one value is. */
  head: string
  /** How the rows are counted, where that needs words. */
  explanation?: string
  /** The filter that a click on a row sets. */
  field: FilterField
  /** A value in words for people. */
  name?: (value: string, country?: string | null) => string
  /** Values are few, and known by other names than those recorded: these are searched. */
  isSmall?: boolean
  /** Shows how often instead of by how many visitors. */
  countsEvents?: boolean
}

export interface MetricRow {
  x: string
  y: number
  country?: string | null
}
