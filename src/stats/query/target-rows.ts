// Rows of a target in a range, before any filter.

import { reading, type Sql, sql } from '../../db/sql.ts'
import type { Scope } from './scope.ts'

/** Where the scope's rows begin. */
export const rangeBegin = ({ startAt, target }: Pick<Scope, 'target' | 'startAt'>): number =>
  Math.max(startAt, target.resetAt ?? startAt)

/** Rows of the target in the range, before any filter. Nothing before a reset is ever seen. */
export const targetRows = ({
  target,
  startAt,
  endAt,
}: Pick<Scope, 'target' | 'startAt' | 'endAt'>): Sql =>
  reading(
    { target: target.number, startAt, endAt },
    sql`source_id = ${target.number}
      and created_at >= ${rangeBegin({ target, startAt })}
      and created_at <= ${endAt}`,
  )
