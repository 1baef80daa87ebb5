import { AsyncView } from '../components/async-view.tsx'
import { Icon } from '../components/icon.tsx'
import { explain } from '../components/metric/counted-head.tsx'
import { TotalNumbers } from '../components/metric/total-numbers.tsx'
import { Panel } from '../components/panel.tsx'
import type { Property } from '../components/properties/property.ts'
import { PropertyList } from '../components/properties/property-list.tsx'
import { UserText } from '../components/user-text.tsx'
import type { PageProps } from '../page.ts'
import { useAnswer } from '../state/answer.ts'
import { toAddress, usePageLocation } from '../state/location.ts'
import { statisticPath, useTarget } from '../state/target.ts'
import { momentName } from '../text/dates.ts'
import { deviceName } from '../text/devices.ts'
import { t } from '../text/messages.ts'
import { browserName, countryName, languageName, regionName } from '../text/names.ts'
import { duration, wholeNumber } from '../text/numbers.ts'
import { useRegionNames } from '../text/region-names.ts'
import { Activity } from './activity.tsx'
import { DeleteVisitor } from './delete-visitor.tsx'
import { type Session as SessionRow, visitorName } from './session.ts'

interface Profile extends SessionRow {
  /** Seconds of all visits. */
  totaltime: number
  canDelete: boolean
}

/** One visitor: who they are and all they did. */
export function Session({ params: { sessionId = '' } }: PageProps) {
  const target = useTarget()
  const { query } = usePageLocation()
  const session = useAnswer<Profile>(
    statisticPath(target, `sessions/${encodeURIComponent(sessionId)}`),
  )
  const back = new URLSearchParams([...query].filter(([name]) => name !== 'before')).toString()
  const list = `${target.root}/sessions${back ? `?${back}` : ''}`
  return (
    <div class="page page-wide">
      <a class="back with-icon" href={toAddress(list)}>
        <Icon name="previous" />
        {t('sessions')}
      </a>
      <AsyncView answer={session} rows={10}>
        {(found) => (
          <>
            <div class="profile-head">
              <h2 class="profile-name">
                <UserText text={visitorName(found)} />
              </h2>
              {found.canDelete && <DeleteVisitor session={found} list={list} />}
            </div>
            <TotalNumbers
              numbers={[
                {
                  label: t('visits'),
                  explanation: explain('visits'),
                  text: wholeNumber(found.visits),
                },
                {
                  label: t('views'),
                  explanation: explain('views'),
                  text: wholeNumber(found.views),
                },
                { label: t('events'), text: wholeNumber(found.events) },
                { label: t('session.time'), text: duration(found.totaltime) },
              ]}
            />
            <div class="profile">
              <div class="panel-stack">
                <Panel title={t('session.about')}>
                  <Facts session={found} />
                </Panel>
                <Panel title={t('properties')}>
                  <Properties id={found.id} />
                </Panel>
              </div>
              <Panel title={t('session.activity')}>
                <Activity session={found} />
              </Panel>
            </div>
          </>
        )}
      </AsyncView>
    </div>
  )
}

function Facts({ session }: { session: Profile }) {
  const { browser, device, language, country, region } = session
  useRegionNames(region !== null)
  const dates: [string, string][] = [
    [t('session.first'), session.firstAt],
    [t('sessions.last'), session.lastAt],
  ]
  const facts: [string, string | null][] = [
    [t('field.country'), country && countryName(country)],
    [t('field.region'), region && regionName(region, country)],
    [t('field.city'), session.city],
    [t('field.language'), language && languageName(language)],
    [t('field.browser'), browser && browserName(browser)],
    [t('field.os'), session.os],
    [t('field.device'), device && deviceName(device)],
    [t('session.screen'), session.screen],
    [t('field.distinctId'), session.distinctId],
    [t('session.id'), session.id],
  ]
  return (
    <dl class="fact-list">
      {dates.map(([name, at]) => (
        <div key={name} class="fact-line">
          <dt>{name}</dt>
          <dd>{momentName(Date.parse(at))}</dd>
        </div>
      ))}
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name} class="fact-line">
              <dt>{name}</dt>
              <dd>
                <UserText text={value} />
              </dd>
            </div>
          ),
      )}
    </dl>
  )
}

function Properties({ id }: { id: string }) {
  const target = useTarget()
  const properties = useAnswer<Property[]>(statisticPath(target, `sessions/${id}/properties`))
  return (
    <AsyncView answer={properties} rows={3}>
      {(found) =>
        found.length === 0 ? (
          <p class="soft">{t('session.noProperties')}</p>
        ) : (
          <PropertyList properties={found} />
        )
      }
    </AsyncView>
  )
}
