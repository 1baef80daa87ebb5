import { ViewBar } from '../components/filter/view-bar.tsx'
import { Panel } from '../components/panel.tsx'
import { Skeleton } from '../components/skeleton.tsx'
import { Tabs } from '../components/tabs.tsx'
import { withoutPropertyFilters } from '../filters/property-filter.ts'
import { useView, type View } from '../filters/view.ts'
import { goWith, usePageLocation } from '../state/location.ts'
import { t } from '../text/messages.ts'
import { EventChart } from './event-chart.tsx'
import { EventList } from './event-list.tsx'
import { EventPivot } from './event-pivot.tsx'
import { EventProperties } from './event-properties.tsx'
import { EventTotals } from './event-totals.tsx'

const tabs = ['list', 'properties', 'pivot'] as const
type Tab = (typeof tabs)[number]

/** What visitors did: events over time, one by one, and what was sent with them. */
export function Events() {
  const view = useView()
  return (
    <div class="page page-wide">{view ? <EventsContent view={view} /> : <Skeleton rows={8} />}</div>
  )
}

function EventsContent({ view }: { view: View }) {
  const { query } = usePageLocation()
  const chosen = tabs.find((tab) => tab === query.get('tab')) ?? 'list'
  const labels: Record<Tab, string> = {
    list: t('events.list'),
    properties: t('properties'),
    pivot: t('events.pivot'),
  }
  return (
    <>
      <ViewBar view={view} compares />
      <EventTotals view={view} />
      <EventChart view={view} />
      <Panel>
        <Tabs
          label={t('events')}
          tabs={tabs.map((id) => ({ id, label: labels[id] }))}
          chosen={chosen}
          onChoose={(tab) =>
            goWith({
              tab: tab === 'list' ? null : tab,
              page: null,
              search: null,
              kind: null,
              ...withoutPropertyFilters(query),
            })
          }
        >
          {chosen === 'list' && <EventList view={view} />}
          {chosen === 'properties' && <EventProperties view={view} />}
          {chosen === 'pivot' && <EventPivot view={view} />}
        </Tabs>
      </Panel>
    </>
  )
}
