import { AsyncView } from '../../components/async-view.tsx'
import { Icon } from '../../components/icon.tsx'
import { Panel } from '../../components/panel.tsx'
import { UserText } from '../../components/user-text.tsx'
import { t } from '../../text/messages.ts'
import { percent, wholeNumber } from '../../text/numbers.ts'
import type { BriefProps, ReportKind, ResultProps } from '../report-kind.ts'
import { useReport } from '../run.ts'
import { BriefNumbers } from './brief-numbers.tsx'
import { FunnelFields } from './funnel-fields.tsx'
import { type FunnelParameters, isFunnelComplete, readFunnel } from './funnel-steps.ts'

interface TakenStep {
  type: 'path' | 'event'
  value: string
  visitors: number
  /** Visitors lost since the step before. */
  dropped: number
  /** Part of them; `null` when there were none. */
  dropoff: number | null
  /** Part of the first step's visitors. */
  remaining: number | null
}

export const funnelKind: ReportKind<FunnelParameters> = {
  type: 'funnel',
  title: 'funnels',
  intro: 'funnels.intro',
  read: readFunnel,
  isComplete: isFunnelComplete,
  Fields: FunnelFields,
  Result: FunnelResult,
  Brief: FunnelBrief,
}

function FunnelResult({ view, parameters }: ResultProps<FunnelParameters>) {
  const steps = useReport<TakenStep[]>('funnel', view, parameters)
  return (
    <Panel title={t('funnels.result')}>
      <AsyncView answer={steps} rows={6}>
        {(taken) => <FunnelPicture steps={taken} />}
      </AsyncView>
    </Panel>
  )
}

/** A bar per step, as wide as the part of visitors that is left; between them, who was lost. */
function FunnelPicture({ steps }: { steps: readonly TakenStep[] }) {
  const last = steps.at(-1)
  return (
    <>
      <ol class="funnel">
        {steps.map((step, index) => (
          <li key={index}>
            {index > 0 && <Lost step={step} before={steps[index - 1]?.remaining ?? 0} />}
            <div class="funnel-line">
              <span class="step-number">{index + 1}</span>
              <UserText class="funnel-name" text={step.value} isCut />
              <span class="funnel-count">
                <strong>{wholeNumber(step.visitors)}</strong>{' '}
                <span class="soft">{percent(step.remaining ?? 0)}</span>
              </span>
            </div>
            <div class="funnel-ground">
              <span class="funnel-bar" style={{ inlineSize: `${100 * (step.remaining ?? 0)}%` }} />
            </div>
          </li>
        ))}
      </ol>
      {last && (
        <p class="funnel-end-words">
          {t('funnels.converted', {
            share: percent(last.remaining ?? 0),
            count: wholeNumber(last.visitors),
            total: wholeNumber(steps[0]?.visitors ?? 0),
          })}
        </p>
      )}
    </>
  )
}

/** The narrowing between two steps. */
function Lost({ step, before }: { step: TakenStep; before: number }) {
  const after = step.remaining ?? 0
  return (
    <div
      class="funnel-lost"
      style={{ '--before': `${100 * before}%`, '--after': `${100 * after}%` }}
    >
      {step.dropped > 0 && (
        <span class="funnel-lost-words">
          <Icon name="fall" />
          {t('funnels.lost', {
            count: step.dropped,
            share: percent(step.dropoff ?? 0),
          })}
        </span>
      )}
    </div>
  )
}

const toEnd = (taken: readonly TakenStep[]) => ({
  share: taken.at(-1)?.remaining ?? 0,
  count: taken.at(-1)?.visitors ?? 0,
})

function FunnelBrief({ stats, before }: BriefProps) {
  return (
    <BriefNumbers
      {...toEnd(stats as TakenStep[])}
      old={before === undefined ? undefined : toEnd(before as TakenStep[])}
    />
  )
}
