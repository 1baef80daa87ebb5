// What web vitals are made of. A meter notes the browser's entries of one view and reads what they
// come to; times are in ms.
import { longestMeasureMs } from '../lib/longest-measure.ts'
import { ofDocument } from './document.ts'

export interface Entry extends PerformanceEntry {
  hadRecentInput?: boolean
  interactionId?: number
  value?: number
}

export type Metrics = Partial<Record<'ttfb' | 'fcp' | 'lcp' | 'inp' | 'cls', number | undefined>>

export interface Meter {
  note(entry: Entry): void
  /** Leaves out what was not measured. */
  read(): Metrics
}

// Longest gap within a window of layout shifts, and longest window.
const SHIFT_GAP_MS = 1_000
const SHIFT_WINDOW_MS = 5_000

// The 98th percentile: one interaction in fifty may be slower.
const INTERACTIONS_PER_OUTLIER = 50

type NavigationEntry = PerformanceNavigationTiming & { activationStart?: number }

const readNavigation = () =>
  performance.getEntriesByType('navigation')[0] as NavigationEntry | undefined

/** When the visitor came to a page that was prepared before, on the page's clock; else 0. */
export const readActivation = (): number => readNavigation()?.activationStart || 0

/** How many interactions the page has had; 0 where the browser does not count them. */
export const countInteractions = (): number =>
  (performance as Performance & { interactionCount?: number }).interactionCount || 0

const milliseconds = (value: number | undefined): number | undefined =>
  value !== undefined && value >= 0 && value <= longestMeasureMs ? +value.toFixed(1) : undefined

/** Server and paint times of the page, from its activation. */
export const openLoadMeter = (): Meter => {
  // A page loaded in the background paints when it is looked at, which says nothing of its speed.
  const wasSeen = !ofDocument('hidden')
  const paints: { fcp?: number; lcp?: number } = {}
  const sinceActivation = (time: number | undefined): number | undefined =>
    milliseconds(time && Math.max(0, time - readActivation()))
  return {
    note: ({ name, entryType, startTime }) => {
      if (name === 'first-contentful-paint') paints.fcp = startTime
      if (entryType === 'largest-contentful-paint') paints.lcp = startTime
    },
    read: () => ({
      ttfb: sinceActivation(readNavigation()?.responseStart),
      ...(wasSeen && { fcp: sinceActivation(paints.fcp), lcp: sinceActivation(paints.lcp) }),
    }),
  }
}

/** Layout shift: the worst window of shifts less than 1 s apart and at most 5 s long. */
export const openShiftMeter = (): Meter => {
  let worst = 0
  let shifts = { startedAt: 0, lastAt: -SHIFT_GAP_MS, sum: 0 }
  return {
    note: ({ entryType, startTime, value = 0, hadRecentInput }) => {
      if (entryType !== 'layout-shift' || hadRecentInput) return
      const { startedAt, lastAt, sum } = shifts
      const goesOn = startTime - lastAt < SHIFT_GAP_MS && startTime - startedAt <= SHIFT_WINDOW_MS
      shifts = {
        startedAt: goesOn ? startedAt : startTime,
        lastAt: startTime,
        sum: goesOn ? sum + value : value,
      }
      worst = Math.max(worst, shifts.sum)
    },
    read: () => ({
      cls: PerformanceObserver.supportedEntryTypes.includes('layout-shift')
        ? +worst.toFixed(4)
        : undefined,
    }),
  }
}

/** 98th percentile of the durations of interactions, those before the view left out of the count. */
export const openInteractionMeter = (countBefore: number): Meter => {
  const durations: Record<number, number> = {}
  return {
    note: ({ interactionId, duration }) => {
      if (!interactionId) return
      durations[interactionId] = Math.max(durations[interactionId] || 0, duration)
    },
    read: () => {
      const slowest = Object.values(durations).sort((a, b) => b - a)
      const count = countInteractions() - countBefore || slowest.length
      const outliers = Math.floor(count / INTERACTIONS_PER_OUTLIER)
      return { inp: milliseconds(slowest[Math.min(slowest.length - 1, outliers)]) }
    },
  }
}
