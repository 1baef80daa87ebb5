import { AsyncView } from '../components/async-view.tsx'
import { EmptyNote } from '../components/empty-note.tsx'
import { SearchField } from '../components/form/search-field.tsx'
import { pageNumber, turnToPage } from '../components/list/page-number.ts'
import { Pager } from '../components/list/pager.tsx'
import { useAnswer } from '../state/answer.ts'
import type { Query } from '../state/api.ts'
import { goWith, usePageLocation } from '../state/location.ts'
import { statisticPath, useTarget } from '../state/target.ts'
import { t } from '../text/messages.ts'
import type { ListedSession } from './session.ts'
import { SessionTable } from './session-table.tsx'

interface SessionListProps {
  /** The statistic that lists sessions. */
  name: 'sessions' | 'revenue/sessions'
  query: Query
  /** What its search looks in. */
  searched: string
  /** Shown when there are none. */
  empty: string
}

const pageSize = 20

/** Sessions, the latest active first, searchable and page by page. */
export function SessionList({ name, query, searched, empty }: SessionListProps) {
  const target = useTarget()
  const { query: addressQuery } = usePageLocation()
  const search = addressQuery.get('search') ?? ''
  const page = pageNumber(addressQuery)
  const sessions = useAnswer<{ data: ListedSession[]; count: number }>(
    statisticPath(target, name),
    {
      query: { ...query, search, page, pageSize },
    },
  )
  return (
    <>
      <div class="list-head">
        <SearchField
          first={search}
          label={searched}
          onSearch={(text) => goWith({ search: text, page: null }, { replace: true })}
        />
      </div>
      <AsyncView answer={sessions} rows={10}>
        {({ data, count }) =>
          data.length === 0 ? (
            <EmptyNote title={search ? t('search.empty') : empty}>
              {!search && <p>{t('overview.noneText')}</p>}
            </EmptyNote>
          ) : (
            <>
              <SessionTable sessions={data} />
              <Pager page={page} pageSize={pageSize} count={count} onPage={turnToPage} />
            </>
          )
        }
      </AsyncView>
    </>
  )
}
