// A series over time as bars or lines.

import { useId, useState } from 'preact/hooks'
import { t } from '../../text/messages.ts'
import { wholeNumber } from '../../text/numbers.ts'
import { AsTable } from './as-table.tsx'
import { selectedBuckets, type Walk, walkOn } from './chart-keys.ts'
import { usePlot } from './chart-plot.ts'
import type { ChartProps } from './chart-props.ts'
import { nameBucket, notesIn, printed, Readout } from './chart-readout.tsx'
import { ChartTable } from './chart-table.tsx'

/**
 * A picture that is read by pointer, finger or keyboard, with its numbers as a table below. To
 * screen readers it is a slider along the buckets.
 */
export function Chart(props: ChartProps) {
  const { label, starts, onZoom } = props
  const [walk, setWalk] = useState<Walk | null>(null)
  const { box, mark, hovered } = usePlot(props, walk)
  const keysId = useId()
  const show = (next: Walk | null) => {
    setWalk(next)
    mark(next)
  }
  const last = Math.max(0, starts.length - 1)
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
          aria-valuemax={last}
          aria-valuenow={index}
          aria-valuetext={spokenBucket(props, index, walk)}
          tabIndex={0}
          aria-describedby={onZoom && keysId}
          onKeyDown={(event) => handleKey(event, props, walk, show)}
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

/** Walks along the buckets; Enter zooms into those that are selected. */
function handleKey(
  event: KeyboardEvent,
  { starts, onZoom }: ChartProps,
  walk: Walk | null,
  show: (next: Walk | null) => void,
): void {
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

/** A bucket and its values in words, and from where to where buckets are selected. */
function spokenBucket(
  { unit, starts, series, openIndex, print = wholeNumber, marks }: ChartProps,
  index: number,
  walk: Walk | null,
): string {
  const name = (bucket: number) => nameBucket(starts, bucket, unit, openIndex)
  const values = series
    .toReversed()
    .map((one) => `${one.label} ${printed(one.values[index], print)}`)
  const [first, last] = walk ? selectedBuckets(walk) : [index, index]
  return [
    name(index),
    ...values,
    ...notesIn(marks, index),
    ...(first < last ? [t('chart.selected', { from: name(first), to: name(last) })] : []),
  ].join(', ')
}
