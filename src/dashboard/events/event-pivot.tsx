import { Pager } from '../components/pager.tsx'
import { PivotTable } from '../components/pivot-table.tsx'
import { Shown } from '../components/shown.tsx'
import { useAnswer } from '../state/answer.ts'
import { goWith, usePlace } from '../state/location.ts'
import { pageNumber } from '../state/page-number.ts'
import { statisticPath, useSource } from '../state/source.ts'
import type { View } from '../state/view.ts'
import { momentName } from '../text/dates.ts'
import { t } from '../text/messages.ts'
import { EventWithData } from './event-properties.tsx'

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
    <EventWithData view={view}>{(event) => <PivotOf view={view} event={event} />}</EventWithData>
  )
}

function PivotOf({ view, event }: { view: View; event: string }) {
  const source = useSource()
  const page = pageNumber(usePlace().query)
  const rows = useAnswer<{ data: PivotEvent[]; count: number }>(
    statisticPath(source, 'event-data-pivot'),
    { query: { ...view.query, eventName: event, page, pageSize } },
  )
  return (
    <Shown of={rows} rows={8}>
      {({ data, count }) => (
        <>
          <PivotTable
            label={event}
            heads={[t('events.when'), t('metric.path')]}
            rows={data.map(({ eventId, urlPath, createdAt, ...properties }) => ({
              key: eventId,
              cells: [
                momentName(Date.parse(createdAt)),
                <bdi key="path" class="pivot-value" title={urlPath}>
                  {urlPath}
                </bdi>,
              ],
              ...properties,
            }))}
          />
          <Pager
            page={page}
            pageSize={pageSize}
            count={count}
            onPage={(next) => goWith({ page: next === 1 ? null : String(next) })}
          />
        </>
      )}
    </Shown>
  )
}
