// A series over time as bars or lines.

import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import uPlot from 'uplot'
import { useSignal } from '../state/signal.ts'
import { theme } from '../state/theme.ts'
import { bucketName } from '../text/dates.ts'
import { useSpoken } from '../text/messages.ts'
import { shortNumber, wholeNumber } from '../text/numbers.ts'
import type { Unit } from '../time/units.ts'
import { type Colors, readColors, useSystemDarkness } from './chart-colors.ts'
import { tickIndexes, tickLabel } from './chart-ticks.ts'

export interface ChartSeries {
  label: string
  /** One value per bucket; `null` where there is none, which lines pass over. */
  values: readonly (number | null)[]
  /** Name of a color in chart-colors.ts. */
  color: keyof Colors
  /** The compared period's values by position; drawn as a faint line. */
  compared?: readonly number[] | undefined
}

interface ChartProps {
  /** What the picture shows, for those who do not see it. */
  label: string
  kind: 'bars' | 'lines'
  unit: Unit
  /** Starts of the buckets. */
  starts: readonly number[]
  /** Starts of the compared period's buckets. */
  comparedStarts?: readonly number[] | undefined
  /** Those in front come last. */
  series: readonly ChartSeries[]
  /** How values are told; whole numbers when left out. */
  print?: (value: number) => string
  /** How the axis tells values; short numbers when left out. */
  printAxis?: (value: number) => string
  /** The axis reaches at least so far, however low the values are. */
  leastTop?: number
  /** Lets readers drag over buckets `first` to `last`. */
  onZoom?: (first: number, last: number) => void
  height?: number
}

interface Hovered {
  index: number
  left: number
  width: number
}

export function Chart(props: ChartProps) {
  const { label, unit, starts, series, height = 280, print = wholeNumber } = props
  const [hovered, setHovered] = useState<Hovered | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const { locale } = useSpoken()
  const chosenTheme = useSignal(theme)
  const isDark = useSystemDarkness()
  const latest = useRef(props)
  latest.current = props
  const shape = useMemo(
    () =>
      JSON.stringify([
        props.kind,
        unit,
        starts,
        series.map(({ values, compared }) => [values, compared]),
        height,
      ]),
    [props.kind, unit, starts, series, height],
  )

  useEffect(() => {
    const element = box.current
    if (!element) return
    const plot = new uPlot(
      optionsOf(latest.current, element.clientWidth, setHovered),
      dataOf(latest.current),
      element,
    )
    const fit = () => {
      const width = element.clientWidth
      if (element.contains(plot.root) && width > 0 && width !== plot.width)
        plot.setSize({ width, height })
    }
    // A later frame: resizing while sizes are observed is reported as an error.
    const observer = new ResizeObserver(() => requestAnimationFrame(fit))
    observer.observe(element)
    return () => {
      observer.disconnect()
      plot.destroy()
      setHovered(null)
    }
  }, [shape, locale, chosenTheme, isDark])

  return (
    <div class="chart" dir="ltr">
      <div class="chart-picture" role="img" aria-label={label} ref={box} />
      {hovered && starts[hovered.index] !== undefined && (
        <Readout {...props} print={print} hovered={hovered} />
      )}
    </div>
  )
}

/** The values of the bucket under the pointer. */
function Readout({
  hovered,
  unit,
  starts,
  comparedStarts,
  series,
  print = wholeNumber,
}: ChartProps & { hovered: Hovered }) {
  const { index, left, width } = hovered
  const isLate = left > width / 2
  const comparedAt = comparedStarts?.[index]
  const hasCompared = comparedAt !== undefined && series.some(({ compared }) => compared)
  return (
    <div
      class={`readout ${isLate ? 'readout-late' : ''}`}
      style={isLate ? { right: `${width - left + 14}px` } : { left: `${left + 14}px` }}
      dir="auto"
    >
      <p class="readout-time">{bucketName(starts[index] as number, unit)}</p>
      {[...series].reverse().map((one) => (
        <p key={one.label} class="readout-line">
          <span class={`swatch swatch-${one.color}`} />
          <span>{one.label}</span>
          <strong>{printed(one.values[index], print)}</strong>
        </p>
      ))}
      {hasCompared && (
        <>
          <p class="readout-time readout-compared">{bucketName(comparedAt, unit)}</p>
          {[...series].reverse().map(
            (one) =>
              one.compared && (
                <p key={one.label} class="readout-line readout-compared">
                  <span class={`swatch swatch-faint swatch-${one.color}`} />
                  <span>{one.label}</span>
                  <strong>{print(one.compared[index] ?? 0)}</strong>
                </p>
              ),
          )}
        </>
      )}
    </div>
  )
}

