import { hourMs } from '../../../time/durations.ts'
import { byVisit } from '../../filters/level.ts'
import { useAnswer } from '../../state/answer.ts'
import { useMinute } from '../../state/clock.ts'
import type { Totals } from '../../text/measures.ts'
import { t } from '../../text/messages.ts'
import { shortNumber, wholeNumber } from '../../text/numbers.ts'

const days = 30

interface RecentCountProps {
  /** Website, link or pixel. */
  id: string
  /** What is counted, in 30 days; the message has plural forms. */
  label: 'links.clicks' | 'pixels.views'
}

/** How often something was seen or followed in the last 30 days. */
export function RecentCount({ id, label }: RecentCountProps) {
  // Whole hours, so that the question stays the same for a while.
  const endAt = Math.ceil((useMinute() + 1) / hourMs) * hourMs - 1
  const query = { startAt: endAt + 1 - days * 24 * hourMs, endAt, ...byVisit }
  const totals = useAnswer<Totals>(`/api/websites/${id}/stats`, { query })
  const count = totals.value?.pageviews
  return (
    <span title={count === undefined ? undefined : wholeNumber(count)} aria-busy={totals.isLoading}>
      <strong class="row-number">{count === undefined ? '–' : shortNumber(count)}</strong>{' '}
      <span class="soft">{t(label, { count: count ?? 0 })}</span>
    </span>
  )
}
