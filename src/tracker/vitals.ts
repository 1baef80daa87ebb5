// Web vitals of each view: one message with what was measured until it is sent. Google's library
// web-vitals measures documents: the views of a single-page app would repeat the layout shift and
// the interactions of the views before, as its counters cannot be reset.
import { listen, ofDocument } from './document.ts'
import {
  countInteractions,
  type Metrics,
  openInteractionMeter,
  openLoadMeter,
  openShiftMeter,
  readActivation,
} from './meters.ts'

const REPORT_AFTER_MS = 10_000

const INTERACTION_THRESHOLD_MS = 40

const KINDS = ['paint', 'largest-contentful-paint', 'layout-shift', 'event', 'first-input']

/**
 * Measures the present view and calls `report` once for it: after 10 s, when the page is hidden,
 * or when the returned function is called, which also starts the next view. Times in ms; paint
 * and server times only for the first view. Reports nothing of a view without any measure.
 */
export const watchVitals = (
  report: (metrics: Metrics & { duration: number }) => void,
): (() => void) => {
  let meters = [openLoadMeter(), openShiftMeter(), openInteractionMeter(0)]
  let startedAt = readActivation()
  let timer: ReturnType<typeof setTimeout> | undefined

  const note = (entry: PerformanceEntry): void => {
    for (const meter of meters) meter.note(entry)
  }
  const observer = new PerformanceObserver((list) => list.getEntries().forEach(note))

  const finish = (): void => {
    clearTimeout(timer)
    observer.takeRecords().forEach(note)
    const metrics: Metrics = Object.assign({}, ...meters.map((meter) => meter.read()))
    // Without meters nothing more is measured or reported until the next view.
    meters = []
    if (Object.values(metrics).every((value) => value === undefined)) return
    report({ ...metrics, duration: Math.round(performance.now() - startedAt) })
  }

  const startTimer = (): void => {
    timer = setTimeout(finish, REPORT_AFTER_MS)
  }

  for (const type of KINDS) {
    if (PerformanceObserver.supportedEntryTypes.includes(type)) {
      const options = { type, buffered: true, durationThreshold: INTERACTION_THRESHOLD_MS }
      observer.observe(options)
    }
  }
  listen('visibilitychange', () => ofDocument('hidden') && finish())
  window.addEventListener('pagehide', finish)
  startTimer()

  return () => {
    finish()
    meters = [openShiftMeter(), openInteractionMeter(countInteractions())]
    startedAt = performance.now()
    startTimer()
  }
}
