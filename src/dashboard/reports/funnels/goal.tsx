import { AsyncView } from '../../components/async-view.tsx'
import { Panel } from '../../components/panel.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { UserText } from '../../components/user-text.tsx'
import { t } from '../../text/messages.ts'
import { percent, wholeNumber } from '../../text/numbers.ts'
import type { FieldsProps, ReportKind, ResultProps } from '../report-kind.ts'
import { useReport } from '../run.ts'
import { StepField } from '../step-field.tsx'
import { isStepComplete, readStep, type Step } from '../steps.ts'

interface GoalAnswer {
  /** Visitors who reached the goal. */
  num: number
  total: number
}

export const goalKind: ReportKind<Step> = {
  type: 'goal',
  title: 'goals',
  intro: 'goals.intro',
  read: readStep,
  isComplete: isStepComplete,
  Fields: GoalFields,
  Result: GoalResult,
  Brief: GoalBrief,
}

function GoalFields({ view, value, onChange }: FieldsProps<Step>) {
  return <StepField view={view} value={value} hint={t('report.wildcard')} onChange={onChange} />
}

const toShare = ({ num, total }: GoalAnswer): number => (total === 0 ? 0 : num / total)

function GoalResult({ view, parameters }: ResultProps<Step>) {
  const reached = useReport<GoalAnswer>('goal', view, parameters)
  return (
    <Panel title={t('goals.result')}>
      <AsyncView answer={reached} outline={<Skeleton />}>
        {(value) => (
          <div class="goal">
            <p class="goal-rate">{percent(toShare(value))}</p>
            <div class="goal-words">
              <p>
                {t('goals.reached', {
                  count: value.num,
                  total: wholeNumber(value.total),
                })}{' '}
                <UserText class="soft" text={parameters.value} />
              </p>
              <Meter share={toShare(value)} />
            </div>
          </div>
        )}
      </AsyncView>
    </Panel>
  )
}

function GoalBrief({ view, parameters }: ResultProps<Step>) {
  const reached = useReport<GoalAnswer>('goal', view, parameters)
  return (
    <AsyncView answer={reached} outline={<Skeleton class="brief-outline" />}>
      {(value) => (
        <div class="brief">
          <Meter share={toShare(value)} />
          <span class="number">{wholeNumber(value.num)}</span>
          <strong class="number">{percent(toShare(value))}</strong>
        </div>
      )}
    </AsyncView>
  )
}

/** A part of a whole as a bar. */
export function Meter({ share }: { share: number }) {
  return (
    <span class="meter" aria-hidden="true">
      <span class="meter-part" style={{ inlineSize: `${100 * Math.min(1, share)}%` }} />
    </span>
  )
}
