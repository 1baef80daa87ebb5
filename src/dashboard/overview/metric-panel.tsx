import type { ComponentChildren } from 'preact'
import type { Metric } from '../components/metric/metric.ts'
import { MetricTable } from '../components/metric/metric-table.tsx'
import { Panel } from '../components/panel.tsx'
import { Tabs } from '../components/tabs.tsx'
import type { View } from '../filters/view.ts'
import { goWith, usePageLocation } from '../state/location.ts'
import { t } from '../text/messages.ts'

/** Something else than a metric in a panel's tabs. */
interface OtherTab {
  id: string
  label: string
  show: () => ComponentChildren
}

interface MetricPanelProps {
  /** What the address calls the chosen tab. */
  name: string
  title: string
  metrics: readonly Metric[]
  before?: readonly OtherTab[]
  after?: readonly OtherTab[]
  view: View
  total: number | undefined
}

/** The choice that an address holds under a name, else the first; and a way to choose another. */
function useChoice(name: string, ids: readonly string[]): [string, (id: string) => void] {
  const wanted = usePageLocation().query.get(name)
  const [first = ''] = ids
  const chosen = ids.find((id) => id === wanted) ?? first
  return [chosen, (id) => goWith({ [name]: id === first ? null : id }, { replace: true })]
}

/** Metrics that belong together, one tab each. */
export function MetricPanel({
  name,
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
  const [chosen, choose] = useChoice(
    name,
    tabs.map(({ id }) => id),
  )
  return (
    <Panel title={title}>
      <Tabs label={title} tabs={tabs} chosen={chosen} onChoose={choose}>
        {tabs.find(({ id }) => id === chosen)?.show()}
      </Tabs>
    </Panel>
  )
}

interface ChosenMetricProps {
  /** What the address calls the choice. */
  name: string
  metrics: readonly Metric[]
  view: View
  total: number | undefined
}

/** One of several metrics, chosen from a list. */
export function ChosenMetric({ name, metrics, view, total }: ChosenMetricProps) {
  const [type, choose] = useChoice(
    name,
    metrics.map((metric) => metric.type),
  )
  const metric = metrics.find((one) => one.type === type)
  return (
    <>
      <select
        class="metric-choice"
        aria-label={t('metric.choose')}
        value={type}
        onChange={(event) => choose(event.currentTarget.value)}
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
