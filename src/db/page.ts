// Paging: the envelope of every list.

export interface Paging {
  page: number
  pageSize: number
  /** How many rows all pages together may have. */
  maxResults?: number | undefined
}

export interface Page<Row> {
  data: Row[]
  /** Rows of all pages. */
  count: number
  page: number
  pageSize: number
  /** There are more rows than `maxResults`. */
  isCapped: boolean
  orderBy?: string
  sortDescending?: boolean
  search?: string
}

const maxPageSize = 1000

interface PageQuery {
  page?: number
  pageSize?: number
  maxResults?: number | undefined
}

/** Page and size as asked for, the size cut at `maxPageSize`. */
export const readPaging = ({ page = 1, pageSize = 20, maxResults }: PageQuery): Paging => ({
  page,
  pageSize: Math.min(pageSize, maxPageSize),
  maxResults,
})

interface ListQuery extends PageQuery {
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

/** The envelope of a page's rows, of which `count` are on all pages: no more than the caller wants. */
export function toPage<Row>(data: Row[], count: number, paging: Paging): Page<Row> {
  const { page, pageSize, maxResults = count } = paging
  const isCapped = count > maxResults
  return {
    data: isCapped ? data.slice(0, Math.max(0, maxResults - pageOffset(paging))) : data,
    count: isCapped ? maxResults : count,
    page,
    pageSize,
    isCapped,
  }
}

/** First row of the page, counted from 0. */
export const pageOffset = ({ page, pageSize }: Paging): number => (page - 1) * pageSize
