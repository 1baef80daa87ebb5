import { useId, useState } from 'preact/hooks'
import { type FilterField, filterFields, type Operator, operators } from '../filters/filter.ts'
import { fieldName, operatorName, valueName } from '../filters/words.ts'
import { useAnswer } from '../state/answer.ts'
import { statisticPath, useSource } from '../state/source.ts'
import { chooseFilters, type View } from '../state/view.ts'
import { t } from '../text/messages.ts'
import { Dialog } from './dialog.tsx'
import { ChoiceField, TextField } from './field.tsx'
import { Form } from './form.tsx'

interface FilterDialogProps {
  view: View
  /** Which filter to edit; one past the last adds one. */
  index: number
  onClose: () => void
}

/** Edits one filter: field, operator and value, with the values there are to choose from. */
export function FilterDialog({ view, index, onClose }: FilterDialogProps) {
  const { filters } = view
  const old = filters.list[index]
  const [field, setField] = useState<FilterField>(old?.field ?? 'path')
  const [operator, setOperator] = useState<Operator>(old?.operator ?? 'eq')
  const [value, setValue] = useState(old?.value ?? '')
  const listId = useId()
  const save = async () => {
    const filter = { field, operator, value: value.trim() }
    chooseFilters({ ...filters, list: filters.list.toSpliced(index, 1, filter) })
    onClose()
    return { ok: true as const, value: null }
  }
  return (
    <Dialog title={t(old ? 'filters.edit' : 'filters.add')} onClose={onClose}>
      <Form
        submit={t('apply')}
        onSubmit={save}
        onCancel={onClose}
        cancel={t('cancel')}
        isDisabled={value.trim() === ''}
      >
        <div class="form-row">
          <ChoiceField
            label={t('filters.field')}
            value={field}
            choices={filterFields.map((id) => ({ id, label: fieldName(id) }))}
            onChange={setField}
          />
          <ChoiceField
            label={t('filters.operator')}
            value={operator}
            choices={operators.map((id) => ({ id, label: operatorName(id) }))}
            onChange={setOperator}
          />
        </div>
        <TextField
          label={t('filters.value')}
          value={value}
          onChange={setValue}
          {...(operator === 'eq' || operator === 'neq' ? { hint: t('filters.several') } : {})}
          input={{ list: listId, autocomplete: 'off', spellcheck: false }}
        />
        <Suggestions id={listId} field={field} value={value} view={view} />
      </Form>
    </Dialog>
  )
}

interface SuggestionsProps {
  id: string
  field: FilterField
  value: string
  view: View
}

/** Recorded values that contain what was typed last, for a field with this list. */
export function Suggestions({ id, field, value, view }: SuggestionsProps) {
  const source = useSource()
  const parts = value.split(',')
  const search = parts.pop()?.trim() ?? ''
  const { startAt, endAt } = view.range
  const found = useAnswer<{ value: string }[]>(statisticPath(source, 'values'), {
    query: { type: field, search, startAt, endAt },
  })
  const before = parts.map((part) => `${part},`).join('')
  return (
    <datalist id={id}>
      {found.value?.map((one) => (
        <option key={one.value} value={before + one.value}>
          {valueName(field, one.value)}
        </option>
      ))}
    </datalist>
  )
}
