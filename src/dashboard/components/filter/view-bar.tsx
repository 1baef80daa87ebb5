import type { View } from '../../filters/view.ts'
import { daysName } from '../../text/dates.ts'
import { ComparisonPicker } from './comparison-picker.tsx'
import { FilterBar } from './filter-bar.tsx'
import { RangePicker } from './range-picker.tsx'

interface ViewBarProps {
  view: View
  /** Whether the page compares periods. */
  compares?: boolean
}

/** What a page of statistics begins with: filters, range and comparison. */
export function ViewBar({ view, compares = false }: ViewBarProps) {
  return (
    <div class="view-bar">
      <p class="printed">{daysName(view.range.startAt, view.range.endAt)}</p>
      <FilterBar view={view} />
      <div class="view-times">
        {compares && view.range.name !== 'all' && <ComparisonPicker view={view} />}
        <RangePicker view={view} />
      </div>
    </div>
  )
}
