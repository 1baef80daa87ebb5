import type { View } from '../../filters/view.ts'
import { type Loaded, useAnswer } from '../../state/answer.ts'
import { openWith, usePageLocation } from '../../state/location.ts'
import { statisticPath, useTarget } from '../../state/target.ts'
import { t } from '../../text/messages.ts'
import { shortNumber, wholeNumber } from '../../text/numbers.ts'
import { useRegionNames } from '../../text/region-names.ts'
import { AsyncView } from '../async-view.tsx'
import { EmptyNote } from '../empty-note.tsx'
import { MoreButton } from '../list/first-rows.tsx'
import { BarRows } from './bar-rows.tsx'
import type { Metric, MetricRow } from './metric.ts'
import { MetricDialog } from './metric-dialog.tsx'
import { MetricName } from './metric-name.tsx'

interface MetricTableProps {
  metric: Metric
  view: View
  /** All visitors of the range, for shares; `undefined` until known. */
  total: number | undefined
  /** What the address calls the list of all rows; the metric itself where it is shown once. */
  id?: string
}

const firstRows = 8

/** The first rows of a metric, and a way to all of them. */
export function MetricTable({ metric, view, total, id = metric.type }: MetricTableProps) {
  useRegionNames(metric.type === 'region')
  const isOpen = usePageLocation().query.get('more') === id
  const rows = useMetric(metric, view)
  return (
    <>
      <AsyncView answer={rows} rows={firstRows}>
        {(all) =>
          all.length === 0 ? (
            <EmptyNote title={t('metric.empty')} />
          ) : (
            <MetricRows metric={metric} view={view} rows={all.slice(0, firstRows)} total={total} />
          )
        }
      </AsyncView>
      {(rows.value?.length ?? 0) > 0 && <MoreButton onClick={() => openWith({ more: id })} />}
      {isOpen && <MetricDialog metric={metric} view={view} />}
    </>
  )
}

function useMetric(metric: Metric, view: View): Loaded<MetricRow[]> {
  const target = useTarget()
  const query = { ...view.query, type: metric.type, limit: firstRows }
  const plain = useAnswer<MetricRow[]>(
    metric.countsEvents ? null : statisticPath(target, 'metrics'),
    { query },
  )
  const counted = useAnswer<{ name: string; pageviews: number }[]>(
    metric.countsEvents ? statisticPath(target, 'metrics/expanded') : null,
    { query },
  )
  if (!metric.countsEvents) return plain
  const value = counted.value?.map(({ name, pageviews }) => ({ x: name, y: pageviews }))
  return { ...counted, value: value?.sort((one, other) => other.y - one.y) }
}

interface MetricRowsProps extends Omit<MetricTableProps, 'id'> {
  rows: readonly MetricRow[]
}

function MetricRows({ metric, view, rows, total }: MetricRowsProps) {
  const whole = metric.countsEvents ? rows.reduce((sum, { y }) => sum + y, 0) : total
  return (
    <BarRows
      label={metric.head}
      explanation={metric.explanation}
      count={t(metric.countsEvents ? 'metric.count' : 'visitors')}
      bars={rows.map(({ x, y, country }) => ({
        key: JSON.stringify([x, country]),
        name: <MetricName metric={metric} filters={view.filters} value={x} country={country} />,
        value: y,
        text: shortNumber(y),
        full: wholeNumber(y),
      }))}
      whole={whole ?? null}
    />
  )
}
