import { useState } from 'preact/hooks'
import { appliedValue, valuesIn } from '../../components/filter/filter-value.tsx'
import { ChoiceField, TextField } from '../../components/form/field.tsx'
import { Form } from '../../components/form/form.tsx'
import { toast } from '../../components/toast.tsx'
import type { CohortAction, SegmentType } from '../../filters/segment.ts'
import { refreshAnswers } from '../../state/answer.ts'
import { t } from '../../text/messages.ts'
import { CohortFields } from './cohort-fields.tsx'
import { FilterLines } from './filter-lines.tsx'
import { newFilter, type SavedFilter, type SavedSegment, storeSegment } from './saved-segment.ts'

interface SegmentFormProps {
  websiteId: string
  type: SegmentType
  /** The segment to change; a new one without it. */
  segment?: SavedSegment
  onDone: () => void
  onCancel: () => void
}

type Parameters = SavedSegment['parameters']

/** Saved filters as they are applied. */
function applyFilters(filters: readonly SavedFilter[], old: Parameters | undefined): SavedFilter[] {
  // Blanks at the ends of what is stored belong to it.
  const stored = new Set(old?.filters?.flatMap((one) => valuesIn(one.operator, one.value)))
  return filters.map((filter) => ({
    ...filter,
    value: appliedValue(filter.operator, filter.value, stored),
  }))
}

/** Creates or changes a segment or cohort. */
export function SegmentForm({ websiteId, type, segment, onDone, onCancel }: SegmentFormProps) {
  const old = segment?.parameters
  const [name, setName] = useState(segment?.name ?? '')
  const [filters, setFilters] = useState<readonly SavedFilter[]>(
    old?.filters ?? (type === 'segment' ? [newFilter] : []),
  )
  const [match, setMatch] = useState<'all' | 'any'>(old?.match ?? 'all')
  const [action, setAction] = useState<CohortAction>(old?.action ?? { type: 'path', value: '' })
  const [dateRange, setDateRange] = useState(old?.dateRange ?? '30day')
  const applied = applyFilters(filters, old)
  const save = async () => {
    const value = action.value === old?.action?.value ? action.value : action.value.trim()
    const cohort = { dateRange, action: { ...action, value } }
    const parameters = { ...old, filters: applied, match, ...(type === 'cohort' ? cohort : {}) }
    const body = { type, name: name.trim(), parameters }
    const answer = await storeSegment(websiteId, segment?.id ?? null, body)
    if (answer.ok) {
      refreshAnswers()
      toast(t('saved'))
      onDone()
    }
    return answer
  }
  const isFilled =
    applied.every(({ value }) => value !== '') &&
    (type === 'cohort' ? action.value.trim() !== '' : filters.length > 0)
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
      <FilterLines filters={filters} onChange={setFilters} />
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
