import { useId } from 'preact/hooks'
import { Suggestions } from '../components/filter/filter-dialog.tsx'
import { ChoiceField, TextField } from '../components/form/field.tsx'
import type { View } from '../filters/view.ts'
import { t } from '../text/messages.ts'
import type { Step } from './steps.ts'

interface StepFieldProps {
  view: View
  value: Step
  /** Below the value. */
  hint?: string
  onChange: (value: Step) => void
}

/** Chooses a page or an event, with the recorded ones to choose from. */
export function StepField({ view, value, hint, onChange }: StepFieldProps) {
  const listId = useId()
  return (
    <div class="step-field">
      <ChoiceField
        label={t('report.stepType')}
        value={value.type}
        choices={[
          { id: 'path', label: t('report.viewed') },
          { id: 'event', label: t('report.triggered') },
        ]}
        onChange={(type) => onChange({ ...value, type })}
      />
      <TextField
        label={t(value.type === 'path' ? 'field.path' : 'field.event')}
        value={value.value}
        onChange={(text) => onChange({ ...value, value: text })}
        {...(hint ? { hint } : {})}
        input={{
          list: listId,
          autocomplete: 'off',
          spellcheck: false,
          placeholder: value.type === 'path' ? '/' : 'signup',
          dir: 'auto',
        }}
      />
      <Suggestions id={listId} field={value.type} value={value.value} view={view} isList={false} />
    </div>
  )
}
