import type { ComponentChildren } from 'preact'
import { secondMs } from '../../time/durations.ts'
import { AsyncView } from '../components/async-view.tsx'
import { TrackingTag } from '../components/form/tracking-tag.tsx'
import { WebsiteForm } from '../components/form/website-form.tsx'
import { Icon } from '../components/icon.tsx'
import { Skeleton } from '../components/skeleton.tsx'
import { useAnswer } from '../state/answer.ts'
import { goWith, toAddress, usePageLocation } from '../state/location.ts'
import { usePermission } from '../state/permission.ts'
import { useTeam } from '../state/team-choice.ts'
import { isolated, t } from '../text/messages.ts'

const everyMs = 2 * secondMs

/** From nothing to the first visit: add a website, copy the tag, watch. */
export function FirstSteps() {
  const { query } = usePageLocation()
  const team = useTeam()
  const id = query.get('website')
  const website = useAnswer<{ id: string; name: string }>(
    id ? `/api/websites/${encodeURIComponent(id)}` : null,
  )
  const dates = useAnswer<{ startDate: string | null }>(
    id ? `/api/websites/${encodeURIComponent(id)}/daterange` : null,
    { everyMs },
  )
  const hasArrived = Boolean(id && dates.value?.startDate)
  return (
    <div class="page page-narrow">
      <h1>{t('firstSteps.title')}</h1>
      <ol class="steps">
        <Step number={1} title={t('firstSteps.add')} state={id ? 'done' : 'now'}>
          {id ? (
            <AsyncView answer={website} rows={1}>
              {({ name }) => <p>{t('firstSteps.done', { name: isolated(name) })}</p>}
            </AsyncView>
          ) : (
            <AddWebsite team={team} />
          )}
        </Step>
        <Step
          number={2}
          title={t('firstSteps.tag')}
          state={hasArrived ? 'done' : id ? 'now' : 'later'}
        >
          {id && (
            <>
              <p>{t('firstSteps.tagText')}</p>
              <TrackingTag websiteId={id} />
            </>
          )}
        </Step>
        <FirstVisit id={id} hasArrived={hasArrived} />
      </ol>
    </div>
  )
}

function AddWebsite({ team }: { team: string | null }) {
  const mayAdd = usePermission(team)
  if (mayAdd === null) return <Skeleton rows={2} />
  if (!mayAdd) return <p>{t('empty.readOnly')}</p>
  return <WebsiteForm teamId={team} onAdded={(added) => goWith({ website: added.id })} />
}

interface StepProps {
  number: number
  title: string
  state: 'done' | 'now' | 'later'
  children: ComponentChildren
}

function Step({ number, title, state, children }: StepProps) {
  return (
    <li class={`step panel step-${state}`} aria-current={state === 'now' ? 'step' : undefined}>
      <span class="step-number" aria-hidden="true">
        {state === 'done' ? <Icon name="check" /> : number}
      </span>
      <div class="step-content">
        <h2>{title}</h2>
        {children}
      </div>
    </li>
  )
}

interface FirstVisitProps {
  id: string | null
  hasArrived: boolean
}

/** Waits until the website has data. */
function FirstVisit({ id, hasArrived }: FirstVisitProps) {
  const overview = toAddress(`/websites/${id}?range=today`)
  return (
    <Step
      number={3}
      title={t('firstSteps.wait')}
      state={hasArrived ? 'done' : id ? 'now' : 'later'}
    >
      {id && (
        <div aria-live="polite">
          {hasArrived ? (
            <>
              <p>{t('firstSteps.arrived')}</p>
              <a class="button button-main" href={overview}>
                {t('firstSteps.open')}
              </a>
            </>
          ) : (
            <>
              <p class="with-icon">
                <span class="live live-waiting" />
                <strong>{t('firstSteps.waiting')}</strong>
              </p>
              <p class="soft">{t('firstSteps.waitingText')}</p>
              <a href={overview}>{t('firstSteps.later')}</a>
            </>
          )}
        </div>
      )}
    </Step>
  )
}
