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
import { opensSection, useTarget } from '../state/target.ts'
import { t } from '../text/messages.ts'
import { ChosenMetric, MetricPanel } from './metric-panel.tsx'
import { NothingPanel } from './nothing-panel.tsx'
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
  // Links and pixels have no pages of their own, and send no events.
  const isWebsite = target.kind === 'website'
  const { totals, compares } = useTotals(view)
  const common = { view, total: totals.value?.visitors }
  const isEmpty = totals.value?.visitors === 0 && totals.value.pageviews === 0
  const head = <ViewBar view={view} compares />
  const row = (
    <section aria-label={t('overview.totals')}>
      <TotalsRow totals={totals} compares={compares} />
    </section>
  )
  if (isEmpty && !totals.isLoading) {
    // Zeros say something only where there were visits before.
    const hasFallen = compares && (totals.value?.comparison.visitors ?? 0) > 0
    return (
      <>
        {head}
        {hasFallen && row}
        <NothingPanel view={view} />
      </>
    )
  }
  return (
    <>
      {head}
      {row}
      <Traffic view={view} />
      <div class="panels">
        {isWebsite && (
          <MetricPanel name="pages" title={t('panel.pages')} metrics={pageMetrics()} {...common} />
        )}
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
        {isWebsite && (
          <Panel title={t('panel.events')}>
            <MetricTable metric={eventMetric()} {...common} />
          </Panel>
        )}
        {opensSection(target, 'sessions') && (
          <Panel title={t('panel.hours')}>
            <WeekGrid view={view} />
          </Panel>
        )}
      </div>
    </>
  )
}
