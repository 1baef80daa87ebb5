// Lists without pages have a limit, because the visitors of share pages may ask for them.

import { type Sql, sql } from '../../db/sql.ts'

/** Rows of a list without pages, at most. */
export const maxRows = 10_000

/**
 * As many rows of a relation as may be answered, groups of equal `order` being whole: those that come
 * first by it. The first group is there in any case.
 */
export const wholeGroups = (rows: Sql, order: Sql): Sql => sql`(
  select * exclude (rows_so_far, group_place) from (
    select *, count(*) over (order by ${order}) as rows_so_far,
      dense_rank() over (order by ${order}) as group_place
    from ${rows})
  where rows_so_far <= ${maxRows} or group_place = 1)`
