import { useEffect, useId, useState } from 'preact/hooks'
import { type TextOperator, textOperators } from '../../../lib/filter-operators.ts'
import { joinValues, splitValues } from '../../../lib/value-list.ts'
import { type FilterField, fieldsFor, filterFields } from '../../filters/filter.ts'
import { checkPatterns } from '../../filters/patterns.ts'
import { type PropertyOwner, propertyOwners, toStoredName } from '../../filters/property-filter.ts'
import { chooseFilters, type View } from '../../filters/view.ts'
import { fieldName, isWhole, operatorName, ownerName, valueName } from '../../filters/words.ts'
import { useAnswer } from '../../state/answer.ts'
import { showsPeople, statisticPath, useTarget } from '../../state/target.ts'
import { t } from '../../text/messages.ts'
import { useRegionNames } from '../../text/region-names.ts'
import { visible } from '../../text/user-text.ts'
import { Dialog } from '../form/dialog.tsx'
import { ChoiceField } from '../form/field.tsx'
import { Form } from '../form/form.tsx'
import {
  appliedValue,
  FilterValue,
  isChosen,
  useKnownValues,
  valueFor,
  valuesIn,
  valueWith,
} from './filter-value.tsx'
import { ownersFor } from './owned-property-dialog.tsx'

interface FilterDialogProps {
  view: View
  /** Which filter to edit; one past the last adds one. */
  index: number
  /** Called when a property is to be filtered by instead. */
  onProperty: (owner: PropertyOwner) => void
  onClose: () => void
}

/** Edits one filter: field, operator and value, with the values there are to choose from. */
export function FilterDialog({ view, index, onProperty, onClose }: FilterDialogProps) {
  const target = useTarget()
  const { filters } = view
  const old = filters.list[index]
  const [field, setField] = useState<FilterField>(old?.field ?? 'path')
  const [operator, setOperator] = useState<TextOperator>(old?.operator ?? 'eq')
  const [value, setValue] = useState(old?.value ?? '')
  const listId = useId()
  const [known, addKnown] = useKnownValues(old ? valuesIn(old.operator, old.value) : [])
  const applied = appliedValue(operator, value, known)
  const save = async () => {
    const filter = { field, operator, value: applied }
    const checked = await checkPatterns(target.id, [filter])
    if (!checked.ok) return checked
    chooseFilters({ ...filters, list: filters.list.toSpliced(index, 1, filter) })
    onClose()
    return checked
  }
  return (
    <Dialog title={t(old ? 'filters.edit' : 'filters.add')} onClose={onClose}>
      <Form
        submit={t('apply')}
        onSubmit={save}
        onCancel={onClose}
        cancel={t('cancel')}
        isDisabled={applied === ''}
      >
        <div class="form-row">
          <ChoiceField
            label={t('filters.field')}
            value={field}
            choices={[
              ...fieldsFor(filterFields, showsPeople(target)).map((id) => ({
                id: id as string,
                label: fieldName(id),
              })),
              // A filter that is changed stays one on a field.
              ...(old ? [] : ownersFor(target)).map((owner) => ({
                id: toStoredName(owner) as string,
                label: ownerName(owner),
              })),
            ]}
            onChange={(id) => {
              const owner = propertyOwners.find((one) => toStoredName(one) === id)
              const next = filterFields.find((one) => one === id)
              if (next) {
                setField(next)
                setValue(valueFor(next, field, value))
              } else if (owner) onProperty(owner)
            }}
          />
          <ChoiceField
            label={t('filters.operator')}
            value={operator}
            choices={textOperators.map((id) => ({ id, label: operatorName(id) }))}
            onChange={(next) => {
              setOperator(next)
              setValue(valueWith(next, operator, value))
            }}
          />
        </div>
        <FilterValue
          field={field}
          operator={operator}
          value={value}
          onChange={setValue}
          {...(isWhole(operator) ? { hint: t('filters.several') } : {})}
          input={{ list: listId, autocomplete: 'off', spellcheck: false }}
        />
        {!isChosen(field, operator) && (
          <Suggestions
            id={listId}
            field={field}
            value={value}
            isList={isWhole(operator)}
            view={view}
            onFound={addKnown}
          />
        )}
      </Form>
    </Dialog>
  )
}

interface SuggestionsProps {
  id: string
  field: FilterField
  value: string
  /** The value may be several, the last of which is being typed. */
  isList: boolean
  view: View
  /** Called with the values that are suggested. */
  onFound?: (values: readonly string[]) => void
}

/** Recorded values that contain what was typed last, for a field with this list. */
export function Suggestions({ id, field, value, isList, view, onFound }: SuggestionsProps) {
  const target = useTarget()
  useRegionNames(field === 'region')
  const parts = isList ? splitValues(value) : [value]
  const typed = parts.pop() ?? ''
  const search = typed.trim() && joinValues([typed.trim()])
  const { startAt, endAt } = view.range
  const found = useAnswer<{ value: string }[]>(statisticPath(target, 'values'), {
    query: { type: field, search, startAt, endAt },
  })
  const values = found.value
  useEffect(() => {
    if (values) onFound?.(values.map((one) => one.value))
  }, [values, onFound])
  // A browser offers only what begins as typed; blanks typed after a comma are no part of a value,
  // unless they would make it another one that there is.
  const blanks = parts.length > 0 ? (/^\s*/.exec(typed)?.[0] ?? '') : ''
  const own = (text: string): string => {
    const spaced = blanks + text
    return text !== text.trimStart() || values?.some((one) => one.value === spaced) ? text : spaced
  }
  return (
    <datalist id={id}>
      {values?.map((one) => (
        <option key={one.value} value={isList ? joinValues([...parts, own(one.value)]) : one.value}>
          {visible(valueName(field, one.value))}
        </option>
      ))}
    </datalist>
  )
}
