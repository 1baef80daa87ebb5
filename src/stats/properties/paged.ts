// A page of a relation together with the number of all its rows, found in one pass.

import { type Paging, pageOffset } from '../../db/page.ts'
import { type Sql, sql } from '../../db/sql.ts'

/**
 * The tables `found`, `page` (in `order`, which must be total) and `total` (one row: n) for a `with`
 * clause. Join pages as `from total left join (select … from page …) on true`: that gives the count
 * even beyond the last page, with columns that are null.
 */
export const paged = (found: Sql, order: Sql, paging: Paging): Sql => sql`
  found as materialized ${found},
  page as materialized (
    select * from found order by ${order} limit ${paging.pageSize} offset ${pageOffset(paging)}),
  total as (select count(*) as n from found)`
