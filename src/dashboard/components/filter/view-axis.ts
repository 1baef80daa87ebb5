// What a chart over the range of a view shares with every other one.

import { useRef } from 'preact/hooks'
import { chooseRange, type View } from '../../filters/view.ts'
import type { Loaded } from '../../state/answer.ts'
import { findOpenBucket } from '../../time/buckets.ts'
import type { ChartProps } from '../chart/chart-props.ts'
import { zoomedRange } from './range-picker.tsx'

/** The buckets of a view, which of them is not over, and how a reader looks closer. */
export function viewAxis(view: View): Pick<
  ChartProps,
  'unit' | 'starts' | 'openIndex' | 'comparedStarts' | 'onZoom'
> & {
  endAt: number
} {
  const { unit, starts, zone, present, comparedStarts, range } = view
  return {
    unit,
    starts,
    endAt: range.endAt,
    openIndex: findOpenBucket(starts, unit, zone, present.now),
    comparedStarts: comparedStarts ?? undefined,
    ...(unit === 'minute'
      ? {}
      : { onZoom: (first, last) => chooseRange(zoomedRange(view, first, last)) }),
  }
}

/** What the shown answer belongs to, such as its view: as it was, until the answer to what is asked now. */
export function useShown<Thing>(asked: Thing, { isOld }: Pick<Loaded<unknown>, 'isOld'>): Thing {
  const shown = useRef(asked)
  if (!isOld) shown.current = asked
  return shown.current
}

/**
 * The answer for the compared period that goes with the shown one: none while it is of another view, or
 * while that of the range itself is.
 */
export function useShownAnswer<Value>(
  other: Loaded<Value>,
  isViewShown: boolean,
): Value | undefined {
  const shown = useRef(other.value)
  if (isViewShown) shown.current = other.isOld ? undefined : other.value
  return shown.current
}
