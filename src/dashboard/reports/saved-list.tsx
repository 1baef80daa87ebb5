import { useState } from 'preact/hooks'
import { AsyncView } from '../components/async-view.tsx'
import { EmptyNote } from '../components/empty-note.tsx'
import { SearchField } from '../components/form/search-field.tsx'
import { Pager } from '../components/list/pager.tsx'
import { Panel } from '../components/panel.tsx'
import { Skeleton } from '../components/skeleton.tsx'
import { UserText } from '../components/user-text.tsx'
import { rangeAndFilterText } from '../filters/view.ts'
import type { Loaded } from '../state/answer.ts'
import { toAddress, usePageLocation } from '../state/location.ts'
import { useTarget } from '../state/target.ts'
import { t } from '../text/messages.ts'
import type { ReportKind } from './report-kind.ts'
import { type SavedReport, savedView } from './saved.ts'
import { type ComparedStats, useOwnStats } from './saved-stats.ts'

interface SavedListProps<Parameters extends object> {
  kind: ReportKind<Parameters>
  stats: ComparedStats
  list: Loaded<{ data: SavedReport[] }>
  /** Id of the one that is open. */
  present: string | null
}

const pageSize = 8

/** The saved reports of a kind; a click opens one. */
export function SavedList<Parameters extends object>({
  kind,
  stats,
  list,
  present,
}: SavedListProps<Parameters>) {
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(1)
  const { path, query } = usePageLocation()
  const target = useTarget()
  if (list.value?.data.length === 0) return null
  return (
    <Panel
      title={t('report.savedOnes')}
      actions={
        !target.isShared &&
        (present !== null || !query.has('report')) && (
          <a class="button" href={toAddress(`${path}${withNew(query)}`)}>
            {t('report.new')}
          </a>
        )
      }
    >
      <AsyncView answer={list} rows={2}>
        {({ data }) => {
          const found = data.filter(({ name, description }) =>
            `${name} ${description}`.toLowerCase().includes(search.toLowerCase()),
          )
          return (
            <>
              {data.length > pageSize && (
                <SearchField
                  onSearch={(text) => {
                    setSearch(text)
                    setPage(1)
                  }}
                />
              )}
              {found.length === 0 ? (
                <EmptyNote title={t('search.empty')} />
              ) : (
                <ul class="saved-reports">
                  {found.slice((page - 1) * pageSize, page * pageSize).map((report) => (
                    <SavedLine
                      key={report.id}
                      kind={kind}
                      stats={stats}
                      report={report}
                      isOpen={report.id === present}
                    />
                  ))}
                </ul>
              )}
              <Pager page={page} pageSize={pageSize} count={found.length} onPage={setPage} />
            </>
          )
        }}
      </AsyncView>
    </Panel>
  )
}

/** Opens the form for a report that is not saved yet. */
function withNew(query: URLSearchParams): string {
  const kept = new URLSearchParams(rangeAndFilterText(query))
  kept.set('report', '{}')
  return `?${kept}`
}

interface SavedLineProps<Parameters extends object> {
  kind: ReportKind<Parameters>
  stats: ComparedStats
  report: SavedReport
  isOpen: boolean
}

function SavedLine<Parameters extends object>({
  kind,
  stats,
  report,
  isOpen,
}: SavedLineProps<Parameters>) {
  const { path, query } = usePageLocation()
  const kept = new URLSearchParams(savedView(report) ?? rangeAndFilterText(query))
  kept.set('saved', report.id)
  const { Brief } = kind
  const own = useOwnStats(stats, report.id)
  return (
    <li class={`saved-report ${isOpen ? 'saved-report-open' : ''}`}>
      <a
        class="saved-name"
        href={toAddress(`${path}?${kept}`)}
        aria-current={isOpen ? 'true' : undefined}
      >
        <strong>
          <UserText text={report.name} />
        </strong>
        <UserText class="soft" text={report.description} />
      </a>
      {Brief && kind.isComplete(kind.read(report.parameters)) && (
        <div class="saved-brief">
          <AsyncView answer={own.now} outline={<Skeleton class="brief-outline" />}>
            {(counted) =>
              counted === null ? null : <Brief stats={counted} before={own.before ?? undefined} />
            }
          </AsyncView>
        </div>
      )}
    </li>
  )
}
