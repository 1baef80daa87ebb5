import type { Unit } from '../../../time/units.ts'
import { bucketName } from '../../text/dates.ts'
import { t } from '../../text/messages.ts'
import { wholeNumber } from '../../text/numbers.ts'
import type { ChartProps } from './chart-props.ts'

/** A bucket that is pointed at, and where it is in pixels. */
export interface Hovered {
  index: number
  left: number
  width: number
}

/** The values of the bucket that is pointed at. */
export function Readout({
  hovered,
  unit,
  starts,
  openIndex,
  comparedStarts,
  series,
  print = wholeNumber,
  marks,
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
      <p class="readout-time">{nameBucket(starts, index, unit, openIndex)}</p>
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
      {notesIn(marks, index).map((note, place) => (
        <p key={place} class="readout-note">
          <bdi>{note}</bdi>
        </p>
      ))}
    </div>
  )
}

/** A bucket in full; one that is not over says so. */
export function nameBucket(
  starts: readonly number[],
  index: number,
  unit: Unit,
  openIndex: number | undefined,
): string {
  const name = bucketName(starts[index] ?? 0, unit)
  return index === openIndex ? t('chart.soFar', { bucket: name }) : name
}

/** A bucket without a value says so; one outside of the series counts as zero. */
export const printed = (
  value: number | null | undefined,
  print: (value: number) => string,
): string => (value === null ? '–' : print(value ?? 0))

/** What happened in a bucket. */
export const notesIn = (marks: ChartProps['marks'], bucket: number): readonly string[] =>
  marks?.find(({ index }) => index === bucket)?.notes ?? []
