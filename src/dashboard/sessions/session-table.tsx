import { ScrollBox } from '../components/list/scroll-box.tsx'
import { toAddress, usePageLocation } from '../state/location.ts'
import { showsPeople, useTarget } from '../state/target.ts'
import { momentName } from '../text/dates.ts'
import { deviceName } from '../text/devices.ts'
import { t } from '../text/messages.ts'
import { browserName } from '../text/names.ts'
import { wholeNumber } from '../text/numbers.ts'
import { type ListedSession, placeName, visitorName } from './session.ts'

/** Sessions with where they came from and what they did; each leads to its own page. */
export function SessionTable({ sessions }: { sessions: readonly ListedSession[] }) {
  const link = useSessionLink()
  const hasPeople = showsPeople(useTarget())
  return (
    <ScrollBox label={t('sessions')}>
      <table class="table stack-table session-table">
        <thead>
          <tr>
            {hasPeople && <th scope="col">{t('sessions.who')}</th>}
            <th scope="col">{t('sessions.last')}</th>
            <th scope="col">{t('sessions.place')}</th>
            <th scope="col">{t('field.device')}</th>
            <th scope="col" class="number">
              {t('visits')}
            </th>
            <th scope="col" class="number">
              {t('views')}
            </th>
            <th scope="col" class="number">
              {t('events')}
            </th>
          </tr>
        </thead>
        <tbody>
          {sessions.map((session, index) => (
            <tr key={session.id ?? index}>
              {hasPeople && <Who session={session} link={link} />}
              <td class="session-when">
                <time dateTime={session.lastAt}>{momentName(Date.parse(session.lastAt))}</time>
              </td>
              <td class="session-place">{placeName(session)}</td>
              <td class="session-system">{environmentName(session)}</td>
              <td class="number" data-label={t('visits')}>
                {wholeNumber(session.visits)}
              </td>
              <td class="number" data-label={t('views')}>
                {wholeNumber(session.views)}
              </td>
              <td class="number" data-label={t('events')}>
                {wholeNumber(session.events)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}

function Who({ session, link }: { session: ListedSession; link: (id: string) => string }) {
  const { id, distinctId } = session
  if (id === null) return <th scope="row" />
  const name = visitorName({ id, distinctId })
  return (
    <th scope="row" class="session-who">
      <a class="metric-name" href={link(id)} title={name}>
        <bdi>{name}</bdi>
      </a>
    </th>
  )
}

/** Browser, system and kind of device, as far as they are known. */
function environmentName({ browser, os, device }: ListedSession): string {
  const parts = [browser && browserName(browser), os, device && deviceName(device)]
  return parts.filter(Boolean).join(' · ') || '–'
}

/** Makes addresses of session pages, which lead back to what is looked at now. */
export function useSessionLink(): (id: string) => string {
  const target = useTarget()
  const { query } = usePageLocation()
  const text = new URLSearchParams([...query].filter(([name]) => name !== 'before')).toString()
  return (id) => toAddress(`${target.root}/sessions/${id}${text ? `?${text}` : ''}`)
}
