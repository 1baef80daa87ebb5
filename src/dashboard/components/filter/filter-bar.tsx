import { useState } from 'preact/hooks'
import { countFilters, type Filters, noFilters } from '../../filters/filter.ts'
import type { PropertyOwner } from '../../filters/property-filter.ts'
import { maxSegments, useSegments } from '../../filters/segment.ts'
import { chooseFilters, type View } from '../../filters/view.ts'
import { fieldName, filterValue, operatorName, propertyValue } from '../../filters/words.ts'
import { useTarget } from '../../state/target.ts'
import { isolated, t } from '../../text/messages.ts'
import { useRegionNames } from '../../text/region-names.ts'
import { visible } from '../../text/user-text.ts'
import { Icon } from '../icon.tsx'
import { Chip } from './chip.tsx'
import { FilterDialog } from './filter-dialog.tsx'
import { OwnedPropertyDialog } from './owned-property-dialog.tsx'
import { SaveFiltersDialog } from './save-filters-dialog.tsx'
import { SegmentMenu } from './segment-menu.tsx'

/** Which condition on a property is edited; one past the last is a new one. */
interface EditedProperty {
  owner: PropertyOwner
  index: number
}

/** The filters in force, and ways to change, save and load them. */
export function FilterBar({ view }: { view: View }) {
  const target = useTarget()
  /** The filter being edited; one past the last is a new one. */
  const [edited, setEdited] = useState<number | null>(null)
  const [property, setProperty] = useState<EditedProperty | null>(null)
  const [isSaving, setSaving] = useState(false)
  const { filters } = view
  useRegionNames(filters.list.some(({ field }) => field === 'region'))
  const segments = useSegments(target, 'segment')
  const cohorts = useSegments(target, 'cohort')
  if (!target.mayFilter) return null
  const without = (index: number) => ({
    ...filters,
    list: filters.list.filter((_, other) => other !== index),
  })
  const nameSegment = ({ value }: typeof segments, id: string) => {
    const saved = value?.data.find((one) => one.id === id)
    // A copied link may name one that was deleted since.
    const isGone = value !== undefined && value.data.length < maxSegments
    return saved?.name ?? (isGone ? t('filters.gone') : '…')
  }
  const count = countFilters(filters)
  const isSet = count > 0 || filters.segment !== null || filters.cohort !== null
  return (
    <section class="filter-bar" aria-label={t('filters')}>
      <button type="button" class="button" onClick={() => setEdited(filters.list.length)}>
        <Icon name="filter" />
        {t('filters.add')}
      </button>
      {target.kind === 'website' && (
        <SegmentMenu target={target} filters={filters} segments={segments} cohorts={cohorts} />
      )}
      {filters.segment && (
        <Chip
          words={[t('segment'), nameSegment(segments, filters.segment)]}
          onRemove={() => chooseFilters({ ...filters, segment: null })}
        />
      )}
      {filters.cohort && (
        <Chip
          words={[t('cohort'), nameSegment(cohorts, filters.cohort)]}
          onRemove={() => chooseFilters({ ...filters, cohort: null })}
        />
      )}
      {filters.list.map((filter, index) => (
        <Chip
          key={`${filter.field} ${filter.operator} ${filter.value}`}
          words={[fieldName(filter.field), operatorName(filter.operator), filterValue(filter)]}
          onEdit={() => setEdited(index)}
          onRemove={() => chooseFilters(without(index))}
        />
      ))}
      {filters.properties.map((filter, index) => (
        <Chip
          key={`${filter.owner} ${filter.property} ${filter.operator} ${filter.value}`}
          words={[
            isolated(visible(filter.property)),
            operatorName(filter.operator),
            propertyValue(filter),
          ]}
          onEdit={() => setProperty({ owner: filter.owner, index })}
          onRemove={() =>
            chooseFilters({ ...filters, properties: filters.properties.toSpliced(index, 1) })
          }
        />
      ))}
      {count > 1 && <MatchButton filters={filters} />}
      {isSet && (
        <>
          {target.kind === 'website' && target.mayChange && count > 0 && (
            <button type="button" class="button-bare" onClick={() => setSaving(true)}>
              <Icon name="save" />
              {t('filters.save')}
            </button>
          )}
          <button type="button" class="button-bare" onClick={() => chooseFilters(noFilters)}>
            {t('filters.clear')}
          </button>
        </>
      )}
      {edited !== null && (
        <FilterDialog
          view={view}
          index={edited}
          onProperty={(owner) => {
            setEdited(null)
            setProperty({ owner, index: filters.properties.length })
          }}
          onClose={() => setEdited(null)}
        />
      )}
      {property && (
        <OwnedPropertyDialog view={view} {...property} onClose={() => setProperty(null)} />
      )}
      {isSaving && (
        <SaveFiltersDialog
          view={view}
          onClose={() => setSaving(false)}
          onSaved={() => {
            segments.reload()
            cohorts.reload()
          }}
        />
      )}
    </section>
  )
}

/** Whether all filters must hold or one is enough. */
function MatchButton({ filters }: { filters: Filters }) {
  const other = filters.match === 'all' ? 'any' : 'all'
  return (
    <button
      type="button"
      class="button-bare"
      title={t('filters.match')}
      onClick={() => chooseFilters({ ...filters, match: other })}
    >
      {t(filters.match === 'all' ? 'filters.all' : 'filters.any')}
    </button>
  )
}
