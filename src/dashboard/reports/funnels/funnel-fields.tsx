import { TextField } from '../../components/form/field.tsx'
import { Icon } from '../../components/icon.tsx'
import { IconButton } from '../../components/icon-button.tsx'
import type { View } from '../../filters/view.ts'
import { t } from '../../text/messages.ts'
import type { FieldsProps } from '../report-kind.ts'
import { StepField } from '../step-field.tsx'
import type { Step } from '../steps.ts'
import { emptyStep, type FunnelParameters, type FunnelStep, mostSteps } from './funnel-steps.ts'
import { PropertyFilterFields } from './property-filter-fields.tsx'

/** The steps of a funnel one below the other, and the time between them. */
export function FunnelFields({ view, value, onChange }: FieldsProps<FunnelParameters>) {
  const { steps, window } = value
  const choose = (next: FunnelStep[]) => onChange({ ...value, steps: next })
  const swap = (index: number, other: number) => {
    const next = [...steps]
    next[index] = steps[other] as FunnelStep
    next[other] = steps[index] as FunnelStep
    choose(next)
  }
  return (
    <>
      <ol class="funnel-steps">
        {steps.map((step, index) => (
          <li key={index} class="funnel-step">
            <span class="step-number">{index + 1}</span>
            <StepLine
              view={view}
              step={step}
              onChange={(next) => choose(steps.toSpliced(index, 1, next))}
            />
            <div class="funnel-step-buttons">
              <IconButton
                icon="up"
                label={t('funnels.up', { step: index + 1 })}
                isDisabled={index === 0}
                onPress={() => swap(index, index - 1)}
              />
              <IconButton
                icon="fall"
                label={t('funnels.down', { step: index + 1 })}
                isDisabled={index === steps.length - 1}
                onPress={() => swap(index, index + 1)}
              />
              <IconButton
                icon="close"
                label={t('funnels.remove', { step: index + 1 })}
                isDisabled={steps.length <= 2}
                onPress={() => choose(steps.toSpliced(index, 1))}
              />
            </div>
          </li>
        ))}
      </ol>
      <p class="hint">{t('report.wildcard')}</p>
      <div class="funnel-end">
        <button
          type="button"
          class="button"
          disabled={steps.length >= mostSteps}
          onClick={() => choose([...steps, emptyStep])}
        >
          <Icon name="plus" />
          {t('funnels.add')}
        </button>
        <TextField
          label={t('funnels.window')}
          value={String(window)}
          onChange={(text) => onChange({ ...value, window: Number(text) })}
          input={{ type: 'number', min: 1, max: 36_500, step: 'any', required: true }}
        />
      </div>
    </>
  )
}

interface StepLineProps {
  view: View
  step: FunnelStep
  onChange: (step: FunnelStep) => void
}

function StepLine({ view, step, onChange }: StepLineProps) {
  // Those of an event are none of a page.
  const changeStep = (next: Step) =>
    onChange({ ...next, filters: next.type === 'event' ? step.filters : [] })
  return (
    <div class="funnel-step-fields">
      <StepField view={view} value={step} onChange={changeStep} />
      {step.type === 'event' && (
        <PropertyFilterFields
          filters={step.filters}
          onChange={(filters) => onChange({ ...step, filters })}
        />
      )}
    </div>
  )
}
