// How the parts of a chart are drawn that uPlot has no form for.

import type uPlot from 'uplot'
import type { Colors } from './chart-colors.ts'

/** A bar's part of the width of its bucket, and its width at most in pixels of the page. */
export const barSize: [part: number, maxPixels: number] = [0.82, 56]

/** The width of a bucket in pixels of the canvas. */
const bucketWidth = (plot: uPlot): number =>
  plot.valToPos(1, 'x', true) - plot.valToPos(0, 'x', true)

const barWidth = (plot: uPlot): number =>
  Math.min(bucketWidth(plot) * barSize[0], barSize[1] * devicePixelRatio)

/** A short line across each bar, at the value of the compared period. */
export const comparedMarks: uPlot.Series.PathBuilder = (plot, seriesIndex, first, last) => {
  const stroke = new Path2D()
  const half = Math.min(bucketWidth(plot) * 0.96, barWidth(plot) + 8 * devicePixelRatio) / 2
  for (let index = first; index <= last; index++) {
    const value = plot.data[seriesIndex]?.[index]
    if (value === null || value === undefined) continue
    const x = plot.valToPos(index, 'x', true)
    const y = plot.valToPos(value, 'y', true)
    stroke.moveTo(x - half, y)
    stroke.lineTo(x + half, y)
  }
  return { stroke, fill: null, clip: null }
}

/** Hatches the bars of the bucket that is not over. */
export function hatchOpenBars(
  plot: uPlot,
  openIndex: number,
  barSeries: number,
  colors: Colors,
): void {
  const { ctx, bbox } = plot
  const values = plot.data.slice(1, barSeries + 1).map((series) => series[openIndex] ?? 0)
  const top = plot.valToPos(Math.max(...values), 'y', true)
  const half = barWidth(plot) / 2
  const x = plot.valToPos(openIndex, 'x', true)
  const step = 7 * devicePixelRatio
  ctx.save()
  ctx.beginPath()
  ctx.rect(x - half, top, 2 * half, bbox.top + bbox.height - top)
  ctx.clip()
  ctx.beginPath()
  for (let left = x - half - bbox.height; left < x + half; left += step) {
    ctx.moveTo(left, bbox.top + bbox.height)
    ctx.lineTo(left + bbox.height, bbox.top)
  }
  ctx.strokeStyle = colors.surface
  ctx.lineWidth = 2.5 * devicePixelRatio
  ctx.stroke()
  ctx.restore()
}
