// Marks on a chart: a line with a dot at the buckets in which something happened.

import type uPlot from 'uplot'
import { bucketAt, leastDrag } from './chart-options.ts'
import type { ChartMark } from './chart-props.ts'

/** Puts the marks where their buckets are now; those of before go. */
export function placeMarks(plot: uPlot, marks: readonly ChartMark[]): void {
  for (const old of plot.over.querySelectorAll('.chart-mark')) old.remove()
  for (const { index } of marks) {
    const mark = document.createElement('span')
    mark.className = 'chart-mark'
    mark.style.left = `${plot.valToPos(index, 'x')}px`
    plot.over.append(mark)
  }
}

/**
 * Calls `onPick` with the bucket of a click. A finger's tap reads the bucket, and the end of a drag
 * zooms: neither picks.
 */
export function followClicks(plot: uPlot, onPick: (index: number) => void): void {
  const { over } = plot
  let pressedAt: number | null = null
  const toOffset = (event: MouseEvent) => event.clientX - over.getBoundingClientRect().left
  over.addEventListener('pointerdown', (event) => {
    pressedAt = event.pointerType === 'mouse' && event.button === 0 ? toOffset(event) : null
  })
  over.addEventListener('click', (event) => {
    const x = toOffset(event)
    if (pressedAt !== null && Math.abs(x - pressedAt) < leastDrag) onPick(bucketAt(plot, x))
    pressedAt = null
  })
}
