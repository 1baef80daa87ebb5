import { AsyncView } from '../components/async-view.tsx'
import { EmptyNote } from '../components/empty-note.tsx'
import { typedProperties } from '../components/filter/typed-property.ts'
import { pageNumber, turnToPage } from '../components/list/page-number.ts'
import { Pager } from '../components/list/pager.tsx'
import { PivotTable } from '../components/metric/pivot-table.tsx'
import {
  PropertyFilterBar,
  usePropertyFilters,
} from '../components/properties/property-filter-bar.tsx'
import { UserText } from '../components/user-text.tsx'
import { type DataType, dataTypeNumber } from '../filters/property-filter.ts'
import type { View } from '../filters/view.ts'
import { useAnswer } from '../state/answer.ts'
import { usePageLocation } from '../state/location.ts'
import { statisticPath, useTarget } from '../state/target.ts'
import { momentName } from '../text/dates.ts'
import { t } from '../text/messages.ts'
import { visible } from '../text/user-text.ts'
import { EventWithData, type PropertyName } from './event-properties.tsx'

interface PivotEvent {
  eventId: string
  urlPath: string
  createdAt: string
  propertyKeys: string[]
  propertyValues: string[]
}

const pageSize = 20

/** The events of one name, a line each and a column per property. */
export function EventPivot({ view }: { view: View }) {
  return (
    <EventWithData view={view}>
      {(event, properties) => <PivotContent view={view} event={event} properties={properties} />}
    </EventWithData>
  )
}

interface PivotContentProps {
  view: View
  event: string
  properties: readonly PropertyName[]
}

function PivotContent({ view, event, properties }: PivotContentProps) {
  const target = useTarget()
  const filters = usePropertyFilters()
  const page = pageNumber(usePageLocation().query)
  const rows = useAnswer<{ data: PivotEvent[]; count: number }>(
    statisticPath(target, 'event-data-pivot'),
    { query: { ...view.query, ...filters, eventName: event, page, pageSize } },
  )
  const valuesQuery = (propertyName: string, type: DataType) => ({
    path: statisticPath(target, 'event-data/values'),
    // Of a list the values are its elements, which its filters ask for.
    query: { ...view.query, eventName: event, propertyName, dataType: dataTypeNumber(type) },
  })
  return (
    <>
      <PropertyFilterBar properties={typedProperties(properties)} valuesQuery={valuesQuery} />
      <AsyncView answer={rows} rows={8}>
        {({ data, count }) =>
          count === 0 ? (
            <EmptyNote title={t('properties.noMatch')} />
          ) : (
            <>
              <PivotTable
                label={visible(event)}
                heads={[t('events.when'), t('field.path')]}
                rows={data.map(({ eventId, urlPath, createdAt, ...properties }) => ({
                  key: eventId,
                  cells: [
                    momentName(Date.parse(createdAt)),
                    <UserText key="path" class="pivot-value" text={urlPath} isCut />,
                  ],
                  ...properties,
                }))}
              />
              <Pager page={page} pageSize={pageSize} count={count} onPage={turnToPage} />
            </>
          )
        }
      </AsyncView>
    </>
  )
}
