import { useMemo } from 'preact/hooks'
import { AnnotatedChart } from '../components/annotations/annotated-chart.tsx'
import { EmptyNote } from '../components/empty-note.tsx'
import { rangeLabel } from '../components/filter/range-picker.tsx'
import { viewAxis } from '../components/filter/view-axis.ts'
import type { View } from '../filters/view.ts'
import { t } from '../text/messages.ts'
import { pointBuckets } from '../time/buckets.ts'
import { type Percentiles, type Vital, vitalAxisText, vitals, vitalText } from './vitals.ts'

interface VitalChartProps {
  view: View
  vital: Vital
  /** Buckets that have measurements. */
  points: readonly (Percentiles & { t: string })[]
}

const lines = { p50: 'series2', p75: 'series1', p95: 'series3' } as const
const names = ['p95', 'p50', 'p75'] as const

/** The percentiles of a vital over time. */
export function VitalChart({ view, vital, points }: VitalChartProps) {
  const { starts } = view
  const series = useMemo(
    () =>
      names.map((name) => ({
        label: t(`vital.${name}`),
        color: lines[name],
        values: pointBuckets(
          points.map((point) => ({ x: point.t, y: point[name] })),
          starts,
        ),
      })),
    [points, starts],
  )
  if (points.length === 0) return <EmptyNote title={t('vital.unmeasured')} />
  return (
    <>
      <ul class="legend">
        {(['p50', 'p75', 'p95'] as const).map((name) => (
          <li key={name}>
            <span class={`swatch swatch-${lines[name]}`} />
            {t(`vital.${name}`)}
          </li>
        ))}
      </ul>
      <AnnotatedChart
        label={t('vital.chart', { vital: t(vitals[vital].label), range: rangeLabel(view) })}
        kind="lines"
        {...viewAxis(view)}
        comparedStarts={undefined}
        series={series}
        print={(value) => vitalText(vital, value)}
        printAxis={(value) => vitalAxisText(vital, value)}
        leastTop={vitals[vital].good}
        height={240}
      />
    </>
  )
}
