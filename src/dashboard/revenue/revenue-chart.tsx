import { useMemo } from 'preact/hooks'
import { AnnotatedChart } from '../components/annotations/annotated-chart.tsx'
import { AsyncView } from '../components/async-view.tsx'
import { EmptyNote } from '../components/empty-note.tsx'
import { rangeLabel } from '../components/filter/range-picker.tsx'
import { useShown, useShownAnswer, viewAxis } from '../components/filter/view-axis.ts'
import { Skeleton } from '../components/skeleton.tsx'
import type { NamedPoint } from '../events/named-series.ts'
import type { View } from '../filters/view.ts'
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
  const path = statisticPath(target, 'revenue/chart')
  const main = useAnswer<RevenueSeries>(path, { query: { ...view.query, currency } })
  const other = useAnswer<RevenueSeries>(view.comparedStarts ? path : null, {
    query: { ...view.query, ...view.compared, currency },
  })
  const shown = useShown(view, main)
  const { starts, comparedStarts } = shown
  const before = useShownAnswer(other, shown === view)
  const series = useMemo(() => {
    const old = comparedStarts && before
    return [
      {
        label: t('revenue'),
        color: 'strong' as const,
        values: sums(main.value?.chart ?? [], starts),
        compared: old ? sums(old.chart, comparedStarts) : undefined,
      },
    ]
  }, [main.value, before, starts, comparedStarts])
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
              label={t('revenue.chart', { range: rangeLabel(shown) })}
              kind="bars"
              {...viewAxis(shown)}
              series={series}
              print={(value) => money(value, currency)}
              printAxis={(value) => axisMoney(value, currency)}
              height={240}
            />
          )
        }
      </AsyncView>
    </section>
  )
}
