import { AsyncView } from '../components/async-view.tsx'
import { EmptyNote } from '../components/empty-note.tsx'
import { typedProperties } from '../components/filter/typed-property.ts'
import { pageNumber, turnToPage } from '../components/list/page-number.ts'
import { Pager } from '../components/list/pager.tsx'
import { ScrollBox } from '../components/list/scroll-box.tsx'
import { BarTable } from '../components/metric/bar-table.tsx'
import { PivotTable } from '../components/metric/pivot-table.tsx'
import {
  PropertyFilterBar,
  usePropertyFilters,
} from '../components/properties/property-filter-bar.tsx'
import { UserText } from '../components/user-text.tsx'
import { type DataType, dataTypeNumber } from '../filters/property-filter.ts'
import type { View } from '../filters/view.ts'
import { useAnswer } from '../state/answer.ts'
import { pathWith, toAddress, usePageLocation } from '../state/location.ts'
import { statisticPath, useTarget } from '../state/target.ts'
import { momentName } from '../text/dates.ts'
import { isolated, t } from '../text/messages.ts'
import { wholeNumber } from '../text/numbers.ts'
import { visible } from '../text/user-text.ts'
import { visitorName } from './session.ts'
import { useSessionLink } from './session-table.tsx'

interface PropertyName {
  propertyName: string
  dataType: number
  /** Sessions. */
  total: number
}

/** What is known of visitors: the properties, the values of one, and the sessions that have it. */
export function SessionProperties({ view }: { view: View }) {
  const target = useTarget()
  const { query } = usePageLocation()
  const names = useAnswer<PropertyName[]>(statisticPath(target, 'session-data/properties'), {
    query: view.query,
  })
  const valuesQuery = (propertyName: string, type: DataType) => ({
    path: statisticPath(target, 'session-data/values'),
    query: { ...view.query, propertyName, dataType: dataTypeNumber(type) },
  })
  return (
    <AsyncView answer={names} rows={8}>
      {(found) => {
        const totals = new Map<string, number>()
        for (const { propertyName, total } of found) {
          totals.set(propertyName, (totals.get(propertyName) ?? 0) + total)
        }
        const wanted = query.get('property')
        const chosen = wanted !== null && totals.has(wanted) ? wanted : found[0]?.propertyName
        if (chosen === undefined) {
          return (
            <EmptyNote title={t('properties.noneOfSessions')}>
              <p>{t('properties.noneOfSessionsText')}</p>
            </EmptyNote>
          )
        }
        return (
          <>
            <PropertyFilterBar properties={typedProperties(found)} valuesQuery={valuesQuery} />
            <div class="explorer">
              <BarTable
                label={t('properties.name')}
                count={t('sessions')}
                rows={[...totals].map(([name, value]) => ({
                  key: name,
                  name,
                  value,
                  href: toAddress(pathWith({ property: name, page: null })),
                  isChosen: name === chosen,
                }))}
              />
              <ActivityByValue view={view} name={chosen} />
            </div>
            <SessionPivot view={view} name={chosen} />
          </>
        )
      }}
    </AsyncView>
  )
}

interface ValueRow {
  label: string
  activity: number
  sessions: number
  visits: number
  views: number
  events: number
}

/** What those did who share a value. */
function ActivityByValue({ view, name }: { view: View; name: string }) {
  const target = useTarget()
  const filters = usePropertyFilters()
  const isFiltered = Object.keys(filters).length > 0
  const rows = useAnswer<ValueRow[]>(statisticPath(target, 'session-data/stats'), {
    query: { ...view.query, ...filters, propertyName: name },
  })
  const columns = ['sessions', 'visits', 'views', 'events'] as const
  return (
    <AsyncView answer={rows} rows={8}>
      {(found) =>
        found.length === 0 ? (
          <EmptyNote title={t(isFiltered ? 'properties.noMatch' : 'metric.empty')} />
        ) : (
          <ScrollBox label={visible(name)}>
            <table class="table">
              <thead>
                <tr>
                  <th scope="col">
                    <UserText text={name} />
                  </th>
                  {columns.map((column) => (
                    <th key={column} scope="col" class="number">
                      {t(column)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {found.map((row) => (
                  <tr key={row.label}>
                    <th scope="row" class="breaks">
                      <UserText text={row.label} />
                    </th>
                    {columns.map((column) => (
                      <td key={column} class="number">
                        {wholeNumber(row[column])}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </ScrollBox>
        )
      }
    </AsyncView>
  )
}

interface PivotSession {
  sessionId: string
  distinctId: string
  createdAt: string
  propertyKeys: string[]
  propertyValues: string[]
}

const pageSize = 20

/** The sessions that have a property, with all of theirs. */
function SessionPivot({ view, name }: { view: View; name: string }) {
  const target = useTarget()
  const page = pageNumber(usePageLocation().query)
  const link = useSessionLink()
  const filters = usePropertyFilters()
  const rows = useAnswer<{ data: PivotSession[]; count: number }>(
    statisticPath(target, 'session-data-pivot'),
    { query: { ...view.query, ...filters, propertyName: name, page, pageSize } },
  )
  const title = t('properties.sessionsWith', { name: isolated(name) })
  return (
    <section class="part" aria-label={title}>
      <h2>{title}</h2>
      <AsyncView answer={rows} rows={8}>
        {({ data, count }) =>
          count === 0 ? (
            <EmptyNote title={t('properties.noMatch')} />
          ) : (
            <>
              <PivotTable
                label={title}
                heads={[t('sessions.who'), t('properties.given')]}
                rows={data.map(({ sessionId, distinctId, createdAt, ...properties }) => ({
                  key: sessionId,
                  cells: [
                    <a key="who" class="metric-name" href={link(sessionId)}>
                      <bdi>{visitorName({ id: sessionId, distinctId })}</bdi>
                    </a>,
                    momentName(Date.parse(createdAt)),
                  ],
                  ...properties,
                }))}
              />
              <Pager page={page} pageSize={pageSize} count={count} onPage={turnToPage} />
            </>
          )
        }
      </AsyncView>
    </section>
  )
}
