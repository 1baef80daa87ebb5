import { operatorsByType, textOperators } from '../../../lib/filter-operators.ts'
import { FilterValue, valueFor, valueWith } from '../../components/filter/filter-value.tsx'
import { ChoiceField } from '../../components/form/field.tsx'
import { Icon } from '../../components/icon.tsx'
import { filterFields } from '../../filters/filter.ts'
import { fieldName, operatorName } from '../../filters/words.ts'
import { t } from '../../text/messages.ts'
import { visible } from '../../text/user-text.ts'
import { newFilter, type SavedFilter, savedProperty } from './saved-segment.ts'

interface FilterLinesProps {
  filters: readonly SavedFilter[]
  onChange: (filters: SavedFilter[]) => void
}

/** The filters of a segment, a line each, and a button for one more. */
export const FilterLines = ({ filters, onChange }: FilterLinesProps) => (
  <fieldset class="filter-lines">
    <legend>{t('filters')}</legend>
    {filters.map((filter, index) => (
      <FilterLine
        key={index}
        filter={filter}
        number={index + 1}
        onChange={(next) => onChange(filters.with(index, next))}
        onRemove={() => onChange(filters.toSpliced(index, 1))}
      />
    ))}
    <div>
      <button type="button" class="button" onClick={() => onChange([...filters, newFilter])}>
        <Icon name="plus" />
        {t('filters.add')}
      </button>
    </div>
  </fieldset>
)

interface FilterLineProps {
  filter: SavedFilter
  /** From 1. */
  number: number
  onChange: (filter: SavedFilter) => void
  onRemove: () => void
}

/** What is stored stays as it is, even when the page does not offer it. */
const withStored = (choices: { id: string; label: string }[], stored: string, name = stored) =>
  choices.some(({ id }) => id === stored)
    ? choices
    : [...choices, { id: stored, label: visible(name) }]

function FilterLine({ filter, number, onChange, onRemove }: FilterLineProps) {
  const fields = filterFields.map((id) => ({ id: id as string, label: fieldName(id) }))
  const property = savedProperty(filter)
  const operators = property ? operatorsByType[property.type] : textOperators
  const known = operators.map((id) => ({ id: id as string, label: operatorName(id) }))
  return (
    <div class="filter-line">
      <ChoiceField
        label={t('filters.field')}
        value={filter.name}
        choices={withStored(fields, filter.name, property?.property)}
        onChange={(name) =>
          onChange({
            name,
            operator: property ? 'eq' : filter.operator,
            value: property ? '' : valueFor(name, filter.name, filter.value),
          })
        }
      />
      <ChoiceField
        label={t('filters.operator')}
        value={filter.operator}
        choices={withStored(known, filter.operator)}
        onChange={(operator) =>
          onChange({
            ...filter,
            operator,
            value: valueWith(operator, filter.operator, filter.value),
          })
        }
      />
      <FilterValue
        field={filter.name}
        operator={filter.operator}
        value={filter.value}
        onChange={(value) => onChange({ ...filter, value })}
        input={{ maxLength: 2000, autocomplete: 'off', spellcheck: false }}
      />
      <button
        type="button"
        class="button-bare"
        aria-label={t('filters.remove', { filter: number })}
        onClick={onRemove}
      >
        <Icon name="close" />
      </button>
    </div>
  )
}
