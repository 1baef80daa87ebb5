import { useMemo } from 'preact/hooks'
import { AnnotatedChart } from '../components/annotations/annotated-chart.tsx'
import { AsyncView } from '../components/async-view.tsx'
import { EmptyNote } from '../components/empty-note.tsx'
import { rangeLabel, zoomedRange } from '../components/filter/range-picker.tsx'
import { Skeleton } from '../components/skeleton.tsx'
import { UserText } from '../components/user-text.tsx'
import { chooseRange, type View } from '../filters/view.ts'
import { useAnswer } from '../state/answer.ts'
import { statisticPath, useTarget } from '../state/target.ts'
import { t } from '../text/messages.ts'
import { fillBuckets } from '../time/buckets.ts'
import { type NamedPoint, namedSeries } from './named-series.ts'

const shownNames = 5

/** The most frequent events over time, a line each. */
export function EventChart({ view }: { view: View }) {
  const target = useTarget()
  const { unit, starts } = view
  const points = useAnswer<NamedPoint[]>(statisticPath(target, 'events/series'), {
    query: { ...view.query, limit: shownNames },
  })
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
                label={t('events.chart', { range: rangeLabel(view) })}
                kind="lines"
                unit={unit}
                starts={starts}
                endAt={view.range.endAt}
                series={series.toReversed()}
                height={240}
                {...(unit === 'minute'
                  ? {}
                  : {
                      onZoom: (first: number, last: number) =>
                        chooseRange(zoomedRange(view, first, last)),
                    })}
              />
            </>
          )
        }
      </AsyncView>
    </section>
  )
}
