import { useEffect, useState } from 'preact/hooks'
import { EmptyNote } from '../components/empty-note.tsx'
import { ViewBar } from '../components/filter/view-bar.tsx'
import { MetricTable } from '../components/metric/metric-table.tsx'
import {
  environmentMetrics,
  eventMetric,
  pageMetrics,
  placeMetrics,
  sourceMetrics,
  utmMetrics,
} from '../components/metric/metrics.ts'
import { Panel } from '../components/panel.tsx'
import { Skeleton } from '../components/skeleton.tsx'
import { useView, type View } from '../filters/view.ts'
import { LazyMap } from '../map/lazy-map.tsx'
import { useAnswer } from '../state/answer.ts'
import { toAddress } from '../state/location.ts'
import { opensSection, statisticPath, type Target, useTarget } from '../state/target.ts'
import { t } from '../text/messages.ts'
import { ChosenMetric, MetricPanel } from './metric-panel.tsx'
import { TotalsRow, useTotals } from './totals.tsx'
import { Traffic } from './traffic.tsx'
import { WeekGrid } from './week-grid.tsx'

/** Everything about a website at a glance. */
export function Overview() {
  const view = useView()
  return (
    <div class="page page-wide">
      {view ? <OverviewContent view={view} /> : <Skeleton rows={8} />}
    </div>
  )
}

function OverviewContent({ view }: { view: View }) {
  const target = useTarget()
  const [total, setTotal] = useState<number>()
  const common = { view, total }
  return (
    <>
      <ViewBar view={view} compares />
      <OverviewTotals view={view} onTotal={setTotal} />
      <Traffic view={view} />
      <div class="panels">
        <MetricPanel name="pages" title={t('panel.pages')} metrics={pageMetrics()} {...common} />
        <MetricPanel
          name="sources"
          title={t('panel.sources')}
          metrics={sourceMetrics()}
          after={[
            {
              id: 'utm',
              label: t('metric.utm'),
              show: () => <ChosenMetric name="utm" metrics={utmMetrics()} {...common} />,
            },
          ]}
          {...common}
        />
        <MetricPanel
          name="environment"
          title={t('panel.environment')}
          metrics={environmentMetrics()}
          {...common}
        />
        <MetricPanel
          name="places"
          title={t('panel.places')}
          metrics={placeMetrics()}
          before={[{ id: 'map', label: t('metric.map'), show: () => <LazyMap view={view} /> }]}
          {...common}
        />
        <Panel title={t('panel.events')}>
          <MetricTable metric={eventMetric()} {...common} />
        </Panel>
        {opensSection(target, 'sessions') && (
          <Panel title={t('panel.hours')}>
            <WeekGrid view={view} />
          </Panel>
        )}
      </div>
    </>
  )
}

interface OverviewTotalsProps {
  view: View
  /** Called with the visitors of the range. */
  onTotal: (visitors: number | undefined) => void
}

/** The totals, requested before anything below them. */
function OverviewTotals({ view, onTotal }: OverviewTotalsProps) {
  const target = useTarget()
  const { totals, compares } = useTotals(view)
  const visitors = totals.value?.visitors
  useEffect(() => onTotal(visitors), [visitors, onTotal])
  return (
    <>
      {totals.value?.pageviews === 0 && !totals.isLoading && <NothingNote target={target} />}
      <section aria-label={t('overview.totals')}>
        <TotalsRow totals={totals} compares={compares} />
      </section>
    </>
  )
}

/** Says why everything is zero: nothing was ever recorded, or nothing in the range. */
function NothingNote({ target }: { target: Target }) {
  const dates = useAnswer<{ startDate: string | null }>(statisticPath(target, 'daterange'))
  if (!dates.value) return null
  if (dates.value.startDate === null && !target.isShared && target.kind === 'website') {
    return (
      <EmptyNote title={t('overview.never')}>
        <p>{t('overview.neverText')}</p>
        <a class="button button-main" href={toAddress(`/first-steps?website=${target.id}`)}>
          {t('overview.neverLink')}
        </a>
      </EmptyNote>
    )
  }
  return (
    <EmptyNote title={t('overview.none')}>
      <p>{t('overview.noneText')}</p>
    </EmptyNote>
  )
}
