import { useMemo } from 'preact/hooks'
import { AnnotatedChart } from '../components/annotations/annotated-chart.tsx'
import { AsyncView } from '../components/async-view.tsx'
import { EmptyNote } from '../components/empty-note.tsx'
import { rangeLabel } from '../components/filter/range-picker.tsx'
import { useShown, viewAxis } from '../components/filter/view-axis.ts'
import { Skeleton } from '../components/skeleton.tsx'
import { UserText } from '../components/user-text.tsx'
import type { View } from '../filters/view.ts'
import { useAnswer } from '../state/answer.ts'
import { statisticPath, useTarget } from '../state/target.ts'
import { t } from '../text/messages.ts'
import { fillBuckets } from '../time/buckets.ts'
import { type NamedPoint, namedSeries } from './named-series.ts'

const shownNames = 5

/** The most frequent events over time, on each other. */
export function EventChart({ view }: { view: View }) {
  const target = useTarget()
  const points = useAnswer<NamedPoint[]>(statisticPath(target, 'events/series'), {
    query: { ...view.query, limit: shownNames },
  })
  const shown = useShown(view, points)
  const { starts } = shown
  const series = useMemo(
    () =>
      namedSeries(points.value ?? []).map((one) => ({
        ...one,
        values: fillBuckets(one.points, starts),
      })),
    [points.value, starts],
  )
  return (
    <section class="panel traffic" aria-label={t('events.chartTitle')}>
      <AsyncView answer={points} outline={<Skeleton class="traffic-outline" />}>
        {() =>
          series.length === 0 ? (
            <EmptyNote title={t('events.none')}>
              <p>{t('events.noneText')}</p>
            </EmptyNote>
          ) : (
            <>
              <ul class="legend">
                {series.map(({ label, color }) => (
                  <li key={label}>
                    <span class={`swatch swatch-${color}`} />
                    <UserText class="legend-name" text={label} />
                  </li>
                ))}
              </ul>
              <AnnotatedChart
                label={t('events.chart', { range: rangeLabel(shown) })}
                kind="stack"
                {...viewAxis(shown)}
                comparedStarts={undefined}
                series={series.toReversed()}
                height={240}
              />
            </>
          )
        }
      </AsyncView>
    </section>
  )
}
