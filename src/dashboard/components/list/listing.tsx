import type { ComponentChildren } from 'preact'
import { useAnswer } from '../../state/answer.ts'
import { goWith, usePageLocation } from '../../state/location.ts'
import { t } from '../../text/messages.ts'
import { AsyncView } from '../async-view.tsx'
import { EmptyNote } from '../empty-note.tsx'
import { SearchField } from '../form/search-field.tsx'
import { pageNumber, turnToPage } from './page-number.ts'
import { Pager } from './pager.tsx'

interface ListingProps<Item> {
  /** Heading of the page; without one only search and action are above the list. */
  title?: string
  /** What answers a page of the list. */
  path: string
  /** What the search field is called. */
  search: string
  /** The button that adds one. */
  action?: ComponentChildren
  /** Shown when there is nothing, with what to do about it. */
  empty: string
  emptyText?: string
  /** Leads to what can be done about it. */
  emptyAction?: ComponentChildren
  row: (item: Item) => ComponentChildren
}

const pageSize = 20

/** A list from the server with search and pages, both kept in the address. */
export function Listing<Item>({
  title,
  path,
  search,
  action,
  empty,
  emptyText,
  emptyAction,
  row,
}: ListingProps<Item>) {
  const { query } = usePageLocation()
  const text = query.get('search') ?? ''
  const page = pageNumber(query)
  const found = useAnswer<{ data: Item[]; count: number }>(path, {
    query: { page, pageSize, search: text },
  })
  return (
    <>
      <div class="page-head">
        {title && <h1>{title}</h1>}
        <div class="page-actions">
          <SearchField
            key={path}
            first={text}
            label={search}
            onSearch={(next) => goWith({ search: next, page: null }, { replace: true })}
          />
          {action}
        </div>
      </div>
      <AsyncView answer={found} rows={5}>
        {({ data }) =>
          data.length > 0 ? (
            <ul class="rows panel">{data.map(row)}</ul>
          ) : text ? (
            <EmptyNote title={t('search.empty')} />
          ) : (
            <EmptyNote title={empty}>
              {emptyText && <p>{emptyText}</p>}
              {emptyAction}
            </EmptyNote>
          )
        }
      </AsyncView>
      <Pager page={page} pageSize={pageSize} count={found.value?.count ?? 0} onPage={turnToPage} />
    </>
  )
}
