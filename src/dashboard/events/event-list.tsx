import { AsyncView } from '../components/async-view.tsx'
import { EmptyNote } from '../components/empty-note.tsx'
import { SearchField } from '../components/form/search-field.tsx'
import { pageNumber, turnToPage } from '../components/list/page-number.ts'
import { Pager } from '../components/list/pager.tsx'
import { ScrollBox } from '../components/list/scroll-box.tsx'
import { EventData } from '../components/properties/event-data.tsx'
import type { View } from '../filters/view.ts'
import { placeName, visitorName } from '../sessions/session.ts'
import { useSessionLink } from '../sessions/session-table.tsx'
import { useAnswer } from '../state/answer.ts'
import { goWith, usePageLocation } from '../state/location.ts'
import { showsPeople, statisticPath, useTarget } from '../state/target.ts'
import { momentName } from '../text/dates.ts'
import { t } from '../text/messages.ts'
import { visible } from '../text/user-text.ts'

interface EventRow {
  id: string
  /** `null` on share pages that do not open sessions. */
  sessionId: string | null
  createdAt: string
  urlPath: string
  country: string | null
  city: string | null
  distinctId: string | null
  eventType: number
  eventName: string | null
  hasData: boolean
}

const pageSize = 20
const customEvent = 2

/** What is listed, by the server's number of it. */
const kinds = { events: customEvent, views: 1, all: null } as const
type Kind = keyof typeof kinds
const kindNames = Object.keys(kinds) as Kind[]

/** Events and page views one by one, newest first, searchable and page by page. */
export function EventList({ view }: { view: View }) {
  const target = useTarget()
  const { query } = usePageLocation()
  const search = query.get('search') ?? ''
  const kind = kindNames.find((known) => known === query.get('kind')) ?? 'events'
  const page = pageNumber(query)
  const events = useAnswer<{ data: EventRow[]; count: number }>(statisticPath(target, 'events'), {
    query: { ...view.query, eventType: kinds[kind], search, page, pageSize },
  })
  return (
    <>
      <div class="list-head">
        <SearchField
          first={search}
          label={t('events.search')}
          onSearch={(text) => goWith({ search: text, page: null }, { replace: true })}
        />
        <select
          aria-label={t('realtime.filter')}
          value={kind}
          onChange={({ currentTarget: { value } }) =>
            goWith({ kind: value === 'events' ? null : value, page: null })
          }
        >
          <option value="events">{t('events')}</option>
          <option value="views">{t('views')}</option>
          <option value="all">{t('realtime.all')}</option>
        </select>
      </div>
      <AsyncView answer={events} rows={10}>
        {({ data, count }) =>
          data.length === 0 ? (
            <EmptyNote title={t(search ? 'search.empty' : 'metric.empty')} />
          ) : (
            <>
              <EventTable events={data} />
              <Pager page={page} pageSize={pageSize} count={count} onPage={turnToPage} />
            </>
          )
        }
      </AsyncView>
    </>
  )
}

function EventTable({ events }: { events: readonly EventRow[] }) {
  const target = useTarget()
  const link = useSessionLink()
  const hasPeople = showsPeople(target)
  return (
    <ScrollBox label={t('events')}>
      <table class="table stack-table event-table">
        <thead>
          <tr>
            <th scope="col">{t('field.event')}</th>
            <th scope="col">{t('field.path')}</th>
            {hasPeople && <th scope="col">{t('sessions.who')}</th>}
            <th scope="col">{t('sessions.place')}</th>
            <th scope="col">{t('events.when')}</th>
          </tr>
        </thead>
        <tbody>
          {events.map((event) => {
            const { sessionId: id, distinctId } = event
            return (
              <tr key={event.id}>
                <th scope="row" class="breaks event-what">
                  {event.eventType === customEvent ? (
                    <bdi>{visible(event.eventName ?? '')}</bdi>
                  ) : (
                    <span class="soft">{t('events.view')}</span>
                  )}
                  {event.hasData && <EventData eventId={event.id} />}
                </th>
                <td class="breaks event-path">
                  <bdi>{visible(event.urlPath ?? '')}</bdi>
                </td>
                {hasPeople && (
                  <td class="event-who">
                    {id !== null && (
                      <a class="metric-name" href={link(id)}>
                        <bdi>{visitorName({ id, distinctId })}</bdi>
                      </a>
                    )}
                  </td>
                )}
                <td class="event-place">{placeName(event)}</td>
                <td class="event-when">
                  <time dateTime={event.createdAt}>{momentName(Date.parse(event.createdAt))}</time>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </ScrollBox>
  )
}
