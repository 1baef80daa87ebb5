import { useMemo } from 'preact/hooks'
import { AnnotatedChart } from '../components/annotations/annotated-chart.tsx'
import { AsyncView } from '../components/async-view.tsx'
import { EmptyNote } from '../components/empty-note.tsx'
import { rangeLabel, zoomedRange } from '../components/filter/range-picker.tsx'
import { Skeleton } from '../components/skeleton.tsx'
import type { NamedPoint } from '../events/named-series.ts'
import { chooseRange, type View } from '../filters/view.ts'
import { useAnswer } from '../state/answer.ts'
import { statisticPath, useTarget } from '../state/target.ts'
import { t } from '../text/messages.ts'
import { axisMoney, money } from '../text/numbers.ts'
import { fillBuckets } from '../time/buckets.ts'

interface RevenueSeries {
  chart: NamedPoint[]
}

/** Revenue of all events by bucket. */
const sums = (points: readonly NamedPoint[], starts: readonly number[]): number[] =>
  fillBuckets(
    points.map(({ t, y }) => ({ x: t, y })),
    starts,
  )

/** Revenue over time, against the compared period. */
export function RevenueChart({ view, currency }: { view: View; currency: string }) {
  const target = useTarget()
  const { unit, starts, compared, comparedStarts } = view
  const path = statisticPath(target, 'revenue/chart')
  const main = useAnswer<RevenueSeries>(path, { query: { ...view.query, currency } })
  const other = useAnswer<RevenueSeries>(comparedStarts ? path : null, {
    query: { ...view.query, ...compared, currency },
  })
  const series = useMemo(() => {
    const old = comparedStarts && other.value
    return [
      {
        label: t('revenue'),
        color: 'strong' as const,
        values: sums(main.value?.chart ?? [], starts),
        compared: old ? sums(old.chart, comparedStarts) : undefined,
      },
    ]
  }, [main.value, other.value, starts, comparedStarts])
  return (
    <section class="panel traffic" aria-label={t('revenue')}>
      <AsyncView answer={main} outline={<Skeleton class="traffic-outline" />}>
        {({ chart }) =>
          chart.length === 0 ? (
            <EmptyNote title={t('revenue.none', { currency })}>
              <p>{t('revenue.noneText')}</p>
              <pre class="example">{`track('purchase', { revenue: 19.90, currency: '${currency}' })`}</pre>
            </EmptyNote>
          ) : (
            <AnnotatedChart
              label={t('revenue.chart', { range: rangeLabel(view) })}
              kind="bars"
              unit={unit}
              starts={starts}
              endAt={view.range.endAt}
              comparedStarts={comparedStarts ?? undefined}
              series={series}
              print={(value) => money(value, currency)}
              printAxis={(value) => axisMoney(value, currency)}
              height={240}
              {...(unit === 'minute'
                ? {}
                : {
                    onZoom: (first: number, last: number) =>
                      chooseRange(zoomedRange(view, first, last)),
                  })}
            />
          )
        }
      </AsyncView>
    </section>
  )
}
