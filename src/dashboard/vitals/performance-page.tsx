import { AsyncView } from '../components/async-view.tsx'
import { EmptyNote } from '../components/empty-note.tsx'
import { useShown } from '../components/filter/view-axis.ts'
import { ViewBar } from '../components/filter/view-bar.tsx'
import { Panel } from '../components/panel.tsx'
import { Skeleton } from '../components/skeleton.tsx'
import { Tabs } from '../components/tabs.tsx'
import { useView, type View } from '../filters/view.ts'
import { useReport } from '../reports/run.ts'
import { goWith, usePageLocation } from '../state/location.ts'
import { deviceName } from '../text/devices.ts'
import { t } from '../text/messages.ts'
import { browserName } from '../text/names.ts'
import { VitalCards } from './vital-cards.tsx'
import { VitalChart } from './vital-chart.tsx'
import { type VitalGroup, VitalTable } from './vital-table.tsx'
import { type Percentiles, type Vital, vitalNames } from './vitals.ts'

interface PerformanceAnswer {
  chart: (Percentiles & { t: string })[]
  summary: Record<Vital, Percentiles> & { count: number }
  pages: VitalGroup[]
  pageTitles: VitalGroup[]
  devices: VitalGroup[]
  browsers: VitalGroup[]
}

/** How fast pages were for their visitors. */
export function Performance() {
  const view = useView()
  return (
    <div class="page page-wide">
      {view ? <PerformanceContent view={view} /> : <Skeleton rows={8} />}
    </div>
  )
}

function PerformanceContent({ view }: { view: View }) {
  const { query } = usePageLocation()
  const chosen = vitalNames.find((known) => known === query.get('metric')) ?? 'lcp'
  const measured = useReport<PerformanceAnswer>('performance', view, { metric: chosen })
  const vital = useShown(chosen, measured)
  const shown = useShown(view, measured)
  const byTitle = query.get('by') === 'title'
  return (
    <>
      <ViewBar view={view} />
      <AsyncView answer={measured} rows={10}>
        {({ chart, summary, pages, pageTitles, devices, browsers }) =>
          summary.count === 0 ? (
            <EmptyNote title={t('vital.none')}>
              <p>{t('vital.noneText')}</p>
              <pre class="example">data-performance="true"</pre>
            </EmptyNote>
          ) : (
            <>
              <VitalCards summary={summary} chosen={chosen} />
              <Panel title={t('vital.overTime', { vital: vital.toUpperCase() })}>
                <VitalChart view={shown} vital={vital} points={chart} />
              </Panel>
              <Panel title={t('panel.pages')}>
                <Tabs
                  label={t('panel.pages')}
                  tabs={[
                    { id: 'path', label: t('metric.path') },
                    { id: 'title', label: t('metric.title') },
                  ]}
                  chosen={byTitle ? 'title' : 'path'}
                  onChoose={(by) => goWith({ by: by === 'title' ? by : null }, { replace: true })}
                >
                  <VitalTable
                    key={`${vital} ${byTitle}`}
                    vital={vital}
                    label={t(byTitle ? 'field.title' : 'field.path')}
                    groups={byTitle ? pageTitles : pages}
                  />
                </Tabs>
              </Panel>
              <div class="panels">
                <Panel title={t('metric.device')}>
                  <VitalTable
                    vital={vital}
                    label={t('field.device')}
                    groups={devices}
                    name={deviceName}
                  />
                </Panel>
                <Panel title={t('metric.browser')}>
                  <VitalTable
                    vital={vital}
                    label={t('field.browser')}
                    groups={browsers}
                    name={browserName}
                  />
                </Panel>
              </div>
            </>
          )
        }
      </AsyncView>
    </>
  )
}
