import { useState } from 'preact/hooks'
import {
  type DataType,
  type PropertyFilter,
  parsePropertyFilters,
  propertyFilterQuery,
  withoutPropertyFilters,
} from '../../filters/property-filter.ts'
import { operatorName, propertyValue } from '../../filters/words.ts'
import { goWith, usePageLocation } from '../../state/location.ts'
import { useTarget } from '../../state/target.ts'
import { isolated, t } from '../../text/messages.ts'
import { visible } from '../../text/user-text.ts'
import { Chip } from '../filter/chip.tsx'
import { PropertyFilterDialog } from '../filter/property-filter-dialog.tsx'
import type { TypedProperty, ValueList } from '../filter/typed-property.ts'
import { Icon } from '../icon.tsx'

interface PropertyFilterBarProps {
  properties: readonly TypedProperty[]
  valuesQuery: (property: string, type: DataType) => ValueList
}

/** The conditions on properties that are in force, and ways to change them. */
export function PropertyFilterBar({ properties, valuesQuery }: PropertyFilterBarProps) {
  const { mayFilter, id } = useTarget()
  const filters = parsePropertyFilters(usePageLocation().query)
  /** The condition being edited; one past the last is a new one. */
  const [edited, setEdited] = useState<number | null>(null)
  if (!mayFilter) return null
  return (
    <section class="filter-bar" aria-label={t('properties.filters')}>
      <button type="button" class="button" onClick={() => setEdited(filters.length)}>
        <Icon name="filter" />
        {t('properties.filter')}
      </button>
      {filters.map((filter, index) => (
        <Chip
          key={`${filter.property} ${filter.operator} ${filter.value}`}
          words={[
            isolated(visible(filter.property)),
            operatorName(filter.operator),
            propertyValue(filter),
          ]}
          onEdit={() => setEdited(index)}
          onRemove={() => choosePropertyFilters(filters.toSpliced(index, 1))}
        />
      ))}
      {edited !== null && (
        <PropertyFilterDialog
          targetId={id}
          properties={properties}
          valuesQuery={valuesQuery}
          old={filters[edited]}
          onChoose={(filter) => choosePropertyFilters(filters.toSpliced(edited, 1, filter))}
          onClose={() => setEdited(null)}
        />
      )}
    </section>
  )
}

/** Query values for the server: the conditions of the address that it takes. */
export function usePropertyFilters(): Record<string, string> {
  const { query } = usePageLocation()
  return useTarget().mayFilter ? propertyFilterQuery(parsePropertyFilters(query)) : {}
}

function choosePropertyFilters(filters: readonly PropertyFilter[]): void {
  goWith({
    page: null,
    ...withoutPropertyFilters(new URLSearchParams(location.search)),
    ...propertyFilterQuery(filters),
  })
}
