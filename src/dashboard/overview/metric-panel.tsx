import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { type Metric, MetricTable } from '../components/metric-table.tsx'
import { Panel } from '../components/panel.tsx'
import { Tabs } from '../components/tabs.tsx'
import type { View } from '../state/view.ts'
import { t } from '../text/messages.ts'

/** Something else than a metric in a panel's tabs. */
interface OtherTab {
  id: string
  label: string
  show: () => ComponentChildren
}

interface MetricPanelProps {
  title: string
  metrics: readonly Metric[]
  before?: readonly OtherTab[]
  after?: readonly OtherTab[]
  view: View
  total: number | undefined
}

/** Metrics that belong together, one tab each. */
export function MetricPanel({
  title,
  metrics,
  before = [],
  after = [],
  view,
  total,
}: MetricPanelProps) {
  const tabs: OtherTab[] = [
    ...before,
    ...metrics.map((metric) => ({
      id: metric.type,
      label: metric.label,
      show: () => <MetricTable key={metric.type} metric={metric} view={view} total={total} />,
    })),
    ...after,
  ]
  const [chosen, setChosen] = useState(tabs[0]?.id ?? '')
  return (
    <Panel title={title}>
      <Tabs label={title} tabs={tabs} chosen={chosen} onChoose={setChosen}>
        {tabs.find(({ id }) => id === chosen)?.show()}
      </Tabs>
    </Panel>
  )
}

interface ChosenMetricProps {
  metrics: readonly Metric[]
  view: View
  total: number | undefined
}

/** One of several metrics, chosen from a list. */
export function ChosenMetric({ metrics, view, total }: ChosenMetricProps) {
  const [type, setType] = useState(metrics[0]?.type)
  const metric = metrics.find((one) => one.type === type)
  return (
    <>
      <select
        class="metric-choice"
        aria-label={t('metric.choose')}
        value={type}
        onChange={(event) => setType(event.currentTarget.value)}
      >
        {metrics.map((one) => (
          <option key={one.type} value={one.type}>
            {one.label}
          </option>
        ))}
      </select>
      {metric && <MetricTable key={metric.type} metric={metric} view={view} total={total} />}
    </>
  )
}
