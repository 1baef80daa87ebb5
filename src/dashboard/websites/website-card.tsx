import { secondMs } from '../../time/durations.ts'
import { Sparkline } from '../components/chart/sparkline.tsx'
import { UserText } from '../components/user-text.tsx'
import { useAnswer } from '../state/answer.ts'
import { toAddress } from '../state/location.ts'
import { relativeChange } from '../text/measures.ts'
import { t } from '../text/messages.ts'
import { shortNumber, signedPercent, wholeNumber } from '../text/numbers.ts'
import type { Visitors } from './charts.ts'

export interface WebsiteRow {
  id: string
  name: string
  domain: string | null
}

const everyMs = 30 * secondMs

interface WebsiteCardProps {
  website: WebsiteRow
  /** While they load, and when they cannot be, there are none. */
  visitors: Visitors | undefined
  isCounting: boolean
}

/** A website with its visitors now and in the range of the list. */
export function WebsiteCard({ website, visitors, isCounting }: WebsiteCardProps) {
  const { id, name, domain } = website
  const active = useAnswer<{ visitors: number }>(`/api/websites/${id}/active`, { everyMs })
  const now = active.value?.visitors ?? 0
  const isBusy = isCounting || (active.isLoading && active.value === undefined)
  return (
    <li class="card panel" aria-busy={isBusy}>
      <a class="card-link" href={toAddress(`/websites/${id}`)}>
        <UserText class="card-name" text={name} />
        <UserText class="soft" text={domain} />
      </a>
      <span class="card-now" title={t('visitorsNow', { count: now })}>
        <span class={now > 0 ? 'live live-on' : 'live'} />
        {t('visitorsNow.short', { count: now })}
      </span>
      <div class="card-day">
        {visitors ? (
          <>
            <p title={wholeNumber(visitors.total)}>
              <strong class="card-number">{shortNumber(visitors.total)}</strong> {t('visitors')}
            </p>
            {visitors.before !== null && (
              <p class="soft" title={t('compare.was', { value: wholeNumber(visitors.before) })}>
                {changeText(visitors.total, visitors.before)}
              </p>
            )}
          </>
        ) : (
          <p class="card-number">–</p>
        )}
      </div>
      <Sparkline label={t('websites.spark')} values={visitors?.values ?? [0]} />
    </li>
  )
}

function changeText(total: number, before: number): string {
  const change = relativeChange(total, before)
  if (change !== null) return signedPercent(change)
  return total === 0 ? '–' : t('compare.new')
}
