// Draws a chart with uPlot, and follows what readers point at.

import type { RefObject } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import uPlot from 'uplot'
import { useSignal } from '../../state/signal.ts'
import { useLanguage } from '../../text/messages.ts'
import { theme } from '../../theme/theme.ts'
import { useSystemDarkness } from './chart-colors.ts'
import { selectedBuckets, type Walk } from './chart-keys.ts'
import { followClicks, placeMarks } from './chart-marks.ts'
import { alignData, chartOptions, markBuckets, noSelection } from './chart-options.ts'
import { type ChartProps, standardHeight } from './chart-props.ts'
import type { Hovered } from './chart-readout.tsx'
import { followTouch } from './chart-touch.ts'

interface DrawnChart {
  /** For the element that the chart is drawn into. */
  box: RefObject<HTMLDivElement | null>
  /** Shows where a reader has walked to; `null` for nowhere. */
  mark: (walk: Walk | null) => void
  /** What the pointer is on. */
  hovered: Hovered | null
}

/** Draws a chart, and again when its values, its size, the language or the colors change. */
export function usePlot(props: ChartProps, walk: Walk | null): DrawnChart {
  const box = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot | null>(null)
  const [hovered, setHovered] = useState<Hovered | null>(null)
  const latest = useRef({ props, walk })
  latest.current = { props, walk }
  const shape = useShape(props)
  const { locale } = useLanguage()
  const chosenTheme = useSignal(theme)
  const isDark = useSystemDarkness()

  useEffect(() => {
    const element = box.current
    if (!element) return
    const { props: drawn } = latest.current
    const zoom = (first: number, last: number) => latest.current.props.onZoom?.(first, last)
    const own = new uPlot(
      chartOptions(drawn, element.clientWidth, {
        onPoint: (index) =>
          setHovered(index === null || !plot.current ? null : hoveredAt(plot.current, index)),
        onDraw: (drawing) => placeMarks(drawing, latest.current.props.marks ?? []),
        onSelect: zoom,
        // The reader stays at their bucket when newer numbers come.
        onDrawn: (ready) => latest.current.walk && markWalk(ready, latest.current.walk),
      }),
      alignData(drawn),
      element,
    )
    plot.current = own
    followTouch(own, drawn.onZoom && zoom)
    followClicks(own, (index) => latest.current.props.onPick?.(index))
    const unfollow = followWidth(own, element)
    return () => {
      unfollow()
      plot.current = null
      own.destroy()
      setHovered(null)
    }
  }, [shape, locale, chosenTheme, isDark])

  const mark = (next: Walk | null) => {
    if (plot.current) markWalk(plot.current, next)
  }
  return { box, mark, hovered }
}

/** A text that changes whenever there is something else to draw. */
function useShape(props: ChartProps): string {
  const { kind, unit, starts, series, openIndex, height = standardHeight, marks } = props
  return useMemo(
    () =>
      JSON.stringify([
        kind,
        unit,
        starts,
        series.map(({ values, compared }) => [values, compared]),
        openIndex,
        height,
        marks?.map(({ index }) => index),
      ]),
    [kind, unit, starts, series, openIndex, height, marks],
  )
}

/** Keeps a chart as wide as its element, until the returned function is called. */
function followWidth(plot: uPlot, element: HTMLElement): () => void {
  const fit = () => {
    const width = element.clientWidth
    if (element.contains(plot.root) && width > 0 && width !== plot.width) {
      plot.setSize({ width, height: plot.height })
    }
  }
  // A later frame: resizing while sizes are observed is reported as an error.
  const observer = new ResizeObserver(() => requestAnimationFrame(fit))
  observer.observe(element)
  return () => observer.disconnect()
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
