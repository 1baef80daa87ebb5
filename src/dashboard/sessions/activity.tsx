import { hostName } from '../../lib/host-name.ts'
import { floorWall } from '../../time/calendar.ts'
import { toWall } from '../../time/zone.ts'
import { AsyncView } from '../components/async-view.tsx'
import { EmptyNote } from '../components/empty-note.tsx'
import { EventData } from '../components/properties/event-data.tsx'
import { useAnswer } from '../state/answer.ts'
import { pathWith, toAddress, usePageLocation } from '../state/location.ts'
import { useSignal } from '../state/signal.ts'
import { statisticPath, useTarget } from '../state/target.ts'
import { zoneChoice } from '../state/zone-choice.ts'
import { longDayName, timeName } from '../text/dates.ts'
import { t } from '../text/messages.ts'
import { visible } from '../text/user-text.ts'
import { findZone } from '../time/zone.ts'
import type { Session } from './session.ts'

interface Act {
  createdAt: string
  urlPath: string
  referrerDomain: string | null
  eventId: string
  eventType: number
  eventName: string | null
  hostname: string | null
  hasData: boolean
}

/** As many acts as the server sends at once. */
const limit = 500
const customEvent = 2

/** What a session did, by day, newest first; long ones in several parts. */
export function Activity({ session }: { session: Session }) {
  const target = useTarget()
  const { query } = usePageLocation()
  const zone = findZone(useSignal(zoneChoice))
  const before = Date.parse(query.get('before') ?? '')
  const startAt = Date.parse(session.firstAt)
  const lastAt = Date.parse(session.lastAt)
  const acts = useAnswer<Act[]>(statisticPath(target, `sessions/${session.id}/activity`), {
    query: { startAt, endAt: Number.isNaN(before) ? lastAt : Math.max(startAt, before) },
  })
  return (
    <AsyncView answer={acts} rows={10}>
      {(found) => {
        if (found.length === 0) return <EmptyNote title={t('session.idle')} />
        const days = Map.groupBy(found, (act) =>
          floorWall(toWall(zone, Date.parse(act.createdAt)), 'day'),
        )
        const oldest = found.length === limit ? found.at(-1) : undefined
        return (
          <>
            {[...days].map(([day, dayActs]) => (
              <section key={day} class="day">
                <h3>{longDayName(Date.parse((dayActs[0] as Act).createdAt))}</h3>
                <ol>
                  {dayActs.map((act) => (
                    <ActLine key={act.eventId} act={act} />
                  ))}
                </ol>
              </section>
            ))}
            <div class="metric-more">
              {!Number.isNaN(before) && (
                <a class="button" href={toAddress(pathWith({ before: null }))}>
                  {t('session.latest')}
                </a>
              )}
              {oldest && (
                <a class="button" href={toAddress(pathWith({ before: oldest.createdAt }))}>
                  {t('session.earlier')}
                </a>
              )}
            </div>
          </>
        )
      }}
    </AsyncView>
  )
}

function ActLine({ act }: { act: Act }) {
  const isEvent = act.eventType === customEvent
  return (
    <li class="act">
      <time class="soft" dateTime={act.createdAt}>
        {timeName(Date.parse(act.createdAt))}
      </time>
      <span class={`act-kind ${isEvent ? 'act-event' : ''}`} />
      <div class="act-words">
        <span class="soft">{t(isEvent ? 'act.event' : 'act.view')}</span>{' '}
        <bdi class="act-what">{visible((isEvent ? act.eventName : act.urlPath) ?? '')}</bdi>
        <span class="soft">
          {isEvent && (
            <>
              {' '}
              {t('act.on')} <bdi>{visible(act.urlPath ?? '')}</bdi>
            </>
          )}
          {act.referrerDomain && act.referrerDomain !== act.hostname && (
            <>
              {' '}
              {t('act.from')} <bdi>{visible(hostName(act.referrerDomain))}</bdi>
            </>
          )}
        </span>
        {act.hasData && <EventData eventId={act.eventId} />}
      </div>
    </li>
  )
}
