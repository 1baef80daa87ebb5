import { useId } from 'preact/hooks'
import { Suggestions } from '../../components/filter/filter-dialog.tsx'
import { ChoiceField, TextField } from '../../components/form/field.tsx'
import type { View } from '../../filters/view.ts'
import { t } from '../../text/messages.ts'
import type { FieldsProps } from '../report-kind.ts'
import {
  type EventKind,
  eventTypes,
  fewestSteps,
  type JourneyParameters,
  mostSteps,
} from './journey-parameters.ts'

const stepCounts = Array.from({ length: mostSteps - fewestSteps + 1 }, (_, index) =>
  String(fewestSteps + index),
)
const kinds = Object.keys(eventTypes) as EventKind[]

/** How long journeys are, what they are made of, and where they begin and end. */
export function JourneyFields({ view, value, onChange }: FieldsProps<JourneyParameters>) {
  const { eventType, ...others } = value
  const kind = kinds.find((one) => eventTypes[one] === (eventType ?? null)) ?? 'all'
  const chooseKind = (next: EventKind) => {
    const number = eventTypes[next]
    onChange(number === null ? others : { ...others, eventType: number })
  }
  return (
    <div class="form-row form-row-four">
      <ChoiceField
        label={t('journeys.steps')}
        value={String(value.steps)}
        choices={stepCounts.map((id) => ({ id, label: id }))}
        onChange={(steps) => onChange({ ...value, steps: Number(steps) })}
      />
      <ChoiceField
        label={t('journeys.of')}
        value={kind}
        choices={[
          { id: 'all', label: t('journeys.everything') },
          { id: 'views', label: t('views') },
          { id: 'events', label: t('events') },
        ]}
        onChange={chooseKind}
      />
      <EndField
        view={view}
        label={t('journeys.start')}
        value={value.startStep}
        onChange={(startStep) => onChange({ ...value, startStep })}
      />
      <EndField
        view={view}
        label={t('journeys.end')}
        value={value.endStep}
        onChange={(endStep) => onChange({ ...value, endStep })}
      />
    </div>
  )
}

interface EndFieldProps {
  view: View
  label: string
  value: string
  onChange: (value: string) => void
}

/** A path or an event; what begins with a slash is a path. */
function EndField({ view, label, value, onChange }: EndFieldProps) {
  const listId = useId()
  return (
    <div>
      <TextField
        label={label}
        value={value}
        onChange={onChange}
        input={{
          list: listId,
          autocomplete: 'off',
          spellcheck: false,
          placeholder: t('journeys.any'),
        }}
      />
      <Suggestions
        id={listId}
        field={value === '' || value.startsWith('/') ? 'path' : 'event'}
        value={value}
        view={view}
        isList={false}
      />
    </div>
  )
}
