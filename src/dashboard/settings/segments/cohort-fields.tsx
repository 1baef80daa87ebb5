import { CohortActionFields } from '../../components/form/cohort-action-fields.tsx'
import { ChoiceField } from '../../components/form/field.tsx'
import type { CohortAction } from '../../filters/segment.ts'
import { daysName } from '../../text/dates.ts'
import { t } from '../../text/messages.ts'

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
export function CohortFields({ action, dateRange, onAction, onDateRange }: CohortFieldsProps) {
  const known = rangeChoices()
  const choices = known.some(({ id }) => id === dateRange)
    ? known
    : [...known, { id: dateRange, label: rangeName(dateRange) }]
  return (
    <>
      <CohortActionFields action={action} onChange={onAction} />
      <ChoiceField label={t('range')} value={dateRange} choices={choices} onChange={onDateRange} />
    </>
  )
}
