import { listBuckets } from '../../time/buckets.ts'
import { hourMs, secondMs } from '../../time/durations.ts'
import { Sparkline } from '../components/chart/sparkline.tsx'
import { UserText } from '../components/user-text.tsx'
import { byVisit } from '../filters/level.ts'
import { useAnswer } from '../state/answer.ts'
import { useMinute } from '../state/clock.ts'
import { toAddress } from '../state/location.ts'
import type { Totals } from '../text/measures.ts'
import { t } from '../text/messages.ts'
import { shortNumber, wholeNumber } from '../text/numbers.ts'
import { fillBuckets, type Point } from '../time/buckets.ts'
import { findZone } from '../time/zone.ts'

export interface WebsiteRow {
  id: string
  name: string
  domain: string | null
}

const everyMs = 30 * secondMs

/** A website with its visitors now and its last 24 hours. */
export function WebsiteCard({ website: { id, name, domain } }: { website: WebsiteRow }) {
  const minute = useMinute()
  const endAt = Math.ceil((minute + 1) / hourMs) * hourMs - 1
  const range = { startAt: endAt + 1 - 24 * hourMs, endAt }
  const query = { ...range, ...byVisit }
  const path = `/api/websites/${id}`
  const active = useAnswer<{ visitors: number }>(`${path}/active`, { everyMs })
  const totals = useAnswer<Totals>(`${path}/stats`, { query })
  const series = useAnswer<{ pageviews: Point[] }>(`${path}/pageviews`, {
    query: { ...query, unit: 'hour' },
  })
  const starts = listBuckets(range, 'hour', findZone('UTC'))
  const now = active.value?.visitors ?? 0
  const isBusy = [active, totals, series].some(
    ({ value, isLoading }) => isLoading && value === undefined,
  )
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
        {totals.value ? (
          <p title={wholeNumber(totals.value.visitors)}>
            <strong class="card-number">{shortNumber(totals.value.visitors)}</strong>{' '}
            {t('visitors')}
          </p>
        ) : (
          <p class="card-number">–</p>
        )}
        <p class="soft">{t('websites.lastDay')}</p>
      </div>
      <Sparkline
        label={t('websites.spark')}
        values={fillBuckets(series.value?.pageviews ?? [], starts)}
      />
    </li>
  )
}
