import type { ComponentChildren } from 'preact'
import { AsyncView } from '../components/async-view.tsx'
import { EmptyNote } from '../components/empty-note.tsx'
import { BarTable } from '../components/metric/bar-table.tsx'
import { withoutPropertyFilters } from '../filters/property-filter.ts'
import type { View } from '../filters/view.ts'
import { useAnswer } from '../state/answer.ts'
import { goWith, pathWith, toAddress, usePageLocation } from '../state/location.ts'
import { statisticPath, useTarget } from '../state/target.ts'
import { t } from '../text/messages.ts'
import { visible } from '../text/user-text.ts'

export interface PropertyName {
  /** `null` for page views. */
  eventName: string | null
  propertyName: string
  dataType: number
  total: number
}

/** Properties of the events of one name, and the values of one of them. */
export function EventProperties({ view }: { view: View }) {
  return (
    <EventWithData
      view={view}
      viewsContent={(properties) => (
        <PropertiesContent view={view} event={null} properties={properties} />
      )}
    >
      {(event, properties) => (
        <PropertiesContent view={view} event={event} properties={properties} />
      )}
    </EventWithData>
  )
}

interface EventWithDataProps {
  view: View
  children: (event: string, properties: readonly PropertyName[]) => ComponentChildren
  /** Drawn for page views, which can be chosen where it is there. */
  viewsContent?: (properties: readonly PropertyName[]) => ComponentChildren
}

/** Chooses one of the events that have properties. */
export function EventWithData({ view, children, viewsContent }: EventWithDataProps) {
  const target = useTarget()
  const { query } = usePageLocation()
  const names = useAnswer<PropertyName[]>(statisticPath(target, 'event-data/properties'), {
    query: view.query,
  })
  return (
    <AsyncView answer={names} rows={8}>
      {(found) => {
        const byEvent = Map.groupBy(found, ({ eventName }) => eventName ?? '')
        const viewed = viewsContent ? byEvent.get('') : undefined
        byEvent.delete('')
        const wanted = query.get('name')
        const [first] = byEvent.keys()
        const event = wanted !== null && byEvent.has(wanted) ? wanted : first
        const areViews = viewed && (query.get('of') === 'views' || event === undefined)
        if (event === undefined && !areViews) {
          return (
            <EmptyNote title={t('properties.noneOfEvents')}>
              <p>{t('properties.noneOfEventsText')}</p>
            </EmptyNote>
          )
        }
        return (
          <>
            <div class="list-head">
              <select
                aria-label={t('field.event')}
                value={areViews ? '' : event}
                onChange={({ currentTarget: { value } }) =>
                  goWith({
                    of: value === '' ? 'views' : null,
                    name: value || null,
                    property: null,
                    page: null,
                    ...withoutPropertyFilters(query),
                  })
                }
              >
                {viewed && <option value="">{t('views')}</option>}
                {[...byEvent.keys()].map((name) => (
                  <option key={name} value={name}>
                    {visible(name)}
                  </option>
                ))}
              </select>
            </div>
            {areViews
              ? viewsContent?.(viewed)
              : event !== undefined && children(event, byEvent.get(event) ?? [])}
          </>
        )
      }}
    </AsyncView>
  )
}

interface PropertiesContentProps {
  view: View
  /** `null` for page views. */
  event: string | null
  properties: readonly PropertyName[]
}

function PropertiesContent({ view, event, properties }: PropertiesContentProps) {
  const target = useTarget()
  const { query } = usePageLocation()
  // A property whose values have several types is listed once per type.
  const totals = new Map<string, number>()
  for (const { propertyName, total } of properties) {
    totals.set(propertyName, (totals.get(propertyName) ?? 0) + total)
  }
  const wanted = query.get('property')
  const [first = ''] = totals.keys()
  const chosen = wanted !== null && totals.has(wanted) ? wanted : first
  const values = useAnswer<{ value: string | null; total: number }[]>(
    statisticPath(target, event === null ? 'event-data/fields' : 'event-data/values'),
    {
      query: {
        ...view.query,
        ...(event === null ? { eventType: 1 } : { eventName: event }),
        propertyName: chosen,
      },
    },
  )
  const chosenEvent = event === null ? { of: 'views' } : { name: event }
  return (
    <div class="explorer">
      <BarTable
        label={t('properties.name')}
        count={t('metric.count')}
        rows={[...totals].map(([name, value]) => ({
          key: name,
          name,
          value,
          href: toAddress(pathWith({ ...chosenEvent, property: name })),
          isChosen: name === chosen,
        }))}
      />
      <AsyncView answer={values} rows={8}>
        {(found) => (
          <BarTable
            key={`${event} ${chosen}`}
            label={visible(chosen)}
            count={t('metric.count')}
            rows={found.map(({ value, total }) => ({
              key: value ?? '',
              name: value ?? t('unknown'),
              value: total,
            }))}
            whole={found.reduce((sum, { total }) => sum + total, 0)}
          />
        )}
      </AsyncView>
    </div>
  )
}
