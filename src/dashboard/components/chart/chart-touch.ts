// Fingers on a chart: a tap is left to the chart itself, a drag to the side looks along the buckets
// and selects them; a drag up or down is the page's.

import type uPlot from 'uplot'
import { bucketAt, leastDrag, markBuckets, noSelection } from './chart-options.ts'

interface Drag {
  pointerId: number
  /** Pixels from the left edge of the plot. */
  fromX: number
  hasBegun: boolean
}

/** Lets fingers select buckets, for `onSelect` when they are lifted; without it they only look. */
export function followTouch(
  plot: uPlot,
  onSelect: ((first: number, last: number) => void) | undefined,
): void {
  const { over } = plot
  let drag: Drag | null = null
  const pointerOffset = (event: PointerEvent) => event.clientX - over.getBoundingClientRect().left
  const ends = ({ fromX }: Drag, x: number) => {
    const [one, other] = [bucketAt(plot, fromX), bucketAt(plot, x)]
    return [Math.min(one, other), Math.max(one, other)] as const
  }
  over.addEventListener('pointerdown', (event) => {
    if (event.pointerType !== 'touch' || !event.isPrimary) return
    drag = { pointerId: event.pointerId, fromX: pointerOffset(event), hasBegun: false }
  })
  over.addEventListener('pointermove', (event) => {
    if (drag?.pointerId !== event.pointerId) return
    const x = pointerOffset(event)
    if (!drag.hasBegun && Math.abs(x - drag.fromX) < leastDrag) return
    if (!drag.hasBegun) over.setPointerCapture(event.pointerId)
    drag.hasBegun = true
    plot.setCursor({ left: Math.min(over.clientWidth, Math.max(0, x)), top: 0 })
    if (onSelect) markBuckets(plot, ...ends(drag, x))
  })
  over.addEventListener('pointerup', (event) => {
    if (drag?.pointerId !== event.pointerId) return
    const { hasBegun } = drag
    const chosen = ends(drag, pointerOffset(event))
    drag = null
    if (!hasBegun) return
    plot.setSelect(noSelection, false)
    onSelect?.(...chosen)
  })
  over.addEventListener('pointercancel', () => {
    drag = null
    plot.setSelect(noSelection, false)
  })
}
