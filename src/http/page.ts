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

export const maxPageSize = 1000

/** Page and size as asked for, the size cut at `maxPageSize`. */
export const pagingOf = (query: { page?: number; pageSize?: number }): Paging => ({
  page: query.page ?? 1,
  pageSize: Math.min(query.pageSize ?? 20, maxPageSize),
})

/** First row of the page, counted from 0. */
export const offsetOf = ({ page, pageSize }: Paging): number => (page - 1) * pageSize