/** A bucket without a value says so; one outside of the series counts as zero. */
const printed = (value: number | null | undefined, print: (value: number) => string): string =>
  value === null ? '–' : print(value ?? 0)

function dataOf({ kind, starts, series }: ChartProps): uPlot.AlignedData {
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

function optionsOf(
  props: ChartProps,
  width: number,
  setHovered: (hovered: Hovered | null) => void,
): uPlot.Options {
  const { kind, unit, starts, series, height = 280, onZoom } = props
  const { printAxis = shortNumber, leastTop = 4 } = props
  const colors = readColors()
  const paths = kind === 'bars' ? uPlot.paths.bars?.({ size: [0.82, 56], radius: 0.12 }) : undefined
  const line = uPlot.paths.spline?.()
  const font = '12px system-ui, sans-serif'
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
    axes: [
      {
        stroke: colors.text,
        font,
        grid: { show: false },
        ticks: { show: false },
        gap: 8,
        size: 28,
        splits: (plot) => tickIndexes(starts, unit, plot.bbox.width / devicePixelRatio),
        values: (_, indexes) => indexes.map((index) => tickLabel(starts, index, unit)),
      },
      {
        stroke: colors.text,
        font,
        size: props.printAxis ? 64 : 48,
        grid: { stroke: colors.grid, width: 1 },
        ticks: { show: false },
        incrs: axisSteps(leastTop),
        values: (_, values) => values.map(printAxis),
      },
    ],
    series: [
      {},
      ...series.map(
        (one): uPlot.Series => ({
          label: one.label,
          stroke: colors[one.color],
          ...(kind === 'bars'
            ? { fill: colors[one.color], width: 0, ...(paths ? { paths } : {}) }
            : {
                width: 2,
                fill: `color-mix(in srgb, ${colors[one.color]} 10%, transparent)`,
                ...(line ? { paths: line } : {}),
              }),
          spanGaps: true,
          // Without a neighbor a value has no line.
          points: {
            show: kind === 'lines' && one.values.filter((value) => value !== null).length === 1,
          },
        }),
      ),
      ...series.flatMap(({ label, color, compared }): uPlot.Series[] =>
        compared
          ? comparedLines(kind).map((part) => ({
              label,
              ...(part === 'edge'
                ? { stroke: colors.surface, alpha: 0.9, width: 5 }
                : { stroke: colors[color], alpha: 0.75, width: 1.5, dash: [4, 4] }),
              points: { show: false },
              ...(line ? { paths: line } : {}),
            }))
          : [],
      ),
    ],
    hooks: {
      setCursor: [
        (plot) => {
          const index = plot.cursor.idx
          const left = plot.cursor.left ?? -1
          if (index === null || index === undefined || left < 0) return setHovered(null)
          const offset = plot.bbox.left / devicePixelRatio
          setHovered({ index, left: left + offset, width: plot.width })
        },
      ],
      setSelect: [
        (plot) => {
          const { left, width: selected } = plot.select
          if (selected < 8) return
          const bucketAt = (x: number) =>
            Math.min(last, Math.max(0, Math.round(plot.posToVal(x, 'x'))))
          plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
          onZoom?.(bucketAt(left), bucketAt(left + selected))
        },
      ],
    },
  }
}
