// How a series over time is drawn: the data and options of uPlot.

import uPlot from 'uplot'
import { shortNumber } from '../../text/numbers.ts'
import { type Colors, readColors } from './chart-colors.ts'
import { type ChartProps, type ChartSeries, standardHeight } from './chart-props.ts'
import { tickIndexes, tickLabel } from './chart-ticks.ts'

/** What readers do to a drawn chart. */
export interface ChartEvents {
  /** Called when it has been drawn for the first time. */
  onDrawn: (plot: uPlot) => void
  /** The bucket that the cursor is on; `null` when it has left. */
  onPoint: (index: number | null) => void
  /** Called whenever it has been drawn, also in another size. */
  onDraw: (plot: uPlot) => void
  /** Buckets that were dragged over. */
  onSelect: (first: number, last: number) => void
}

/** Values by series: those in front last, compared ones on top of all. */
export function alignData({ kind, starts, series }: ChartProps): uPlot.AlignedData {
  const fit = (values: readonly (number | null)[]) =>
    starts.map((_, index) => values[index] ?? null)
  return [
    starts.map((_, index) => index),
    ...series.map(({ values }) => fit(values)),
    ...series.flatMap(({ compared }) =>
      compared ? comparedLines(kind).map(() => fit(compared)) : [],
    ),
  ]
}

/** How often a compared line is drawn: over bars of its color it needs a light edge below it. */
const comparedLines = (kind: ChartProps['kind']): readonly ('edge' | 'line')[] =>
  kind === 'bars' ? ['edge', 'line'] : ['line']

/** Round distances of the axis' lines; whole ones unless the values are small fractions. */
const axisSteps = (leastTop: number): number[] => {
  const whole = [1, 2, 5, 10, 20, 50, 100, 200, 500].flatMap((step) => [
    step,
    step * 1000,
    step * 1e6,
  ])
  const fractions = leastTop < 1 ? [0.01, 0.02, 0.05, 0.1, 0.2, 0.5] : []
  return [...fractions, ...whole].sort((one, other) => one - other)
}

/** The options of a chart of so many pixels. */
export function chartOptions(
  props: ChartProps,
  width: number,
  { onDrawn, onDraw, onPoint, onSelect }: ChartEvents,
): uPlot.Options {
  const { kind, starts, series, height = standardHeight, onZoom, leastTop = standardTop } = props
  const colors = readColors()
  const last = starts.length - 1
  return {
    width,
    height,
    legend: { show: false },
    // At both ends of lines half a label needs room.
    padding: [12, kind === 'lines' ? 28 : 8, 0, 0],
    cursor: {
      y: false,
      points: { show: kind === 'lines' },
      drag: { x: onZoom !== undefined, y: false, setScale: false },
    },
    scales: {
      x: {
        time: false,
        range: () => (kind === 'bars' || last === 0 ? [-0.6, last + 0.6] : [0, last]),
      },
      y: { range: (_, __, max) => [0, Math.max(leastTop, max * 1.08)] },
    },
    axes: [timeAxis(props, colors), valueAxis(props, colors)],
    series: [
      {},
      ...series.map((one) => frontSeries(kind, one, colors)),
      ...series.flatMap((one) => comparedSeries(kind, one, colors)),
    ],
    hooks: {
      ready: [onDrawn],
      draw: [onDraw],
      setCursor: [({ cursor: { idx, left = -1 } }) => onPoint(left < 0 ? null : (idx ?? null))],
      setSelect: [
        (plot) => {
          const { left, width: selected } = plot.select
          if (selected < leastDrag) return
          plot.setSelect(noSelection, false)
          onSelect(bucketAt(plot, left), bucketAt(plot, left + selected))
        },
      ],
    },
  }
}

/** Where the axis of values reaches to at least. */
const standardTop = 4
const font = '12px system-ui, sans-serif'

const timeAxis = ({ starts, unit }: ChartProps, colors: Colors): uPlot.Axis => ({
  stroke: colors.text,
  font,
  grid: { show: false },
  ticks: { show: false },
  gap: 8,
  size: 28,
  splits: (plot) => tickIndexes(starts, unit, plot.bbox.width / devicePixelRatio),
  values: (_, indexes) => indexes.map((index) => tickLabel(starts, index, unit)),
})

const valueAxis = (
  { printAxis, leastTop = standardTop }: ChartProps,
  colors: Colors,
): uPlot.Axis => ({
  stroke: colors.text,
  font,
  size: printAxis ? 64 : 48,
  grid: { stroke: colors.grid, width: 1 },
  ticks: { show: false },
  incrs: axisSteps(leastTop),
  values: (_, values) => values.map(printAxis ?? shortNumber),
})

/** A series of the range itself: bars, or a line above a tinted area. */
function frontSeries(kind: ChartProps['kind'], one: ChartSeries, colors: Colors): uPlot.Series {
  const color = colors[one.color]
  const paths =
    kind === 'bars'
      ? uPlot.paths.bars?.({ size: [0.82, 56], radius: 0.12 })
      : uPlot.paths.spline?.()
  // Without a neighbor a value has no line.
  const isSingle = one.values.filter((value) => value !== null).length === 1
  return {
    label: one.label,
    stroke: color,
    ...(kind === 'bars'
      ? { fill: color, width: 0 }
      : { fill: `color-mix(in srgb, ${color} 10%, transparent)`, width: 2 }),
    ...(paths ? { paths } : {}),
    spanGaps: true,
    points: { show: kind === 'lines' && isSingle },
  }
}

/** The lines of a series' compared period; none without one. */
function comparedSeries(
  kind: ChartProps['kind'],
  { label, color, compared }: ChartSeries,
  colors: Colors,
): uPlot.Series[] {
  if (!compared) return []
  const paths = uPlot.paths.spline?.()
  return comparedLines(kind).map((part) => ({
    label,
    ...(part === 'edge'
      ? { stroke: colors.surface, alpha: 0.9, width: 5 }
      : { stroke: colors[color], alpha: 0.75, width: 1.5, dash: [4, 4] }),
    points: { show: false },
    ...(paths ? { paths } : {}),
  }))
}

/** A shorter drag is a click. */
export const leastDrag = 8

export const noSelection = { left: 0, top: 0, width: 0, height: 0 }

/** The bucket at so many pixels from the left edge of the plot. */
export const bucketAt = (plot: uPlot, x: number): number =>
  Math.min((plot.data[0]?.length ?? 1) - 1, Math.max(0, Math.round(plot.posToVal(x, 'x'))))

/** Marks buckets as a drag over them does. */
export function markBuckets(plot: uPlot, first: number, last: number): void {
  const left = Math.max(0, plot.valToPos(first - 0.5, 'x'))
  const right = Math.min(plot.over.clientWidth, plot.valToPos(last + 0.5, 'x'))
  plot.setSelect({ left, top: 0, width: right - left, height: plot.over.clientHeight }, false)
}
