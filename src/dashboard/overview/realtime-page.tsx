import { useMemo } from 'preact/hooks'
import { hostName } from '../../lib/host-name.ts'
import { minuteMs, secondMs } from '../../time/durations.ts'
import { AnnotatedChart } from '../components/annotations/annotated-chart.tsx'
import { AsyncView } from '../components/async-view.tsx'
import { EmptyNote } from '../components/empty-note.tsx'
import { Panel } from '../components/panel.tsx'
import { Tabs } from '../components/tabs.tsx'
import { useAnswer } from '../state/answer.ts'
import { goWith, usePageLocation } from '../state/location.ts'
import { showsPeople, useTarget } from '../state/target.ts'
import { timeName } from '../text/dates.ts'
import { isolated, t } from '../text/messages.ts'
import { countryName } from '../text/names.ts'
import { wholeNumber } from '../text/numbers.ts'
import { fillBuckets, type Point } from '../time/buckets.ts'
import { CountList } from './count-list.tsx'

interface Act {
  __type: 'pageview' | 'event' | 'session'
  eventName: string | null
  createdAt: string
  country: string | null
  urlPath: string
}

interface Now {
  countries: Record<string, number>
  urls: Record<string, number>
  referrers: Record<string, number>
  events: Act[]
  series: { views: Point[]; visitors: Point[] }
  totals: { views: number; visitors: number; events: number; countries: number }
  /** Epoch milliseconds. */
  timestamp: number
}

const everyMs = 5 * secondMs
const minutes = 30

/** What goes on now, kept up to date. */
export function Realtime() {
  const target = useTarget()
  const now = useAnswer<Now>(`/api/realtime/${target.id}`, { everyMs })
  return (
    <div class="page page-wide">
      <AsyncView answer={now} rows={8}>
        {(value) => (
          <>
            <NowTotals totals={value.totals} />
            <Panel title={t('realtime.lastHalfHour')}>
              <MinuteChart now={value} />
            </Panel>
            <div class="panels">
              <Activity acts={value.events} />
              <div class="panel-stack">
                <Panel title={t('panel.pages')}>
                  <CountList
                    counts={value.urls}
                    label={t('field.path')}
                    count={t('realtime.activity')}
                  />
                </Panel>
                <Panel title={t('metric.referrer')}>
                  <CountList
                    counts={value.referrers}
                    label={t('field.referrer')}
                    count={t('realtime.activity')}
                    name={hostName}
                  />
                </Panel>
                <Panel title={t('metric.country')}>
                  <CountList
                    counts={value.countries}
                    label={t('field.country')}
                    count={t('visitors')}
                    name={countryName}
                  />
                </Panel>
              </div>
            </div>
          </>
        )}
      </AsyncView>
    </div>
  )
}

function NowTotals({ totals }: { totals: Now['totals'] }) {
  const shown = [
    [t('views'), totals.views],
    [t('visitors'), totals.visitors],
    [t('panel.events'), totals.events],
    [t('metric.country'), totals.countries],
  ] as const
  return (
    <dl class="totals totals-four">
      {shown.map(([label, count]) => (
        <div key={label} class="total">
          <dt>{label}</dt>
          <dd class="total-value">{wholeNumber(count)}</dd>
        </div>
      ))}
    </dl>
  )
}

function MinuteChart({ now }: { now: Now }) {
  const firstAt = (Math.floor(now.timestamp / minuteMs) - minutes) * minuteMs
  const starts = useMemo(
    () => Array.from({ length: minutes + 1 }, (_, index) => firstAt + index * minuteMs),
    [firstAt],
  )
  const views = fillBuckets(now.series.views, starts)
  const visitors = fillBuckets(now.series.visitors, starts)
  return (
    <AnnotatedChart
      label={t('realtime.chart', { count: Math.max(...views) })}
      kind="bars"
      unit="minute"
      starts={starts}
      openIndex={minutes}
      endAt={firstAt + (minutes + 1) * minuteMs - 1}
      series={[
        { label: t('views'), color: 'soft', values: views },
        { label: t('visitors'), color: 'strong', values: visitors },
      ]}
      height={180}
    />
  )
}

const kinds = ['all', 'pageview', 'event', 'session'] as const
type Kind = (typeof kinds)[number]

const kindNames = (): Record<Kind, string> => ({
  all: t('realtime.all'),
  pageview: t('realtime.views'),
  event: t('realtime.events'),
  session: t('realtime.sessions'),
})

/** The latest acts, newest first. */
function Activity({ acts }: { acts: readonly Act[] }) {
  const { query } = usePageLocation()
  const hasPeople = showsPeople(useTarget())
  // Without sessions nothing says who arrived.
  const known = kinds.filter((each) => each !== 'session' || hasPeople)
  const kind = known.find((each) => each === query.get('kind')) ?? 'all'
  const shown = acts.filter(({ __type }) => kind === 'all' || __type === kind)
  const names = kindNames()
  return (
    <Panel title={t('realtime.activity')}>
      <Tabs
        label={t('realtime.filter')}
        tabs={known.map((id) => ({ id, label: names[id] }))}
        chosen={kind}
        onChoose={(next) => goWith({ kind: next === 'all' ? null : next }, { replace: true })}
      >
        {shown.length === 0 ? (
          <EmptyNote title={t('realtime.empty')}>
            <p>{t('realtime.emptyText')}</p>
          </EmptyNote>
        ) : (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list scrolls, also by keys.
          <ol class="activity" tabIndex={0} aria-label={t('realtime.activity')}>
            {shown.map((act, index) => (
              <li key={index} class="act">
                <time class="soft" dateTime={act.createdAt}>
                  {timeName(Date.parse(act.createdAt))}
                </time>
                <span class={`act-kind act-${act.__type}`} />
                <span class="act-words">{actWords(act)}</span>
              </li>
            ))}
          </ol>
        )}
      </Tabs>
    </Panel>
  )
}

function actWords({ __type, country, eventName, urlPath }: Act): string {
  const who = country ? t('realtime.whoFrom', { country: countryName(country) }) : t('realtime.who')
  if (__type === 'session') return t('realtime.session', { who })
  if (__type === 'event') return t('realtime.event', { who, what: isolated(eventName ?? '') })
  return t('realtime.view', { who, what: isolated(urlPath) })
}
