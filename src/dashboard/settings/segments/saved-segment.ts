// Segments and cohorts as they are stored.

import type { SegmentType } from '../../filters/segment.ts'

export interface SavedFilter {
  /** A filter's name. */
  name: string
  /** One of the server's operators; the page offers those it knows. */
  operator: string
  /** Several with commas between them. */
  value: string
}

export interface SavedSegment {
  id: string
  type: SegmentType
  name: string
  parameters: {
    filters?: SavedFilter[]
    match?: 'all' | 'any'
    /** When members of a cohort did something: 30day, 0month, range:<ms>:<ms>. */
    dateRange?: string
    action?: { type: 'path' | 'event'; value: string }
  }
}
