import { plainOperators } from '../../../lib/filter-operators.ts'
import { ChoiceField, TextField } from '../../components/form/field.tsx'
import { Icon } from '../../components/icon.tsx'
import { operatorName } from '../../filters/words.ts'
import { t } from '../../text/messages.ts'
import type { PropertyFilter } from './funnel-steps.ts'

interface PropertyFilterFieldsProps {
  filters: readonly PropertyFilter[]
  onChange: (filters: PropertyFilter[]) => void
}

/** Conditions on the properties of an event. */
export function PropertyFilterFields({ filters, onChange }: PropertyFilterFieldsProps) {
  const change = (index: number, changes: Partial<PropertyFilter>) =>
    onChange(filters.map((filter, other) => (other === index ? { ...filter, ...changes } : filter)))
  return (
    <>
      {filters.map((filter, index) => (
        <div key={index} class="property-filter">
          <TextField
            label={t('properties.name')}
            value={filter.property}
            onChange={(property) => change(index, { property })}
            input={{ autocomplete: 'off', spellcheck: false }}
          />
          <ChoiceField
            label={t('filters.operator')}
            value={filter.operator}
            choices={plainOperators.map((id) => ({ id, label: operatorName(id) }))}
            onChange={(operator) => change(index, { operator })}
          />
          <TextField
            label={t('filters.value')}
            value={filter.value}
            onChange={(value) => change(index, { value })}
            input={{ autocomplete: 'off', spellcheck: false }}
          />
          <button
            type="button"
            class="button-bare"
            aria-label={t('funnels.removeCondition', { number: index + 1 })}
            onClick={() => onChange(filters.toSpliced(index, 1))}
          >
            <Icon name="close" />
          </button>
        </div>
      ))}
      <button
        type="button"
        class="button-bare"
        onClick={() => onChange([...filters, { property: '', operator: 'eq', value: '' }])}
      >
        <Icon name="plus" />
        {t('funnels.addCondition')}
      </button>
    </>
  )
}
