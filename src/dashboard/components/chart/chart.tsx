// A series over time as bars or lines.

import { useEffect, useId, useMemo, useRef, useState } from 'preact/hooks'
import uPlot from 'uplot'
import { useSignal } from '../../state/signal.ts'
import { bucketName } from '../../text/dates.ts'
import { t, useSpoken } from '../../text/messages.ts'
import { wholeNumber } from '../../text/numbers.ts'
import { theme } from '../../theme/theme.ts'
import { AsTable } from './as-table.tsx'
import { useSystemDarkness } from './chart-colors.ts'
import { selectedBuckets, type Walk, walkOn } from './chart-keys.ts'
import { alignData, chartOptions, markBuckets, noSelection } from './chart-options.ts'
import type { ChartProps } from './chart-props.ts'
import { type Hovered, printed, Readout } from './chart-readout.tsx'
import { ChartTable } from './chart-table.tsx'
import { followTouch } from './chart-touch.ts'

/**
 * A picture that is read by pointer, finger or keyboard, with its numbers as a table below. To
 * screen readers it is a slider along the buckets.
 */
export function Chart(props: ChartProps) {
  const { label, unit, starts, series, height = 280, onZoom } = props
  const [hovered, setHovered] = useState<Hovered | null>(null)
  const [walk, setWalk] = useState<Walk | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const drawn = useRef<uPlot | null>(null)
  const keysId = useId()
  const { locale } = useSpoken()
  const chosenTheme = useSignal(theme)
  const isDark = useSystemDarkness()
  const latest = useRef(props)
  latest.current = props
  const walked = useRef(walk)
  walked.current = walk
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
    const zoom = (first: number, last: number) => latest.current.onZoom?.(first, last)
    const point = (index: number | null) =>
      setHovered(index === null || !drawn.current ? null : hoveredAt(drawn.current, index))
    const plot = new uPlot(
      chartOptions(latest.current, element.clientWidth, {
        onPoint: point,
        onSelect: zoom,
        // The reader stays at their bucket when newer numbers come.
        onDrawn: (plot) => walked.current && markWalk(plot, walked.current),
      }),
      alignData(latest.current),
      element,
    )
    drawn.current = plot
    followTouch(plot, latest.current.onZoom && zoom)
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
      drawn.current = null
      plot.destroy()
      setHovered(null)
    }
  }, [shape, locale, chosenTheme, isDark])

  const show = (next: Walk | null) => {
    setWalk(next)
    if (drawn.current) markWalk(drawn.current, next)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'Enter' && walk && onZoom) {
      event.preventDefault()
      show(null)
      onZoom(...selectedBuckets(walk))
      return
    }
    const next = walkOn(event, walk, starts.length)
    if (!next) return
    event.preventDefault()
    show(next)
  }
  const index = Math.min(walk?.index ?? starts.length - 1, starts.length - 1)
  return (
    <>
      <div class="chart" dir="ltr">
        <div
          class="chart-picture"
          role="slider"
          aria-label={label}
          aria-roledescription={t('chart')}
          aria-orientation="horizontal"
          aria-valuemin={0}
          aria-valuemax={Math.max(0, starts.length - 1)}
          aria-valuenow={index}
          aria-valuetext={spokenBucket(props, index, walk)}
          tabIndex={0}
          aria-describedby={onZoom && keysId}
          onKeyDown={onKeyDown}
          onBlur={() => walk && show(null)}
          ref={box}
        />
        {onZoom && (
          <p class="chart-keys" id={keysId} dir="auto">
            {t('chart.keys')}
          </p>
        )}
        {hovered && starts[hovered.index] !== undefined && <Readout {...props} hovered={hovered} />}
      </div>
      <AsTable label={label}>{() => <ChartTable {...props} />}</AsTable>
    </>
  )
}

/** Puts the cursor and the selection where a reader has walked to; away, if nowhere. */
function markWalk(plot: uPlot, walk: Walk | null): void {
  plot.setCursor({ left: walk ? plot.valToPos(walk.index, 'x') : -10, top: 0 })
  if (walk && walk.anchor !== null) markBuckets(plot, ...selectedBuckets(walk))
  else plot.setSelect(noSelection, false)
}

const hoveredAt = (plot: uPlot, index: number): Hovered => ({
  index,
  left: (plot.cursor.left ?? 0) + plot.bbox.left / devicePixelRatio,
  width: plot.width,
})

/** A bucket and its values in words, and from where to where buckets are selected. */
function spokenBucket(
  { unit, starts, series, print = wholeNumber }: ChartProps,
  index: number,
  walk: Walk | null,
): string {
  const nameBucket = (bucket: number) => bucketName(starts[bucket] ?? 0, unit)
  const values = series
    .toReversed()
    .map((one) => `${one.label} ${printed(one.values[index], print)}`)
  const [first, last] = walk ? selectedBuckets(walk) : [index, index]
  return [
    nameBucket(index),
    ...values,
    ...(first < last
      ? [t('chart.selected', { from: nameBucket(first), to: nameBucket(last) })]
      : []),
  ].join(', ')
}
