import type { CohortAction } from '../../filters/segment.ts'
import { t } from '../../text/messages.ts'
import { ChoiceField, TextField } from './field.tsx'

interface CohortActionFieldsProps {
  action: CohortAction
  onChange: (action: CohortAction) => void
}

/** What members of a cohort did: a page they viewed or an event they triggered. */
export const CohortActionFields = ({ action, onChange }: CohortActionFieldsProps) => (
  <div class="form-row">
    <ChoiceField
      label={t('segments.action')}
      value={action.type}
      choices={[
        { id: 'path', label: t('segments.viewed') },
        { id: 'event', label: t('segments.triggered') },
      ]}
      onChange={(type) => onChange({ ...action, type })}
    />
    <TextField
      label={t(action.type === 'path' ? 'field.path' : 'field.event')}
      value={action.value}
      onChange={(value) => onChange({ ...action, value })}
      input={{ required: true, maxLength: 2000 }}
    />
  </div>
)
