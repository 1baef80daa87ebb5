// One page of a list: searched, sorted, counted.

import { type Page, type Paging, pageOffset, toPage } from '../page.ts'
import type { Entities } from './entities.ts'
import { searchTerm } from './fold.ts'

/** What a caller wants of a list. */
export interface ListInput extends Paging {
  search?: string | undefined
  /** A name; one the list cannot be sorted by is ignored. */
  orderBy?: string | undefined
  isDescending?: boolean | undefined
}

/** What a list is made of; all text here comes from our own code. */
interface Listing {
  columns: string
  /** Tables with their joins. */
  from: string
  /** Condition, with named parameters. */
  where: string
  values: Record<string, string | number | boolean | null>
  /** Column of folded text; `null` for a list that cannot be searched. */
  searched: string | null
  /** Sortable names and their columns. */
  orders: Record<string, string>
  defaultOrder: string
  isDescending?: boolean
  /** Last sort key: unique, so that pages never overlap. */
  id: string
}

export function listPage<Row>(db: Entities, listing: Listing, input: ListInput): Page<Row> {
  const search = listing.searched === null ? undefined : input.search
  const term = searchTerm(search)
  const matches = term === null ? '' : `and instr(${listing.searched}, $search) > 0`
  const values = { ...listing.values, ...(term === null ? {} : { search: term }) }
  const scope = `from ${listing.from} where ${listing.where} ${matches}`
  const count = db
    .query<{ n: number }, [typeof values]>(`select count(*) as n ${scope}`)
    .get(values)
  const isOrdered = input.orderBy !== undefined && Object.hasOwn(listing.orders, input.orderBy)
  const orderBy = isOrdered ? (input.orderBy as string) : listing.defaultOrder
  const isDescending = input.isDescending ?? (isOrdered ? false : (listing.isDescending ?? false))
  const direction = isDescending ? 'desc' : 'asc'
  const data = db
    .query<Row, [Record<string, string | number | boolean | null>]>(
      `select ${listing.columns} ${scope}
       order by ${listing.orders[orderBy]} ${direction}, ${listing.id} ${direction}
       limit $limit offset $offset`,
    )
    .all({ ...values, limit: input.pageSize, offset: pageOffset(input) })
  return {
    ...toPage(data, count?.n ?? 0, input),
    orderBy,
    sortDescending: isDescending,
    ...(search ? { search } : {}),
  }
}
