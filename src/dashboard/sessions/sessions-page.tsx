import { AsyncView } from '../components/async-view.tsx'
import { ViewBar } from '../components/filter/view-bar.tsx'
import { explain } from '../components/metric/counted-head.tsx'
import { TotalNumbers, TotalsOutline } from '../components/metric/total-numbers.tsx'
import { Panel } from '../components/panel.tsx'
import { Skeleton } from '../components/skeleton.tsx'
import { Tabs } from '../components/tabs.tsx'
import { withoutPropertyFilters } from '../filters/property-filter.ts'
import { useView, type View } from '../filters/view.ts'
import { useAnswer } from '../state/answer.ts'
import { goWith, usePageLocation } from '../state/location.ts'
import { statisticPath, useTarget } from '../state/target.ts'
import { type MessageKey, t } from '../text/messages.ts'
import { shortNumber, wholeNumber } from '../text/numbers.ts'
import { SessionList } from './session-list.tsx'
import { SessionProperties } from './session-properties.tsx'

/** Who was there: a list of sessions, and what is known of them. */
export function Sessions() {
  const view = useView()
  return (
    <div class="page page-wide">
      {view ? <SessionsContent view={view} /> : <Skeleton rows={8} />}
    </div>
  )
}

function SessionsContent({ view }: { view: View }) {
  const { query } = usePageLocation()
  const chosen = query.get('tab') === 'properties' ? 'properties' : 'list'
  return (
    <>
      <ViewBar view={view} />
      <SessionTotals view={view} />
      <Panel>
        <Tabs
          label={t('sessions')}
          tabs={[
            { id: 'list', label: t('sessions.list') },
            { id: 'properties', label: t('properties') },
          ]}
          chosen={chosen}
          onChoose={(tab) =>
            goWith({
              tab: tab === 'list' ? null : tab,
              page: null,
              search: null,
              property: null,
              ...withoutPropertyFilters(query),
            })
          }
        >
          {chosen === 'list' ? (
            <SessionList
              name="sessions"
              query={view.query}
              searched={t('sessions.search')}
              empty={t('sessions.none')}
            />
          ) : (
            <SessionProperties view={view} />
          )}
        </Tabs>
      </Panel>
    </>
  )
}

const labels = {
  visitors: 'visitors',
  visits: 'visits',
  pageviews: 'views',
  events: 'events',
  countries: 'metric.country',
} as const satisfies Record<string, MessageKey>

type Name = keyof typeof labels
const names = Object.keys(labels) as Name[]

function SessionTotals({ view }: { view: View }) {
  const target = useTarget()
  const explanations: Partial<Record<Name, string>> = {
    visitors: explain('visitors'),
    visits: explain('visits'),
    pageviews: explain('views'),
  }
  const totals = useAnswer<Record<Name, { value: number }>>(
    statisticPath(target, 'sessions/stats'),
    { query: view.query },
  )
  return (
    <section aria-label={t('overview.totals')}>
      <AsyncView answer={totals} outline={<TotalsOutline count={names.length} />}>
        {(found) => (
          <TotalNumbers
            numbers={names.map((name) => ({
              label: t(labels[name]),
              explanation: explanations[name],
              text: shortNumber(found[name].value),
              full: wholeNumber(found[name].value),
            }))}
          />
        )}
      </AsyncView>
    </section>
  )
}
