import { AsyncView } from '../components/async-view.tsx'
import { EmptyNote } from '../components/empty-note.tsx'
import { ScrollBox } from '../components/list/scroll-box.tsx'
import { Panel } from '../components/panel.tsx'
import { dayName } from '../text/dates.ts'
import { t } from '../text/messages.ts'
import { percent, wholeNumber } from '../text/numbers.ts'
import type { ReportKind, ResultProps } from './report-kind.ts'
import { type Cohort, groupCohorts, type ReturnRow, shareReturned } from './retention-grid.ts'
import { useReport } from './run.ts'

export const retentionKind: ReportKind<Record<never, never>> = {
  type: 'retention',
  title: 'retention',
  intro: 'retention.intro',
  read: () => ({}),
  isComplete: () => true,
  Result: RetentionResult,
}

function RetentionResult({ view }: ResultProps<object>) {
  const rows = useReport<ReturnRow[]>('retention', view, {})
  return (
    <Panel title={t('retention.grid')}>
      <AsyncView answer={rows} rows={10}>
        {(found) => {
          const cohorts = groupCohorts(
            found,
            view.zone,
            Math.min(view.range.endAt, view.present.now),
          )
          return cohorts.length === 0 ? (
            <EmptyNote title={t('overview.none')}>
              <p>{t('overview.noneText')}</p>
            </EmptyNote>
          ) : (
            <Grid cohorts={cohorts} />
          )
        }}
      </AsyncView>
    </Panel>
  )
}

/** A line per first day, a column per later day; darker for more who came back. */
function Grid({ cohorts }: { cohorts: readonly Cohort[] }) {
  const length = Math.max(...cohorts.map(({ returned }) => returned.length))
  const shares = cohorts.flatMap(({ visitors, returned }) =>
    returned.slice(1).map((count) => count / visitors),
  )
  const highest = Math.max(0, ...shares)
  const days = Array.from({ length: length - 1 }, (_, index) => index + 1)
  return (
    <ScrollBox label={t('retention.grid')}>
      <table class="cohorts">
        <thead>
          <tr>
            <th scope="col">{t('retention.firstDay')}</th>
            <th scope="col" class="number">
              {t('visitors')}
            </th>
            {days.map((day) => (
              <th key={day} scope="col">
                {t('retention.day', { day })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cohorts.length > 1 && (
            <tr class="cohorts-all">
              <th scope="row">{t('retention.all')}</th>
              <td class="number">
                {wholeNumber(cohorts.reduce((sum, { visitors }) => sum + visitors, 0))}
              </td>
              {days.map((day) => (
                <Cell key={day} share={shareReturned(cohorts, day)} highest={highest} />
              ))}
            </tr>
          )}
          {cohorts.map(({ at, visitors, returned }) => (
            <tr key={at}>
              <th scope="row">{dayName(at)}</th>
              <td class="number">{wholeNumber(visitors)}</td>
              {days.map((day) => {
                const count = returned[day]
                return (
                  <Cell
                    key={day}
                    highest={highest}
                    share={count === undefined ? null : count / visitors}
                    {...(count === undefined
                      ? {}
                      : { title: t('retention.cell', { count, total: wholeNumber(visitors) }) })}
                  />
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}

interface CellProps {
  /** `null` for a day that is not over yet. */
  share: number | null
  /** The highest share of the grid. */
  highest: number
  title?: string
}

function Cell({ share, highest, title }: CellProps) {
  if (share === null) return <td />
  return (
    <td title={title}>
      <span
        class="cohort-cell"
        // Half of the full color at most: the number must stay readable.
        style={{ '--share': `${share === 0 ? 0 : Math.round(8 + 42 * (share / highest))}%` }}
      >
        {share === 0 ? <span class="soft">{percent(0)}</span> : percent(share)}
      </span>
    </td>
  )
}
