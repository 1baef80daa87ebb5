// What a chart is given to draw.

import type { Unit } from '../../../time/units.ts'
import type { Colors } from './chart-colors.ts'

export interface ChartSeries {
  label: string
  /** One value per bucket; `null` where there is none, which lines pass over. */
  values: readonly (number | null)[]
  /** Name of a color in chart-colors.ts. */
  color: keyof Colors
  /** The compared period's values by position: a mark at each bar, or a dashed line. */
  compared?: readonly number[] | undefined
}

/** Something that happened in a bucket. */
export interface ChartMark {
  index: number
  /** In words, one for each thing. */
  notes: readonly string[]
}

export interface ChartProps {
  /** What the picture shows, for screen readers. */
  label: string
  /** `stack` puts bars on each other, for counts that add up. */
  kind: 'bars' | 'stack' | 'lines'
  unit: Unit
  /** Starts of the buckets. */
  starts: readonly number[]
  /** The bucket that time is in: its values may still change, and those after it are not yet. */
  openIndex?: number | undefined
  /** Starts of the compared period's buckets. */
  comparedStarts?: readonly number[] | undefined
  /** Those in front come last. */
  series: readonly ChartSeries[]
  /** How values are printed; whole numbers when left out. */
  print?: (value: number) => string
  /** How the axis prints values; short numbers when left out. */
  printAxis?: (value: number) => string
  /** The axis reaches at least so far, however low the values are. */
  leastTop?: number
  /** Lets readers drag over buckets `first` to `last`. */
  onZoom?: (first: number, last: number) => void
  height?: number
  marks?: readonly ChartMark[]
  /** Lets readers click on a bucket. */
  onPick?: (index: number) => void
}

/** Pixels, where none are given. */
export const standardHeight = 280
