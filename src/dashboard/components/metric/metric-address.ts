// Lists of values in the address bar.

import { type Filters, filterQuery, isFilterName } from '../../filters/filter.ts'
import { pathWith } from '../../state/location.ts'

/** Changes of a query that close the dialog of all rows: the open list, its search and its page. */
export const closedMore = { more: null, moreSearch: null, morePage: null } as const

/** The present address with other filters; what they leave of the whole is seen on the page. */
export function pathWithFilters(filters: Filters): string {
  const old = [...new URLSearchParams(location.search).keys()].filter(isFilterName)
  return pathWith({
    page: null,
    ...closedMore,
    ...Object.fromEntries(old.map((name) => [name, null])),
    ...filterQuery(filters),
  })
}
