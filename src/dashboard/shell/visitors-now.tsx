import { secondMs } from '../../time/durations.ts'
import { useAnswer } from '../state/answer.ts'
import { toAddress } from '../state/location.ts'
import { opensSection, statisticPath, type Target } from '../state/target.ts'
import { t } from '../text/messages.ts'

const everyMs = 15 * secondMs

/** How many visitors are there now, kept up to date. */
export function VisitorsNow({ target }: { target: Target }) {
  const active = useAnswer<{ visitors: number }>(statisticPath(target, 'active'), { everyMs })
  if (!active.value) return null
  const { visitors } = active.value
  const words = (
    <>
      <span class={visitors > 0 ? 'live live-on' : 'live'} />
      {t('visitorsNow', { count: visitors })}
    </>
  )
  return opensSection(target, 'realtime') ? (
    <a class="visitors-now" href={toAddress(`${target.root}/realtime`)}>
      {words}
    </a>
  ) : (
    <span class="visitors-now">{words}</span>
  )
}
