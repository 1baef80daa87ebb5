import { useMemo } from 'preact/hooks'
import {
  type DataType,
  dataTypeNumber,
  type OwnedFilter,
  type PropertyOwner,
} from '../../filters/property-filter.ts'
import { chooseFilters, type View } from '../../filters/view.ts'
import { useAnswer } from '../../state/answer.ts'
import {
  opensSection,
  showsPeople,
  statisticPath,
  type Target,
  useTarget,
} from '../../state/target.ts'
import { AsyncView } from '../async-view.tsx'
import { PropertyFilterDialog } from './property-filter-dialog.tsx'
import { typedProperties, type ValueList } from './typed-property.ts'

/** Whose properties the reader may filter by. */
export function ownersFor(target: Target): readonly PropertyOwner[] {
  // The server refuses these filters where people are hidden: what is said of visitors may name them.
  if (target.kind !== 'website' || !showsPeople(target)) return []
  return opensSection(target, 'events') ? ['event', 'session'] : ['session']
}

interface ListedProperty {
  propertyName: string
  dataType: number
}

interface OwnedPropertyDialogProps {
  view: View
  owner: PropertyOwner
  /** Which condition to edit; one past the last adds one. */
  index: number
  onClose: () => void
}

/** Edits one condition on a property of events or of visitors, which holds on every page. */
export function OwnedPropertyDialog({ view, owner, index, onClose }: OwnedPropertyDialogProps) {
  const target = useTarget()
  const { filters } = view
  const { startAt, endAt } = view.range
  const listed = useAnswer<ListedProperty[]>(statisticPath(target, `${owner}-data/properties`), {
    query: { startAt, endAt },
  })
  const properties = useMemo(() => toProperties(listed.value ?? []), [listed.value])
  const listValues = (propertyName: string, type: DataType): ValueList =>
    owner === 'event'
      ? {
          // Values of all events are listed as they are, lists as a whole.
          path: type === 'array' ? null : statisticPath(target, 'event-data/fields'),
          query: { startAt, endAt, propertyName },
        }
      : {
          path: statisticPath(target, 'session-data/values'),
          query: { startAt, endAt, propertyName, dataType: dataTypeNumber(type) },
        }
  const choose = (filter: Omit<OwnedFilter, 'owner'>) =>
    chooseFilters({
      ...filters,
      properties: filters.properties.toSpliced(index, 1, { ...filter, owner }),
    })
  return (
    <AsyncView answer={listed} rows={1}>
      {() => (
        <PropertyFilterDialog
          targetId={target.id}
          properties={properties}
          valuesQuery={listValues}
          old={filters.properties[index]}
          onChoose={choose}
          onClose={onClose}
        />
      )}
    </AsyncView>
  )
}

/** Each property once with each of its types, by name: events are listed one by one. */
function toProperties(listed: readonly ListedProperty[]) {
  const once = new Map(listed.map((one) => [`${one.dataType} ${one.propertyName}`, one]))
  return typedProperties([...once.values()]).toSorted((one, other) =>
    one.name < other.name ? -1 : 1,
  )
}
