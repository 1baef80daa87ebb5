import { type Filters, isRowOn, toggleRow } from '../../filters/filter.ts'
import { toAddress } from '../../state/location.ts'
import { useTarget } from '../../state/target.ts'
import { visible } from '../../text/user-text.ts'
import type { Metric } from './metric.ts'
import { pathWithFilters } from './metric-address.ts'

interface MetricNameProps {
  metric: Metric
  filters: Filters
  value: string
  country?: string | null | undefined
}

/** A value that filters by itself when it is clicked, where there is a filter for it. */
export function MetricName({ metric, filters, value, country }: MetricNameProps) {
  const { mayFilter } = useTarget()
  const text = visible(metric.name?.(value, country) ?? value)
  if (!mayFilter) {
    return (
      <span class="metric-name" dir="auto" title={text}>
        {text}
      </span>
    )
  }
  const row = { field: metric.field, value, country }
  return (
    <a
      class="metric-name"
      dir="auto"
      href={toAddress(pathWithFilters(toggleRow(filters, row)))}
      title={text}
      aria-current={isRowOn(filters, row) ? 'true' : undefined}
    >
      {text}
    </a>
  )
}
