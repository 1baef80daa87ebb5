import { useState } from 'preact/hooks'
import {
  appliedValue,
  FilterValue,
  valueFor,
  valuesIn,
  valueWith,
} from '../../components/filter/filter-value.tsx'
import { ChoiceField, TextField } from '../../components/form/field.tsx'
import { Form } from '../../components/form/form.tsx'
import { Icon } from '../../components/icon.tsx'
import { toast } from '../../components/toast.tsx'
import { type Filter, filterFields, operators } from '../../filters/filter.ts'
import { checkPatterns } from '../../filters/patterns.ts'
import type { CohortAction, SegmentType } from '../../filters/segment.ts'
import { fieldName, operatorName } from '../../filters/words.ts'
import { refreshAnswers } from '../../state/answer.ts'
import { ask } from '../../state/api.ts'
import { daysName } from '../../text/dates.ts'
import { t } from '../../text/messages.ts'
import { visible } from '../../text/user-text.ts'
import type { SavedFilter, SavedSegment } from './saved-segment.ts'

interface SegmentFormProps {
  websiteId: string
  type: SegmentType
  /** The segment to change; a new one without it. */
  segment?: SavedSegment
  onDone: () => void
  onCancel: () => void
}

/** Those of saved filters that the page knows. */
const knownFilters = (saved: readonly SavedFilter[]): Filter[] =>
  saved.flatMap(({ name, operator, value }) => {
    const field = filterFields.find((known) => known === name)
    const known = operators.find((one) => one === operator)
    return field && known ? [{ field, operator: known, value }] : []
  })

const newFilter = { name: 'path', operator: 'eq', value: '' }

/** Creates or changes a segment or cohort. */
export function SegmentForm({ websiteId, type, segment, onDone, onCancel }: SegmentFormProps) {
  const path = `/api/websites/${websiteId}/segments`
  const old = segment?.parameters
  const [name, setName] = useState(segment?.name ?? '')
  const [filters, setFilters] = useState<SavedFilter[]>(
    old?.filters ?? (type === 'segment' ? [newFilter] : []),
  )
  const [match, setMatch] = useState<'all' | 'any'>(old?.match ?? 'all')
  const [action, setAction] = useState<CohortAction>(old?.action ?? { type: 'path', value: '' })
  const [dateRange, setDateRange] = useState(old?.dateRange ?? '30day')
  // Blanks at the ends of what is stored belong to it.
  const stored = new Set(old?.filters?.flatMap((one) => valuesIn(one.operator, one.value)))
  const applied = filters.map((filter) => ({
    ...filter,
    value: appliedValue(filter.operator, filter.value, stored),
  }))
  const save = async () => {
    const done = action.value === old?.action?.value ? action.value : action.value.trim()
    const cohort = { dateRange, action: { ...action, value: done } }
    const parameters = {
      ...old,
      filters: applied,
      match,
      ...(type === 'cohort' ? cohort : {}),
    }
    const checked = await checkPatterns(websiteId, knownFilters(parameters.filters))
    if (!checked.ok) return checked
    const body = { type, name: name.trim(), parameters }
    const answer = await ask(segment ? `${path}/${segment.id}` : path, { body })
    if (answer.ok) {
      refreshAnswers()
      toast(t('saved'))
      onDone()
    }
    return answer
  }
  const isFilled =
    type === 'cohort'
      ? action.value.trim() !== '' && applied.every(({ value }) => value !== '')
      : filters.length > 0 && applied.every(({ value }) => value !== '')
  return (
    <Form
      submit={t('save')}
      onSubmit={save}
      onCancel={onCancel}
      cancel={t('cancel')}
      isDisabled={name.trim() === '' || !isFilled}
    >
      <TextField
        label={t('name')}
        value={name}
        onChange={setName}
        input={{ maxLength: 200, required: true, autocomplete: 'off' }}
      />
      {type === 'cohort' && (
        <CohortFields
          action={action}
          dateRange={dateRange}
          onAction={setAction}
          onDateRange={setDateRange}
        />
      )}
      <fieldset class="filter-lines">
        <legend>{t('filters')}</legend>
        {filters.map((filter, index) => (
          <FilterLine
            key={index}
            filter={filter}
            number={index + 1}
            onChange={(next) => setFilters(filters.with(index, next))}
            onRemove={() => setFilters(filters.toSpliced(index, 1))}
          />
        ))}
        <div>
          <button type="button" class="button" onClick={() => setFilters([...filters, newFilter])}>
            <Icon name="plus" />
            {t('filters.add')}
          </button>
        </div>
      </fieldset>
      {filters.length > 1 && (
        <ChoiceField
          label={t('filters.match')}
          value={match}
          choices={[
            { id: 'all', label: t('filters.all') },
            { id: 'any', label: t('filters.any') },
          ]}
          onChange={setMatch}
        />
      )}
    </Form>
  )
}

interface FilterLineProps {
  filter: SavedFilter
  /** From 1. */
  number: number
  onChange: (filter: SavedFilter) => void
  onRemove: () => void
}

/** What is stored stays as it is, even when the page does not offer it. */
const withStored = (choices: { id: string; label: string }[], stored: string) =>
  choices.some(({ id }) => id === stored)
    ? choices
    : [...choices, { id: stored, label: visible(stored) }]

function FilterLine({ filter, number, onChange, onRemove }: FilterLineProps) {
  const fields = filterFields.map((id) => ({ id: id as string, label: fieldName(id) }))
  const known = operators.map((id) => ({ id: id as string, label: operatorName(id) }))
  return (
    <div class="filter-line">
      <ChoiceField
        label={t('filters.field')}
        value={filter.name}
        choices={withStored(fields, filter.name)}
        onChange={(name) =>
          onChange({ ...filter, name, value: valueFor(name, filter.name, filter.value) })
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

interface CohortFieldsProps {
  action: CohortAction
  dateRange: string
  onAction: (action: CohortAction) => void
  onDateRange: (range: string) => void
}

const rangeChoices = () => [
  { id: '7day', label: t('range.7d') },
  { id: '30day', label: t('range.30d') },
  { id: '90day', label: t('range.90d') },
  { id: '0month', label: t('range.month') },
  { id: '0year', label: t('range.year') },
]

/** A stored range of two instants in words; other texts as they are. */
function rangeName(text: string): string {
  const [kind, start, end] = text.split(':')
  return kind === 'range' && start && end ? daysName(Number(start), Number(end)) : text
}

/** What members of a cohort did, and when. */
function CohortFields({ action, dateRange, onAction, onDateRange }: CohortFieldsProps) {
  const known = rangeChoices()
  const choices = known.some(({ id }) => id === dateRange)
    ? known
    : [...known, { id: dateRange, label: rangeName(dateRange) }]
  return (
    <>
      <div class="form-row">
        <ChoiceField
          label={t('segments.action')}
          value={action.type}
          choices={[
            { id: 'path', label: t('segments.viewed') },
            { id: 'event', label: t('segments.triggered') },
          ]}
          onChange={(type) => onAction({ ...action, type })}
        />
        <TextField
          label={t(action.type === 'path' ? 'field.path' : 'field.event')}
          value={action.value}
          onChange={(value) => onAction({ ...action, value })}
          input={{ required: true, maxLength: 2000 }}
        />
      </div>
      <ChoiceField label={t('range')} value={dateRange} choices={choices} onChange={onDateRange} />
    </>
  )
}
