// Paging: the envelope of every list.

export interface Paging {
  page: number
  pageSize: number
}

export interface Page<Row> extends Paging {
  data: Row[]
  /** Rows of all pages. */
  count: number
  orderBy?: string
  search?: string
}

const maxPageSize = 1000

/** Page and size as asked for, the size cut at `maxPageSize`. */
export const readPaging = (query: { page?: number; pageSize?: number }): Paging => ({
  page: query.page ?? 1,
  pageSize: Math.min(query.pageSize ?? 20, maxPageSize),
})

interface ListQuery {
  page?: number
  pageSize?: number
  search?: string
  orderBy?: string
  sortDescending?: 'true' | 'false'
}

/** What a list's query asks for, as the stores take it. */
export const readListQuery = (query: ListQuery) => ({
  ...readPaging(query),
  search: query.search,
  orderBy: query.orderBy,
  isDescending: query.sortDescending === undefined ? undefined : query.sortDescending === 'true',
})

/** First row of the page, counted from 0. */
export const pageOffset = ({ page, pageSize }: Paging): number => (page - 1) * pageSize
