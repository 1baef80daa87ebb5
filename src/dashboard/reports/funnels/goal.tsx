import { AsyncView } from '../../components/async-view.tsx'
import { Panel } from '../../components/panel.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { UserText } from '../../components/user-text.tsx'
import { t } from '../../text/messages.ts'
import { percent, wholeNumber } from '../../text/numbers.ts'
import type { BriefProps, FieldsProps, ReportKind, ResultProps } from '../report-kind.ts'
import { useReport } from '../run.ts'
import { StepField } from '../step-field.tsx'
import { isStepComplete, readStep, type Step } from '../steps.ts'
import { BriefNumbers, Meter } from './brief-numbers.tsx'

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

function GoalBrief({ stats, before }: BriefProps) {
  const reached = stats as GoalAnswer
  const old = before as GoalAnswer | undefined
  return (
    <BriefNumbers
      share={toShare(reached)}
      count={reached.num}
      old={old && { share: toShare(old), count: old.num }}
    />
  )
}
