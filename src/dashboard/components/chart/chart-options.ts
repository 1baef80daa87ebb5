// How a series over time is drawn: the data and options of uPlot.

import uPlot from 'uplot'
import { shortNumber } from '../../text/numbers.ts'
import { type Colors, readColors } from './chart-colors.ts'
import { barSize, comparedMarks, hatchOpenBars } from './chart-forms.ts'
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

/** Values by series: those in front last, the open part of lines next, compared ones on top of all. */
export function alignData({ kind, starts, series, openIndex }: ChartProps): uPlot.AlignedData {
  const last = openIndex ?? starts.length
  const fit = (values: readonly (number | null)[], from = 0, through = starts.length) =>
    starts.map((_, index) => (index < from || index > through ? null : (values[index] ?? null)))
  const isOpenLine = hasOpenLine(kind, openIndex)
  return [
    starts.map((_, index) => index),
    ...series.map((one, place) =>
      fit(
        kind === 'stack' ? stackValues(series.slice(place)) : one.values,
        0,
        isOpenLine ? last - 1 : last,
      ),
    ),
    ...(isOpenLine ? series.map(({ values }) => fit(values, last - 1, last)) : []),
    ...listCompared(kind, series).map(({ compared }) => fit(compared ?? [])),
  ]
}

/** Whether the last piece of each line leads to a bucket that is not over. */
const hasOpenLine = (kind: ChartProps['kind'], openIndex: number | undefined): boolean =>
  kind === 'lines' && openIndex !== undefined && openIndex > 0

/** The sum of a series and those in front of it, by bucket. */
const stackValues = (series: readonly ChartSeries[]): number[] =>
  (series[0]?.values ?? []).map((_, index) =>
    series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0),
  )

/** Series that are drawn with their compared period: of bars behind each other the front ones alone. */
const listCompared = (
  kind: ChartProps['kind'],
  series: readonly ChartSeries[],
): readonly ChartSeries[] =>
  (kind === 'lines' ? series : series.slice(-1)).filter(({ compared }) => compared)

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
  const { kind, starts, series, openIndex, height = standardHeight, onZoom } = props
  const { leastTop = standardTop } = props
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
        range: () => (kind !== 'lines' || last === 0 ? [-0.6, last + 0.6] : [0, last]),
      },
      y: { range: (_, __, max) => [0, Math.max(leastTop, max * 1.08)] },
    },
    axes: [timeAxis(props, colors), valueAxis(props, colors)],
    series: [
      {},
      ...series.map((one) => frontSeries(kind, one, colors)),
      ...(hasOpenLine(kind, openIndex)
        ? series.map((one) => ({ ...frontSeries(kind, one, colors), dash: [3, 4] }))
        : []),
      ...listCompared(kind, series).map((one) => comparedSeries(kind, one, colors)),
    ],
    hooks: {
      ready: [onDrawn],
      // After the bars, and before the marks of the compared period.
      drawSeries: [
        (plot, index) => {
          if (kind !== 'lines' && openIndex !== undefined && index === series.length) {
            hatchOpenBars(plot, openIndex, series.length, colors)
          }
        },
      ],
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
  values: (_, indexes) =>
    indexes.map((index, place) => tickLabel(starts, index, unit, indexes[place - 1])),
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

/** A series of the range itself: bars, or a line. */
function frontSeries(kind: ChartProps['kind'], one: ChartSeries, colors: Colors): uPlot.Series {
  const color = colors[one.color]
  const paths =
    kind === 'lines'
      ? uPlot.paths.linear?.()
      : uPlot.paths.bars?.({ size: barSize, radius: kind === 'bars' ? 0.12 : 0 })
  // Without a neighbor a value has no line.
  const isSingle = one.values.filter((value) => value !== null).length === 1
  return {
    label: one.label,
    stroke: color,
    ...(kind === 'lines' ? { width: 2 } : { fill: color, width: 0 }),
    ...(paths ? { paths } : {}),
    spanGaps: true,
    points: { show: kind === 'lines' && isSingle },
  }
}

/** The compared period of a series. */
function comparedSeries(
  kind: ChartProps['kind'],
  { label, color }: ChartSeries,
  colors: Colors,
): uPlot.Series {
  const paths = kind === 'lines' ? uPlot.paths.linear?.() : comparedMarks
  return {
    label,
    ...(kind === 'lines'
      ? { stroke: colors[color], alpha: 0.75, width: 1.5, dash: [4, 4] }
      : { stroke: colors.text, width: 2 }),
    points: { show: false },
    ...(paths ? { paths } : {}),
  }
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
