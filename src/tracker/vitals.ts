// Web vitals of each view: one message with what was measured until it is sent.
import { listen, ofDocument } from './document.ts'

const REPORT_AFTER_MS = 10_000

// Longer values are clocks of pages that slept; the server accepts a minute.
const LONGEST_MS = 60_000

// First and last shift of one window of layout shifts.
const SHIFT_GAP_MS = 1_000
const SHIFT_WINDOW_MS = 5_000

const INTERACTION_THRESHOLD_MS = 40

interface Entry extends PerformanceEntry {
  hadRecentInput?: boolean
  interactionId?: number
  value?: number
}

type Metrics = Record<'ttfb' | 'fcp' | 'lcp' | 'inp' | 'cls' | 'duration', number | undefined>

const milliseconds = (value: number | undefined): number | undefined =>
  value !== undefined && value >= 0 && value <= LONGEST_MS ? +value.toFixed(1) : undefined

/**
 * Measures the present view and calls `report` once for it: after 10 s, when the page is hidden,
 * or when the returned function is called, which also starts the next view. Times in ms; paint
 * and server times only for the first view. Layout shift is the worst window of shifts less than
 * 1 s apart and at most 5 s long; interaction is the 98th percentile of interaction durations.
 */
export const watchVitals = (report: (metrics: Metrics) => void): (() => void) => {
  const navigation = performance.getEntriesByType('navigation')[0] as
    | (PerformanceNavigationTiming & { activationStart?: number })
    | undefined
  const activatedAt = navigation?.activationStart || 0
  const sinceActivation = (time: number | undefined): number | undefined =>
    time && Math.max(0, time - activatedAt)
  const counter = performance as Performance & { interactionCount?: number }

  // A page loaded in the background paints when it is looked at, which says nothing of its speed.
  const wasSeen = !ofDocument('hidden')
  let isFirst = true
  let isReported = false
  let startedAt = activatedAt
  let interactionsBefore = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let fcp: number | undefined
  let lcp: number | undefined
  let worstShift = 0
  let shift = 0
  let shiftStartedAt = 0
  let shiftedAt = -SHIFT_GAP_MS
  let durations: Record<number, number> = {}

  const note = (entry: Entry): void => {
    const { entryType, startTime, duration, interactionId, value = 0 } = entry
    if (entry.name === 'first-contentful-paint') fcp = sinceActivation(startTime)
    if (entryType === 'largest-contentful-paint') lcp = sinceActivation(startTime)
    if (interactionId) {
      durations[interactionId] = Math.max(durations[interactionId] || 0, duration)
    }
    if (entryType === 'layout-shift' && !entry.hadRecentInput) {
      if (startTime - shiftedAt < SHIFT_GAP_MS && startTime - shiftStartedAt <= SHIFT_WINDOW_MS) {
        shift += value
      } else {
        shift = value
        shiftStartedAt = startTime
      }
      shiftedAt = startTime
      worstShift = Math.max(worstShift, shift)
    }
  }

  const observer = new PerformanceObserver((list) => list.getEntries().forEach(note))
  const kinds = PerformanceObserver.supportedEntryTypes

  const interaction = (): number | undefined => {
    const slowest = Object.values(durations).sort((a, b) => b - a)
    const count = (counter.interactionCount || 0) - interactionsBefore || slowest.length
    return slowest[Math.min(slowest.length - 1, Math.floor(count / 50))]
  }

  const finish = (): void => {
    if (isReported) return
    isReported = true
    clearTimeout(timer)
    observer.takeRecords().forEach(note)
    const metrics = {
      ttfb: isFirst ? milliseconds(sinceActivation(navigation?.responseStart)) : undefined,
      fcp: isFirst && wasSeen ? milliseconds(fcp) : undefined,
      lcp: isFirst && wasSeen ? milliseconds(lcp) : undefined,
      inp: milliseconds(interaction()),
      cls: kinds.includes('layout-shift') ? +worstShift.toFixed(4) : undefined,
    }
    if (Object.values(metrics).every((value) => value === undefined)) return
    report({ ...metrics, duration: Math.round(performance.now() - startedAt) })
  }

  const begin = (): void => {
    isReported = false
    timer = setTimeout(finish, REPORT_AFTER_MS)
  }

  for (const type of [
    'paint',
    'largest-contentful-paint',
    'layout-shift',
    'event',
    'first-input',
  ]) {
    if (kinds.includes(type)) {
      const options = { type, buffered: true, durationThreshold: INTERACTION_THRESHOLD_MS }
      observer.observe(options)
    }
  }
  listen('visibilitychange', () => ofDocument('hidden') && finish())
  window.addEventListener('pagehide', finish)
  begin()

  return () => {
    finish()
    isFirst = false
    startedAt = performance.now()
    interactionsBefore = counter.interactionCount || 0
    worstShift = shift = 0
    shiftedAt = -SHIFT_GAP_MS
    durations = {}
    begin()
  }
}
